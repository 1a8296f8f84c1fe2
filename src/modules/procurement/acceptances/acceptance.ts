import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  date,
  department,
  files,
  integer,
  lines,
  longText,
  money,
  people,
  person,
  quantity,
  reference,
  text,
} from '#src/fields/field.ts'

const computed = { computed: true } as const
const permissions = permissionsFrom('purchase', 'export')

/** What the vendor brought, each time. */
export const purchaseDelivery = defineRecord({
  name: 'purchaseDelivery',
  table: 'purchase_delivery',
  path: '/api/procurement/delivery/',
  permissions,
  scope: { department: 'deptId', owner: 'ownerId' },
  fields: {
    purchaseId: reference('purchase', computed),
    deliveredOn: date(computed),
    note: longText(0, 500, computed),
    file: files(10, computed),
    deptId: department(computed),
    ownerId: person(computed),
  },
  titleFields: ['purchaseId', 'deliveredOn'],
  list: {
    columns: ['purchaseId', 'deliveredOn', 'note', 'deptId'],
    filters: ['purchaseId', 'deliveredOn', 'deptId'],
    search: ['note'],
    order: '-deliveredOn',
  },
})

/** What a panel took of it, and what became of it. */
export const purchaseAcceptance = defineRecord({
  name: 'purchaseAcceptance',
  table: 'purchase_acceptance',
  path: '/api/procurement/acceptance/',
  permissions,
  scope: { department: 'deptId', owner: 'ownerId' },
  fields: {
    purchaseId: reference('purchase', computed),
    acceptedOn: date(computed),
    result: choice('acceptanceResult', computed),
    panel: people(15, computed),
    lines: lines({ name: text(100), qty: quantity(), serials: longText(0, 4000) }, { ...computed, min: 0, max: 100 }),
    amount: money(computed),
    note: longText(0, 500, computed),
    file: files(10, computed),
    stockDocId: reference('stockIn', computed),
    assetCount: integer(computed),
    deptId: department(computed),
    ownerId: person(computed),
  },
  titleFields: ['purchaseId', 'acceptedOn'],
  list: {
    columns: ['purchaseId', 'acceptedOn', 'result', 'amount', 'panel', 'stockDocId', 'assetCount', 'deptId'],
    filters: ['result', 'acceptedOn', 'purchaseId', 'deptId'],
    search: ['note'],
    order: '-acceptedOn',
  },
})
