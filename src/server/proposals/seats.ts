/** Who may confirm what another person proposed. */

import { sql } from 'kysely'
import { LOGISTICS_DEPARTMENT } from '#src/define/departments.ts'
import type { RoleName } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type ConfirmingRole, ownerSetting } from '#src/define/workflows/proposals.ts'

/** The head of logistics: the leader of the department that the shipped chains ask (20.3). */
export const LOGISTICS_HEAD = 'logisticsHead'
/** Confirms for a group whose owner nobody is, so that a bureau without that office is not locked out. */
const STAND_IN: RoleName = 'bureauLeader'
/** Administrators write the settings; none of them owns a group of applications. */
const administrators: readonly RoleName[] = ['sysAdmin', 'securityAdmin', 'auditor']

async function peopleOf(unit: UnitOfWork, owner: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u
    where u.state and u.deleted_at is null
      and case when ${owner} = ${LOGISTICS_HEAD}
        then exists (select from department d where d.key = ${LOGISTICS_DEPARTMENT} and d.leader_id = u.id and d.deleted_at is null)
        else exists (select from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key = ${owner} and r.state and r.deleted_at is null) end
      and not exists (select from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key = any(${administrators}::text[]))
    order by u.id`.execute(unit.db)
  return rows.map(({ id }) => id)
}

async function administratorsOf(unit: UnitOfWork, roles: readonly string[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
    where r.key = any(${[...roles]}::text[]) and r.state and r.deleted_at is null and u.state and u.deleted_at is null
    order by u.id`.execute(unit.db)
  return rows.map(({ id }) => id)
}

/** The owner of a group as the setting names it, read from the table: a confirmation must not go by an older value of this node. */
async function ownerOf(unit: UnitOfWork, setting: string): Promise<string> {
  const { rows } = await sql<{ value: unknown }>`select value from config_item where key = ${setting}`.execute(unit.db)
  return typeof rows[0]?.value === 'string' ? rows[0].value : ''
}

/** People in service who may confirm for a seat. */
export async function holdersOf(unit: UnitOfWork, seat: ConfirmingRole): Promise<readonly number[]> {
  if (seat === 'security') return administratorsOf(unit, ['securityAdmin', 'auditor'])
  if (seat === 'securityAdmin') return administratorsOf(unit, ['securityAdmin'])
  if (seat === 'administrator') {
    // Who assigns roles is not who makes accounts (SYS-15): the system administrator confirms only where there is no auditor.
    const auditors = await administratorsOf(unit, ['auditor'])
    return auditors.length > 0 ? auditors : administratorsOf(unit, ['sysAdmin'])
  }
  const owners = await peopleOf(unit, await ownerOf(unit, ownerSetting(seat)))
  return owners.length > 0 ? owners : peopleOf(unit, STAND_IN)
}

/** The same for what an owner would be, without anybody standing in. */
export const holdersOfOwner = peopleOf
