import { sql } from 'kysely'
import type { RoleName } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Roles that are told of a log that was tampered with (SYS-94). */
const GUARDIANS: readonly RoleName[] = ['securityAdmin', 'auditor']

/** Who is told of a log that was tampered with. */
export async function guardians(unit: UnitOfWork): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
    where r.key = any(${GUARDIANS}::text[]) and u.state and u.deleted_at is null`.execute(unit.db)
  return rows.map((row) => row.id)
}
