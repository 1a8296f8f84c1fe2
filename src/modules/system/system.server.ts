import { sql } from 'kysely'
import { z } from 'zod'
import { taskAssignment } from '#src/define/ledgers.ts'
import { notFound, ValidationError, versionConflict } from '#src/define/problem.ts'
import { defineModuleServer, route } from '#src/define/server.ts'
import { announceVersions, appVersionServer } from './app-version.server.ts'
import { areaServer } from './area.server.ts'
import { areaImportRoutes } from './area-import.server.ts'
import { seedAreas } from './area-seed.server.ts'
import { importDeptData } from './dept-import.server.ts'
import { checkIdentity, checkPlace, checkUnused } from './dept-rules.server.ts'
import { deptSheetRoutes } from './dept-sheet.server.ts'
import { dictionaryEntryServer, dictionaryServer } from './dictionary.server.ts'
import { dictionaryJsonRoutes } from './dictionary-json.server.ts'
import { fileServer } from './file.server.ts'
import { logServers } from './logs.server.ts'
import { menuButtonServer } from './menu-button-rules.server.ts'
import { menuRoutes } from './menu-routes.server.ts'
import { menuServer } from './menu-rules.server.ts'
import { roleServer } from './role-rules.server.ts'
import { listUnused, whiteListServer } from './white-list.server.ts'

const parentOf = (values: { parent?: unknown }): number | null =>
  typeof values.parent === 'number' ? values.parent : null

/** Moving is its own deed with its own permission (SYS-31, SYS-33). */
const move = route({
  method: 'POST',
  url: '/api/system/dept/:id/move/',
  permission: 'dept:Move',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  body: z.strictObject({
    parent: z.number().int().positive().nullable(),
    sort: z.number().int().min(0).max(9999),
    version: z.number().int(),
  }),
  async handle({ base, access, params, body }) {
    const found = await sql<{
      name: string
      parent: number | null
      sort: number
    }>`select name, parent, sort from department where id = ${params.id} and deleted_at is null`.execute(base.db)
    const own = found.rows[0]
    if (!own) throw notFound()
    await checkPlace(base, { id: params.id, parent: body.parent })
    const taken =
      await sql`select 1 from department where deleted_at is null and id <> ${params.id} and parent is not distinct from ${body.parent}::bigint and name = ${own.name}`.execute(
        base.db,
      )
    if (taken.rows.length > 0) throw new ValidationError({ parent: [{ key: 'dept.siblingName', params: [own.name] }] })
    const { rows } = await sql<{
      id: number
      version: number
    }>`update department set parent = ${body.parent}, sort = ${body.sort}, updated_at = ${base.clock.now()}, updated_by = ${access.userId},
      version = version + 1 where id = ${params.id} and version = ${body.version} returning id, version`.execute(
      base.db,
    )
    if (!rows[0]) throw versionConflict()
    base.changed('dept', params.id)
    base.traced({
      record: 'dept',
      id: params.id,
      before: { parent: own.parent, sort: own.sort },
      after: { parent: body.parent, sort: body.sort },
    })
    await base.ledger(taskAssignment).departmentChanged(params.id)
    return rows[0]
  },
})

export default defineModuleServer({
  records: {
    ...logServers,
    user: {
      computed: { isNeverSeen: 'r.last_login_at is null' },
      orders: { deptId: 'r.dept_sort', name: 'r.name_pinyin' },
      words: 1,
    },
    role: roleServer,
    menu: menuServer,
    menuButton: menuButtonServer,
    file: fileServer,
    dept: {
      // Every colleague may know and choose a department in a form.
      pickable: () => sql`r.state`,
      computed: {
        people:
          '(select count(*) from app_user where app_user.dept_id = r.id and app_user.state and app_user.deleted_at is null)::int',
      },
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
      async afterWrite(row, base, _access, before) {
        const isMoved = before !== null && (before.leaderId !== row.leaderId || before.parent !== row.parent)
        if (isMoved) await base.ledger(taskAssignment).departmentChanged(row.id)
      },
      beforeRemove: (row, base) => checkUnused(base, row.id, String(row.name)),
    },
    dictionary: dictionaryServer,
    dictionaryEntry: dictionaryEntryServer,
    area: areaServer,
    appVersion: appVersionServer,
    whiteList: whiteListServer,
  },
  routes: [importDeptData, ...deptSheetRoutes, move, ...dictionaryJsonRoutes, ...areaImportRoutes, ...menuRoutes],
  jobs: [announceVersions, listUnused],
  seedDemo: seedAreas,
})
