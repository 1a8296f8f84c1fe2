import type { PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

const manager = ['canteenManager'] as const
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
      Search: readers,
      Retrieve: readers,
      Create: manager,
      Update: manager,
      Delete: manager,
      Export: manager,
      Import: manager,
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
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the texts. The allergens are the eight groups of GB 7718. */
export const canteenDictionaries = {
  allergen: ['gluten', 'crustacean', 'fish', 'egg', 'peanut', 'soy', 'milk', 'nut'],
  ingredientUnit: ['kg', 'g', 'L', 'piece', 'bag', 'box'],
  ingredientStorage: ['normal', 'chilled', 'frozen'],
  mealChannel: ['self', 'manager', 'ticket'],
  mealVerifyMethod: ['code', 'card', 'list'],
  mealCorrectionKind: ['charge', 'refund'],
} as const

declare module '#src/define/names.ts' {
  interface PermissionNames {
    canteen: PermissionsIn<typeof canteenPermissions>
  }

  interface DictionaryNames {
    canteen: keyof typeof canteenDictionaries
  }

  interface RecordNames {
    canteen: 'ingredient' | 'dish' | 'menuPlan' | 'mealOrder' | 'mealRating' | 'mealBill' | 'mealCorrection'
  }

  interface SettingNames {
    canteen: 'meal.hours'
  }
}
