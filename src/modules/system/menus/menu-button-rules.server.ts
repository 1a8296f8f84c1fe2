import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'

/** Business roles that hold the permission: administration alone may hold what is flagged so (SYS-25). */
async function heldByBusiness(unit: UnitOfWork, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from role_permission g join role r on r.id = g.role_id
    where g.permission_id = ${id} and r.deleted_at is null and r.key not in ('sysAdmin', 'securityAdmin', 'auditor') limit 1`.execute(
    unit.db,
  )
  return rows.length > 0
}

/** A removed value may be registered again: its deleted row is removed first. */
async function removeDeleted(unit: UnitOfWork, value: unknown): Promise<void> {
  await sql`delete from permission where value = ${String(value)} and deleted_at is not null`.execute(unit.db)
}

/** The rules of 60.4 for buttons. */
export const menuButtonServer: RecordServer = {
  computed: {
    roles:
      '(select count(*) from role_permission g join role o on o.id = g.role_id where g.permission_id = r.id and o.deleted_at is null)::int',
  },
  async beforeCreate(values, unit) {
    await removeDeleted(unit, values.value)
    return values
  },
  async beforeUpdate(values, row, unit) {
    if (values.adminOnly !== row.adminOnly) {
      if (row.builtIn === true) throw new ValidationError({ adminOnly: [{ key: 'menu.shipped' }] })
      if (values.adminOnly === true && (await heldByBusiness(unit, row.id)))
        throw new RuleError('rule.SYS-25', String(row.value))
    }
    return values
  },
  async beforeRemove(row, unit) {
    const { rows } = await sql`select from role_permission where permission_id = ${row.id} limit 1`.execute(unit.db)
    if (rows.length > 0) throw new RuleError('ref.inUse', String(row.value))
  },
}
