import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, text } from '#src/fields/field.ts'

/** A class of GB/T 14885 and the category it stands for (90 A 1). */
export const assetClass = defineRecord({
  name: 'assetClass',
  table: 'asset_class',
  path: '/api/assets/class/',
  permissions: permissionsFrom('asset', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    code: text(20, { required: true, pattern: 'key' }),
    name: text(60, { required: true, min: 2 }),
    category: choice('assetCategory', { required: true }),
    words: text(100),
    isDefault: boolean({ initial: false }),
  },
  titleFields: ['code', 'name'],
  list: {
    columns: ['code', 'name', 'category', 'words', 'isDefault'],
    filters: ['category', 'isDefault'],
    search: ['code', 'name', 'words'],
    order: 'code',
  },
  naturalKey: ['code'],
})
