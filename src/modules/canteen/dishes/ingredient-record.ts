import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, decimal, integer, reference, text } from '#src/fields/field.ts'

/** 食材档案: what dishes are made of and how it is kept (50.2). */
export const ingredient = defineRecord({
  name: 'ingredient',
  table: 'ingredient',
  path: '/api/canteen/ingredient/',
  permissions: permissionsFrom('ingredient', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    name: text(30, { required: true }),
    spec: text(40),
    category: choice('ingredientCategory', { required: true }),
    unit: choice('ingredientUnit', { required: true, initial: 'kg' }),
    shelfLifeDays: integer({ required: true, min: 1, max: 1095 }),
    storage: choice('ingredientStorage', { required: true, initial: 'normal' }),
    minStock: decimal(10, 3, { required: true, min: '0', initial: '0' }),
    maxStock: decimal(10, 3, { required: true, min: '0' }),
    defaultVendorId: reference('vendor'),
    traceRequired: boolean({ initial: false }),
  },
  titleFields: ['name', 'spec'],
  list: {
    columns: ['name', 'spec', 'category', 'unit', 'shelfLifeDays', 'storage', 'minStock', 'maxStock', 'traceRequired'],
    filters: ['category', 'storage', 'traceRequired'],
    search: ['name', 'spec'],
    order: 'name',
  },
  naturalKey: ['name', 'spec'],
})
