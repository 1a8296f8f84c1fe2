import { defineRecord } from '#src/define/record.ts'
import { choice, date, dateTime, department, longText, person, quantity, reference, text } from '#src/fields/field.ts'

/** What has to come back of what was issued (E4, STK-43): a row for each issued part. Its state is `recovery` once less came back. */
export const supplyReturn = defineRecord({
  name: 'supplyReturn',
  table: 'supply_return',
  path: '/api/supplies/return/',
  permissions: {
    search: 'supplyRequest:ReturnIn',
    retrieve: 'supplyRequest:ReturnIn',
    export: 'supplyRequest:ReturnIn',
  },
  scope: { department: 'deptId', owner: 'userId' },
  fields: {
    kind: choice('supplyReturnKind', { computed: true }),
    itemId: reference('stockItem', { computed: true }),
    userId: person({ computed: true }),
    deptId: department({ computed: true }),
    qty: quantity({ computed: true, ofItem: 'itemId' }),
    returnedQty: quantity({ computed: true, ofItem: 'itemId' }),
    dueAt: date({ computed: true }),
    reason: text(200, { computed: true }),
    state: choice('supplyReturnState', { computed: true }),
    returnedAt: dateTime({ computed: true }),
    ticketId: reference('ticket', { computed: true }),
  },
  titleFields: ['itemId', 'userId'],
  list: {
    columns: [
      'kind',
      'itemId',
      'userId',
      'deptId',
      'qty',
      'returnedQty',
      'dueAt',
      'state',
      'reason',
      'returnedAt',
      'ticketId',
    ],
    filters: ['state', 'kind', 'deptId', 'userId', 'itemId', 'dueAt'],
    search: ['reason'],
  },
  actions: {
    confirm: {
      permission: 'supplyRequest:ReturnIn',
      when: { field: 'state', op: 'ne', value: 'returned' },
      intent: 'primary',
      fields: {
        cameBack: quantity({ required: true, min: 0, max: 9999 }),
        note: longText(2, 200),
      },
    },
  },
})
