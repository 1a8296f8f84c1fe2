/** Work orders as their ledger of steps: each follows the statechart, keeps the clocks of MNT-02 and is logged (40.3). */
import { type RawBuilder, sql } from 'kysely'
import {
  isOver,
  nextWorkOrderState,
  type WorkOrderEventName,
  type WorkOrderState,
} from '#machines/workOrder/workOrder.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { assetLedger } from '#src/modules/asset/contract.ts'
import { dueOf, lightOf, pause, resume, type SlaClock } from '../sla.ts'

/** An order as its steps see it. */
export interface OrderRow {
  readonly id: number
  readonly no: string
  readonly source: string
  readonly ticketId: number | null
  readonly category: string
  readonly location: string
  readonly assetId: number | null
  readonly urgency: string
  readonly applicantId: number | null
  readonly deptId: number
  readonly workerId: number | null
  readonly vendorId: number | null
  readonly state: WorkOrderState
  readonly clockMinutes: string
  readonly clockSince: Date | null
  readonly acceptedAt: Date | null
  readonly closedAt: Date | null
  readonly estimate: string | null
  readonly partsValue: string
  readonly reopenCount: number
  readonly needsComment: boolean
  readonly headComment: string | null
  readonly setRepairing: boolean
  /** Its result needs a photo, as the failed check did. */
  readonly needsPhoto: boolean
}

const columns = sql`id, no, source, ticket_id, category, location, asset_id, urgency, applicant_id, dept_id, worker_id, vendor_id, state, clock_minutes, clock_since, accepted_at, closed_at, estimate,
  parts_value, reopen_count, needs_comment, head_comment, set_repairing, needs_photo`

export const orderLink = (id: number): string => `/maintenance?tab=orders&id=${id}`

/** Locks the order. @throws Refusal 4004 when there is none */
export async function lockOrder(unit: UnitOfWork, id: number): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from work_order where id = ${id} and deleted_at is null for update`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The order of a ticket, locked, the latest where an approval was taken back; null before its approval. */
export async function lockOrderOf(unit: UnitOfWork, ticketId: number): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from work_order where ticket_id = ${ticketId} and deleted_at is null order by id desc limit 1 for update`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

export const clockOf = ({ clockMinutes, clockSince }: Pick<OrderRow, 'clockMinutes' | 'clockSince'>): SlaClock => ({
  minutes: Number(clockMinutes),
  since: clockSince,
})

type Targets = 'maintenance.responseHours' | 'maintenance.resolveHours'
const hoursOf = (unit: UnitOfWork, key: Targets, urgency: string): number =>
  unit.settings.json<Readonly<Record<string, number>>>(key)[urgency] ?? 0

/** How an order stands to the target it waits for: acceptance first, then the result. */
export function lightAt(
  unit: UnitOfWork,
  { state, urgency, dueAt }: { readonly state: string; readonly urgency: string; readonly dueAt: Date | null },
): ReturnType<typeof lightOf> {
  const target = state === 'pending' || state === 'assigned' ? 'maintenance.responseHours' : 'maintenance.resolveHours'
  const hours = hoursOf(unit, target, urgency)
  return lightOf({ state, due: dueAt, hours, urgency, now: unit.clock.now(), calendar: unit.calendar })
}

/** When the order is to be accepted and when it is to be finished, by its clock. */
export function targetsOf(
  unit: UnitOfWork,
  clock: SlaClock,
  urgency: string,
): { readonly response: Date | null; readonly resolve: Date | null } {
  const due = (key: Targets) => dueOf(clock, urgency, hoursOf(unit, key, urgency), unit.calendar)
  return { response: due('maintenance.responseHours'), resolve: due('maintenance.resolveHours') }
}

/** The clock and both of its targets as columns. */
export function clockColumns(unit: UnitOfWork, clock: SlaClock, urgency: string): RawBuilder<unknown> {
  const { response, resolve } = targetsOf(unit, clock, urgency)
  return sql`clock_minutes = ${clock.minutes.toFixed(2)}::numeric, clock_since = ${clock.since}::timestamptz,
    response_due = ${response}::timestamptz, resolve_due = ${resolve}::timestamptz`
}

/** Whether the clock of an order runs: it stands while the order is suspended, and when the work is done. */
export const clockRuns = (state: WorkOrderState): boolean =>
  state !== 'suspended' && state !== 'finished' && !isOver(state)

/** What the clock does at a step. */
function clockAfter(unit: UnitOfWork, order: OrderRow, next: WorkOrderState): SlaClock {
  const [clock, now] = [clockOf(order), unit.clock.now()]
  if (!clockRuns(next)) return pause(clock, order.urgency, now, unit.calendar)
  return clock.since === null ? resume(clock, now) : clock
}

interface StepNotes {
  readonly byUser: number | null
  readonly note?: string | null
  readonly workerId?: number
  /** Further columns. */
  readonly set?: RawBuilder<unknown>
}

/** Takes a locked order one step further. @throws RuleError `maintenance.notNow` when its state does not take the event */
export async function takeStep(
  unit: UnitOfWork,
  order: OrderRow,
  event: WorkOrderEventName,
  { byUser, note = null, workerId, set = sql`remark = remark` }: StepNotes,
): Promise<OrderRow> {
  const next = nextWorkOrderState(order.state, event)
  if (next === null)
    throw new RuleError('maintenance.notNow', order.no, { dictionary: 'workOrderState', value: order.state })
  const now = unit.clock.now()
  const clock = clockAfter(unit, order, next)
  const worker = workerId ?? order.workerId
  const { rows } = await sql<OrderRow>`
    update work_order set state = ${next}, worker_id = ${worker}::bigint, ${clockColumns(unit, clock, order.urgency)},
      paused_at = ${next === 'suspended' ? now : null}::timestamptz, closed_at = ${next === 'closed' ? now : null}::timestamptz,
      is_cancelled = ${event === 'cancel'}, accepted_at = ${event === 'accept' ? now : event === 'dispatch' ? null : order.acceptedAt}::timestamptz,
      ${set}, updated_at = ${now}::timestamptz, updated_by = ${byUser}::bigint, version = version + 1
    where id = ${order.id} returning ${columns}`.execute(unit.db)
  await logStep(unit, order.id, { event, from: order.state, to: next, byUser, note, workerId: worker })
  unit.changed('workOrder', order.id)
  const after = rows[0] ?? order
  await moveAsset(unit, order, after)
  return after
}

export async function logStep(
  unit: UnitOfWork,
  orderId: number,
  step: {
    readonly event: string
    readonly from: string | null
    readonly to: string
    readonly byUser: number | null
    readonly note?: string | null
    readonly workerId?: number | null
  },
): Promise<void> {
  await sql`
    insert into work_order_log (order_id, at, by_user, event, from_state, to_state, worker_id, note)
    values (${orderId}, ${unit.clock.now()}::timestamptz, ${step.byUser}::bigint, ${step.event}, ${step.from}::text, ${step.to}, ${step.workerId ?? null}::bigint,
      ${step.note ?? null}::text)`.execute(unit.db)
}

/** A linked asset is under repair from now on; one that was before stays as it was found. */
async function beginRepair(unit: UnitOfWork, { id, no, ticketId, assetId }: OrderRow): Promise<void> {
  if (assetId === null) return
  const set = await unit.service(assetLedger).beginRepair(assetId, { workOrderId: id, ticketId, note: no })
  await sql`update work_order set set_repairing = ${set} where id = ${id}`.execute(unit.db)
}

/** An open order is about this asset from now on. */
export async function attachAsset(unit: UnitOfWork, order: OrderRow, assetId: number): Promise<void> {
  await sql`
    update work_order set asset_id = ${assetId}, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1 where id = ${order.id}`.execute(
    unit.db,
  )
  await beginRepair(unit, { ...order, assetId })
}

/** The asset is in use again, unless another order for it is open: that one ends its repair then. */
async function endRepair(unit: UnitOfWork, { id, no, ticketId }: OrderRow, assetId: number): Promise<void> {
  const { rows } = await sql`
    update work_order set set_repairing = true
    where id = (select id from work_order where asset_id = ${assetId} and id <> ${id} and state not in ('verified', 'closed') and deleted_at is null order by id limit 1)
    returning id`.execute(unit.db)
  if (rows.length === 0) await unit.service(assetLedger).endRepair(assetId, { workOrderId: id, ticketId, note: no })
}

/** The linked asset goes with an order that ends or is taken up again. */
async function moveAsset(unit: UnitOfWork, before: OrderRow, after: OrderRow): Promise<void> {
  if (isOver(before.state) === isOver(after.state)) return
  if (!isOver(after.state)) await beginRepair(unit, after)
  else if (after.assetId !== null && after.setRepairing) await endRepair(unit, after, after.assetId)
}

/** What a new order says. */
export interface NewOrder {
  readonly source: 'internal' | 'public' | 'inspection'
  readonly ticketId: number | null
  readonly category: string
  readonly roomId: number | null
  readonly location: string
  readonly assetId: number | null
  readonly description: string
  readonly urgency: string
  readonly photos: readonly number[]
  readonly applicantId: number | null
  readonly deptId: number
  readonly contactName: string
  readonly mobile: string
  readonly workerId: number | null
  readonly vendorId: number | null
  readonly planAt: string | null
  readonly estimate: string | null
  /** The round of an inspection in which it was found. */
  readonly roundId: number | null
  readonly needsPhoto?: boolean
  readonly byUser: number | null
}

/** `WX{yyyyMMdd}{4}`, without gaps (E10). */
export async function nextNo(unit: UnitOfWork): Promise<string> {
  const day = unit.clock.today()
  const { rows } = await sql<{ last: number }>`
    insert into work_order_number (day, last) values (${day}, 1) on conflict (day) do update set last = work_order_number.last + 1 returning last`.execute(
    unit.db,
  )
  return `WX${day.replaceAll('-', '')}${String(rows[0]?.last ?? 1).padStart(4, '0')}`
}

interface OpenOrderName {
  readonly id: number
  readonly no: string
}

/** The open order for the same asset and category (MNT-01), the oldest where a report was filed all the same; null when there is none. */
export async function openOrderFor(
  unit: UnitOfWork,
  assetId: number | null,
  category: string,
): Promise<OpenOrderName | null> {
  if (assetId === null) return null
  const { rows } = await sql<OpenOrderName>`
    select id, no from work_order where asset_id = ${assetId} and category = ${category} and state not in ('verified', 'closed') and deleted_at is null order by id limit 1`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

/** @throws RuleError rule.MNT-01 where the asset has an open order of this category */
export async function refuseSecond(
  unit: UnitOfWork,
  assetId: number | null,
  category: string,
  field = 'assetId',
): Promise<void> {
  const open = await openOrderFor(unit, assetId, category)
  if (open !== null) throw new RuleError('rule.MNT-01', open.no).at(field)
}

/** Starts the clocks of a new order, logs it and marks its asset. */
export async function startOrder(unit: UnitOfWork, id: number, byUser: number | null): Promise<OrderRow> {
  const { urgency } = await lockOrder(unit, id)
  const { rows } = await sql<OrderRow>`
    update work_order set ${clockColumns(unit, { minutes: 0, since: unit.clock.now() }, urgency)} where id = ${id} returning ${columns}`.execute(
    unit.db,
  )
  const [order] = rows
  if (!order) throw notFound()
  await logStep(unit, id, { event: 'open', from: null, to: order.state, byUser, workerId: order.workerId })
  await beginRepair(unit, order)
  unit.changed('workOrder', id)
  return order
}

/** Writes the row of a new order. Answers its id; null when another order of the asset and category is open, which it then has to repeat. */
async function insertOrder(
  unit: UnitOfWork,
  given: NewOrder,
  no: string,
  repeatsId: number | null,
): Promise<number | null> {
  const now = unit.clock.now()
  const state: WorkOrderState = given.workerId === null && given.vendorId === null ? 'pending' : 'assigned'
  const { rows } = await sql<{ id: number }>`
    insert into work_order (no, source, ticket_id, category, room_id, location, asset_id, description, urgency, photos, applicant_id, dept_id, contact_name, mobile, worker_id, vendor_id, plan_at, state,
      estimate, round_id, repeats_id, needs_photo, created_at, created_by, updated_at)
    values (${no}, ${given.source}, ${given.ticketId}::bigint, ${given.category}, ${given.roomId}::bigint, ${given.location}, ${given.assetId}::bigint, ${given.description}, ${given.urgency},
      ${given.photos.length === 0 ? null : [...given.photos]}::bigint[], ${given.applicantId}::bigint, ${given.deptId}, ${given.contactName}, ${given.mobile}, ${given.workerId}::bigint, ${given.vendorId}::bigint,
      (${given.planAt}::timestamp at time zone 'Asia/Shanghai'), ${state}, ${given.estimate}::numeric, ${given.roundId}::bigint, ${repeatsId}::bigint, ${given.needsPhoto === true}, ${now}::timestamptz, ${given.byUser}::bigint, ${now}::timestamptz)
    on conflict (asset_id, category) where asset_id is not null and repeats_id is null and state in ('pending', 'assigned', 'accepted', 'working', 'suspended', 'finished') do nothing
    returning id`.execute(unit.db)
  return rows[0]?.id ?? null
}

/** Pictures of a report or of a round are seen by readers of the order as well. */
export async function sharePhotos(
  unit: UnitOfWork,
  {
    id,
    ticketId,
    roundId,
  }: { readonly id: number; readonly ticketId: number | null; readonly roundId?: number | null },
  photos: readonly number[],
): Promise<void> {
  const links = unit.service(fileLinks)
  const order = { record: 'workOrder', recordId: id }
  if (ticketId !== null) await links.share({ record: 'ticket', recordId: ticketId }, order, photos)
  if (typeof roundId === 'number') await links.share({ record: 'inspectRound', recordId: roundId }, order, photos)
}

/** Opens an order: assigned when it has a worker or a contractor. A report filed in spite of an open order of the same asset and category names that one (MNT-01, E9). @throws RuleError rule.MNT-01 for an order without a report */
export async function openOrder(unit: UnitOfWork, given: NewOrder): Promise<OrderRow> {
  const no = await nextNo(unit)
  if (given.ticketId === null) await refuseSecond(unit, given.assetId, given.category)
  const insert = async () =>
    insertOrder(unit, given, no, (await openOrderFor(unit, given.assetId, given.category))?.id ?? null)
  // Where another one was opened at the same moment, the second attempt finds it.
  const id = Number((await insert()) ?? (await insert()))
  await sharePhotos(unit, { id, ticketId: given.ticketId, roundId: given.roundId }, given.photos)
  return startOrder(unit, id, given.byUser)
}
