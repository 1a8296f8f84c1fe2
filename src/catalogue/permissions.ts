/** Permissions that no module declares: those of the frame (00-overview §0.6). */
import type { ModuleDefinition } from '#src/define/module.ts'
import type { Permission, Resource } from '#src/define/names.ts'

const crud = ['Search', 'Retrieve', 'Create', 'Update', 'Delete'] as const

/** Actions by resource: workbench, tickets and workflows. */
const frame = {
  home: ['Search'],
  workflow: [...crud, 'Export', 'Import', 'Publish', 'Disable', 'Copy', 'Simulate'],
  workflowState: ['Search', 'Update'],
  ticket: ['Search', 'Retrieve', 'Approve', 'BatchApprove', 'Transfer', 'AddSign', 'Delegate', 'Void', 'Export'],
} as const

type ActionsOf<Resources extends Readonly<Record<string, readonly string[]>>> = {
  [Resource in keyof Resources & string]: `${Resource}:${Resources[Resource][number]}`
}[keyof Resources & string]

declare module '#src/define/names.ts' {
  interface PermissionNames {
    frame: ActionsOf<typeof frame>
  }

  /** What the frame itself keeps, which no module defines. */
  interface RecordNames {
    frame: 'ticket'
  }
}

/** Administration: never part of a business role (SYS-25). */
const adminResources: ReadonlySet<string> = new Set<Resource>([
  'accessCheck',
  'user',
  'role',
  'dept',
  'menu',
  'menuButton',
  'dictionary',
  'area',
  'config',
  'loginLog',
  'machineAccount',
  'operationLog',
  'frontendLog',
  'appVersion',
  'webHook',
  'whiteList',
  'session',
  'backup',
  'job',
])

const listed = (resources: Readonly<Record<string, readonly string[]>>): readonly Permission[] =>
  Object.entries(resources).flatMap(([resource, actions]) =>
    actions.map((action) => `${resource}:${action}` as Permission),
  )

/** What the modules declare. */
export const declaredBy = (modules: readonly ModuleDefinition[]): readonly Permission[] =>
  modules.flatMap((module) =>
    module.permissions.flatMap(({ resource, actions }) => listed({ [resource]: Object.keys(actions) })),
  )

/** Every permission the product has, each once. */
export const allPermissions = (modules: readonly ModuleDefinition[]): readonly Permission[] => [
  ...new Set([...listed(frame), ...declaredBy(modules)]),
]

/** Reading of people and departments that business has too (§0.5: hrOfficer looks people up). */
const forBusiness: ReadonlySet<string> = new Set<Permission>(['user:Search', 'dept:Search', 'dept:Retrieve'])

/** Whether a permission belongs to administration (SYS-25). */
export const isAdminOnly = (permission: string): boolean =>
  adminResources.has(permission.split(':')[0] ?? '') && !forBusiness.has(permission)
