/** Supervision items as their record of steps: each follows the statechart, under lock (10.5). */
import { sql } from 'kysely'
import {
  nextState,
  type SupervisionItemEventName,
  type SupervisionItemState,
} from '#machines/supervisionItem/supervisionItem.ts'
import type { Access } from '#src/define/access.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { notFound, type ProblemParam, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { lightOf } from './light.ts'

/** An item as its steps see it. */
export interface ItemRow {
  readonly id: number
  readonly no: string
  readonly title: string
  readonly state: SupervisionItemState
  readonly leadDeptId: number
  readonly coDeptIds: readonly number[] | null
  readonly handlerId: number
  readonly leaderId: number
  readonly officerId: number | null
  readonly createdBy: number | null
  readonly parentId: number | null
  readonly ticketId: number | null
  readonly startDate: string
  readonly dueDate: string
  readonly firstDueDate: string
  readonly askedDueDate: string | null
  readonly feedbackCycle: number
  readonly progress: number
  readonly extensionCount: number
  readonly urgedAt: Date | null
  readonly wasOverdue: boolean
}

const columns = [
  'id',
  'no',
  'title',
  'state',
  'leadDeptId',
  'coDeptIds',
  'handlerId',
  'leaderId',
  'officerId',
  'createdBy',
  'parentId',
  'ticketId',
  'startDate',
  'dueDate',
  'firstDueDate',
  'askedDueDate',
  'feedbackCycle',
  'progress',
  'extensionCount',
  'urgedAt',
  'wasOverdue',
] as const

export const itemLink = (id: number): string => `/supervision?tab=all&id=${id}`

/** Locks the item. @throws Refusal 4004 when there is none */
export async function lockItem(unit: UnitOfWork, id: number): Promise<ItemRow> {
  const row = await unit.db
    .selectFrom('supervision_item')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** `DB{yyyy}{4}`, taken under lock (E10). */
export async function nextNo(unit: UnitOfWork): Promise<string> {
  const year = Number(unit.clock.today().slice(0, 4))
  const { rows } = await sql<{ last: number }>`
    insert into supervision_number (year, last) values (${year}, 1) on conflict (year) do update set last = supervision_number.last + 1 returning last`.execute(
    unit.db,
  )
  return `DB${year}${String(rows[0]?.last ?? 1).padStart(4, '0')}`
}

/** The columns a step may set beside the state. */
type Changes = Partial<{
  readonly dueDate: string
  readonly firstDueDate: string
  readonly askedDueDate: string | null
  readonly extensionCount: number
  readonly progress: number
  readonly assignedAt: Date
  readonly signDue: string | null
  readonly signReminded: boolean
  readonly signedAt: Date | null
  readonly declineReason: string | null
  readonly cycleSince: string | null
  readonly missedCycles: number
  readonly remindedDays: number | null
  readonly lastReply: string
  readonly lastReplyAt: Date
  readonly repliedAt: Date | null
  readonly closedAt: Date
  readonly closedLate: boolean
  readonly closedLateFirst: boolean
  readonly score: number
  readonly closeComment: string | null
  readonly endReason: string
}>

/** Writes columns of a locked item, and its light with them. */
export async function changeItem(
  unit: UnitOfWork,
  item: ItemRow,
  changes: Changes & { readonly state?: SupervisionItemState },
  byUser: number | null,
): Promise<ItemRow> {
  const after = { ...item, ...changes }
  const light = lightOf(after.state, after.dueDate, unit.clock.today())
  const row = await unit.db
    .updateTable('supervision_item')
    .set({
      ...changes,
      light,
      wasOverdue: item.wasOverdue || light === 'red' || changes.closedLate === true,
      updatedAt: unit.clock.now(),
      updatedBy: byUser,
    })
    .where('id', '=', item.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  unit.changed('supervisionItem', item.id)
  return row
}

/** Takes a locked item one step further. @throws RuleError `supervision.notNow` when its state does not take the event, rule.SUP-02 when it had its extensions */
export function takeStep(
  unit: UnitOfWork,
  item: ItemRow,
  event: SupervisionItemEventName,
  changes: Changes,
  byUser: number | null,
): Promise<ItemRow> {
  const state = nextState(item.state, event, item.extensionCount)
  if (state === null)
    throw new RuleError('supervision.notNow', item.no, { dictionary: 'supervisionState', value: item.state })
  return changeItem(unit, item, { ...changes, state }, byUser)
}

/** A message about an item that leads to it. */
export function notifyOf(
  unit: UnitOfWork,
  item: Pick<ItemRow, 'id' | 'no' | 'title'>,
  to: readonly (number | null)[],
  key: ProblemKey,
  ...params: readonly ProblemParam[]
): void {
  const people = [...new Set(to)].filter((id): id is number => id !== null)
  if (people.length === 0) return
  unit.notify({
    to: people,
    contentType: 'REMIND',
    title: { key, params: [item.no, item.title, ...params] },
    link: itemLink(item.id),
  })
}

/** SUP-06: the supervising leader, or the bureau's. */
export const isLeaderOf = (item: Pick<ItemRow, 'leaderId'>, { userId, roles }: Access): boolean =>
  item.leaderId === userId || roles.includes('bureauLeader')

/** @throws RuleError rule.SUP-06 for anybody but the supervising leader and the bureau's, and for the handler */
export function needLeader(item: ItemRow, access: Access): void {
  if (item.handlerId === access.userId || !isLeaderOf(item, access)) throw new RuleError('rule.SUP-06', item.no)
}

/** @throws RuleError `supervision.notHandler` for anybody but the handler */
export function needHandler(item: ItemRow, access: Access): void {
  if (item.handlerId !== access.userId) throw new RuleError('supervision.notHandler', item.no)
}

/** The leaders of departments by department; without those that have none. */
export async function leadersOf(unit: UnitOfWork, deptIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; leaderId: number }>`
    select id, leader_id from shared_department where id = any(${[...deptIds]}::bigint[]) and leader_id is not null and deleted_at is null`.execute(
    unit.db,
  )
  return new Map(rows.map(({ id, leaderId }) => [id, leaderId]))
}
