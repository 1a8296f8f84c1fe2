import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, date, decimal, integer, money, reference, text } from '#src/fields/field.ts'

/** Days before its date on which a batch counts as expiring. */
export const EXPIRING_DAYS = 3
const computed = { computed: true } as const

/** 食材: what dishes are made of, how it is kept, and what is there of it (50.2). */
export const ingredient = defineRecord({
  name: 'ingredient',
  table: 'ingredient',
  path: '/api/canteen/ingredient/',
  permissions: permissionsFrom('ingredient', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    light: choice('ingredientLight', computed),
    code: text(20, computed),
    name: text(30, { required: true }),
    spec: text(40),
    category: choice('ingredientCategory', { required: true }),
    unit: choice('ingredientUnit', { required: true, initial: 'kg' }),
    shelfLifeDays: integer({ required: true, min: 1, max: 1095 }),
    openedDays: integer({ min: 0, max: 365 }),
    storage: choice('ingredientStorage', { required: true, initial: 'normal' }),
    onHand: decimal(13, 3, computed),
    avgPrice: decimal(14, 4, computed),
    value: money(computed),
    minStock: decimal(10, 3, { required: true, min: '0', initial: '0' }),
    maxStock: decimal(10, 3, { required: true, min: '0' }),
    nearestExpiry: date(computed),
    isBelowMin: boolean(computed),
    defaultVendorId: reference('vendor'),
    traceRequired: boolean({ initial: false }),
  },
  titleFields: ['name', 'spec'],
  list: {
    columns: [
      'light',
      'code',
      'name',
      'category',
      'unit',
      'spec',
      'onHand',
      'avgPrice',
      'value',
      'minStock',
      'nearestExpiry',
      'storage',
      'traceRequired',
    ],
    filters: ['light', 'category', 'isBelowMin', 'nearestExpiry', 'defaultVendorId', 'storage', 'traceRequired'],
    search: ['name', 'spec'],
    order: 'light',
    charts: { categories: { by: 'category' } },
  },
  related: [
    { record: 'ingredientBatch', by: 'ingredientId' },
    { record: 'ingredientEntry', by: 'ingredientId' },
  ],
  naturalKey: ['name', 'spec'],
})
