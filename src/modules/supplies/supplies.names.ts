import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const register = ['warehouseKeeper', 'logisticsOfficer', 'divisionLeader', 'bureauLeader', 'auditor'] as const
const kits = ['warehouseKeeper', 'assetManager'] as const
const common = {
  Create: ['staff'],
  Register: register,
  Export: ['warehouseKeeper', 'auditor'],
  // Which types a keeper finds and hands out at the counter.
  Handle: ['warehouseKeeper'],
} as const

/** Who may do what by the shipped catalogue. */
export const suppliesPermissions = [
  { resource: 'officeSupplies', actions: common },
  { resource: 'electronicPartsAndConsumables', actions: common },
  {
    resource: 'equipmentClothing',
    actions: {
      Create: ['staff'],
      Register: [...register, 'assetManager'],
      Export: ['warehouseKeeper', 'assetManager', 'auditor'],
      Handle: ['warehouseKeeper'],
      Exchange: ['warehouseKeeper'],
      RenewPlan: ['assetManager'],
    },
  },
  { resource: 'medicalSupplies', actions: common },
  { resource: 'supplyRequest', actions: { ...common, ReturnIn: ['warehouseKeeper'] } },
  { resource: 'supplyCounter', actions: { Search: ['warehouseKeeper'], Issue: ['warehouseKeeper'] } },
  { resource: 'supplyKit', actions: { Search: kits, Create: kits, Update: kits, Delete: kits } },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const suppliesDictionaries = {
  supplyUse: ['personal', 'dept'],
  supplyPurpose: ['daily', 'task', 'emergency', 'event'],
  medicalUse: ['firstAid', 'unit', 'duty', 'epidemic'],
  clothingFor: ['self', 'members'],
  clothingReason: ['periodic', 'newcomer', 'damaged', 'lost', 'postChange', 'exchange'],
  clothingGrade: ['reusable', 'worn', 'scrap'],
  oldPartReturn: ['yes', 'no', 'na'],
  receiptResult: ['received', 'refused'],
  supplyReturnKind: ['loan', 'refused', 'voided'],
  supplyReturnState: ['open', 'recovery', 'returned'],
} as const

/** In which colour their states are seen. */
export const suppliesColors = {
  receiptResult: { received: 'success', refused: 'error' },
  supplyReturnState: { open: 'warning', recovery: 'error', returned: 'success' },
} as const satisfies EntryColors<typeof suppliesDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    supplies: PermissionsIn<typeof suppliesPermissions>
  }

  interface DictionaryNames {
    supplies: keyof typeof suppliesDictionaries
  }

  interface RecordNames {
    supplies: 'clothingIssue' | 'supplyKit' | 'supplyPartUse' | 'supplyReturn'
  }

  interface SettingNames {
    supplies: 'supplies.exchangeDays' | 'supplies.receiptDays'
  }
}
