/** A forgotten password (10.1 `/misc/forgot-password`): there is no SMS, so a security administrator verifies who it is. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { ListAnswer } from '#src/define/answer.ts'
import type { ResetRow } from '#src/define/answers/personal.ts'
import { momentText } from '#src/define/days.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { escapeLike } from '#src/fields/sql.server.ts'
import { replacePassword } from '#src/server/access/passwords.ts'
import { revokeAll } from '#src/server/access/session.ts'
import { only } from '#src/server/database/only.ts'
import { holdReset } from '#src/server/organisation/accountProposals.ts'
import { announceReset } from '#src/server/organisation/credentialNotices.ts'
import { handOver } from '#src/server/organisation/handover.ts'
import { holdersOf } from '#src/server/organisation/people.ts'

export const resetStates = ['pending', 'done', 'refused'] as const
type ResetState = (typeof resetStates)[number]

/** Keeps the request when username and mobile belong together. FGT-01: for anybody else nothing happens, and the caller cannot tell. */
export async function askForReset(
  unit: UnitOfWork,
  request: { readonly username: string; readonly mobile: string; readonly ip: string },
): Promise<void> {
  const { rows } = await sql<{ name: string; username: string }>`
    with person as (
      select id, name, username from app_user where username = ${request.username} and mobile = ${request.mobile} and state and deleted_at is null),
    asked as (
      insert into password_reset_request (user_id, ip, created_at)
      select id, ${request.ip}, ${unit.clock.now()}::timestamptz from person
      on conflict do nothing returning user_id)
    select name, username from person where id in (select user_id from asked)`.execute(unit.db)
  const person = rows[0]
  if (!person) return
  unit.notify({
    to: await holdersOf(unit, 'user:ResetPassword'),
    contentType: 'SYSTEM',
    title: { key: 'notice.passwordResetAsked', params: [person.name, person.username] },
  })
}

interface Row {
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly empNo: string
  readonly deptName: string
  readonly mobile: string
  readonly ip: string
  readonly state: ResetState
  readonly reason: string
  readonly createdAt: Date
  readonly decidedByName: string | null
  readonly decidedAt: Date | null
}

/** A page of the requests, newest first, with what is needed to verify who it is. */
export async function listResets(
  unit: UnitOfWork,
  request: { state?: ResetState | undefined; search?: string | undefined; page: number; limit: number },
): Promise<ListAnswer<ResetRow>> {
  const pattern = `%${escapeLike(request.search ?? '')}%`
  const wanted = sql`(${request.state ?? null}::text is null or r.state = ${request.state ?? null}::text)
    and (u.name ilike ${pattern} or u.username ilike ${pattern} or u.emp_no ilike ${pattern})`
  const tables = sql`password_reset_request r join app_user u on u.id = r.user_id`
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from ${tables} where ${wanted}`.execute(unit.db)
  const { rows } = await sql<Row>`
    select r.id, r.user_id, u.username, u.name, u.emp_no, d.name as dept_name, u.mobile, r.ip, r.state, r.reason,
      r.created_at, a.name as decided_by_name, r.decided_at
    from ${tables} join department d on d.id = u.dept_id left join app_user a on a.id = r.decided_by
    where ${wanted} order by r.id desc limit ${request.limit} offset ${(request.page - 1) * request.limit}`.execute(
    unit.db,
  )
  const shown = rows.map((row) => ({
    ...row,
    createdAt: momentText(row.createdAt),
    decidedAt: row.decidedAt ? momentText(row.decidedAt) : null,
  }))
  return new ListAnswer(shown, { page: request.page, limit: request.limit, total: only(counted).total })
}

/** The person of a request that still waits, locked. Nobody decides on the own request. @throws Refusal 4004, RuleError */
async function pending(unit: UnitOfWork, id: number, by: number): Promise<number> {
  const { rows } = await sql<{ userId: number; state: ResetState; enabled: boolean }>`
    select r.user_id, r.state, u.state and u.deleted_at is null as enabled
    from password_reset_request r join app_user u on u.id = r.user_id where r.id = ${id} for update of r`.execute(
    unit.db,
  )
  const found = rows[0]
  if (!found) throw notFound()
  if (found.state !== 'pending') throw new RuleError('selfService.decided')
  if (found.userId === by) throw new RuleError('selfService.ownReset')
  if (!found.enabled) throw new RuleError('login.disabled')
  return found.userId
}

/** Gives the person a password for one sign-in, every session ends (FGT-03); or says what waits instead, while the request stays open (SYS-138). */
export async function resetPassword(
  unit: UnitOfWork,
  access: Access,
  request: { readonly id: number; readonly passwordHash: string },
): Promise<ProposedAnswer | null> {
  const by = access.userId
  const userId = await pending(unit, request.id, by)
  const held = await holdReset(unit, access, { id: userId, credential: 'passwordReset' })
  if (held !== null) return held
  await handOver(unit, userId, by)
  await replacePassword(unit, userId, request.passwordHash)
  await revokeAll(unit, userId, 'passwordReset')
  await decide(unit, { id: request.id, state: 'done', reason: '', by })
  await announceReset(unit, 'passwordReset', { by, of: userId })
  return null
}

/** Refuses with a reason; the password stays. */
export async function refuseReset(
  unit: UnitOfWork,
  request: { readonly id: number; readonly reason: string; readonly by: number },
): Promise<void> {
  await pending(unit, request.id, request.by)
  await decide(unit, { ...request, state: 'refused' })
}

async function decide(
  unit: UnitOfWork,
  { id, state, reason, by }: { id: number; state: 'done' | 'refused'; reason: string; by: number },
): Promise<void> {
  await sql`
    update password_reset_request set state = ${state}, reason = ${reason}, decided_by = ${by}, decided_at = ${unit.clock.now()}
    where id = ${id}`.execute(unit.db)
}
