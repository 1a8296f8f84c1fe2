import { type SqlBool, sql } from 'kysely'
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { inUse } from '#src/define/records/inUse.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { roleConfirmation } from './role-confirmation.server.ts'

/** SYS-24: nobody changes what they themselves may do. What everybody is (staff) is no means of power: administration cannot be put into it (SYS-25). */
function refuseOwn(key: unknown, access: Access): void {
  if (key !== 'staff' && access.roles.includes(String(key))) throw new RuleError('rule.SYS-24')
}

/** Custom departments are named, but for the role whose holders each have their own (leaderOf). */
function checkScope({ dataScope, scopeDeptIds }: FormData, key: unknown): void {
  if (dataScope === '4' && isEmpty(scopeDeptIds) && key !== 'divisionLeader')
    throw new ValidationError({ scopeDeptIds: [{ key: 'check.required' }] })
}

/** People of a role, those who left included while it is theirs. */
async function holders(unit: UnitOfWork, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from user_role m join app_user u on u.id = m.user_id where m.role_id = ${id} and u.deleted_at is null`.execute(
    unit.db,
  )
  return rows[0]?.n ?? 0
}

/** The rules of 60.2 that the form cannot know. */
export const roleServer: RecordServer = {
  confirmation: roleConfirmation,
  // A workflow that the bureau changed or designed may ask whom no module asks yet.
  waiting: (modules) => sql<SqlBool>`(r.built_in and r.key <> all(${[...inUse(modules).roles]}::text[]) and not exists (
    select from workflow w join workflow_version v on v.id = w.current_version_id
    where v.definition::text like '%"role":"' || r.key || '"%'))`,
  computed: {
    users:
      '(select count(*) from user_role m join app_user u on u.id = m.user_id where m.role_id = r.id and u.state and u.deleted_at is null)::int',
  },
  async beforeCreate(values) {
    checkScope(values, values.key)
    return values
  },
  async beforeUpdate(values, row, _base, access) {
    refuseOwn(row.key, access)
    checkScope(values, row.key)
    if (values.state === false && isAdministratorRole(String(row.key)))
      throw new RuleError('rule.SYS-03', String(row.name))
    return values
  },
  async beforeRemove(row, unit, access) {
    refuseOwn(row.key, access)
    if (row.builtIn === true) throw new RuleError('rule.SYS-21', String(row.name))
    const people = await holders(unit, row.id)
    if (people > 0) throw new RuleError('rule.SYS-22', String(row.name), people)
  },
}
