import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const register = ['warehouseKeeper', 'logisticsOfficer', 'divisionLeader', 'bureauLeader', 'auditor'] as const
const common = { Create: ['staff'], Register: register, Export: ['warehouseKeeper', 'auditor'] } as const

/** Who may do what by the shipped catalogue. */
export const suppliesPermissions = [
  { resource: 'officeSupplies', actions: common },
  { resource: 'medicalSupplies', actions: { ...common, Handle: ['warehouseKeeper'] } },
  { resource: 'supplyRequest', actions: { ...common, ReturnIn: ['warehouseKeeper'] } },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const suppliesDictionaries = {
  supplyUse: ['personal', 'dept'],
  supplyPurpose: ['daily', 'task', 'emergency', 'event'],
  medicalUse: ['firstAid', 'unit', 'duty', 'epidemic'],
  receiptResult: ['received', 'refused'],
  supplyReturnKind: ['loan', 'refused', 'voided'],
  supplyReturnState: ['open', 'recovery', 'returned'],
} as const

declare module '#src/define/names.ts' {
  interface PermissionNames {
    supplies: PermissionsIn<typeof suppliesPermissions>
  }

  interface DictionaryNames {
    supplies: keyof typeof suppliesDictionaries
  }
}
