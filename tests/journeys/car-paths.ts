/** The three applications for cars as scenarios of generated paths: forms, what people write, and what must hold of cars, cards and money. */
import { type RawBuilder, sql } from 'kysely'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { addDays, momentText } from '#src/define/days.ts'
import { read } from '#src/server/work.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { tinyPdf, upload } from '#tests/harness/files.ts'
import { appointmentForm } from '#tests/harness/fleet.ts'
import { type EffectRules, effectFaults } from './effectFaults.ts'
import type { Scenario } from './paths.ts'

type Form = Readonly<Record<string, unknown>>
type CarScenario = Pick<Scenario, 'name' | 'type' | 'facts' | 'handled' | 'peopleByState' | 'escalated'>

/** Who does what in the fleet of the bureau. */
export interface CarPeople {
  readonly leader: number
  readonly inCharge: number
  readonly bureauLeader: number
  readonly dispatcher: number
  readonly fleetHead: number
  readonly logisticsHead: number
  readonly logisticsInCharge: number
  readonly auditor: number
  readonly financeLeader: number
}

const TYPES = ['officialCarAppointment', 'officialCarMaintenance', 'officialCarRefueling'] as const
const CAR = '示A0001警'
const DRIVER = 'hua27'
const SHOP_CAR = '示A0002警'
/** The estimate passes every threshold of its chain, so that each of its states is entered. */
const ESTIMATE = '60000.00'
const BILL = '61000.00'
const FUEL = '314.00'
const CARD_BALANCE = '1000000.00'
/** Trips and repairs of one day; none meets another. */
const SLOTS = ['07:00', '09:00', '11:00', '13:00', '15:00', '17:00'] as const
const LAST_DAY = '2027-12-31'

/** Cars, a card and money for the walks, with one dispatcher so that they stay short. */
export async function openCarPaths(app: TestApp, applicant: Client, people: CarPeople, today: string) {
  const { db } = app.database
  const idOf = async (query: RawBuilder<{ id: number }>): Promise<number> => (await query.execute(db)).rows[0]?.id ?? 0
  await sql`delete from user_role r using app_user u, role x where u.id = r.user_id and x.id = r.role_id
    and u.username = 'cao25' and x.key = 'fleetManager'`.execute(db)
  await sql`update car set insurance_due = ${LAST_DAY}, inspection_due = ${LAST_DAY} where plate_no in (${CAR}, ${SHOP_CAR})`.execute(
    db,
  )
  await sql`update budget_line set approved = approved + 90000000 where subject_code = '30231' and scope = 'shared'`.execute(
    db,
  )
  const carId = await idOf(sql`select id from car where plate_no = ${CAR}`)
  const shopCarId = await idOf(sql`select id from car where plate_no = ${SHOP_CAR}`)
  const driverId = await idOf(
    sql`select d.id from driver d join app_user u on u.id = d.user_id where u.username = ${DRIVER}`,
  )
  const vendorId = await idOf(sql`select id from vendor where is_car_repair and state = 'active' order by id limit 1`)
  const cardId = await idOf(sql`select id from fuel_card where car_id = ${carId}`)
  await sql`update fuel_card set balance = ${CARD_BALANCE}, dept_id = (select dept_id from app_user where id = ${applicant.userId}) where id = ${cardId}`.execute(
    db,
  )
  await sql`update car_refuel set state = 'voided' where car_id = ${carId}`.execute(db)
  const { rows: kilometres } = await sql<{ id: number; mileage: number }>`select id, mileage from car`.execute(db)
  const mileageOf = (id: number): number => kilometres.find((car) => car.id === id)?.mileage ?? 0
  const days = Array.from({ length: 400 }, (_, index) => addDays(today, index + 1))
  const workdays = await read(app.services, async (unit) => days.filter((day) => unit.calendar.isWorkday(day)))
  const daysOff = days.filter((day) => !workdays.includes(day))

  let filed = 0
  /** A day and hour that no other walk takes. */
  const takePlace = (of: readonly string[]): { readonly day: string; readonly hour: string } => {
    const place = filed
    filed += 1
    return { day: of[Math.floor(place / SLOTS.length)] ?? '', hour: SLOTS[place % SLOTS.length] ?? '' }
  }
  const anHourLater = (hour: string): string =>
    `${String(Number(hour.slice(0, 2)) + 1).padStart(2, '0')}${hour.slice(2)}`

  const appointment = (facts: Facts): Form => {
    const { day, hour } = takePlace(facts.holidayUse === true ? daysOff : workdays)
    return appointmentForm(day, hour, anHourLater(hour), { purpose: facts.purpose })
  }
  const repair = (): Form => {
    const { day, hour } = takePlace(days)
    return {
      reason: '车辆事故维修',
      mobile: '10000000044',
      carId: shopCarId,
      maintType: 'service',
      mileage: mileageOf(shopCarId),
      faultDesc: '更换机油机滤，检查制动',
      vendorId,
      planIn: `${day} ${hour}:00`,
      planOut: `${day} ${anHourLater(hour)}:00`,
      items: [{ name: `总成${filed}`, qty: 1, price: ESTIMATE }],
    }
  }
  const refuel = async (): Promise<Form> => {
    filed += 1
    const receipt = await upload(app, applicant, 'receipt.pdf', Buffer.concat([tinyPdf, Buffer.from(`%${filed}\n`)]))
    return {
      reason: '公务出行加油',
      mobile: '10000000044',
      carId,
      // CAR-22: half an hour lies between two of them.
      refuelAt: momentText(new Date(app.clock.now().getTime() - filed * 30 * 60_000)),
      fuelType: 'gas92',
      volume: '40.00',
      unitPrice: '7.85',
      amount: FUEL,
      mileage: 0,
      fullTank: false,
      station: '示例石化城东站',
      payMode: 'fuelCard',
      fuelCardId: cardId,
      receipt: [receipt.data.id],
    }
  }

  const lateReview = { fleetReview: people.fleetHead, fleetDispatch: people.fleetHead }
  const dispatched = { fleetDispatch: [people.dispatcher] }
  const scenarios: readonly CarScenario[] = [
    {
      name: 'an appointment on a day off',
      type: 'officialCarAppointment',
      facts: { purpose: 'official', crossCity: false, holidayUse: true },
      handled: [{}],
      peopleByState: { ...dispatched, deptLeader: [people.leader], divisionLeader: [people.inCharge] },
      escalated: { ...lateReview, deptLeader: people.inCharge, divisionLeader: people.bureauLeader },
    },
    {
      name: 'an appointment in an emergency',
      type: 'officialCarAppointment',
      facts: { purpose: 'emergency', crossCity: false, holidayUse: false },
      handled: [{}],
      peopleByState: { ...dispatched, leadersTold: [people.leader, people.inCharge] },
      escalated: lateReview,
    },
    {
      name: 'a repair above every threshold',
      type: 'officialCarMaintenance',
      facts: {
        amount: Number(ESTIMATE),
        'config.car.maintThreshold': 5000,
        'config.wf.t1': 5000,
        'config.wf.t2': 20_000,
      },
      handled: [{}],
      peopleByState: {
        fleetReview: [people.dispatcher],
        logisticsHead: [people.logisticsHead],
        financeAudit: [people.auditor],
        divisionLeader: [people.logisticsInCharge],
        fleetFinish: [people.dispatcher],
      },
      escalated: {
        ...lateReview,
        logisticsHead: people.logisticsInCharge,
        financeAudit: people.financeLeader,
        divisionLeader: people.bureauLeader,
      },
    },
    {
      name: 'a refuel',
      type: 'officialCarRefueling',
      facts: {},
      handled: [{}],
      peopleByState: { fleetReview: [people.dispatcher] },
      escalated: lateReview,
    },
  ]

  return {
    scenarios,
    isOf: (type: string): boolean => TYPES.some((one) => one === type),
    /** What the applicant files. */
    async formOf({ type, facts }: Pick<Scenario, 'type' | 'facts'>): Promise<Form> {
      if (type === 'officialCarAppointment') return appointment(facts)
      return type === 'officialCarMaintenance' ? repair() : { ...(await refuel()), mileage: mileageOf(carId) }
    },
    /** A car that is fetched was in the workshop before; its time there lies days ahead of these paths. */
    async before(event: TicketEvent, state: string | undefined, ticketId: number): Promise<void> {
      if (event.type !== 'handle' || state !== 'fleetFinish') return
      await sql`update car_service set state = 'inService', sent_at = ${app.clock.now()}::timestamptz where ticket_id = ${ticketId} and state = 'planned'`.execute(
        app.database.db,
      )
    },
    /** What a decision writes. */
    submittedForm(event: TicketEvent, state: string | undefined): Form | undefined {
      if (event.type === 'approve' && state === 'fleetDispatch') return { carId, driverId }
      if (event.type === 'handle' && state === 'fleetFinish')
        return { actualAmount: BILL, finishMileage: mileageOf(shopCarId), outAt: momentText(app.clock.now()) }
      return undefined
    },
    /** What is wrong with the effects of these tickets. */
    faults: (ids: readonly number[]) => effectFaults(app, rulesOf(ids, cardId)),
  }
}
export type CarPaths = Awaited<ReturnType<typeof openCarPaths>>

const rulesOf = (ids: readonly number[], cardId: number): EffectRules => {
  const mine = sql`${[...ids]}::bigint[]`
  return {
    'INV-05 no car and no driver is reserved twice': sql`
      select a.id, b.id as other from car_reservation a join car_reservation b on b.id > a.id and a.is_active and b.is_active and a.period && b.period
        and (a.car_id = b.car_id or a.driver_id = b.driver_id)`,
    '22.1 an approved appointment has its trip and its reservation, every other has none': sql`
      select t.id, t.status, count(r.id) from ticket t left join car_trip_ticket l on l.ticket_id = t.id
        left join car_trip c on c.id = l.trip_id and c.state = 'reserved' left join car_reservation r on r.trip_id = c.id and r.is_active
      where t.id = any(${mine}) and t.type = 'officialCarAppointment' group by t.id, t.status having count(r.id) <> (t.status = 'completed')::int`,
    '22.2 a repair keeps its car while it is under way and no longer': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.type = 'officialCarMaintenance'
        and (t.status = 'handling') <> exists (select from car_service s join car_reservation r on r.service_id = s.id and r.is_active where s.ticket_id = t.id)`,
    '22.2 the estimate is held until the car is fetched, then the bill until it is paid': sql`
      select t.id, t.status, l.frozen from ticket t, lateral (
        select coalesce(sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end), 0) as frozen from budget_ledger where ticket_id = t.id) l
      where t.id = any(${mine}) and t.type = 'officialCarMaintenance'
        and l.frozen <> case t.status when 'handling' then ${ESTIMATE}::numeric when 'completed' then ${BILL}::numeric else 0 end`,
    '22.2 the record of a repair ends as its ticket does': sql`
      select t.id, t.status, s.state from ticket t join car_service s on s.ticket_id = t.id
      where t.id = any(${mine}) and s.state <> case t.status when 'handling' then 'planned' when 'completed' then 'finished' else 'cancelled' end`,
    '22.3 an approved refuel has its record and is charged once, a voided one is refunded': sql`
      select t.id, t.status, l.used, r.state from ticket t left join car_refuel r on r.ticket_id = t.id, lateral (
        select coalesce(sum(case type when 'consume' then amount when 'refund' then -amount else 0 end), 0) as used from budget_ledger where ticket_id = t.id) l
      where t.id = any(${mine}) and t.type = 'officialCarRefueling'
        and ((t.status = 'completed') <> (r.state is not distinct from 'approved') or l.used <> case t.status when 'completed' then ${FUEL}::numeric else 0 end)`,
    '40.1 the card holds what it held, less what was refuelled': sql`
      select f.balance, e.moved from fuel_card f, lateral (
        select coalesce(sum(amount), 0) as moved from fuel_card_entry where card_id = f.id and ticket_id is not null and ticket_id = any(${mine})) e
      where f.id = ${cardId} and exists (select from ticket t where t.id = any(${mine}) and t.type = 'officialCarRefueling') and f.balance <> ${CARD_BALANCE}::numeric + e.moved`,
  }
}
