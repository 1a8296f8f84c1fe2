/** Asking for an account (10.1 `/register`): nobody gets in by asking. */
import { sql } from 'kysely'
import { ListAnswer } from '#src/define/answer.ts'
import type { RegistrationRow } from '#src/define/answers/personal.ts'
import { momentText } from '#src/define/days.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { escapeLike } from '#src/fields/sql.server.ts'
import { only } from '#src/server/database/only.ts'
import { holdersOf } from '#src/server/organisation/people.ts'
import { namePinyin } from '#src/server/organisation/pinyin.ts'

/** REG-03: days a request waits before it is refused by itself. */
export const PENDING_DAYS = 30
const DAY = 86_400_000

export const registrationStates = ['pending', 'accepted', 'refused'] as const
type RegistrationState = (typeof registrationStates)[number]

/** What a colleague says about herself. */
export interface Registration {
  readonly name: string
  readonly empNo: string
  readonly deptId: number
  readonly mobile: string
  readonly email: string
  readonly passwordHash: string
}

/** Keeps the request and tells the administrators. REG-01: when number or mobile are known already nothing happens, and the caller cannot tell. */
export async function register(unit: UnitOfWork, request: Registration): Promise<void> {
  const { name, empNo, deptId, mobile, email, passwordHash } = request
  const { numAffectedRows } = await sql`
    insert into registration_request (name, emp_no, dept_id, mobile, email, password_hash, created_at)
    select ${name}, ${empNo}, ${deptId}, ${mobile}, ${email}, ${passwordHash}, ${unit.clock.now()}::timestamptz
    where not exists (select from app_user where deleted_at is null and (emp_no = ${empNo} or (state and mobile = ${mobile})))
    on conflict do nothing`.execute(unit.db)
  if (numAffectedRows !== 1n) return
  unit.notify({
    to: await holdersOf(unit, 'user:Create'),
    contentType: 'SYSTEM',
    title: { key: 'notice.registration', params: [name, empNo] },
  })
}

interface Row {
  readonly id: number
  readonly name: string
  readonly empNo: string
  readonly deptId: number
  readonly deptName: string
  readonly mobile: string
  readonly email: string
  readonly state: RegistrationState
  readonly reason: string
  readonly username: string | null
  readonly createdAt: Date
  readonly decidedByName: string | null
  readonly decidedAt: Date | null
}

/** A page of the requests, newest first. */
export async function listRegistrations(
  unit: UnitOfWork,
  request: { state?: RegistrationState | undefined; search?: string | undefined; page: number; limit: number },
): Promise<ListAnswer<RegistrationRow>> {
  const pattern = `%${escapeLike(request.search ?? '')}%`
  const wanted = sql`(${request.state ?? null}::text is null or r.state = ${request.state ?? null}::text)
    and (r.name ilike ${pattern} or r.emp_no ilike ${pattern} or r.mobile like ${pattern})`
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from registration_request r where ${wanted}`.execute(unit.db)
  const { rows } = await sql<Row>`
    select r.id, r.name, r.emp_no, r.dept_id, d.name as dept_name, r.mobile, r.email, r.state, r.reason, u.username,
      r.created_at, a.name as decided_by_name, r.decided_at
    from registration_request r join department d on d.id = r.dept_id
      left join app_user u on u.id = r.user_id left join app_user a on a.id = r.decided_by
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

/** A request that still waits, locked. @throws Refusal 4004, RuleError selfService.decided */
async function pending(unit: UnitOfWork, id: number): Promise<Registration> {
  const { rows } = await sql<Registration & { state: RegistrationState }>`
    select name, emp_no, dept_id, mobile, email, password_hash, state from registration_request where id = ${id} for update`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  if (rows[0].state !== 'pending') throw new RuleError('selfService.decided')
  return rows[0]
}

/** Number, mobile and username may have been given to somebody while the request waited. */
async function assertFree(unit: UnitOfWork, { empNo, mobile, deptId }: Registration, username: string): Promise<void> {
  const found = await sql<{ empNo: boolean; mobile: boolean; username: boolean; dept: boolean }>`
    select exists (select from app_user where deleted_at is null and emp_no = ${empNo}) as emp_no,
      exists (select from app_user where deleted_at is null and state and mobile = ${mobile}) as mobile,
      exists (select from app_user where username = ${username}) as username,
      exists (select from department where id = ${deptId} and state and deleted_at is null) as dept`.execute(unit.db)
  const taken = only(found.rows)
  if (taken.empNo) throw new RuleError('selfService.empNoTaken', empNo)
  if (taken.mobile) throw new RuleError('selfService.mobileTaken')
  if (!taken.dept) throw new RuleError('selfService.deptClosed')
  if (taken.username)
    throw new ValidationError({ username: [{ key: 'selfService.usernameTaken', params: [username] }] })
}

/** Makes the account with the role `staff` alone (SYS-15) and the password its owner chose. The username is the employee number in small letters unless another is given, so that the colleague knows it without being told. */
export async function acceptRegistration(
  unit: UnitOfWork,
  request: { readonly id: number; readonly username: string | undefined; readonly by: number },
): Promise<{ readonly userId: number; readonly username: string }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('registration', 3))`.execute(unit.db)
  const registration = await pending(unit, request.id)
  const username = request.username ?? registration.empNo.toLowerCase()
  await assertFree(unit, registration, username)
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into app_user (username, name, name_pinyin, emp_no, dept_id, mobile, email, password_hash, password_changed_at, must_change_password,
        created_at, created_by, updated_at, updated_by)
      values (${username}, ${registration.name}, ${namePinyin(registration.name)}, ${registration.empNo}, ${registration.deptId}, ${registration.mobile}, ${registration.email},
        ${registration.passwordHash}, ${now}, true, ${now}, ${request.by}, ${now}, ${request.by})
      returning id),
    member as (insert into user_role (user_id, role_id) select person.id, role.id from person, role where role.key = 'staff')
    select id from person`.execute(unit.db)
  const userId = only(rows).id
  await decide(unit, { id: request.id, state: 'accepted', reason: '', by: request.by, userId })
  unit.changed('user', userId)
  return { userId, username }
}

/** Refuses with a reason; nothing else of the request is used. */
export async function refuseRegistration(
  unit: UnitOfWork,
  request: { readonly id: number; readonly reason: string; readonly by: number },
): Promise<void> {
  await pending(unit, request.id)
  await decide(unit, { ...request, state: 'refused', userId: null })
}

async function decide(
  unit: UnitOfWork,
  decision: { id: number; state: 'accepted' | 'refused'; reason: string; by: number; userId: number | null },
): Promise<void> {
  const { id, state, reason, by, userId } = decision
  await sql`
    update registration_request set state = ${state}, reason = ${reason}, user_id = ${userId}, decided_by = ${by},
      decided_at = ${unit.clock.now()}, password_hash = null where id = ${id}`.execute(unit.db)
}

/** REG-03: what waited longer than 30 days is refused. */
export async function refuseOldRegistrations(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const before = new Date(now.getTime() - PENDING_DAYS * DAY)
  await sql`
    update registration_request set state = 'refused', decided_at = ${now}, password_hash = null
    where state = 'pending' and created_at < ${before}`.execute(unit.db)
}
