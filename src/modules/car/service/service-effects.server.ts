/** What a service or repair does to money, car and board (22.2). */
import { sql } from 'kysely'
import { momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import {
  type EffectContext,
  type EffectRun,
  effect,
  type JobDefinition,
  type RecordServer,
  type UnitOfWork,
} from '#src/define/server.ts'
import { budgetLedger, commitments } from '#src/modules/budget/contract.ts'
import { addReading, takeOut } from '../cars/odometer.server.ts'
import { lockFleet } from '../trips/reservations.server.ts'
import { planOf, planProblem, refuseBill } from './service-form.server.ts'

const source = ({ ticket }: EffectContext, effectKey: string) => ({ ticketId: ticket.id, effectKey, note: ticket.no })

interface ServiceRow {
  readonly id: number
  readonly carId: number
  readonly state: string
  readonly planIn: Date
  readonly sentAt: Date | null
}

async function lockService(unit: UnitOfWork, where: ReturnType<typeof sql>): Promise<ServiceRow | null> {
  const { rows: seen } = await sql<{ carId: number }>`select car_id from car_service where ${where}`.execute(unit.db)
  await lockFleet(unit, [seen[0]?.carId ?? null], [])
  const { rows } =
    await sql<ServiceRow>`select id, car_id, state, plan_in, sent_at from car_service where ${where} for update`.execute(
      unit.db,
    )
  return rows[0] ?? null
}

/** onApprove: the money is held, and the board shows the car as away for the planned time. */
const plan: EffectRun = async (context) => {
  const { unit, ticket } = context
  const form = ticket.formData
  const [carId, time] = [Number(form.carId), planOf(form)]
  if (time === null) throw new RuleError('car.periodInvalid').at('planIn')
  await lockFleet(unit, [carId], [])
  const problem = await planProblem(unit, carId, time, ticket.id)
  if (problem !== null) throw new RuleError(problem.key, ...(problem.params ?? [])).at('planIn')
  const amount = ticket.amount ?? '0.00'
  await unit.service(budgetLedger).freeze(Number(form.budgetLineId), amount, source(context, 'car.planService'))
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into car_service (ticket_id, car_id, dept_id, maint_type, fault_desc, vendor_id, vendor_name, plan_in, plan_out, items, mileage, amount, state, created_at, created_by, updated_at)
    select ${ticket.id}::bigint, c.id, c.dept_id, ${String(form.maintType)}, ${String(form.faultDesc)}, v.id, v.name, ${time.start}::timestamptz, ${time.end}::timestamptz,
      ${JSON.stringify(form.items ?? [])}::jsonb, ${Number(form.mileage)}, ${amount}::numeric, 'planned', ${now}::timestamptz, ${ticket.applicantId}::bigint, ${now}::timestamptz
    from car c join shared_vendor v on v.id = ${Number(form.vendorId)} where c.id = ${carId}
    on conflict (ticket_id) where ticket_id is not null do update set car_id = excluded.car_id, dept_id = excluded.dept_id, maint_type = excluded.maint_type, fault_desc = excluded.fault_desc,
      vendor_id = excluded.vendor_id, vendor_name = excluded.vendor_name, plan_in = excluded.plan_in, plan_out = excluded.plan_out, items = excluded.items, mileage = excluded.mileage,
      amount = excluded.amount, state = 'planned', sent_at = null, updated_at = excluded.updated_at, version = car_service.version + 1
    returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into car_reservation (car_id, service_id, kind, period) values (${carId}, ${id}, 'maintenance', tstzrange(${time.start}, ${time.end}))`.execute(
    unit.db,
  )
  unit.changed('carService', id)
  unit.changed('carTrip', null)
}

/** The car leaves for the workshop, by hand or when its time has come. */
async function sendIn(unit: UnitOfWork, { id, carId }: ServiceRow): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ no: string }>`
    select no from car_trip where car_id = ${carId} and state in ('departed', 'overdue') limit 1`.execute(unit.db)
  if (rows[0]) throw new RuleError('car.stillOut', rows[0].no)
  await sql`update car_service set state = 'inService', sent_at = ${now}::timestamptz, updated_at = ${now}, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  await sql`
    update car set status = 'repairing', status_reason = (select left(fault_desc, 300) from car_service where id = ${id}), updated_at = ${now}, version = version + 1
    where id = ${carId} and status = 'idle'`.execute(unit.db)
  unit.changed('carService', id)
  unit.changed('car', carId)
}

/** What is frozen for the ticket is free again. */
async function unfreeze(context: EffectContext, effectKey: string): Promise<void> {
  const budget = context.unit.service(budgetLedger)
  for (const held of await budget.frozenBy(context.ticket.id))
    await budget.unfreeze(held.lineId, held.amount, source(context, effectKey))
}

/** The board shows the car again, and one that stood in the workshop for this alone may drive. */
async function release(unit: UnitOfWork, { id, carId }: ServiceRow): Promise<void> {
  const now = unit.clock.now()
  await sql`update car_reservation set is_active = false where service_id = ${id} and is_active`.execute(unit.db)
  await sql`
    update car set status = 'idle', status_reason = null, updated_at = ${now}, version = version + 1
    where id = ${carId} and status = 'repairing' and not exists (select from car_service s where s.car_id = ${carId} and s.id <> ${id} and s.state = 'inService')`.execute(
    unit.db,
  )
  unit.changed('car', carId)
  unit.changed('carService', id)
  unit.changed('carTrip', null)
}

/** onHandle(fleetFinish): what is held becomes what was billed, and waits for the payment of the workshop (21.3). */
const finish: EffectRun = async (context) => {
  const { unit, ticket } = context
  const form = ticket.formData
  const [actual, outAt] = [String(form.actualAmount ?? ''), parseMoment(String(form.outAt ?? ''))]
  refuseBill(actual, ticket.amount ?? '0.00')
  const now = unit.clock.now()
  if (outAt === null || outAt > now) throw new RuleError('car.outLater', momentText(now)).at('outAt')
  const service = await lockService(unit, sql`ticket_id = ${ticket.id}`)
  if (service === null) throw new RuleError('wf.stateChanged')
  // Without a word of when it went in, the planned time counts: a run of the job may have been missed.
  const inAt = service.sentAt ?? service.planIn
  if (outAt < inAt) throw new RuleError('car.outBeforeIn', momentText(inAt)).at('outAt')
  await unfreeze(context, 'car.finishService')
  await unit.service(commitments).open({
    kind: 'carMaint',
    ticketId: ticket.id,
    deptId: ticket.deptId,
    applicantId: ticket.applicantId,
    lineId: Number(form.budgetLineId),
    projectId: null,
    amount: actual,
    title: ticket.title,
    validUntil: null,
  })
  const km = Number(form.finishMileage)
  await addReading(unit, {
    carId: service.carId,
    at: outAt,
    km,
    source: 'service',
    tripId: null,
    ticketId: ticket.id,
    byUser: context.actorId,
    field: 'finishMileage',
  })
  await sql`
    update car_service set state = 'finished', actual_amount = ${actual}::numeric, finish_mileage = ${km}, out_at = ${outAt}::timestamptz, sent_at = coalesce(sent_at, plan_in),
      updated_at = ${now}, version = version + 1 where id = ${service.id}`.execute(unit.db)
  await release(unit, service)
}

/** onReturn and onVoidApproved: money and car are free again. */
const cancel: EffectRun = async (context) => {
  const { unit, ticket } = context
  const service = await lockService(unit, sql`ticket_id = ${ticket.id}`)
  if (service === null || service.state === 'cancelled') return
  const ledger = unit.service(commitments)
  for (const held of await ledger.heldBy(ticket.id))
    if (held.state === 'effective') await ledger.close(held.id, 'cancelled', 'car.cancelService')
  await unfreeze(context, 'car.cancelService')
  // A paper that is void says nothing of the odometer any more.
  await takeOut(unit, service.carId, { ticketId: ticket.id }, context.actorId, ticket.no)
  await sql`update car_service set state = 'cancelled', updated_at = ${unit.clock.now()}, version = version + 1 where id = ${service.id}`.execute(
    unit.db,
  )
  await release(unit, service)
}

export const serviceEffects = {
  'car.planService': effect(['carId', 'budgetLineId'], plan),
  'car.finishService': effect(['actualAmount'], finish),
  'car.cancelService': effect([], cancel),
} as const

export const serviceServer: RecordServer = {
  actions: {
    async sendIn(row, _values, unit) {
      const service = await lockService(unit, sql`id = ${row.id}`)
      if (service?.state !== 'planned') throw new RuleError('version.conflict')
      await sendIn(unit, service)
    },
  },
}

/** Cars whose time in the workshop has come are in repair; one that is still out follows when it is back. A missed run is made up for by the next. */
export async function sendDue(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.id from car_service s where s.state = 'planned' and s.plan_in <= ${unit.clock.now()}::timestamptz
      and not exists (select from car_trip t where t.car_id = s.car_id and t.state in ('departed', 'overdue')) order by s.id`.execute(
    unit.db,
  )
  for (const { id } of rows) {
    const service = await lockService(unit, sql`id = ${id}`)
    if (service?.state === 'planned') await sendIn(unit, service)
  }
}

export const serviceJob: JobDefinition = { name: 'car.sendIn', every: { minutes: 10 }, run: sendDue }
