/** SYS-131: administrators hold no post in anybody's business. Whoever names somebody asks here; the database has triggers of its own. */

import { sql } from 'kysely'
import type { BilingualName } from '#src/define/bilingual.ts'
import type { RoleName } from '#src/define/names.ts'
import { type Problem, RuleError, type TextParam } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type Post, provideService, type ServiceProvision, separation } from '#src/define/services.ts'

/** A name in both languages; the Chinese one where there is no other. */
const bothNames = ({ name, nameEn }: BilingualName): TextParam => ({ zhHans: name, en: nameEn === '' ? name : nameEn })

const problem = ({ name, nameEn }: BilingualName, post: Post) =>
  ({
    key: 'sys.separation',
    params: [bothNames({ name, nameEn }), { dictionary: 'separationPost', value: post }],
  }) as const

/** What speaks against somebody of these at this post. The accounts are locked against a change of their roles until the transaction ends. */
async function problemWith(unit: UnitOfWork, people: readonly number[], post: Post): Promise<Problem | null> {
  if (people.length === 0) return null
  const personIds = [...new Set(people)]
  await sql`select from app_user where id = any(${personIds}::bigint[]) order by id for share`.execute(unit.db)
  const { rows } = await sql<BilingualName>`
    select u.name, u.name_en from app_user u
    where u.id = any(${personIds}::bigint[]) and is_administrator(u.id) order by u.id limit 1`.execute(unit.db)
  return rows[0] ? problem(rows[0], post) : null
}

/** @throws RuleError sys.separation, at the field that names them, when one of these people holds an administrator role. */
export async function refuseAdministrators(
  unit: UnitOfWork,
  people: readonly number[],
  post: Post,
  field?: string,
): Promise<void> {
  const found = await problemWith(unit, people, post)
  if (!found) return
  const refusal = new RuleError(found.key, ...(found.params ?? []))
  throw field === undefined ? refusal : refusal.at(field)
}

/** The other way round: who holds a post becomes no administrator. The account is locked by the caller. @throws RuleError sys.separation */
export async function refusePosts(unit: UnitOfWork, userId: number): Promise<void> {
  const { rows } = await sql<BilingualName & { post: Post }>`
    select u.name, u.name_en, p.post from app_user u, lateral (
      select 'leader' as post from department where leader_id = u.id and deleted_at is null
      union all select 'deputy' from department where u.id = any(deputy_ids) and deleted_at is null
      union all select 'substitute' from substitute where substitute_id = u.id and until_at > ${unit.clock.now()}) p
    where u.id = ${userId} limit 1`.execute(unit.db)
  if (rows[0]) throw new RuleError('sys.separation', ...problem(rows[0], rows[0].post).params)
}

/** After their open tasks went to others: what nobody else can take over keeps somebody from becoming an administrator. @throws RuleError sys.separation */
export async function refuseOpenTasks(unit: UnitOfWork, userId: number): Promise<void> {
  const { rows } = await sql<BilingualName>`
    select u.name, u.name_en from app_user u where u.id = ${userId} and exists (
      select from ticket_task k join ticket t on t.id = k.ticket_id
      where k.assignee_id = u.id and t.applicant_id <> u.id and k.status in ('waiting', 'open', 'suspended')
        and t.status in ('running', 'handling') and t.deleted_at is null)`.execute(unit.db)
  if (rows[0]) throw new RuleError('sys.separation', ...problem(rows[0], 'participant').params)
}

/** People in service with one of these roles. */
async function inService(unit: UnitOfWork, roles: readonly RoleName[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
    where r.key = any(${[...roles]}::text[]) and u.state and u.deleted_at is null order by u.id`.execute(unit.db)
  return rows.map(({ id }) => id)
}

/** The change stands in the message with both names, so that nobody becomes a leader unseen. */
async function leaderChanged(
  unit: UnitOfWork,
  deptId: number,
  before: number | null,
  after: number | null,
): Promise<void> {
  if (before === after) return
  const { rows } = await sql<BilingualName & { id: number }>`
    select id, name, name_en from app_user where id = any(${[before, after].filter((id) => id !== null)}::bigint[])`.execute(
    unit.db,
  )
  const departments = await sql<BilingualName>`select name, name_en from department where id = ${deptId}`.execute(
    unit.db,
  )
  const dept = departments.rows[0]
  const nameOf = (id: number | null) => rows.filter((row) => row.id === id).map(bothNames)
  const names = [...nameOf(before), ...nameOf(after)]
  const key = before === null ? 'leaderNamed' : after === null ? 'leaderRemoved' : 'leaderChanged'
  unit.notify({
    to: [...new Set([...(await inService(unit, ['securityAdmin'])), ...rows.map(({ id }) => id)])],
    contentType: 'SYSTEM',
    title: { key: `notice.${key}`, params: [bothNames(dept ?? { name: '', nameEn: '' }), ...names] },
  })
}

export const separationService: ServiceProvision = provideService(separation, (unit) => ({
  problemWith: (people, post) => problemWith(unit, people, post),
  refuseAdministrators: (people, post, field) => refuseAdministrators(unit, people, post, field),
  leaderChanged: (deptId, before, after) => leaderChanged(unit, deptId, before, after),
}))
