import { defineModule } from '#src/define/module.ts'
import { canteenMessages } from './canteen.messages.ts'
import { canteenColors, canteenDictionaries, canteenPermissions } from './canteen.names.ts'
import definitions from './definitions.ts'
import { hourParts } from './meal-hours.messages.ts'

/** The canteen: dishes, menus, and who orders, eats and misses which meal (50.1, 50.4). */
export const canteen = defineModule({
  name: 'canteen',
  messages: canteenMessages,
  personalTabs: [{ key: 'meals', sort: 64 }],
  ...definitions,
  dictionaries: canteenDictionaries,
  colors: canteenColors,
  notifiesRoles: ['assetManager'],
  settings: [
    {
      key: 'meal.hours',
      group: 'meal',
      type: 'json',
      value: {
        breakfast: { from: '07:00', to: '08:30' },
        lunch: { from: '11:30', to: '13:00' },
        dinner: { from: '17:30', to: '19:00' },
        night: { from: '21:30', to: '23:00' },
      },
      rule: { parts: hourParts },
    },
  ],
  pages: [
    {
      path: '/restaurant/canteenMenu',
      catalogue: 'restaurant',
      sort: 10,
      icon: 'calendar',
      permissions: ['menuPlan:Search', 'mealOrder:Search'],
      shell: {
        component: 'canteen',
        tabs: [
          { key: 'week', record: 'mealOrder', only: {} },
          { key: 'menus', record: 'menuPlan' },
          { key: 'dishes', record: 'dish' },
          { key: 'samples', record: 'dishSample' },
          { key: 'ratings', record: 'mealRating' },
        ],
      },
    },
    {
      path: '/restaurant/ingredient',
      catalogue: 'restaurant',
      sort: 20,
      icon: 'box',
      permissions: ['ingredient:Search'],
      shell: {
        component: 'canteen',
        tabs: [
          { key: 'stock', record: 'ingredient' },
          { key: 'batches', record: 'ingredientBatch' },
          // Drawn as what the menus need.
          { key: 'demand', record: 'ingredient', only: {} },
          { key: 'receipts', record: 'ingredientReceipt' },
          { key: 'issues', record: 'ingredientIssue' },
          { key: 'wastes', record: 'ingredientWaste' },
          { key: 'counts', record: 'ingredientCount' },
          { key: 'entries', record: 'ingredientEntry' },
          { key: 'months', record: 'ingredientMonth' },
        ],
      },
    },
    {
      path: '/restaurant/materials',
      catalogue: 'restaurant',
      sort: 30,
      icon: 'inbox',
      permissions: ['canteenMaterial:Search'],
      shell: {
        component: 'canteen',
        tabs: [
          { key: 'materials', record: 'canteenMaterial' },
          { key: 'receipts', record: 'materialReceipt' },
          { key: 'issues', record: 'materialIssue' },
          { key: 'returns', record: 'materialReturn' },
          { key: 'scraps', record: 'materialScrap' },
          { key: 'checks', record: 'materialCheckItem' },
          { key: 'safety', record: 'safetyItem' },
          { key: 'safetyLog', record: 'safetyCheck' },
          { key: 'readings', record: 'energyReading' },
          { key: 'energy', record: 'energyMonth' },
          { key: 'breakage', record: 'materialBreakage' },
          { key: 'counts', record: 'materialCount' },
          { key: 'entries', record: 'materialEntry' },
          { key: 'meters', record: 'energyMeter' },
          { key: 'checked', record: 'materialCheck' },
        ],
      },
    },
    {
      path: '/restaurant/order',
      catalogue: 'restaurant',
      sort: 40,
      icon: 'endorsed',
      permissions: ['mealOrder:Search', 'mealBill:Search'],
      shell: {
        component: 'canteen',
        tabs: [
          { key: 'own', record: 'mealOrder', only: {} },
          { key: 'kitchen', record: 'mealOrder', only: {} },
          { key: 'counter', record: 'mealOrder', only: {} },
          { key: 'orders', record: 'mealOrder' },
          { key: 'limits', record: 'mealOrder', only: {} },
          { key: 'bills', record: 'mealBill' },
          { key: 'corrections', record: 'mealCorrection' },
        ],
      },
    },
  ],
  permissions: canteenPermissions,
})
