import { defineRecord } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
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
const reading = { search: 'ingredient:Search', retrieve: 'ingredient:Retrieve', export: 'ingredient:Export' } as const
const MAX_LINES = 60
const qty = decimal(10, 3, { required: true, min: '0.001' })
const batch = reference('ingredientBatch', { options: '/api/canteen/ingredient_batch/options/?isEmpty=false' })

/** 验收入库: a delivery, checked by two people; what is rejected does not come in (CAN-12). */
export const ingredientReceipt = defineRecord({
  name: 'ingredientReceipt',
  table: 'ingredient_receipt',
  path: '/api/canteen/ingredient_receipt/',
  permissions: { ...reading, create: 'ingredient:Receive' },
  scope: {},
  fields: {
    docNo: text(30, computed),
    vendorId: reference('vendor', {
      required: true,
      options: '/api/procurement/vendor/options/?state=active&isCanteen=true',
    }),
    deliveredAt: dateTime({ required: true }),
    receiverId: person(computed),
    receiver2Id: person({ required: true }),
    lines: lines(
      {
        ingredientId: reference('ingredient', { required: true }),
        inspection: choice('ingredientInspection', { required: true, initial: 'ok' }),
        qty,
        price: money({ isRate: true, required: true, max: '99999.99' }),
        amount: money(computed),
        produceDate: date({ required: true, max: 'today', initial: 'today' }),
        expireDate: date(),
        batchNo: text(40),
        priceNote: text(100),
        certFiles: files(3),
        photo: files(3),
      },
      { required: true, min: 1, max: MAX_LINES },
    ),
    amount: money(computed),
    rejected: integer(computed),
  },
  titleFields: ['docNo'],
  list: {
    columns: ['docNo', 'deliveredAt', 'vendorId', 'amount', 'rejected', 'receiverId', 'receiver2Id'],
    filters: ['deliveredAt', 'vendorId'],
    search: ['docNo'],
    order: '-deliveredAt',
    charts: { vendors: { by: 'vendorId', measure: { of: 'amount', as: 'sum' } } },
  },
})

/** 领用出库: for a menu, whose needs it takes over, or directly with a reason. */
export const ingredientIssue = defineRecord({
  name: 'ingredientIssue',
  table: 'ingredient_issue',
  path: '/api/canteen/ingredient_issue/',
  permissions: { ...reading, create: 'ingredient:Issue' },
  scope: {},
  fields: {
    docNo: text(30, computed),
    menuId: reference('menuPlan'),
    reason: longText(2, 200, { required: { field: 'menuId', op: 'empty' } }),
    lines: lines(
      {
        ingredientId: reference('ingredient', { required: true }),
        qty,
        batchId: batch,
        orderNote: text(100),
        amount: money(computed),
      },
      { min: 0, max: MAX_LINES, required: { field: 'menuId', op: 'empty' } },
    ),
    amount: money(computed),
    createdAt: dateTime(computed),
    createdBy: person(computed),
  },
  titleFields: ['docNo'],
  list: {
    columns: ['docNo', 'createdAt', 'menuId', 'reason', 'amount', 'createdBy'],
    filters: ['createdAt', 'menuId'],
    search: ['docNo', 'reason'],
    order: '-createdAt',
  },
})

/** 报损: thrown away, with a photo; above a value with what a leader says (50.2). */
export const ingredientWaste = defineRecord({
  name: 'ingredientWaste',
  table: 'ingredient_waste',
  path: '/api/canteen/ingredient_waste/',
  permissions: { ...reading, create: 'ingredient:Waste' },
  scope: {},
  fields: {
    docNo: text(30, computed),
    wasteReason: choice('ingredientWasteReason', { required: true }),
    lines: lines(
      {
        ingredientId: reference('ingredient', { required: true }),
        qty,
        batchId: { ...batch, required: true },
        amount: money(computed),
      },
      { required: true, min: 1, max: MAX_LINES },
    ),
    amount: money(computed),
    photo: files(3, { required: true }),
    note: longText(2, 200),
    createdAt: dateTime(computed),
    createdBy: person(computed),
  },
  titleFields: ['docNo'],
  list: {
    columns: ['docNo', 'createdAt', 'wasteReason', 'amount', 'note', 'createdBy'],
    filters: ['createdAt', 'wasteReason'],
    search: ['docNo'],
    order: '-createdAt',
    charts: { reasons: { by: 'wasteReason', measure: { of: 'amount', as: 'sum' } } },
  },
})

const inReview = { field: 'state', op: 'eq', value: 'review' } as const

/** 盘点: nothing is locked (E5); the difference at the moment of the count is posted, a large one once a second person agrees. */
export const ingredientCount = defineRecord({
  name: 'ingredientCount',
  table: 'ingredient_count',
  path: '/api/canteen/ingredient_count/',
  permissions: { ...reading, create: 'ingredient:Count' },
  scope: {},
  fields: {
    state: choice('ingredientCountState', computed),
    lines: lines(
      {
        batchId: { ...batch, required: true },
        countedQty: decimal(10, 3, { required: true, min: '0' }),
        diffReason: text(200, { min: 5 }),
        bookQty: decimal(13, 3, computed),
        value: money(computed),
      },
      { required: true, min: 1, max: 200 },
    ),
    bookValue: money(computed),
    difference: money(computed),
    approverId: person(computed),
    approvedAt: dateTime(computed),
    note: text(200, computed),
    createdAt: dateTime(computed),
    createdBy: person(computed),
  },
  titleFields: ['createdAt', 'createdBy'],
  list: {
    columns: ['createdAt', 'createdBy', 'state', 'bookValue', 'difference', 'approverId', 'approvedAt', 'note'],
    filters: ['state', 'createdAt'],
    search: ['note'],
    order: '-createdAt',
  },
  actions: {
    approve: { permission: 'stock:Approve', when: inReview, intent: 'success', fields: { note: text(200) } },
    reject: {
      permission: 'stock:Approve',
      when: inReview,
      intent: 'danger',
      fields: { note: longText(2, 200, { required: true }) },
    },
  },
})

/** 批次: with the date by which an opened pack is used, and holds. */
export const ingredientBatch = defineRecord({
  name: 'ingredientBatch',
  table: 'ingredient_batch',
  path: '/api/canteen/ingredient_batch/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    state: choice('ingredientBatchState', computed),
    ingredientId: reference('ingredient', computed),
    category: choice('ingredientCategory', computed),
    batchNo: text(40, computed),
    qty: decimal(13, 3, computed),
    value: money(computed),
    produceDate: date(computed),
    expireDate: date(computed),
    openedOn: date(computed),
    useBy: date(computed),
    receivedOn: date(computed),
    holdReason: text(200, computed),
    isEmpty: boolean(computed),
  },
  titleFields: ['ingredientId', 'batchNo'],
  list: {
    columns: [
      'state',
      'ingredientId',
      'batchNo',
      'qty',
      'value',
      'useBy',
      'expireDate',
      'openedOn',
      'produceDate',
      'receivedOn',
      'holdReason',
    ],
    filters: ['state', 'ingredientId', 'category', 'useBy', 'isEmpty'],
    search: ['batchNo'],
    order: 'useBy',
    charts: { categories: { by: 'category', measure: { of: 'value', as: 'sum' } } },
  },
  actions: {
    open: {
      permission: 'ingredient:Update',
      when: { field: 'openedOn', op: 'empty' },
      fields: { days: integer({ required: true, min: 0, max: 365, initial: 3 }) },
    },
    hold: {
      permission: 'ingredient:Update',
      when: { field: 'holdReason', op: 'empty' },
      intent: 'warning',
      fields: { reason: longText(2, 200, { required: true }) },
    },
    lift: {
      permission: 'ingredient:Update',
      when: { field: 'holdReason', op: 'notEmpty' },
      fields: { reason: longText(2, 200, { required: true }) },
    },
  },
})

/** 流水: every movement, in the order of the ledger. */
export const ingredientEntry = defineRecord({
  name: 'ingredientEntry',
  table: 'ingredient_entry',
  path: '/api/canteen/ingredient_entry/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    at: dateTime(computed),
    ingredientId: reference('ingredient', computed),
    batchNo: text(40, computed),
    type: choice('ingredientEntryType', computed),
    qty: decimal(15, 3, computed),
    value: money(computed),
    qtyAfter: decimal(15, 3, computed),
    docNo: text(30, computed),
    reason: text(200, computed),
    byUser: person(computed),
  },
  titleFields: ['docNo'],
  list: {
    columns: ['at', 'ingredientId', 'batchNo', 'type', 'qty', 'value', 'qtyAfter', 'docNo', 'reason', 'byUser'],
    filters: ['at', 'ingredientId', 'type'],
    search: ['docNo', 'batchNo'],
    order: '-at',
  },
})

/** 月度成本 (CAN-15). */
export const ingredientMonth = defineRecord({
  name: 'ingredientMonth',
  table: 'ingredient_month',
  path: '/api/canteen/ingredient_month/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    month: text(7, { computed: true, exact: true }),
    opening: money(computed),
    inValue: money(computed),
    closing: money(computed),
    waste: money(computed),
    counted: money(computed),
    cost: money(computed),
  },
  titleFields: ['month'],
  list: {
    columns: ['month', 'opening', 'inValue', 'closing', 'waste', 'cost', 'counted'],
    filters: ['month'],
    search: ['month'],
    order: '-month',
    charts: { months: { by: 'month', measure: { of: 'cost', as: 'sum' }, series: 'values' } },
  },
})
