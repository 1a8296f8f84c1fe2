/** The form of a refuel: what speaks against it, each at its field (22.3, CAR-21 to CAR-23). */
import { sql } from 'kysely'
import { addDays, dayOf, momentText, parseMoment } from '#src/define/days.ts'
import { type Problems, problemAt } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn, idIn } from '#src/fields/values.ts'
import { readingProblem } from '../cars/odometer.server.ts'
import { MIN_MINUTES_BETWEEN } from './refuel-gap.ts'

/** Refuels are claimed for at most so many days back. */
const MAX_AGE_DAYS = 30
const MINUTE_MS = 60_000
/** A tank takes a tenth more than it is said to hold. */
const TANK_SHARE = 1.1
/** What amount and volume times price may differ by, in yuan. */
const ROUNDING_YUAN = 1

interface CarRow {
  readonly id: number
  readonly plateNo: string
  readonly fuelType: string
  readonly tankSize: number | null
  readonly fuelStd: string
  readonly mileage: number
  readonly status: string
}
async function carOf(unit: UnitOfWork, form: FormData): Promise<CarRow | null> {
  const { rows } = await sql<CarRow>`
    select id, plate_no, fuel_type, tank_size, fuel_std, mileage, status from car where id = ${idIn(form.carId)}::bigint and deleted_at is null`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

interface CardRow {
  readonly id: number
  readonly no: string
  readonly carId: number
  readonly balance: string
}
async function cardOf(unit: UnitOfWork, form: FormData): Promise<CardRow | null> {
  if (form.payMode !== 'fuelCard') return null
  const { rows } = await sql<CardRow>`
    select id, no, car_id, balance from fuel_card where id = ${idIn(form.fuelCardId)}::bigint and deleted_at is null`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

/** The shared line of 30231 of this year (22.3). */
export async function vehicleLine(unit: UnitOfWork): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from shared_budget_line where year = ${Number(unit.clock.today().slice(0, 4))} and subject_code = '30231' and scope = 'shared' and state = 'active' and deleted_at is null
    order by id limit 1`.execute(unit.db)
  return rows[0]?.id ?? null
}

/** CAR-22: another refuel of the car within half an hour, or one with the same receipt. */
export async function duplicateProblems(unit: UnitOfWork, form: FormData, ticketId: number | null): Promise<Problems> {
  const moment = parseMoment(String(form.refuelAt ?? ''))
  const receipt = [...fileIdsIn(form.receipt)]
  const { rows } = await sql<{ plateNo: string; refuelAt: Date; isReceipt: boolean }>`
    select c.plate_no, r.refuel_at, r.receipt_hashes && h.hashes as is_receipt
    from car_refuel r join car c on c.id = r.car_id
      cross join (select coalesce(array_agg(hash), '{}') as hashes from shared_file where id = any(${receipt}::bigint[])) h
    where r.state = 'approved' and r.ticket_id is distinct from ${ticketId}::bigint
      and ((r.car_id = ${idIn(form.carId)}::bigint and abs(extract(epoch from r.refuel_at - ${moment}::timestamptz)) < ${MIN_MINUTES_BETWEEN * 60}) or r.receipt_hashes && h.hashes)
    order by is_receipt desc limit 1`.execute(unit.db)
  const [other] = rows
  if (!other) return {}
  return other.isReceipt
    ? problemAt('receipt', 'car.receiptUsed', other.plateNo, momentText(other.refuelAt))
    : problemAt('refuelAt', 'rule.CAR-22', other.plateNo, momentText(other.refuelAt), MIN_MINUTES_BETWEEN)
}

function figureProblems(form: FormData, car: CarRow): Problems {
  if (form.fuelType !== car.fuelType)
    return problemAt('fuelType', 'car.fuelMismatch', car.plateNo, { dictionary: 'fuelType', value: car.fuelType })
  const volume = Number(form.volume)
  if (car.tankSize !== null && volume > car.tankSize * TANK_SHARE)
    return problemAt('volume', 'car.aboveTank', (car.tankSize * TANK_SHARE).toFixed(1), car.tankSize)
  const product = volume * Number(form.unitPrice)
  // Both have two places, so the product has four and is exact below 2^53.
  return Math.abs(Math.round((Number(form.amount) - product) * 10_000)) > ROUNDING_YUAN * 10_000
    ? problemAt('amount', 'car.amountDiffers', String(form.amount), product.toFixed(2), ROUNDING_YUAN.toFixed(2))
    : {}
}

function momentProblems(form: FormData, unit: UnitOfWork): Problems {
  const moment = parseMoment(String(form.refuelAt ?? ''))
  if (moment === null) return {}
  const now = unit.clock.now()
  if (moment.getTime() > now.getTime() + MINUTE_MS) return problemAt('refuelAt', 'car.refuelLater', momentText(now))
  const earliest = addDays(unit.clock.today(), -MAX_AGE_DAYS)
  return dayOf(moment) < earliest ? problemAt('refuelAt', 'car.refuelTooOld', earliest, MAX_AGE_DAYS) : {}
}

async function check(form: FormData, { unit, ticketId }: FormContext): Promise<Problems> {
  const car = await carOf(unit, form)
  if (car === null) return {}
  if (car.status === 'scrapped' || car.status === 'disabled')
    return problemAt('carId', 'car.unavailable', car.plateNo, { dictionary: 'carUnavailable', value: car.status })
  if (idIn(form.budgetLineId) === null) return problemAt('carId', 'car.noVehicleLine', unit.clock.today().slice(0, 4))
  const moment = parseMoment(String(form.refuelAt ?? ''))
  const reading =
    moment === null
      ? null
      : await readingProblem(unit, car.id, moment, Number(form.mileage), fileIdsIn(form.mileagePhotos))
  const card = await cardOf(unit, form)
  const onCard: Problems =
    form.payMode !== 'fuelCard' || card === null
      ? {}
      : card.carId !== car.id
        ? problemAt('fuelCardId', 'fuelCard.otherCar', card.no, car.plateNo)
        : compareMoney(card.balance, String(form.amount)) < 0
          ? problemAt('fuelCardId', 'fuelCard.short', card.no, card.balance, String(form.amount))
          : {}
  return {
    ...momentProblems(form, unit),
    ...figureProblems(form, car),
    ...(reading && { mileage: [reading] }),
    ...onCard,
    ...(await duplicateProblems(unit, form, ticketId)),
  }
}

/** A driver who is out, or was last, refuels that car; else the applicant chooses. */
async function lastTrip(unit: UnitOfWork, userId: number) {
  const { rows } = await sql<{ id: number; carId: number; fuelType: string; cardId: number | null }>`
    select t.id, c.id as car_id, c.fuel_type, (select id from fuel_card f where f.car_id = c.id and f.deleted_at is null order by id limit 1) as card_id
    from car_trip t join car c on c.id = t.car_id and c.deleted_at is null and c.status not in ('disabled', 'scrapped')
    where t.driver_user_id = ${userId} and t.departed_at is not null order by t.departed_at desc limit 1`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

export const refuelForm: ApplicationServer = {
  async defaults({ unit, applicant }) {
    const trip = await lastTrip(unit, applicant.id)
    return {
      refuelAt: momentText(unit.clock.now()),
      ...(trip && { carId: trip.carId, tripId: trip.id, fuelType: trip.fuelType, fuelCardId: trip.cardId }),
    }
  },
  compute: async (form, { unit }) => ({ ...form, budgetLineId: await vehicleLine(unit) }),
  check,
  async panel(form, { unit }) {
    const [car, card] = [await carOf(unit, form), await cardOf(unit, form)]
    return [
      ...(car ? [{ label: 'records.car.fields.mileage', value: String(car.mileage) }] : []),
      ...(card && card.carId === car?.id
        ? [
            {
              label: 'records.fuelCard.fields.balance',
              value: card.balance,
              tone: compareMoney(card.balance, String(form.amount ?? '0')) >= 0 ? ('good' as const) : ('bad' as const),
            },
          ]
        : []),
    ]
  },
  reversal: async (form) => [{ key: 'car.refuelReversal', params: [String(form.amount ?? '')] }],
}
