/** 入库单, 出库单, 调拨 and 金额调整: four lists of one table, each with its own form (50.6). */
import { defineRecord } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  type Fields,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  quantity,
  reference,
  text,
} from '#src/fields/field.ts'
import { manualOutTypes } from '../documents/kinds.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const
const typeIs = (...value: string[]) => ({ field: 'type', op: 'in', value }) as const
const reason = longText(2, 200, { required: true })
const item = { itemId: reference('stockItem', { required: true }), size: text(20) } satisfies Fields
/** Whom goods come from or go back to: a vendor on file, or the name of one that is not. */
const vendorOf = (type: string) =>
  reference('vendor', { options: '/api/procurement/vendor/options/?state=active', visibleWhen: typeIs(type) })
const vendorName = (type: string) =>
  text(100, { visibleWhen: { all: [typeIs(type), { field: 'vendorId', op: 'empty' }] } })
const qty = quantity({ required: true, positive: true, max: 999_999, ofItem: 'itemId' })

/** What becomes of a document, the same for all. */
const course = {
  state: choice('stockDocState', { computed: true }),
  makerId: person({ computed: true }),
  approverId: person({ computed: true }),
  postedAt: dateTime({ computed: true }),
  comment: text(200, { computed: true }),
  voidReason: text(200, { computed: true }),
  ticketId: reference('ticket', { computed: true }),
} satisfies Fields
const head = {
  no: text(30, { computed: true }),
  docDate: date({ required: true, max: 'today', initial: 'today' }),
} satisfies Fields
/** The first item of the lines and how many there are; the list finds documents by any of their items. */
const content = {
  itemId: reference('stockItem', { computed: true }),
  lineCount: integer({ computed: true }),
} satisfies Fields
const sums = { qty: quantity({ computed: true }), value: money({ computed: true }) } satisfies Fields

const listed = {
  columns: [
    'no',
    'type',
    'warehouseId',
    'docDate',
    'itemId',
    'lineCount',
    'qty',
    'value',
    'state',
    'makerId',
    'approverId',
    'postedAt',
    'ticketId',
  ],
  filters: ['type', 'state', 'warehouseId', 'docDate', 'itemId', 'ticketId'],
  search: ['no', 'reason'],
} as const

const permissionsOf = <const P extends 'stock:InDoc' | 'stock:OutDoc' | 'stock:TransferDoc' | 'stock:Post'>(write: P) =>
  ({
    search: 'stock:Search',
    retrieve: 'stock:Retrieve',
    create: write,
    update: write,
    remove: write,
    export: 'stock:Export',
  }) as const

const locks = {
  update: stateIs('submitted', 'approved', 'inTransit', 'posted', 'voided'),
  remove: stateIs('submitted', 'approved', 'inTransit', 'posted', 'voided'),
}

/** Submitted by its maker, approved by another, posted; sent back or voided before that, and perhaps voided after it (STK-51, STK-52). */
const actionsOf = <
  const P extends 'stock:InDoc' | 'stock:OutDoc' | 'stock:TransferDoc' | 'stock:Post',
  const F extends Fields,
>(
  write: P,
  approval: F,
) =>
  ({
    submit: { permission: write, when: stateIs('draft'), intent: 'primary' },
    approve: {
      permission: 'stock:Approve',
      when: stateIs('submitted'),
      fields: { comment: longText(0, 200), ...approval },
      intent: 'success',
    },
    sendBack: {
      permission: 'stock:Approve',
      when: stateIs('submitted', 'approved'),
      fields: { reason },
      intent: 'warning',
    },
    void: {
      permission: 'stock:Void',
      when: stateIs('approved', 'inTransit', 'posted'),
      fields: { reason },
      intent: 'danger',
    },
  }) as const

/** S03.3: the approver has an approved document posted at once; otherwise a keeper posts it when the goods are in their place (SYS-12 keeps the right to post apart). */
const postAtOnce = { postNow: boolean({ initial: false }) } satisfies Fields
const post = { permission: 'stock:Post', when: stateIs('approved'), intent: 'success' } as const

export const stockIn = defineRecord({
  name: 'stockIn',
  table: 'stock_in',
  path: '/api/stock/in/',
  permissions: permissionsOf('stock:InDoc'),
  scope: {},
  fields: {
    ...head,
    type: choice('stockDocType', {
      required: true,
      initial: 'purchaseIn',
      only: ['purchaseIn', 'returnIn', 'otherIn', 'surplusIn', 'openingIn'],
    }),
    warehouseId: reference('warehouse', { required: true }),
    vendorId: vendorOf('purchaseIn'),
    vendor: vendorName('purchaseIn'),
    reason: longText(2, 200, { required: true }),
    lines: lines(
      {
        ...item,
        qty,
        price: money({ isRate: true, required: true, max: '9999999.99' }),
        amount: money({ computed: true }),
        priceNote: text(100),
        batchNo: text(40),
        produceDate: date({ max: 'today' }),
        expireDate: date(),
        bin: text(20),
        demandId: reference('purchaseDemand', {
          visibleWhen: typeIs('purchaseIn'),
          options: '/api/stock/demand/choices/',
        }),
      },
      { min: 1, max: 200, required: true },
    ),
    files: files(10),
    ...content,
    ...sums,
    ...course,
  },
  titleFields: ['no'],
  list: { ...listed, charts: { types: { by: 'type', measure: { of: 'value', as: 'sum' } } } },
  locks,
  actions: { ...actionsOf('stock:InDoc', postAtOnce), post },
})

export const stockOut = defineRecord({
  name: 'stockOut',
  table: 'stock_out',
  path: '/api/stock/out/',
  permissions: permissionsOf('stock:OutDoc'),
  scope: {},
  fields: {
    ...head,
    type: choice('stockDocType', {
      required: true,
      initial: 'scrapOut',
      only: [...manualOutTypes, 'issueOut', 'lossOut'],
    }),
    warehouseId: reference('warehouse', { required: true }),
    vendorId: vendorOf('returnOut'),
    vendor: vendorName('returnOut'),
    receiptId: reference('stockIn', {
      visibleWhen: typeIs('returnOut'),
      options: '/api/stock/in/options/?state=posted',
    }),
    reason: longText(2, 200, { required: true }),
    lines: lines(
      { ...item, batchId: reference('stockBatch'), qty, reason: text(100) },
      { min: 1, max: 200, required: true },
    ),
    files: files(10, { required: typeIs('scrapOut', 'otherOut') }),
    ...content,
    ...sums,
    ...course,
  },
  titleFields: ['no'],
  list: { ...listed, charts: { types: { by: 'type', measure: { of: 'value', as: 'sum' } } } },
  locks,
  actions: { ...actionsOf('stock:OutDoc', postAtOnce), post },
})

export const stockTransfer = defineRecord({
  name: 'stockTransfer',
  table: 'stock_transfer',
  path: '/api/stock/transfer/',
  permissions: permissionsOf('stock:TransferDoc'),
  scope: {},
  fields: {
    ...head,
    type: choice('stockDocType', { computed: true }),
    warehouseId: reference('warehouse', { required: true }),
    toWarehouseId: reference('warehouse', { required: true }),
    reason: longText(2, 200),
    lines: lines(
      { ...item, batchId: reference('stockBatch'), qty, reason: text(100) },
      { min: 1, max: 200, required: true },
    ),
    receivedAt: dateTime({ computed: true }),
    ...content,
    ...sums,
    ...course,
  },
  titleFields: ['no'],
  list: {
    columns: [
      'no',
      'warehouseId',
      'toWarehouseId',
      'docDate',
      'itemId',
      'lineCount',
      'qty',
      'value',
      'state',
      'makerId',
      'approverId',
      'postedAt',
      'receivedAt',
    ],
    filters: ['state', 'warehouseId', 'toWarehouseId', 'docDate', 'itemId'],
    search: ['no', 'reason'],
  },
  locks,
  actions: {
    ...actionsOf('stock:TransferDoc', {}),
    send: { permission: 'stock:Post', when: stateIs('approved'), intent: 'success' },
    receive: {
      permission: 'stock:TransferDoc',
      when: stateIs('inTransit'),
      fields: {
        lines: lines(
          {
            itemId: reference('stockItem', { required: true }),
            size: text(20),
            qty: quantity({ required: true, min: 0, max: 999_999, ofItem: 'itemId' }),
          },
          { min: 0, max: 200 },
        ),
        reason: longText(0, 200),
      },
      intent: 'success',
    },
  },
})

export const stockAdjust = defineRecord({
  name: 'stockAdjust',
  table: 'stock_adjust',
  path: '/api/stock/adjust/',
  permissions: permissionsOf('stock:Post'),
  scope: {},
  fields: {
    ...head,
    type: choice('stockDocType', { computed: true }),
    warehouseId: reference('warehouse', { required: true }),
    reason: longText(5, 200, { required: true }),
    lines: lines(
      { ...item, change: decimal(14, 2, { required: true, min: '-9999999.99', max: '9999999.99' }), reason: text(100) },
      { min: 1, max: 200, required: true },
    ),
    files: files(10),
    ...content,
    value: money({ computed: true }),
    ...course,
  },
  titleFields: ['no'],
  list: {
    columns: [
      'no',
      'warehouseId',
      'docDate',
      'itemId',
      'lineCount',
      'value',
      'state',
      'makerId',
      'approverId',
      'postedAt',
      'reason',
    ],
    filters: ['state', 'warehouseId', 'docDate', 'itemId'],
    search: ['no', 'reason'],
  },
  locks,
  actions: { ...actionsOf('stock:Post', postAtOnce), post },
})
