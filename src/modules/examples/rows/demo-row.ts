import { defineRecord, type RecordDefinition } from '#src/define/record.ts'
import { choice, date, integer, money, person, text } from '#src/fields/field.ts'

const computed = { computed: true } as const

/** A row of the example table; amount, state and remark are edited in place (10.7). */
export const demoRow: RecordDefinition = defineRecord({
  name: 'demoRow',
  table: 'demo_row',
  path: '/api/system/demo_row/',
  permissions: {
    search: 'dataTableDemo:Search',
    retrieve: 'dataTableDemo:Search',
    update: 'dataTableDemo:Update',
    export: 'dataTableDemo:Export',
  },
  scope: {},
  fields: {
    place: integer(computed),
    name: text(40, computed),
    deptName: text(40, computed),
    amount: money({ required: true, max: '999999.99' }),
    ratio: integer(computed),
    state: choice('demoState', { required: true }),
    startDate: date(computed),
    ownerId: person(computed),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'deptName', 'amount', 'ratio', 'state', 'startDate', 'ownerId'],
    filters: ['state', 'deptName', 'amount', 'startDate', 'ownerId'],
    search: ['name', 'deptName'],
    order: 'place',
    charts: {
      amounts: { by: 'state', measure: { of: 'amount', as: 'sum' } },
      states: { by: 'state' },
    },
  },
  form: ['amount', 'state'],
})
