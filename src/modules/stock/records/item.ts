import { defineRecord } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
  department,
  files,
  integer,
  lines,
  money,
  people,
  quantity,
  reference,
  text,
} from '#src/fields/field.ts'

const managed = {
  search: 'stock:Search',
  retrieve: 'stock:Retrieve',
  create: 'stock:Create',
  update: 'stock:Update',
  remove: 'stock:Delete',
  export: 'stock:Export',
} as const
const isClothing = { field: 'category', op: 'eq', value: 'clothing' } as const
const isPart = { field: 'category', op: 'eq', value: 'electronicParts' } as const
const isGear = { field: 'category', op: 'in', value: ['clothing', 'equipment'] } as const
const isYielding = { field: 'partKind', op: 'in', value: ['toner', 'drum'] } as const
/** The field that says in how many places the item is counted. */
const placesIn = 'qtyPlaces'
const isMedical = { field: 'category', op: 'eq', value: 'medical' } as const

/** What is kept in stock (95.5), counted in its unit with its places. */
export const stockItem = defineRecord({
  name: 'stockItem',
  table: 'stock_item',
  path: '/api/stock/item/',
  permissions: { ...managed, import: 'stock:Import' },
  scope: {},
  fields: {
    code: text(20, { computed: true }),
    name: text(60, { required: true, min: 2 }),
    spec: text(60),
    category: choice('stockCategory', { required: true, initial: 'officeSupplies' }),
    unit: text(10, { required: true }),
    qtyPlaces: choice('stockQtyPlaces', { required: true, initial: '0' }),
    barcode: text(40),
    packUnit: text(10),
    packQty: integer({ min: 2, max: 9999 }),
    maxPerRequest: quantity({ required: true, positive: true, max: 999, initial: 10, placesIn }),
    minStock: quantity({ required: true, min: 0, max: 999_999, initial: 0, placesIn }),
    maxStock: quantity({ required: true, min: 0, max: 999_999, initial: 0, placesIn }),
    price: money({ isRate: true, required: true, initial: '0.00' }),
    batchManaged: boolean({ required: true, initial: false }),
    expiryManaged: boolean({ required: true, initial: false }),
    oneHolder: boolean({ required: true, initial: false }),
    controlled: boolean({ required: true, initial: false, visibleWhen: isMedical }),
    auxiliary: boolean({ required: true, initial: false }),
    picture: files(1, { pictures: true }),
    sizeList: text(200, { visibleWhen: isClothing }),
    sizeKind: choice('clothingSizeKind', { visibleWhen: isClothing }),
    compatibleModels: text(400, { visibleWhen: isPart }),
    partKind: choice('stockPartKind', { visibleWhen: isPart }),
    ratedYield: integer({ min: 1, max: 9_999_999, visibleWhen: isYielding }),
    standardItemId: reference('standardItem', { visibleWhen: isGear }),
    serialManaged: boolean({ required: true, initial: false, visibleWhen: isGear }),
    countClass: choice('stockCountClass', { required: true, initial: 'C' }),
    barcodes: lines(
      {
        code: text(40, { required: true }),
        size: text(20),
        packQty: integer({ required: true, min: 1, max: 9999, initial: 1 }),
      },
      { min: 0, max: 20 },
    ),
    substitutes: lines({ itemId: reference('stockItem', { required: true }) }, { min: 0, max: 10 }),
    openingWarehouseId: reference('warehouse'),
    openingQty: quantity({ positive: true, max: 999_999, placesIn }),
    openingAmount: money(),
    openingExpireDate: date(),
    available: quantity({ computed: true, placesIn }),
    isBelowMin: boolean({ computed: true }),
    countedOn: date({ computed: true }),
    countDueAt: date({ computed: true }),
    state: choice('stockState', { computed: true }),
  },
  titleFields: ['name', 'spec'],
  list: {
    columns: [
      'code',
      'name',
      'spec',
      'category',
      'unit',
      'state',
      'available',
      'minStock',
      'maxStock',
      'maxPerRequest',
      'price',
      'countClass',
      'countDueAt',
    ],
    filters: ['category', 'state', 'isBelowMin', 'countClass', 'countDueAt', 'batchManaged', 'expiryManaged'],
    search: ['code', 'name', 'spec', 'barcode'],
    order: 'code',
    charts: { categories: { by: 'category' } },
  },
  related: [
    { record: 'stockBalance', by: 'itemId' },
    { record: 'stockBatch', by: 'itemId' },
    { record: 'stockEntry', by: 'itemId' },
    { record: 'stockIssue', by: 'itemId' },
  ],
  naturalKey: ['name', 'spec'],
  actions: {
    disable: { permission: 'stock:Update', when: { field: 'state', op: 'eq', value: 'active' }, intent: 'warning' },
    enable: { permission: 'stock:Update', when: { field: 'state', op: 'eq', value: 'disabled' } },
  },
})

/** Where stock is held (95.5). */
export const warehouse = defineRecord({
  name: 'warehouse',
  table: 'warehouse',
  path: '/api/stock/warehouse/',
  permissions: managed,
  scope: {},
  fields: {
    name: text(40, { required: true, min: 2 }),
    deptId: department({ required: true }),
    keeperIds: people(10, { required: true }),
    address: text(120, { required: true, min: 2 }),
    bins: lines(
      { code: text(20, { required: true }), walkOrder: integer({ required: true, min: 0, max: 9999, initial: 0 }) },
      { min: 0, max: 500 },
    ),
    state: choice('stockState', { computed: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'deptId', 'keeperIds', 'address', 'state'],
    filters: ['deptId', 'state'],
    search: ['name', 'address'],
    order: 'name',
  },
  actions: {
    disable: { permission: 'stock:Update', when: { field: 'state', op: 'eq', value: 'active' }, intent: 'warning' },
    enable: { permission: 'stock:Update', when: { field: 'state', op: 'eq', value: 'disabled' } },
  },
})
