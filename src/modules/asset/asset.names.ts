import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const manager = ['assetManager'] as const
const readers = ['assetManager', 'auditor'] as const

/** Who may do what by the shipped catalogue. */
export const assetPermissions = [
  {
    resource: 'asset',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: manager,
      Update: manager,
      Delete: manager,
      Export: readers,
      Import: manager,
      Allocate: manager,
      Return: manager,
      Transfer: manager,
      ConfirmTransfer: ['assetManager', 'deptLeader'],
      Repair: manager,
      Scrap: manager,
      ReviewScrap: ['assetManager', 'deptLeader', 'financeOfficer', 'financeLeader'],
      Dispose: manager,
      Lost: manager,
      Depreciate: manager,
      Inspect: manager,
      Count: manager,
      Label: manager,
    },
  },
  { resource: 'assetBooking', actions: { Search: ['staff', 'assetManager'], Create: ['staff'] } },
  {
    resource: 'officeElectronicEquipment',
    actions: {
      Create: ['staff'],
      Register: ['assetManager', 'divisionLeader', 'bureauLeader', 'auditor'],
      Export: ['assetManager', 'auditor'],
      Handle: manager,
    },
  },
  {
    resource: 'officeFurniture',
    actions: {
      Create: ['staff'],
      Register: ['assetManager', 'divisionLeader', 'bureauLeader', 'auditor'],
      Export: ['assetManager', 'auditor'],
      Handle: manager,
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const assetDictionaries = {
  depreciationMethod: ['straightLine', 'none'],
  depreciationStart: ['sameMonth', 'nextMonth'],
  assetSecretLevel: ['none', 'internal'],
  assetAfterReturn: ['idle', 'repairing', 'pendingScrap'],
  allocationState: ['unconfirmed', 'confirmed', 'closed'],
  allocationTicketType: ['officeElectronicEquipment', 'officeFurniture', 'equipmentClothing'],
  assetTransferState: ['requested', 'released', 'done', 'refused', 'cancelled'],
  assetScrapState: ['requested', 'reviewed', 'approved', 'disposed', 'refused', 'cancelled'],
  assetCondition: ['normal', 'worn', 'broken', 'unusable'],
  disposeMethod: ['sale', 'donate', 'recycle', 'destroy'],
  assetAction: [
    'register',
    'update',
    'post',
    'reserve',
    'release',
    'allocate',
    'confirm',
    'return',
    'requestTransfer',
    'cancelTransfer',
    'transfer',
    'repair',
    'repaired',
    'maintain',
    'reprice',
    'inspect',
    'requestScrap',
    'refuseScrap',
    'cancelScrap',
    'approveScrap',
    'dispose',
    'lose',
    'find',
    'count',
    'label',
  ],
  equipmentApplyKind: ['new', 'replace', 'borrow', 'return'],
  assetInspectionResult: ['passed', 'failed'],
  assetCountState: ['counting', 'review', 'applied', 'cancelled'],
  assetScanResult: ['found', 'elsewhere', 'unexpected', 'unknown', 'already', 'late', 'missing'],
  assetScanMethod: ['scan', 'typed', 'tick', 'parent'],
  assetCountDecision: ['keep', 'move', 'lose', 'find'],
  assetCountOutcome: ['kept', 'moved', 'lost', 'found', 'newer'],
  assetSheetKind: ['receipt', 'handover', 'count'],
  assetBookingState: ['booked', 'out', 'returned', 'cancelled'],
  assetHandoverTo: ['store', 'person'],
  assetDueKind: ['warranty', 'life', 'inspection', 'service', 'loan'],
} as const

/** In which colour their states are seen. */
export const assetColors = {
  allocationState: { unconfirmed: 'warning', confirmed: 'success' },
  assetTransferState: { requested: 'warning', released: 'info', done: 'success', refused: 'error' },
  assetScrapState: {
    requested: 'warning',
    reviewed: 'info',
    approved: 'warning',
    disposed: 'success',
    refused: 'error',
  },
  assetInspectionResult: { passed: 'success', failed: 'error' },
  assetCountState: { counting: 'info', review: 'warning', applied: 'success' },
  assetScanResult: {
    found: 'success',
    elsewhere: 'warning',
    unexpected: 'warning',
    unknown: 'error',
    already: 'warning',
    late: 'warning',
    missing: 'error',
  },
  assetBookingState: { booked: 'info', out: 'warning', returned: 'success' },
} as const satisfies EntryColors<typeof assetDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    asset: PermissionsIn<typeof assetPermissions>
  }

  interface DictionaryNames {
    asset: keyof typeof assetDictionaries
  }

  interface RecordNames {
    asset:
      | 'asset'
      | 'assetAllocation'
      | 'assetBooking'
      | 'assetClass'
      | 'assetCount'
      | 'assetCountScan'
      | 'assetDepreciation'
      | 'assetInspection'
      | 'assetLog'
      | 'assetRoom'
      | 'assetScrap'
      | 'assetSheet'
      | 'assetTransfer'
  }

  interface SettingNames {
    asset: 'asset.depreciationStart' | 'asset.threshold' | 'asset.specialThreshold' | 'asset.labelHost'
  }
}
