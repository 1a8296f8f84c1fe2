import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  boolean,
  choice,
  dateTime,
  decimal,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const computed = { computed: true } as const
const reading = {
  search: 'canteenMaterial:Search',
  retrieve: 'canteenMaterial:Retrieve',
  export: 'canteenMaterial:Export',
} as const
const MAX_LINES = 60
const MAX_QTY = 99_999
const materialId = reference('canteenMaterial', { required: true })
const qty = integer({ required: true, min: 1, max: MAX_QTY })

/** 食堂物料: what the canteen keeps besides food (50.3). */
export const canteenMaterial = defineRecord({
  name: 'canteenMaterial',
  table: 'canteen_material',
  path: '/api/canteen/material/',
  permissions: permissionsFrom('canteenMaterial', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    name: text(40, { required: true, min: 1 }),
    category: choice('materialCategory', { required: true }),
    unit: text(10, { required: true, min: 1 }),
    onHand: integer(computed),
    inUse: integer(computed),
    minStock: integer({ required: true, min: 0, max: MAX_QTY, initial: 0 }),
    isBelowMin: boolean(computed),
    unitPrice: money({ isRate: true, required: true, max: '99999.99' }),
    value: money(computed),
    reusable: boolean({ immutable: true, initial: false }),
    location: text(60),
    holderArea: choice('materialArea', computed),
    checkCycleDays: integer({ min: 1, max: 1095 }),
    lastInAt: dateTime(computed),
    lastOutAt: dateTime(computed),
    state: choice('materialState', computed),
    isUsed: boolean({ initial: true }),
  },
  titleFields: ['name'],
  list: {
    columns: [
      'state',
      'name',
      'category',
      'unit',
      'onHand',
      'minStock',
      'inUse',
      'holderArea',
      'lastInAt',
      'lastOutAt',
      'isUsed',
    ],
    filters: ['category', 'isBelowMin', 'holderArea', 'state', 'reusable', 'isUsed'],
    search: ['name', 'location'],
    order: 'state',
    charts: { categories: { by: 'category', measure: { of: 'value', as: 'sum' } } },
  },
  form: ['name', 'category', 'unit', 'minStock', 'unitPrice', 'reusable', 'location', 'checkCycleDays', 'isUsed'],
  related: [
    { record: 'materialEntry', by: 'materialId' },
    { record: 'materialBreakage', by: 'materialId' },
    { record: 'materialCheck', by: 'materialId' },
  ],
  naturalKey: ['name'],
})

const made = {
  amount: money(computed),
  createdAt: dateTime(computed),
  createdBy: person(computed),
} as const

/** 入库. */
export const materialReceipt = defineRecord({
  name: 'materialReceipt',
  table: 'material_receipt',
  path: '/api/canteen/material_receipt/',
  permissions: { ...reading, create: 'canteenMaterial:Receive' },
  scope: {},
  fields: {
    docNo: text(30, computed),
    vendorId: reference('vendor', { options: '/api/procurement/vendor/options/?state=active' }),
    lines: lines(
      { materialId, qty, price: money({ isRate: true, max: '99999.99' }), amount: money(computed) },
      { required: true, min: 1, max: MAX_LINES },
    ),
    note: longText(2, 200),
    ...made,
  },
  titleFields: ['docNo'],
  list: {
    columns: ['docNo', 'createdAt', 'vendorId', 'amount', 'note', 'createdBy'],
    filters: ['createdAt', 'vendorId'],
    search: ['docNo', 'note'],
    order: '-createdAt',
  },
})

/** 领用: to an area, received by a person; reusable materials stay in use there. */
export const materialIssue = defineRecord({
  name: 'materialIssue',
  table: 'material_issue',
  path: '/api/canteen/material_issue/',
  permissions: { ...reading, create: 'canteenMaterial:Issue' },
  scope: {},
  fields: {
    docNo: text(30, computed),
    area: choice('materialArea', { required: true }),
    personId: person({ required: true }),
    lines: lines({ materialId, qty, amount: money(computed) }, { required: true, min: 1, max: MAX_LINES }),
    note: longText(2, 200),
    ...made,
  },
  titleFields: ['docNo'],
  list: {
    columns: ['docNo', 'createdAt', 'area', 'personId', 'amount', 'note', 'createdBy'],
    filters: ['createdAt', 'area', 'personId'],
    search: ['docNo', 'note'],
    order: '-createdAt',
    charts: { areas: { by: 'area', measure: { of: 'amount', as: 'sum' } } },
  },
})

/** 退库: reusable materials that an area no longer needs come back to the store. */
export const materialReturn = defineRecord({
  name: 'materialReturn',
  table: 'material_return',
  path: '/api/canteen/material_return/',
  permissions: { ...reading, create: 'canteenMaterial:Issue' },
  scope: {},
  fields: {
    docNo: text(30, computed),
    area: choice('materialArea', { required: true }),
    lines: lines({ materialId, qty, amount: money(computed) }, { required: true, min: 1, max: MAX_LINES }),
    note: longText(2, 200),
    ...made,
  },
  titleFields: ['docNo'],
  list: {
    columns: ['docNo', 'createdAt', 'area', 'amount', 'note', 'createdBy'],
    filters: ['createdAt', 'area'],
    search: ['docNo', 'note'],
    order: '-createdAt',
  },
})

const fromArea = { field: 'origin', op: 'eq', value: 'area' } as const

/** 报废: out of the store, or of what an area has in use. */
export const materialScrap = defineRecord({
  name: 'materialScrap',
  table: 'material_scrap',
  path: '/api/canteen/material_scrap/',
  permissions: { ...reading, create: 'canteenMaterial:Scrap' },
  scope: {},
  fields: {
    docNo: text(30, computed),
    origin: choice('materialOrigin', { required: true, initial: 'store' }),
    area: choice('materialArea', { required: fromArea, visibleWhen: fromArea }),
    scrapReason: choice('materialScrapReason', { required: true }),
    lines: lines({ materialId, qty, amount: money(computed) }, { required: true, min: 1, max: MAX_LINES }),
    note: longText(2, 200),
    photo: files(3),
    ...made,
  },
  titleFields: ['docNo', 'createdAt'],
  list: {
    columns: ['docNo', 'createdAt', 'origin', 'area', 'scrapReason', 'amount', 'note', 'createdBy'],
    filters: ['createdAt', 'scrapReason', 'origin', 'area'],
    search: ['docNo', 'note'],
    order: '-createdAt',
    charts: { reasons: { by: 'scrapReason', measure: { of: 'amount', as: 'sum' } } },
  },
})

/** 盘点: of what is in store; the difference of that moment is posted with its reason. */
export const materialCount = defineRecord({
  name: 'materialCount',
  table: 'material_count',
  path: '/api/canteen/material_count/',
  permissions: { ...reading, create: 'canteenMaterial:Count' },
  scope: {},
  fields: {
    lines: lines(
      {
        materialId,
        countedQty: integer({ required: true, min: 0, max: MAX_QTY }),
        diffReason: text(200, { min: 2 }),
        bookQty: integer(computed),
        amount: money(computed),
      },
      { required: true, min: 1, max: 200 },
    ),
    note: longText(2, 200),
    ...made,
  },
  titleFields: ['createdAt', 'createdBy'],
  list: {
    columns: ['createdAt', 'createdBy', 'amount', 'note'],
    filters: ['createdAt'],
    search: ['note'],
    order: '-createdAt',
  },
})

/** 流水: every movement of the store, in the order of the ledger. */
export const materialEntry = defineRecord({
  name: 'materialEntry',
  table: 'material_entry',
  path: '/api/canteen/material_entry/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    at: dateTime(computed),
    materialId: reference('canteenMaterial', computed),
    category: choice('materialCategory', computed),
    type: choice('materialEntryType', computed),
    qty: integer(computed),
    value: money(computed),
    cost: money(computed),
    qtyAfter: integer(computed),
    docNo: text(30, computed),
    reason: text(200, computed),
    byUser: person(computed),
  },
  titleFields: ['docNo'],
  list: {
    columns: ['at', 'materialId', 'category', 'type', 'qty', 'value', 'qtyAfter', 'docNo', 'reason', 'byUser'],
    filters: ['at', 'materialId', 'category', 'type'],
    search: ['docNo'],
    order: '-at',
    charts: { categories: { by: 'category', measure: { of: 'cost', as: 'sum' } } },
  },
})

/** 破损率 (CAN-22). */
export const materialBreakage = defineRecord({
  name: 'materialBreakage',
  table: 'material_breakage',
  path: '/api/canteen/material_breakage/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    month: text(7, { computed: true, exact: true }),
    scope: choice('materialScope', computed),
    materialId: reference('canteenMaterial', computed),
    opening: integer(computed),
    closing: integer(computed),
    average: decimal(12, 1, computed),
    scrapped: integer(computed),
    rate: decimal(8, 2, computed),
  },
  titleFields: ['month', 'materialId'],
  list: {
    columns: ['month', 'scope', 'materialId', 'opening', 'closing', 'average', 'scrapped', 'rate'],
    filters: ['month', 'scope', 'materialId'],
    search: ['month'],
    order: '-month',
    charts: {
      rates: { by: 'month', only: { scope: 'all' }, measure: { of: 'rate', as: 'sum' }, series: 'values' },
      pieces: { by: 'month', only: { scope: 'all' }, measure: { of: 'scrapped', as: 'sum' }, series: 'values' },
    },
  },
})
