/** SYS-48: permissions the program asks for that no button registers. */
import { sql } from 'kysely'
import { framePages } from '#src/catalogue/menus.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { ModuleDefinition } from '#src/define/module.ts'
import { applicationActions, applicationPermission } from '#src/define/names.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Fields } from '#src/fields/field.ts'
import { cellsOf } from '#src/fields/walk.ts'
import type { Services } from '#src/server/app/services.ts'
import { decisionPermissions } from '#src/server/tickets/queries/buttons.ts'

const isPermission = (text: string): boolean => text.includes(':')

function revealing(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap((field) => [
    ...(field.maskedUnless === undefined ? [] : [field.maskedUnless]),
    ...revealing(cellsOf(field) ?? {}),
  ])
}

function* usesIn(module: ModuleDefinition): Iterable<readonly [permission: string, use: string]> {
  for (const page of module.pages) for (const permission of page.permissions) yield [permission, page.path]
  for (const record of module.records)
    for (const permission of revealing(record.fields)) yield [permission, `${record.path} ***`]
  const handled = new Set(
    module.permissions.filter(({ actions }) => Object.hasOwn(actions, 'Handle')).map(({ resource }) => resource),
  )
  for (const application of module.applications) {
    const { key, route: page } = application
    for (const action of applicationActions) yield [applicationPermission(key, action), page]
    // Whoever hands out what its tickets ask for; the module asks where that is done.
    if (handled.has(key)) yield [`${key}:Handle`, page]
    for (const permission of revealing(formFieldsOf(application))) yield [permission, `${page} ***`]
  }
}

/** Where each permission is asked for: calls, pages, masked fields, types and decisions. */
export function usesOf(services: Services, routes: readonly RouteDefinition[]): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>()
  const add = (permission: string, use: string): void =>
    void uses.set(permission, [...(uses.get(permission) ?? []), use])
  for (const { permission, method, url } of routes) if (isPermission(permission)) add(permission, `${method} ${url}`)
  for (const { path, permissions } of framePages) for (const permission of permissions) add(permission, path)
  for (const module of services.modules) for (const [permission, use] of usesIn(module)) add(permission, use)
  for (const permission of decisionPermissions) add(permission, 'POST /api/workflow/ticket/:id/')
  return uses
}

/** The warning list of /system/menuButton. `routes` are asked for when the call comes: it is one of them. */
export function registeredRoutes(
  services: Services,
  routes: () => readonly RouteDefinition[],
): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/system/menu_button/unregistered/',
      permission: 'menuButton:Search',
      handle: async ({ unit }) => {
        const { rows } = await sql<{ value: string }>`
          select value from permission where deleted_at is null`.execute(unit.db)
        const known = new Set(rows.map((row) => row.value))
        return [...usesOf(services, routes())]
          .filter(([value]) => !known.has(value))
          .map(([value, usedBy]) => ({ value, usedBy }))
          .sort((a, b) => (a.value < b.value ? -1 : 1))
      },
    }),
  ]
}
