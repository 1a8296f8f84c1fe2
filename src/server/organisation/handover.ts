/** SYS-138: whose credentials need two people to replace them, and accounts whose owner has to take them over again. */
import { sql } from 'kysely'
import type { RoleName } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'

/** What an employee has without any office. */
const WITHOUT_OFFICE: RoleName = 'staff'

/** Whether the person leads, is a substitute, or holds a business or administrator role. */
export async function holdsOffice(unit: UnitOfWork, userId: number): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from user_role m join role r on r.id = m.role_id where m.user_id = ${userId} and r.key <> ${WITHOUT_OFFICE} and r.deleted_at is null)
      or exists (select from department where (leader_id = ${userId} or ${userId} = any(deputy_ids)) and deleted_at is null)
      or exists (select from substitute where substitute_id = ${userId} and until_at > ${unit.clock.now()}) as holds`.execute(
    unit.db,
  )
  return only(rows).holds
}

/** Another person could sign in as this one now: the account decides nothing until its owner has it again. */
export async function handOver(unit: UnitOfWork, userId: number, by: number): Promise<void> {
  await sql`
    update app_user set handed_over_at = ${unit.clock.now()}, handed_over_by = ${by} where id = ${userId}`.execute(
    unit.db,
  )
}

/** An account that waits for its owner. */
export interface Handover {
  readonly at: Date
  readonly by: number
}

export async function handoverOf(unit: UnitOfWork, userId: number): Promise<Handover | null> {
  const { rows } = await sql<{ at: Date | null; by: number }>`
    select handed_over_at as at, handed_over_by as by from app_user where id = ${userId} and deleted_at is null`.execute(
    unit.db,
  )
  const [found] = rows
  return found?.at ? { at: found.at, by: found.by } : null
}

/** The owner has the account again: its sessions decide as before. */
export async function endHandover(unit: UnitOfWork, userId: number): Promise<void> {
  await sql`update app_user set handed_over_at = null, handed_over_by = null where id = ${userId}`.execute(unit.db)
  unit.traced({ record: 'user', id: userId, before: { handedOver: true }, after: { handedOver: false } })
  unit.changed('user', userId)
}

/** Whether a session was opened with a second factor that the owner had before the account was handed over. */
export async function isOwnersSession(unit: UnitOfWork, sessionId: string, { at }: Handover): Promise<boolean> {
  const { rows } = await sql`
    select from session where id = ${sessionId}::uuid and second_factor_since < ${at}`.execute(unit.db)
  return rows.length > 0
}
