import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'

/** An account made at set-up, with the password it must change at its first sign-in. */
export interface FirstAdministrator {
  readonly username: string
  readonly password: string
}

const administrators = [
  { username: 'sysadmin', name: '系统管理员', nameEn: 'System administrator', empNo: 'AD0001', role: 'sysAdmin' },
  {
    username: 'secadmin',
    name: '安全管理员',
    nameEn: 'Security administrator',
    empNo: 'AD0002',
    role: 'securityAdmin',
  },
  { username: 'auditor', name: '审计管理员', nameEn: 'Auditor', empNo: 'AD0003', role: 'auditor' },
] as const

/** Three administrators for an empty production database (SYS-01), each with a one-time password; nothing when there is anybody already. */
export async function createFirstAdministrators(
  base: Base,
  hashPassword: (password: string) => Promise<string>,
): Promise<readonly FirstAdministrator[]> {
  await sql`lock table app_user in share row exclusive mode`.execute(base.db)
  const { rows } = await sql`select 1 from app_user limit 1`.execute(base.db)
  if (rows.length > 0) return []
  const now = base.clock.now()
  await sql`
    insert into department (key, name, name_en, created_at, updated_at) values ('D00', '本单位', 'Organisation', ${now}, ${now})
    on conflict do nothing`.execute(base.db)
  const created: FirstAdministrator[] = []
  for (const { username, name, nameEn, empNo, role } of administrators) {
    const password = randomBytes(15).toString('base64url')
    const passwordHash = await hashPassword(password)
    await sql`
      with person as (
        insert into app_user (username, name, name_en, emp_no, dept_id, password_hash, password_changed_at, must_change_password, created_at, updated_at)
        select ${username}, ${name}, ${nameEn}, ${empNo}, id, ${passwordHash}, ${now}::timestamptz, true, ${now}::timestamptz, ${now}::timestamptz
        from department where parent is null order by id limit 1
        returning id)
      insert into user_role (user_id, role_id)
      select person.id, role.id from person, role where role.key in ('staff', ${role})`.execute(base.db)
    created.push({ username, password })
  }
  return created
}
