import { sql } from 'kysely'
import { z } from 'zod'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { notFound, ValidationError, versionConflict } from '#src/define/problem.ts'
import { defineModuleServer, route } from '#src/define/server.ts'
import { recordProposals, separation, taskAssignment } from '#src/define/services.ts'
import { areaServer } from './areas/area.server.ts'
import { areaImportRoutes } from './areas/area-import.server.ts'
import { seedAreas } from './areas/area-seed.server.ts'
import { deptConfirmation } from './departments/dept-confirmation.server.ts'
import { importDeptData } from './departments/dept-import.server.ts'
import { checkIdentity, checkLeaders, checkPlace, checkUnused } from './departments/dept-rules.server.ts'
import { deptSheetRoutes } from './departments/dept-sheet.server.ts'
import { dictionaryEntryServer, dictionaryServer } from './dictionaries/dictionary.server.ts'
import { dictionaryJsonRoutes } from './dictionaries/dictionary-json.server.ts'
import { fileServer } from './files/file.server.ts'
import { logServers } from './logs/logs.server.ts'
import { machineAccountServer, machineTokenRoute } from './machine-accounts/machine-account.server.ts'
import { menuButtonServer } from './menus/menu-button-rules.server.ts'
import { menuRoutes } from './menus/menu-routes.server.ts'
import { menuServer } from './menus/menu-rules.server.ts'
import { roleServer } from './roles/role-rules.server.ts'
import { ownRecordConfirmation } from './users/own-record.server.ts'
import { announceVersions, appVersionServer } from './versions/app-version.server.ts'
import { webHookDeliveryServer, webHookSecretRoute, webHookServer } from './web-hooks/web-hook.server.ts'
import { listUnused, openableRoute, whiteListServer } from './white-list/white-list.server.ts'

const parentOf = (values: { parent?: unknown }): number | null =>
  typeof values.parent === 'number' ? values.parent : null

/** Moving is its own action with its own permission (SYS-31, SYS-33). */
const move = route({
  method: 'POST',
  url: '/api/system/dept/:id/move/',
  operation: operation('organisation.moveDepartment', rowOf('dept')),
  permission: 'dept:Move',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  body: z.strictObject({
    parent: z.number().int().positive().nullable(),
    sort: z.number().int().min(0).max(9999),
    version: z.number().int(),
  }),
  async handle({ unit, access, language, params, body }) {
    const found = await sql<{
      name: string
      parent: number | null
      sort: number
      version: number
    }>`select name, parent, sort, version from department where id = ${params.id} and deleted_at is null`.execute(
      unit.db,
    )
    const own = found.rows[0]
    if (!own) throw notFound()
    await checkPlace(unit, { id: params.id, parent: body.parent })
    const taken =
      await sql`select 1 from department where deleted_at is null and id <> ${params.id} and parent is not distinct from ${body.parent}::bigint and name = ${own.name}`.execute(
        unit.db,
      )
    if (taken.rows.length > 0) throw new ValidationError({ parent: [{ key: 'dept.siblingName', params: [own.name] }] })
    if (own.version !== body.version) throw versionConflict()
    // SYS-139: where people are, another parent means other approvers.
    const { parent, sort } = body
    const held = await unit.service(recordProposals).hold('dept', params.id, { parent, sort }, { access, language })
    if (held !== null) return held
    const { rows } = await sql<{
      id: number
      version: number
    }>`update department set parent = ${body.parent}, sort = ${body.sort}, updated_at = ${unit.clock.now()}, updated_by = ${access.userId},
      version = version + 1 where id = ${params.id} and version = ${body.version} returning id, version`.execute(
      unit.db,
    )
    if (!rows[0]) throw versionConflict()
    unit.changed('dept', params.id)
    unit.traced({
      record: 'dept',
      id: params.id,
      before: { parent: own.parent, sort: own.sort },
      after: { parent: body.parent, sort: body.sort },
    })
    await unit.service(taskAssignment).departmentChanged(params.id)
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
      confirmation: ownRecordConfirmation,
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
      async beforeCreate(values, unit) {
        await checkPlace(unit, { id: null, parent: parentOf(values) })
        await checkIdentity(unit, null, values)
        await checkLeaders(unit, values, null)
        return values
      },
      async beforeUpdate(values, row, unit) {
        if (parentOf(values) !== row.parent) await checkPlace(unit, { id: row.id, parent: parentOf(values) })
        await checkIdentity(unit, row.id, values)
        await checkLeaders(unit, values, row)
        return values
      },
      async afterWrite(row, unit, _access, before) {
        const isMoved = before !== null && (before.leaderId !== row.leaderId || before.parent !== row.parent)
        if (isMoved) await unit.service(taskAssignment).departmentChanged(row.id)
        const leaderOf = (one: typeof row | null) => (typeof one?.leaderId === 'number' ? one.leaderId : null)
        await unit.service(separation).leaderChanged(row.id, leaderOf(before), leaderOf(row))
      },
      confirmation: deptConfirmation,
      beforeRemove: (row, unit) => checkUnused(unit, row.id, String(row.name)),
    },
    dictionary: dictionaryServer,
    dictionaryEntry: dictionaryEntryServer,
    area: areaServer,
    appVersion: appVersionServer,
    whiteList: whiteListServer,
    machineAccount: machineAccountServer,
    webHook: webHookServer,
    webHookDelivery: webHookDeliveryServer,
  },
  routes: [
    importDeptData,
    ...deptSheetRoutes,
    move,
    ...dictionaryJsonRoutes,
    ...areaImportRoutes,
    ...menuRoutes,
    openableRoute,
    machineTokenRoute,
    webHookSecretRoute,
  ],
  jobs: [announceVersions, listUnused],
  seedDemo: seedAreas,
})
