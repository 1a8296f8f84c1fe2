import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const keeper = ['warehouseKeeper'] as const
// Readers of the registers of item tickets, which list the issues.
const readers = [
  'warehouseKeeper',
  'assetManager',
  'logisticsOfficer',
  'divisionLeader',
  'bureauLeader',
  'auditor',
] as const

/** Who may do what by the shipped catalogue: whoever approves posts nothing of their own (SYS-12, STK-51). */
export const stockPermissions = [
  {
    resource: 'stock',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: keeper,
      Update: keeper,
      Delete: keeper,
      Export: ['warehouseKeeper', 'auditor'],
      Import: keeper,
      InDoc: keeper,
      OutDoc: keeper,
      TransferDoc: keeper,
      Count: keeper,
      Approve: ['assetManager'],
      Post: ['warehouseKeeper'],
      Void: keeper,
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const stockDictionaries = {
  stockLight: ['green', 'yellow', 'red'],
  stockState: ['active', 'disabled'],
  stockBatchState: ['usable', 'expired', 'held'],
  stockCountClass: ['A', 'B', 'C'],
  stockQtyPlaces: ['0', '1', '3'],
  clothingSizeKind: ['height', 'hat', 'shirt', 'trousers', 'shoe'],
  stockPartKind: ['toner', 'drum', 'disk', 'memory', 'other'],
  stockCountState: ['counting', 'review', 'posted', 'cancelled'],
  stockTicketType: [
    'officeSupplies',
    'electronicPartsAndConsumables',
    'medicalSupplies',
    'equipmentClothing',
    'supplyRequest',
  ],
  demandSource: ['ticket', 'reorder', 'manual'],
  demandState: ['open', 'ordered', 'done', 'cancelled'],
} as const

/** In which colour their states are seen. */
export const stockColors = {
  stockLight: { green: 'success', yellow: 'warning', red: 'error' },
  stockState: { active: 'success', disabled: 'error' },
  stockBatchState: { usable: 'success', expired: 'error', held: 'warning' },
  stockCountState: { counting: 'info', review: 'warning', posted: 'success' },
  demandState: { open: 'warning', ordered: 'info', done: 'success' },
} as const satisfies EntryColors<typeof stockDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    stock: PermissionsIn<typeof stockPermissions>
  }

  interface DictionaryNames {
    stock: keyof typeof stockDictionaries
  }

  interface RecordNames {
    stock:
      | 'stock'
      | 'stockAdjust'
      | 'stockBalance'
      | 'stockBatch'
      | 'stockCount'
      | 'stockEntry'
      | 'stockIn'
      | 'stockIssue'
      | 'stockItem'
      | 'stockOut'
      | 'stockPeriod'
      | 'stockTransfer'
      | 'purchaseDemand'
      | 'warehouse'
  }

  interface SettingNames {
    stock: 'stock.countDaysA' | 'stock.countDaysB' | 'stock.countDaysC'
  }
}
