/** What an approved refuel does: record, odometer, card, budget and payment (22.3). */
import { sql } from 'kysely'
import { parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { type EffectRun, effect } from '#src/define/server.ts'
import { claimPayments } from '#src/define/services.ts'
import { fileIdsIn, idIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { addReading, takeOut } from '../cars/odometer.server.ts'
import { lockFleet } from '../trips/reservations.server.ts'
import { judgeConsumption } from './consumption.server.ts'
import { postEntry } from './fuel-cards.server.ts'
import { duplicateProblems } from './refuel-form.server.ts'

const refuel: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const form = ticket.formData
  const carId = Number(form.carId)
  await lockFleet(unit, [carId], [])
  const problems = await duplicateProblems(unit, form, ticket.id)
  const first = Object.values(problems)[0]?.[0]
  if (first) throw new RuleError(first.key, ...(first.params ?? [])).among(problems)
  const moment = parseMoment(String(form.refuelAt)) ?? unit.clock.now()
  await addReading(unit, {
    carId,
    at: moment,
    km: Number(form.mileage),
    source: 'refuel',
    tripId: idIn(form.tripId),
    ticketId: ticket.id,
    photos: fileIdsIn(form.mileagePhotos),
    byUser: ticket.applicantId,
    field: 'mileage',
  })
  const amount = ticket.amount ?? '0.00'
  const cardId = form.payMode === 'fuelCard' ? idIn(form.fuelCardId) : null
  const source = { ticketId: ticket.id, effectKey: 'car.refuel', note: ticket.no }
  if (form.payMode === 'fuelCard') {
    await postEntry(unit, {
      cardId: cardId ?? 0,
      kind: 'refuel',
      amount,
      ticketId: ticket.id,
      vouchers: null,
      byUser: actorId,
    })
    await unit.service(budgetLedger).consume(Number(form.budgetLineId), amount, source)
  } else await unit.service(claimPayments).consume(context, form.payMode === 'cash' ? 'cash' : 'officialCard')
  const receipt = [...fileIdsIn(form.receipt)]
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into car_refuel (ticket_id, car_id, dept_id, user_id, refuel_at, fuel_type, volume, unit_price, amount, pay_mode, fuel_card_id, station, mileage, full_tank, trip_id,
      receipt, receipt_hashes, mileage_photos, created_at, created_by, updated_at)
    select ${ticket.id}::bigint, c.id, c.dept_id, ${ticket.applicantId}::bigint, ${moment}::timestamptz, ${String(form.fuelType)}, ${String(form.volume)}::numeric, ${String(form.unitPrice)}::numeric,
      ${amount}::numeric, ${String(form.payMode)}, ${cardId}::bigint, ${String(form.station)}, ${Number(form.mileage)}, ${form.fullTank === true}, ${idIn(form.tripId)}::bigint,
      ${receipt}::bigint[], coalesce((select array_agg(hash) from shared_file where id = any(${receipt}::bigint[])), '{}'), ${[...fileIdsIn(form.mileagePhotos)]}::bigint[], ${now}::timestamptz, ${ticket.applicantId}::bigint, ${now}::timestamptz
    from car c where c.id = ${carId} returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  unit.changed('carRefuel', id)
  await judgeConsumption(unit, carId, moment)
}

/** onVoidApproved: card and budget get back what was taken, and its reading is taken out. */
const unfuel: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const form = ticket.formData
  await lockFleet(unit, [Number(form.carId)], [])
  const amount = ticket.amount ?? '0.00'
  if (form.payMode === 'fuelCard') {
    await postEntry(unit, {
      cardId: Number(form.fuelCardId),
      kind: 'refund',
      amount,
      ticketId: ticket.id,
      vouchers: null,
      byUser: actorId,
    })
    await unit
      .service(budgetLedger)
      .refund(Number(form.budgetLineId), amount, { ticketId: ticket.id, effectKey: 'car.unfuel', note: ticket.no })
  } else await unit.service(claimPayments).refund(context)
  await takeOut(unit, Number(form.carId), { ticketId: ticket.id }, actorId, ticket.no)
  const { rows } = await sql<{ id: number; carId: number; refuelAt: Date }>`
    update car_refuel set state = 'voided', updated_at = ${unit.clock.now()}, version = version + 1 where ticket_id = ${ticket.id} returning id, car_id, refuel_at`.execute(
    unit.db,
  )
  unit.changed('carRefuel', rows[0]?.id ?? null)
  if (rows[0]) await judgeConsumption(unit, rows[0].carId, rows[0].refuelAt)
}

export const refuelEffects = {
  'car.refuel': effect(['carId'], refuel),
  'car.unfuel': effect([], unfuel),
} as const
