/** Sessions that stand, as the security administrator sees and ends them (60.1 在线会话). */
import { sql } from 'kysely'
import { ListAnswer } from '#src/define/answer.ts'
import type { StandingSession } from '#src/define/answers/access.ts'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { escapeLike } from '#src/fields/sql.server.ts'
import { only } from '#src/server/database/only.ts'
import { revokeSession } from './session.ts'

/** Seconds after which a live connection that nobody reported again counts as closed; nodes report every minute. */
const LINE_SECONDS = 150

interface Row extends BilingualName {
  readonly id: string
  readonly userId: number
  readonly username: string
  readonly deptName: string
  readonly deptNameEn: string
  readonly ip: string
  readonly agent: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly isOnline: boolean
}

/** A session on the wire. */
const shown =
  (language: Language, own: string) =>
  ({ id, userId, username, name, nameEn, deptName, deptNameEn, ip, agent, createdAt, lastSeenAt, isOnline }: Row) => ({
    id,
    userId,
    username,
    name: nameIn(language, { name, nameEn }),
    deptName: nameIn(language, { name: deptName, nameEn: deptNameEn }),
    ip,
    agent,
    createdAt: momentText(createdAt),
    lastSeenAt: momentText(lastSeenAt),
    isOnline,
    isOwn: id === own,
  })

/** What the list is narrowed by. */
export interface SessionFilter {
  readonly search?: string | undefined
  readonly userId?: number | undefined
  readonly page: number
  readonly limit: number
}

/** A page of the sessions that stand, the busiest first. */
export async function standingSessions(
  unit: UnitOfWork,
  language: Language,
  own: string,
  { search, userId, page, limit }: SessionFilter,
): Promise<ListAnswer<StandingSession>> {
  const now = unit.clock.now()
  const pattern = `%${escapeLike(search ?? '')}%`
  const tables = sql`session s join app_user u on u.id = s.user_id join department d on d.id = u.dept_id`
  const wanted = sql`s.revoked_at is null and s.expires_at > ${now} and u.state and u.deleted_at is null
    and (${userId ?? null}::bigint is null or s.user_id = ${userId ?? null}::bigint)
    and (u.name ilike ${pattern} or u.username ilike ${pattern} or s.ip ilike ${pattern})`
  const counted = await sql<{ total: number }>`select count(*) as total from ${tables} where ${wanted}`.execute(unit.db)
  const { rows } = await sql<Row>`
    select s.id, s.user_id, u.username, u.name, u.name_en, d.name as dept_name, d.name_en as dept_name_en, s.ip, s.agent, s.created_at, s.last_seen_at,
      coalesce(s.line_seen_at > ${new Date(now.getTime() - LINE_SECONDS * 1000)}, false) as is_online
    from ${tables} where ${wanted} order by s.last_seen_at desc, s.id limit ${limit} offset ${(page - 1) * limit}`.execute(
    unit.db,
  )
  return new ListAnswer(rows.map(shown(language, own)), { page, limit, total: only(counted.rows).total })
}

/** How many people have a live connection. */
export async function peopleOnline(unit: UnitOfWork): Promise<number> {
  const since = new Date(unit.clock.now().getTime() - LINE_SECONDS * 1000)
  const { rows } = await sql<{ people: number }>`
    select count(distinct user_id)::int as people from session where revoked_at is null and line_seen_at > ${since}`.execute(
    unit.db,
  )
  return only(rows).people
}

/** Ends a session; its live connections close at once, on every node. `owner` limits it to one's own. @throws RuleError for the session that asks */
export async function endSession(
  unit: UnitOfWork,
  session: { readonly id: string; readonly own: string; readonly owner?: number },
): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from session where id = ${session.id}::uuid and revoked_at is null and expires_at > ${unit.clock.now()}
      and (${session.owner ?? null}::bigint is null or user_id = ${session.owner ?? null}::bigint) for update`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  if (session.id === session.own) throw new RuleError('session.own')
  await revokeSession(unit, session.id, 'kick')
  unit.changed('session', null)
  unit.traced({ record: 'session', id: rows[0].userId, before: { stands: true }, after: { stands: false } })
}
