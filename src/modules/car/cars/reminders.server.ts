/** What falls due of a car: its papers and its service (CAR-34, CAR-35). The last step that was sent is stored, so a missed run is made up for by the next. */
import { sql } from 'kysely'
import { daysBetween } from '#src/define/days.ts'
import type { ProblemKey } from '#src/define/names.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { nextServiceKm, nextServiceOn } from '../service/next-service.ts'

/** CAR-34: days before its end on which a paper is reminded of, after the first day of `car.dueDays`. */
const PAPER_STEPS_DAYS = [15, 7, 1]
/** CAR-35: a service comes near so many kilometres or days before it is due. */
const SERVICE_NEAR_KM = 500
const SERVICE_NEAR_DAYS = 15
/** CAR-35: days between two reminders of a service that is due. */
const SERVICE_REPEAT_DAYS = 7

type Kind = 'insurance' | 'inspection' | 'service'

interface CarRow {
  readonly id: number
  readonly plateNo: string
  readonly mileage: number
  readonly insuranceDue: string | null
  readonly inspectionDue: string | null
  readonly serviceAtKm: number
  readonly serviceOn: string | null
  readonly isPlanned: boolean
}

/** What there is to remind of today. */
interface Due {
  readonly kind: Kind
  readonly due: string
  /** Smaller is later; 0 and below it repeats. */
  readonly step: number
  readonly repeatDays: number
  readonly title: { readonly key: ProblemKey; readonly params: readonly (string | number)[] }
}

interface Sent {
  readonly carId: number
  readonly kind: Kind
  readonly due: string
  readonly step: number
  readonly sentOn: string
}

/** The step of a paper with so many days left: the smallest that is reached; 0 once it has ended, null while there is none. */
export function paperStep(daysLeft: number, firstDays: number): number | null {
  if (daysLeft < 0) return 0
  const steps = [firstDays, ...PAPER_STEPS_DAYS.filter((days) => days < firstDays)]
  return steps.findLast((days) => daysLeft <= days) ?? null
}

/** The step of a service: 0 when it is due by kilometres or by month, 1 when it comes near by either, null before. */
export function serviceStep(kmLeft: number, daysLeft: number | null): number | null {
  if (kmLeft <= 0 || (daysLeft !== null && daysLeft <= 0)) return 0
  return kmLeft <= SERVICE_NEAR_KM || (daysLeft !== null && daysLeft <= SERVICE_NEAR_DAYS) ? 1 : null
}

function paperDue(
  { plateNo }: CarRow,
  kind: 'insurance' | 'inspection',
  due: string | null,
  today: string,
  firstDays: number,
): readonly Due[] {
  if (due === null) return []
  const left = daysBetween(today, due)
  const step = paperStep(left, firstDays)
  if (step === null) return []
  const key = step === 0 ? (`car.${kind}Ended` as const) : (`car.${kind}Ends` as const)
  return [{ kind, due, step, repeatDays: 1, title: { key, params: [plateNo, due, Math.abs(left)] } }]
}

function serviceDue(car: CarRow, today: string): readonly Due[] {
  const { plateNo, serviceAtKm, serviceOn, mileage } = car
  const step = car.isPlanned
    ? null
    : serviceStep(serviceAtKm - mileage, serviceOn === null ? null : daysBetween(today, serviceOn))
  if (step === null) return []
  const key = step === 0 ? 'car.serviceDue' : 'car.serviceNear'
  const due = `${serviceAtKm} ${serviceOn ?? ''}`
  const title = { key, params: [plateNo, serviceAtKm, serviceOn ?? '', mileage] } as const
  return [{ kind: 'service', due, step, repeatDays: SERVICE_REPEAT_DAYS, title }]
}

/** A step is sent once; one that repeats is sent again after its days. */
function isToSend(due: Due, sent: Sent | undefined, today: string): boolean {
  if (sent === undefined || sent.due !== due.due || due.step < sent.step) return true
  return due.step === 0 && daysBetween(sent.sentOn, today) >= due.repeatDays
}

export async function remindOfDue(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const firstDays = unit.settings.number('car.dueDays')
  const { rows: cars } = await sql<CarRow>`
    select c.id, c.plate_no, c.mileage, c.insurance_due, c.inspection_due, ${sql.raw(nextServiceKm('c'))} as service_at_km, ${sql.raw(nextServiceOn('c'))} as service_on,
      exists (select from car_service s where s.car_id = c.id and s.maint_type = 'service' and s.state in ('planned', 'inService')) as is_planned
    from car c where c.status <> 'scrapped' and c.deleted_at is null order by c.plate_no`.execute(unit.db)
  const { rows: reminders } =
    await sql<Sent>`select car_id, kind, due, step, sent_on from car_reminder for update`.execute(unit.db)
  const sent = new Map(reminders.map((row) => [`${row.carId} ${row.kind}`, row]))
  const due = cars.flatMap((car) =>
    [
      ...paperDue(car, 'insurance', car.insuranceDue, today, firstDays),
      ...paperDue(car, 'inspection', car.inspectionDue, today, firstDays),
      ...serviceDue(car, today),
    ]
      .filter((one) => isToSend(one, sent.get(`${car.id} ${one.kind}`), today))
      .map((one) => ({ ...one, carId: car.id })),
  )
  if (due.length === 0) return
  const managers = await unit.usersWithRole('fleetManager')
  for (const { title } of due) unit.notify({ to: managers, contentType: 'REMIND', title, link: '/carmanagement/car' })
  const rows = due.map(({ carId, kind, due: day, step }) => ({ car: carId, kind, due: day, step }))
  await sql`
    insert into car_reminder (car_id, kind, due, step, sent_on)
    select r.car, r.kind, r.due, r.step, ${today}::date from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (car bigint, kind text, due text, step int)
    on conflict (car_id, kind) do update set due = excluded.due, step = excluded.step, sent_on = excluded.sent_on`.execute(
    unit.db,
  )
}

export const reminderJobs: readonly JobDefinition[] = [
  { name: 'car.papers', every: { at: '08:00', missed: 'once' }, run: remindOfDue },
]
