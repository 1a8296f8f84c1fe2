import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** An account made at set-up, with the password it must change at its first sign-in. */
export interface FirstAdministrator {
  readonly username: string
  readonly password: string
}

/** The usernames of the three, in the order of `administrators`, where none are given. */
const USERNAMES = ['sysadmin', 'secadmin', 'auditor']
const SHAPE = /^[a-z][a-z0-9_.]{3,31}$/

const administrators = [
  { name: '系统管理员', nameEn: 'System administrator', empNo: 'AD0001', role: 'sysAdmin' },
  {
    name: '安全管理员',
    nameEn: 'Security administrator',
    empNo: 'AD0002',
    role: 'securityAdmin',
  },
  { name: '审计管理员', nameEn: 'Auditor', empNo: 'AD0003', role: 'auditor' },
] as const

/** Whether the first administrators were made, or anybody else is there: then set-up is closed for good. */
export async function isSetUp(unit: Pick<UnitOfWork, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from seed_run where name = ${SET_UP} union all (select 1 from app_user limit 1)`.execute(unit.db)
  return rows.length > 0
}

const SET_UP = 'administrators'

/** The usernames asked for, or the usual ones. @throws Error unless they are three different ones that may be usernames */
export function administratorNames(given: readonly string[]): readonly string[] {
  if (given.length === 0) return USERNAMES
  const isSound = given.length === USERNAMES.length && new Set(given).size === given.length
  if (isSound && given.every((name) => SHAPE.test(name))) return given
  throw new Error('three different usernames are needed: 4 to 32 lower-case letters, digits, dots or underscores')
}

/** Three administrators for an empty production database (SYS-01), each with a one-time password; nothing when set-up is closed. */
export async function createFirstAdministrators(
  unit: UnitOfWork,
  passwords: { readonly make: () => string; readonly hash: (password: string) => Promise<string> },
  usernames: readonly string[] = USERNAMES,
): Promise<readonly FirstAdministrator[]> {
  await sql`lock table app_user in share row exclusive mode`.execute(unit.db)
  if (await isSetUp(unit)) return []
  const now = unit.clock.now()
  await sql`insert into seed_run (name, at) values (${SET_UP}, ${now})`.execute(unit.db)
  await sql`
    insert into department (key, name, name_en, created_at, updated_at) values ('D00', '本单位', 'Organisation', ${now}, ${now})
    on conflict do nothing`.execute(unit.db)
  const created: FirstAdministrator[] = []
  for (const [index, { name, nameEn, empNo, role }] of administrators.entries()) {
    const username = usernames[index] ?? role
    const password = passwords.make()
    const passwordHash = await passwords.hash(password)
    await sql`
      with person as (
        insert into app_user (username, name, name_en, emp_no, dept_id, password_hash, password_changed_at, must_change_password, created_at, updated_at)
        select ${username}, ${name}, ${nameEn}, ${empNo}, id, ${passwordHash}, ${now}::timestamptz, true, ${now}::timestamptz, ${now}::timestamptz
        from department where parent is null order by id limit 1
        returning id)
      insert into user_role (user_id, role_id)
      select person.id, role.id from person, role where role.key in ('staff', ${role})`.execute(unit.db)
    created.push({ username, password })
  }
  return created
}
