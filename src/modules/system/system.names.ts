import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn, RoleName } from '#src/define/names.ts'

/** Roles are the security administrator's, menus the system administrator's (§0.5, SYS-15). */
const access = [
  {
    resource: 'role',
    actions: {
      Search: ['securityAdmin'],
      Retrieve: ['securityAdmin'],
      Create: ['securityAdmin'],
      Update: ['securityAdmin'],
      Delete: ['securityAdmin'],
      SetMenu: ['securityAdmin'],
      SetButton: ['securityAdmin'],
      SetDataScope: ['securityAdmin'],
      SetUser: ['securityAdmin'],
    },
  },
  { resource: 'accessCheck', actions: { Search: ['securityAdmin', 'auditor'] } },
  {
    resource: 'menu',
    actions: {
      Search: ['sysAdmin'],
      Retrieve: ['sysAdmin'],
      Create: ['sysAdmin'],
      Update: ['sysAdmin'],
      Delete: ['sysAdmin'],
      Move: ['sysAdmin'],
    },
  },
  {
    resource: 'menuButton',
    actions: {
      Search: ['sysAdmin'],
      Retrieve: ['sysAdmin'],
      Create: ['sysAdmin'],
      Update: ['sysAdmin'],
      Delete: ['sysAdmin'],
      Generate: ['sysAdmin'],
    },
  },
] as const

type Holders = readonly RoleName[]

/** Actions that one role keeps, of which the auditor has the reading ones. */
const keptBy = <const Action extends string>(keeper: RoleName, actions: readonly Action[]): Record<Action, Holders> =>
  Object.fromEntries(
    actions.map((action): [string, Holders] => [
      action,
      ['Search', 'Retrieve'].includes(action) ? [keeper, 'auditor'] : [keeper],
    ]),
  ) as Record<Action, Holders>
const crud = ['Search', 'Retrieve', 'Create', 'Update', 'Delete'] as const

/** Kept by the system administrator, the white list by the security administrator; the auditor reads. */
const settings = [
  { resource: 'dictionary', actions: keptBy('sysAdmin', [...crud, 'Export', 'Import']) },
  { resource: 'area', actions: keptBy('sysAdmin', [...crud, 'Import']) },
  { resource: 'config', actions: keptBy('sysAdmin', ['Search', 'Update', 'Create', 'Delete']) },
  { resource: 'appVersion', actions: keptBy('sysAdmin', [...crud, 'Publish']) },
  { resource: 'whiteList', actions: keptBy('securityAdmin', crud) },
  { resource: 'webHook', actions: keptBy('securityAdmin', ['Search', 'Create', 'Update', 'Delete']) },
  {
    resource: 'machineAccount',
    actions: {
      Search: ['securityAdmin', 'auditor'],
      Create: ['securityAdmin'],
      Revoke: ['securityAdmin'],
    },
  },
] as const

/** Who may do what by the shipped catalogue. */
export const systemPermissions = [
  { resource: 'operationLog', actions: { Search: ['auditor'], Retrieve: ['auditor'], Export: ['auditor'] } },
  { resource: 'frontendLog', actions: { Search: ['auditor'], Retrieve: ['auditor'], Export: ['auditor'] } },
  {
    resource: 'backup',
    actions: {
      Search: ['sysAdmin'],
      Create: ['sysAdmin'],
      Verify: ['sysAdmin'],
      Download: ['sysAdmin'],
      Delete: ['sysAdmin'],
      Schedule: ['sysAdmin'],
      ExportData: ['sysAdmin'],
    },
  },
  { resource: 'job', actions: { Search: ['sysAdmin', 'auditor'], Run: ['sysAdmin'] } },
  {
    resource: 'message',
    actions: {
      Search: ['staff'],
      Send: ['sysAdmin', 'securityAdmin'],
    },
  },
  {
    resource: 'file',
    actions: { Search: ['sysAdmin'], Retrieve: ['sysAdmin'], Delete: ['sysAdmin'] },
  },
  {
    resource: 'loginLog',
    actions: { Search: ['securityAdmin', 'auditor'], Retrieve: ['securityAdmin', 'auditor'], Export: ['auditor'] },
  },
  ...access,
  {
    resource: 'user',
    actions: {
      Search: ['sysAdmin', 'securityAdmin', 'hrOfficer'],
      Retrieve: ['sysAdmin', 'securityAdmin'],
      Create: ['sysAdmin'],
      Update: ['sysAdmin'],
      Delete: ['sysAdmin'],
      Enable: ['sysAdmin'],
      Disable: ['sysAdmin'],
      Import: ['sysAdmin'],
      Export: ['sysAdmin'],
      AssignRole: ['securityAdmin'],
      Unlock: ['securityAdmin'],
      ResetPassword: ['securityAdmin'],
    },
  },
  { resource: 'session', actions: { Search: ['securityAdmin'], Kick: ['securityAdmin'] } },
  {
    resource: 'dept',
    actions: {
      Search: ['sysAdmin', 'securityAdmin', 'hrOfficer', 'auditor'],
      Retrieve: ['sysAdmin', 'securityAdmin', 'hrOfficer', 'auditor'],
      Create: ['sysAdmin'],
      Update: ['sysAdmin'],
      Delete: ['sysAdmin'],
      Move: ['sysAdmin'],
      Import: ['sysAdmin'],
      Export: ['sysAdmin', 'auditor'],
    },
  },
  ...settings,
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const systemDictionaries = {
  deptUse: ['children', 'people', 'budget'],
  separationPost: ['leader', 'deputy', 'inCharge', 'successor', 'substitute', 'participant'],
  valueType: ['0', '1', '2', '3', '4', '5', '6', '7'],
  whiteListStanding: ['inForce', 'expired', 'off', 'unconfirmed', 'shipped'],
  machineStanding: ['waiting', 'inForce', 'expired', 'revoked'],
  webHookEvent: [
    'submit',
    'approve',
    'reject',
    'return',
    'withdraw',
    'retrieve',
    'transfer',
    'handle',
    'refuse',
    'void',
    'timeout',
  ],
  webHookStanding: ['noSecret', 'active', 'failing', 'disabled', 'off'],
  webHookDeliveryState: ['waiting', 'delivered', 'failed'],
  webHookFailure: ['answer', 'host', 'unknownHost', 'refused', 'timeout', 'certificate', 'other'],
  chipColor: ['info', 'success', 'warning', 'error', 'primary'],
} as const

/** In which colour their states are seen. */
export const systemColors = {
  whiteListStanding: { inForce: 'success', expired: 'error', unconfirmed: 'warning', shipped: 'info' },
  machineStanding: { waiting: 'warning', inForce: 'success', expired: 'error' },
  webHookStanding: { noSecret: 'warning', active: 'success', failing: 'warning', disabled: 'error' },
  webHookDeliveryState: { waiting: 'info', delivered: 'success', failed: 'error' },
} as const satisfies EntryColors<typeof systemDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    system: PermissionsIn<typeof systemPermissions>
  }

  interface DictionaryNames {
    system: keyof typeof systemDictionaries
  }

  interface RecordNames {
    system:
      | 'user'
      | 'menuButton'
      | 'menu'
      | 'whiteList'
      | 'machineAccount'
      | 'webHook'
      | 'webHookDelivery'
      | 'dictionary'
      | 'dictionaryEntry'
      | 'file'
      | 'loginLog'
      | 'operationLog'
      | 'frontendLog'
      | 'dept'
      | 'area'
      | 'role'
      | 'appVersion'
  }
}
