/** Who stands in for me (10.3 我的审批委托): the windows of the engine (WF-11) that a person opens themselves. */
import { sql } from 'kysely'
import { ListAnswer } from '#src/define/answer.ts'
import type { DelegationState, OwnDelegation } from '#src/define/answers/personal.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'
import { refuseAdministrators } from '#src/server/organisation/separation.ts'

/** Days a delegation lasts at most. */
export const MAX_DAYS = 30
const DAY = 86_400_000

interface Row extends BilingualName {
  readonly id: number
  readonly substituteId: number
  readonly fromAt: Date
  readonly untilAt: Date
  readonly types: readonly string[] | null
  readonly below: string | null
  readonly takesOpen: boolean
  readonly reason: string
  readonly ticketId: number | null
  readonly ticketNo: string | null
}

const stateOf = ({ fromAt, untilAt }: Row, now: Date): DelegationState =>
  untilAt <= now ? 'ended' : fromAt > now ? 'scheduled' : 'active'

/** A page of the own delegations, newest first; those that leave opened name their ticket. */
export async function ownDelegations(
  unit: UnitOfWork,
  language: Language,
  userId: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<ListAnswer<OwnDelegation>> {
  const counted = await sql<{ total: number }>`
    select count(*) as total from substitute where user_id = ${userId}`.execute(unit.db)
  const { rows } = await sql<Row>`
    select s.id, s.substitute_id, u.name, u.name_en, s.from_at, s.until_at, s.types, s.below, s.takes_open, s.reason, s.ticket_id, t.no as ticket_no
    from substitute s join app_user u on u.id = s.substitute_id left join ticket t on t.id = s.ticket_id
    where s.user_id = ${userId} order by s.until_at desc, s.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    unit.db,
  )
  const now = unit.clock.now()
  const shown = rows.map((row) => ({
    id: row.id,
    toUserId: row.substituteId,
    toUserName: nameIn(language, row),
    ticketTypes: row.types ?? [],
    below: row.below,
    takesOpen: row.takesOpen,
    startAt: momentText(row.fromAt),
    endAt: momentText(row.untilAt),
    reason: row.reason,
    ticketId: row.ticketId,
    ticketNo: row.ticketNo,
    state: stateOf(row, now),
  }))
  return new ListAnswer(shown, { page, limit, total: only(counted.rows).total })
}

/** What a person hands over. */
export interface Delegation {
  readonly toUserId: number
  /** Empty: all of them. */
  readonly ticketTypes: readonly string[]
  /** Only applications of less than this, in yuan; null for any amount. */
  readonly below: string | null
  /** Tasks that are open when it begins are handed over too. */
  readonly takesOpen: boolean
  readonly startAt: Date
  readonly endAt: Date
  readonly reason: string
}

/** Types that are handed over to two people at once; null for all of them. */
async function overlapping(unit: UnitOfWork, userId: number, request: Delegation): Promise<boolean> {
  const types = request.ticketTypes.length === 0 ? null : [...request.ticketTypes]
  const { rows } = await sql`
    select from substitute where user_id = ${userId} and from_at < ${request.endAt} and until_at > ${request.startAt} and until_at > ${unit.clock.now()}
      and (types is null or ${types}::text[] is null or types && ${types}::text[]) limit 1`.execute(unit.db)
  return rows.length > 0
}

/** Opens a window. @throws ValidationError for oneself, somebody who left, a wrong or too long time; RuleError when a type is handed over already */
export async function delegate(unit: UnitOfWork, userId: number, request: Delegation): Promise<number> {
  const now = unit.clock.now()
  if (request.toUserId === userId) throw new ValidationError({ toUserId: [{ key: 'personal.notSelf' }] })
  if (request.endAt <= request.startAt || request.endAt <= now)
    throw new ValidationError({ endAt: [{ key: 'personal.endBeforeStart' }] })
  if (request.endAt.getTime() - request.startAt.getTime() > MAX_DAYS * DAY)
    throw new ValidationError({ endAt: [{ key: 'personal.tooLong', params: [MAX_DAYS] }] })
  await sql`select from app_user where id = ${userId} for update`.execute(unit.db)
  const able = await sql`select from app_user where id = ${request.toUserId} and state and deleted_at is null`.execute(
    unit.db,
  )
  if (able.rows.length === 0) throw new ValidationError({ toUserId: [{ key: 'check.notFound' }] })
  await refuseAdministrators(unit, [request.toUserId], 'substitute', 'toUserId')
  if (await overlapping(unit, userId, request)) throw new RuleError('personal.delegationOverlap')
  const { rows } = await sql<{ id: number }>`
    insert into substitute (user_id, substitute_id, from_at, until_at, types, below, takes_open, reason, created_at)
    values (${userId}, ${request.toUserId}, ${request.startAt}, ${request.endAt}, ${request.ticketTypes.length === 0 ? null : [...request.ticketTypes]}::text[],
      ${request.below}::numeric, ${request.takesOpen}, ${request.reason}, ${now}) returning id`.execute(unit.db)
  const { id } = only(rows)
  const owner = await sql<{ name: string }>`select name from app_user where id = ${userId}`.execute(unit.db)
  unit.traced({
    record: 'delegation',
    id,
    before: null,
    after: {
      toUserId: request.toUserId,
      types: request.ticketTypes,
      below: request.below,
      takesOpen: request.takesOpen,
      from: momentText(request.startAt),
      until: momentText(request.endAt),
    },
  })
  unit.notify({
    to: [request.toUserId],
    contentType: 'REMIND',
    title: {
      key: 'notice.delegated',
      params: [only(owner.rows).name, momentText(request.startAt).slice(0, 16), momentText(request.endAt).slice(0, 16)],
    },
    link: '/workflow/ticketApproval',
  })
  return id
}

/** Ends an own window now; what leave opened ends with the leave. @throws Refusal 4004 */
export async function endDelegation(unit: UnitOfWork, userId: number, id: number): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    update substitute set until_at = greatest(from_at, ${now}::timestamptz)
    where id = ${id} and user_id = ${userId} and ticket_id is null and until_at > ${now} returning id`.execute(unit.db)
  if (!rows[0]) throw notFound()
  unit.traced({ record: 'delegation', id, before: null, after: { until: momentText(now) } })
}
