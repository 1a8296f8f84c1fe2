import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, money, reference, text } from '#src/fields/field.ts'

const hasNoStandard = { field: 'standardItemId', op: 'empty' } as const
const hasCards = { field: 'stockItemId', op: 'empty' } as const

/** 批采配置: what departments choose from in a bulk purchase (22.8). Where a standard speaks of it, the lower of both prices is the cap. */
export const bulkConfig = defineRecord({
  name: 'bulkConfig',
  table: 'bulk_config',
  path: '/api/procurement/bulk_config/',
  permissions: permissionsFrom('purchase', 'create', 'update', 'remove', 'export'),
  scope: {},
  fields: {
    category: choice('bulkCategory', { required: true, initial: 'desktop' }),
    name: text(60, { required: true, min: 2 }),
    spec: text(100, { required: true, min: 1 }),
    unit: text(10, { required: true }),
    standardItemId: reference('standardItem'),
    unitCap: money({ isRate: true, required: hasNoStandard, positive: true }),
    stockItemId: reference('stockItem'),
    assetCategory: choice('assetCategory', { required: hasCards, visibleWhen: hasCards }),
    isActive: boolean({ required: true, initial: true }),
  },
  titleFields: ['name', 'spec'],
  list: {
    columns: ['category', 'name', 'spec', 'unit', 'unitCap', 'standardItemId', 'assetCategory', 'isActive'],
    filters: ['category', 'isActive'],
    search: ['name', 'spec'],
    order: 'category',
  },
})
