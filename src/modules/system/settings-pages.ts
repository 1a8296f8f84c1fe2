import type { PageDefinition, PermissionGrant } from '#src/define/module.ts'

const catalogue = 'system'

/** Pages by which the house is set up: 60.5, 60.6, 60.7, 60.11. */
export const settingsPages: readonly PageDefinition[] = [
  {
    path: '/system/dictionary',
    catalogue,
    sort: 60,
    icon: 'document',
    permissions: ['dictionary:Search'],
    shell: { component: 'dictionary' },
  },
  {
    path: '/system/areas',
    catalogue,
    sort: 65,
    icon: 'diagram-tree',
    permissions: ['area:Search'],
    shell: { component: 'area' },
  },
  {
    path: '/system/config',
    catalogue,
    sort: 70,
    icon: 'cog',
    permissions: ['config:Search'],
    shell: { component: 'config' },
  },
  {
    path: '/system/appVersion',
    catalogue,
    sort: 110,
    icon: 'tabler-git-branch',
    permissions: ['appVersion:Search'],
    shell: { record: 'appVersion' },
  },
  {
    path: '/system/whiteList',
    catalogue,
    sort: 115,
    icon: 'endorsed',
    permissions: ['whiteList:Search'],
    shell: { record: 'whiteList' },
  },
]

const keptBy = (keeper: string, actions: readonly string[]): PermissionGrant['actions'] =>
  Object.fromEntries(
    actions.map((action) => [action, ['Search', 'Retrieve'].includes(action) ? [keeper, 'auditor'] : [keeper]]),
  )
const crud = ['Search', 'Retrieve', 'Create', 'Update', 'Delete']

/** Kept by the system administrator, the white list by the security administrator; the auditor reads. */
export const settingsGrants: readonly PermissionGrant[] = [
  { resource: 'dictionary', actions: keptBy('sysAdmin', [...crud, 'Export', 'Import']) },
  { resource: 'area', actions: keptBy('sysAdmin', [...crud, 'Import']) },
  { resource: 'config', actions: keptBy('sysAdmin', ['Search', 'Update', 'Create', 'Delete']) },
  { resource: 'appVersion', actions: keptBy('sysAdmin', [...crud, 'Publish']) },
  { resource: 'whiteList', actions: keptBy('securityAdmin', crud) },
]
