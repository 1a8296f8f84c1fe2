/** MNT-02: the clocks of open orders by the calendar as it stands, so that a holiday that is entered or taken back late moves what it touches. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { pause, resume, type SlaClock } from '../sla.ts'
import { clockColumns, clockOf, clockRuns, lockOrder, type OrderRow, targetsOf } from './orders.server.ts'

interface Step {
  readonly orderId: number
  readonly at: Date
  readonly toState: OrderRow['state']
}

/** Differences below it are those of rounding. */
const TOLERANCE_MS = 60_000

/** The clock as the log of the order tells it. */
function clockOfSteps(unit: UnitOfWork, urgency: string, steps: readonly Step[]): SlaClock {
  let clock: SlaClock = { minutes: 0, since: null }
  for (const { at, toState } of steps)
    if (clockRuns(toState)) clock = clock.since === null ? resume(clock, at) : clock
    else if (clock.since !== null) clock = pause(clock, urgency, at, unit.calendar)
  return clock
}

interface Timed extends OrderRow {
  readonly responseDue: Date | null
  readonly resolveDue: Date | null
}

const differs = (one: Date | null, other: Date | null): boolean =>
  one === null || other === null ? one !== other : Math.abs(one.getTime() - other.getTime()) > TOLERANCE_MS

/** Sets the clocks and limits of open orders anew where the calendar moved them; who was notified too early is notified again in time. */
export async function retimeOrders(unit: UnitOfWork): Promise<void> {
  const { rows: open } = await sql<Timed>`
    select id, urgency, state, clock_minutes, clock_since, response_due, resolve_due from work_order
    where state in ('pending', 'assigned', 'accepted', 'working', 'suspended') and urgency <> 'critical' and deleted_at is null order by id`.execute(
    unit.db,
  )
  const { rows: steps } = await sql<Step>`
    select order_id, at, to_state from work_order_log where order_id = any(${open.map(({ id }) => id)}::bigint[]) order by order_id, id`.execute(
    unit.db,
  )
  const stepsOf = new Map<number, Step[]>()
  for (const step of steps) {
    const own = stepsOf.get(step.orderId)
    if (own === undefined) stepsOf.set(step.orderId, [step])
    else own.push(step)
  }
  const now = unit.clock.now()
  for (const order of open) {
    const own = stepsOf.get(order.id) ?? []
    const clock = own.length === 0 ? clockOf(order) : clockOfSteps(unit, order.urgency, own)
    const { response, resolve } = targetsOf(unit, clock, order.urgency)
    const ran = Math.abs(clock.minutes - Number(order.clockMinutes)) * 60_000 > TOLERANCE_MS
    if (!ran && !differs(response, order.responseDue) && !differs(resolve, order.resolveDue)) continue
    // What was done to it meanwhile has set its clock already.
    if ((await lockOrder(unit, order.id)).state !== order.state) continue
    await sql`
      update work_order set ${clockColumns(unit, clock, order.urgency)}, updated_at = ${now}::timestamptz, version = version + 1,
        response_notified = response_notified and coalesce(${response}::timestamptz < ${now}::timestamptz, true),
        resolve_notified = resolve_notified and coalesce(${resolve}::timestamptz < ${now}::timestamptz, true)
      where id = ${order.id}`.execute(unit.db)
    unit.changed('workOrder', order.id)
  }
}
