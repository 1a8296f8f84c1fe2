import { defineRecord } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
  dateTime,
  integer,
  longText,
  money,
  people,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

/** What a count comes to stands once it was submitted: until then a counter must not see it. */
const wasSubmitted = { field: 'state', op: 'in', value: ['review', 'posted'] } as const
const stateIs = (value: string) => ({ field: 'state', op: 'eq', value }) as const

/** 盘点: a count of a warehouse, which goes on working meanwhile (STK-54, E5). */
export const stockCount = defineRecord({
  name: 'stockCount',
  table: 'stock_count',
  path: '/api/stock/count/',
  permissions: { search: 'stock:Search', retrieve: 'stock:Retrieve', create: 'stock:Count', export: 'stock:Export' },
  scope: {},
  fields: {
    no: text(30, { computed: true }),
    warehouseId: reference('warehouse', { required: true }),
    category: choice('stockCategory'),
    countClass: choice('stockCountClass'),
    isBlind: boolean({ required: true, initial: true }),
    counterIds: people(10, { required: true }),
    dueDate: date({ required: true, min: 'today' }),
    secondAbove: money({ required: true, isRate: true, initial: '500.00' }),
    state: choice('stockCountState', { computed: true }),
    counted: integer({ computed: true }),
    total: integer({ computed: true }),
    gain: money({ computed: true, visibleWhen: wasSubmitted }),
    loss: money({ computed: true, visibleWhen: wasSubmitted }),
    comment: text(200, { computed: true }),
    headComment: text(200, { computed: true, visibleWhen: wasSubmitted }),
    approverId: person({ computed: true, visibleWhen: wasSubmitted }),
    approvedAt: dateTime({ computed: true, visibleWhen: wasSubmitted }),
  },
  titleFields: ['no'],
  list: {
    columns: [
      'no',
      'warehouseId',
      'category',
      'countClass',
      'dueDate',
      'counted',
      'total',
      'gain',
      'loss',
      'state',
      'approverId',
      'approvedAt',
    ],
    filters: ['state', 'warehouseId', 'dueDate'],
    search: ['no'],
  },
  actions: {
    submit: { permission: 'stock:Count', when: stateIs('counting'), intent: 'primary' },
    reopen: {
      permission: 'stock:Approve',
      when: stateIs('review'),
      fields: { comment: longText(2, 200, { required: true }) },
      intent: 'warning',
    },
    approve: {
      permission: 'stock:Approve',
      when: stateIs('review'),
      fields: { comment: longText(0, 200), headComment: longText(0, 200) },
      intent: 'success',
    },
    cancel: {
      permission: 'stock:Count',
      when: stateIs('counting'),
      fields: { comment: longText(2, 200, { required: true }) },
      intent: 'danger',
    },
  },
})
