import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const officer = ['logisticsOfficer'] as const
const worker = ['logisticsOfficer', 'maintenanceWorker'] as const
/** A head reads what the own departments reported, and what their people repair and inspect. */
const head = ['deptLeader'] as const
const readers = ['logisticsOfficer', 'divisionLeader', 'bureauLeader', 'auditor'] as const
const common = { Create: ['staff'], Register: readers, Export: ['logisticsOfficer', 'auditor'] } as const

/** Who may do what by the shipped catalogue (§0.5, §0.6). */
export const maintenancePermissions = [
  {
    resource: 'maintenance',
    actions: {
      Search: [...readers, ...head, 'maintenanceWorker'],
      Retrieve: [...readers, ...head, 'maintenanceWorker'],
      Create: officer,
      Dispatch: officer,
      Accept: worker,
      Start: worker,
      Suspend: worker,
      Finish: worker,
      Verify: officer,
      Close: officer,
      Export: ['logisticsOfficer', 'auditor'],
    },
  },
  {
    resource: 'inspectPlan',
    actions: { Search: readers, Retrieve: readers, Create: officer, Update: officer, Delete: officer },
  },
  { resource: 'internalMaintenance', actions: common },
  { resource: 'publicMaintenance', actions: common },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const maintenanceDictionaries = {
  workOrderSource: ['internal', 'public', 'inspection'],
  suspendReason: ['parts', 'vendor', 'access'],
  slaLight: ['green', 'yellow', 'red', 'paused', 'done'],
  outageKind: ['water', 'power', 'elevator', 'hvac', 'network', 'other'],
  inspectBasis: ['calendar', 'completion'],
  inspectResult: ['pass', 'fail', 'na'],
  inspectState: ['due', 'done', 'skipped'],
  // Money that an approved repair holds until the contractor is paid.
  commitmentKind: ['workOrder'],
} as const

/** In which colour their states are seen. */
export const maintenanceColors = {
  slaLight: { green: 'success', yellow: 'warning', red: 'error', paused: 'warning' },
  inspectResult: { pass: 'success', fail: 'error' },
  inspectState: { due: 'warning', done: 'success' },
} as const satisfies EntryColors<typeof maintenanceDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    maintenance: PermissionsIn<typeof maintenancePermissions>
  }

  interface DictionaryNames {
    maintenance: Exclude<keyof typeof maintenanceDictionaries, 'commitmentKind'>
  }

  interface RecordNames {
    maintenance: 'inspectPlan' | 'inspectRound' | 'inspectTemplate' | 'workOrder'
  }

  interface SettingNames {
    maintenance: 'maintenance.responseHours' | 'maintenance.resolveHours'
  }
}
