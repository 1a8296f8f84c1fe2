import { sql } from 'kysely'
import { z } from 'zod'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { defineModuleServer, route } from '#src/define/server.ts'
import { importDeptData } from './dept-import.server.ts'
import { checkIdentity, checkPlace, checkUnused } from './dept-rules.server.ts'

const parentOf = (values: { parent?: unknown }): number | null => (typeof values.parent === 'number' ? values.parent : null)

/** Moving is its own deed with its own permission (SYS-31, SYS-33). */
const move = route({
  method: 'POST',
  url: '/api/system/dept/:id/move/',
  permission: 'dept:Move',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  body: z.strictObject({ parent: z.number().int().positive().nullable(), sort: z.number().int().min(0).max(9999), version: z.number().int() }),
  async handle({ base, access, params, body }) {
    await checkPlace(base, { id: params.id, parent: body.parent })
    const taken = await sql`select 1 from department other join department own on own.id = ${params.id}
      where other.deleted_at is null and other.id <> own.id and other.parent is not distinct from ${body.parent}::bigint and other.name = own.name`.execute(base.db)
    if (taken.rows.length > 0) throw new ValidationError({ parent: [{ key: 'dept.siblingName', params: [''] }] })
    const { rows } = await sql<{ id: number; version: number }>`update department set parent = ${body.parent}, sort = ${body.sort}, updated_at = ${base.clock.now()}, updated_by = ${access.userId},
      version = version + 1 where id = ${params.id} and deleted_at is null and version = ${body.version} returning id, version`.execute(base.db)
    if (!rows[0]) throw new RuleError('version.conflict')
    base.changed('dept', params.id)
    return rows[0]
  },
})

export default defineModuleServer({
  records: {
    dept: {
      // Every colleague may know and choose a department in a form.
      pickable: () => sql`r.state`,
      computed: { people: '(select count(*) from app_user where app_user.dept_id = r.id and app_user.state and app_user.deleted_at is null)::int' },
      async beforeCreate(values, base) {
        await checkPlace(base, { id: null, parent: parentOf(values) })
        await checkIdentity(base, null, values)
        return values
      },
      async beforeUpdate(values, row, base) {
        if (parentOf(values) !== row.parent) await checkPlace(base, { id: row.id, parent: parentOf(values) })
        await checkIdentity(base, row.id, values)
        return values
      },
      beforeRemove: (row, base) => checkUnused(base, row.id, String(row.name)),
    },
  },
  routes: [importDeptData, move],
})
