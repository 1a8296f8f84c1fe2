/** Accounts that still have the password which the seed gave to the demo bureau (SYS-133). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** The step of the seed that makes the accounts of the demo. */
export const BUREAU_STEP = 'bureau'

/** An account that still has the password of the demo. */
export interface DemoAccount {
  readonly id: number
  readonly username: string
  /** It administers, and nobody with a password of their own could in its place. */
  readonly isNeeded: boolean
}

/** Keeps the hash that all accounts of the demo begin with. */
export async function keepSeededPassword(unit: UnitOfWork, passwordHash: string): Promise<void> {
  await sql`update seed_run set password_hash = ${passwordHash} where name = ${BUREAU_STEP}`.execute(unit.db)
}

/**
 * Accounts with the password of the demo, disabled ones too, since enabling one again would open it. They are found by the
 * stored hash itself, which costs one comparison and no slow hash, and does not depend on names or flags: a password of the demo
 * cannot be chosen again, because its words are refused.
 */
export async function demoAccounts(unit: Pick<UnitOfWork, 'db'>): Promise<readonly DemoAccount[]> {
  const { rows } = await sql<DemoAccount>`
    with open as (
      select u.id, u.username, u.state from app_user u join seed_run s on s.password_hash = u.password_hash
      where u.deleted_at is null)
    select o.id, o.username, o.state and exists (
      select from user_role m join role r on r.id = m.role_id
      where m.user_id = o.id and r.key in ('sysAdmin', 'securityAdmin', 'auditor') and not exists (
        select from user_role other join app_user u on u.id = other.user_id
        where other.role_id = r.id and u.state and u.deleted_at is null and u.id not in (select id from open))) as is_needed
    from open o order by o.username`.execute(unit.db)
  return rows
}
