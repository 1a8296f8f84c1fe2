import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'
import { materialColors, materialDictionaries, materialPermissions } from './materials/names.ts'

const manager = ['canteenManager'] as const
const goodsReaders = ['canteenManager', 'assetManager', 'divisionLeader', 'bureauLeader', 'auditor'] as const
const readers = ['canteenManager', 'divisionLeader', 'bureauLeader', 'auditor'] as const

/** Who may do what by the shipped catalogue (§0.5). Everybody orders and reads the menu of the week; who may verify a meal runs the canteen. */
export const canteenPermissions = [
  {
    resource: 'menuPlan',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: manager,
      Update: manager,
      Delete: manager,
      Export: manager,
      Publish: manager,
      Withdraw: manager,
      Copy: manager,
      Demand: manager,
      Sample: manager,
    },
  },
  {
    resource: 'dish',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: manager,
      Update: manager,
      Delete: manager,
      Import: manager,
    },
  },
  {
    resource: 'ingredient',
    actions: {
      Search: goodsReaders,
      Retrieve: goodsReaders,
      Create: manager,
      Update: manager,
      Delete: manager,
      Export: manager,
      Import: manager,
      Receive: manager,
      Issue: manager,
      Waste: manager,
      Count: manager,
    },
  },
  {
    resource: 'mealOrder',
    actions: {
      Search: ['staff', ...readers],
      Create: ['staff', 'canteenManager'],
      Cancel: ['staff', 'canteenManager'],
      Verify: manager,
      NoShow: manager,
      Settle: manager,
      Export: manager,
    },
  },
  {
    resource: 'mealBill',
    actions: { Search: ['staff', 'financeOfficer', ...readers], Export: ['canteenManager', 'financeOfficer'] },
  },
  ...materialPermissions,
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. The allergens are the eight groups of GB 7718. */
export const canteenDictionaries = {
  allergen: ['gluten', 'crustacean', 'fish', 'egg', 'peanut', 'soy', 'milk', 'nut'],
  ingredientUnit: ['kg', 'g', 'L', 'piece', 'bag', 'box'],
  ingredientStorage: ['normal', 'chilled', 'frozen'],
  ingredientLight: ['green', 'yellow', 'red'],
  ingredientBatchState: ['usable', 'expiring', 'expired', 'held'],
  ingredientInspection: ['ok', 'partial', 'reject'],
  ingredientWasteReason: ['expired', 'spoiled', 'damaged'],
  ingredientCountState: ['review', 'posted', 'rejected'],
  ingredientEntryType: ['openingIn', 'purchaseIn', 'surplusIn', 'otherOut', 'scrapOut', 'lossOut'],
  dishSampleState: ['kept', 'due', 'discarded', 'struck'],
  mealChannel: ['self', 'manager', 'ticket', 'standing', 'waiting'],
  mealVerifyMethod: ['code', 'card', 'list'],
  mealCorrectionKind: ['charge', 'refund'],
  ...materialDictionaries,
} as const

/** In which colour their states are seen. */
export const canteenColors = {
  ingredientLight: { green: 'success', yellow: 'warning', red: 'error' },
  ingredientBatchState: { usable: 'success', expiring: 'warning', expired: 'error', held: 'warning' },
  dishSampleState: { kept: 'info', due: 'warning', discarded: 'success' },
  ingredientCountState: { review: 'warning', posted: 'success', rejected: 'error' },
  ...materialColors,
} as const satisfies EntryColors<typeof canteenDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    canteen: PermissionsIn<typeof canteenPermissions>
  }

  interface DictionaryNames {
    canteen: keyof typeof canteenDictionaries
  }

  interface RecordNames {
    canteen:
      | 'ingredient'
      | 'dishSample'
      | 'ingredientBatch'
      | 'ingredientReceipt'
      | 'ingredientIssue'
      | 'ingredientWaste'
      | 'ingredientCount'
      | 'ingredientEntry'
      | 'ingredientMonth'
      | 'dish'
      | 'menuPlan'
      | 'mealOrder'
      | 'mealRating'
      | 'mealBill'
      | 'mealCorrection'
  }

  interface SettingNames {
    canteen: 'meal.hours'
  }
}
