import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const manager = ['canteenManager'] as const
const readers = ['canteenManager', 'divisionLeader', 'bureauLeader', 'auditor'] as const

/** Who may do what with materials by the shipped catalogue (§0.5). */
export const materialPermissions = [
  {
    resource: 'canteenMaterial',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: manager,
      Update: manager,
      Delete: manager,
      Export: manager,
      Import: manager,
      Receive: manager,
      Issue: manager,
      Scrap: manager,
      Count: manager,
      Meter: manager,
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. */
export const materialDictionaries = {
  materialArea: ['hotKitchen', 'pastry', 'prep', 'dishwashing', 'serving', 'diningHall', 'privateRoom'],
  materialState: ['none', 'low', 'enough'],
  materialOrigin: ['store', 'area'],
  materialScrapReason: ['broken', 'worn', 'lost', 'expired'],
  materialEntryType: ['openingIn', 'purchaseIn', 'returnIn', 'surplusIn', 'otherOut', 'scrapOut', 'lossOut'],
  materialScope: ['all', 'one'],
  materialCheckState: ['ok', 'due', 'overdue', 'fault'],
  materialCheckResult: ['ok', 'fault'],
  safetyKind: ['health', 'certificate', 'disinfection', 'temperature', 'inspection'],
  safetyState: ['ok', 'due', 'overdue', 'fault'],
  safetyResult: ['ok', 'fault', 'missed'],
  energyKind: ['gas', 'electricity', 'water'],
} as const

/** In which colour their states are seen. */
export const materialColors = {
  materialState: { none: 'error', low: 'warning', enough: 'success' },
  materialCheckState: { ok: 'success', due: 'warning', overdue: 'error', fault: 'error' },
  materialCheckResult: { ok: 'success', fault: 'error' },
  safetyState: { ok: 'success', due: 'warning', overdue: 'error', fault: 'error' },
  safetyResult: { ok: 'success', fault: 'error', missed: 'warning' },
} as const satisfies EntryColors<typeof materialDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    canteenMaterials: PermissionsIn<typeof materialPermissions>
  }

  interface DictionaryNames {
    canteenMaterials: keyof typeof materialDictionaries
  }

  interface RecordNames {
    canteenMaterials:
      | 'canteenMaterial'
      | 'materialReceipt'
      | 'materialIssue'
      | 'materialScrap'
      | 'materialReturn'
      | 'materialCount'
      | 'materialEntry'
      | 'materialBreakage'
      | 'energyMeter'
      | 'energyReading'
      | 'energyMonth'
      | 'materialCheckItem'
      | 'materialCheck'
      | 'safetyItem'
      | 'safetyCheck'
  }
}
