import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, decimal, department, integer, money, reference, text } from '#src/fields/field.ts'

const tolerates = { field: 'controlMode', op: 'eq', value: 'tolerance' } as const

/** A budget line (30.1). Its figures move only through the budget ledger (BUD-02). */
export const budgetLine = defineRecord({
  name: 'budgetLine',
  table: 'budget_line',
  path: '/api/budget/line/',
  permissions: permissionsFrom('budgetLine', 'export'),
  scope: { department: 'deptId' },
  fields: {
    year: integer({ computed: true }),
    deptId: department({ computed: true }),
    scope: choice('budgetScope', { computed: true }),
    subjectCode: choice('budgetSubject', { computed: true }),
    kind: choice('budgetKind', { computed: true }),
    projectId: reference('project', { computed: true }),
    fundSource: choice('fundSource', { computed: true }),
    controlMode: choice('controlMode', { computed: true }),
    tolerancePct: decimal(5, 2, { computed: true }),
    approved: money({ computed: true }),
    adjust: money({ computed: true }),
    frozen: money({ computed: true }),
    used: money({ computed: true }),
    available: money({ computed: true }),
    rate: decimal(6, 1, { computed: true }),
    state: choice('budgetLineState', { computed: true }),
  },
  titleFields: ['year', 'subjectCode', 'deptId', 'projectId'],
  list: {
    columns: [
      'year',
      'deptId',
      'subjectCode',
      'state',
      'approved',
      'adjust',
      'frozen',
      'used',
      'available',
      'rate',
      'projectId',
      'scope',
      'fundSource',
    ],
    filters: ['year', 'deptId', 'subjectCode', 'projectId', 'scope', 'fundSource', 'state'],
    search: [],
    order: '-year',
    charts: {
      departments: { by: 'deptId', measure: { of: 'used', as: 'sum' } },
      subjects: { by: 'subjectCode', measure: { of: 'used', as: 'sum' } },
    },
  },
  actions: {
    control: {
      permission: 'budgetLine:Lock',
      when: { field: 'state', op: 'eq', value: 'active' },
      fields: {
        controlMode: choice('controlMode', { required: true }),
        tolerancePct: decimal(5, 2, { min: '0', max: '100', visibleWhen: tolerates }),
      },
    },
    lock: { permission: 'budgetLine:Lock', when: { field: 'state', op: 'eq', value: 'active' }, intent: 'warning' },
    unlock: { permission: 'budgetLine:Lock', when: { field: 'state', op: 'eq', value: 'locked' } },
  },
})

/** Every movement of money on a line, append-only (INV-03). */
export const budgetEntry = defineRecord({
  name: 'budgetEntry',
  table: 'budget_ledger',
  path: '/api/budget/ledger/',
  permissions: { search: 'budgetLine:Retrieve', retrieve: 'budgetLine:Retrieve', export: 'budgetLine:Export' },
  scope: { department: 'deptId' },
  appendOnly: true,
  fields: {
    at: { kind: 'dateTime', computed: true },
    lineId: reference('budgetLine', { computed: true }),
    deptId: department({ computed: true }),
    type: choice('budgetEntryType', { computed: true }),
    amount: money({ computed: true }),
    balanceAfter: money({ computed: true }),
    ticketId: reference('ticket', { computed: true }),
    note: text(500, { computed: true }),
  },
  titleFields: ['type', 'amount'],
  list: {
    columns: ['at', 'lineId', 'deptId', 'type', 'amount', 'balanceAfter', 'ticketId', 'note'],
    filters: ['lineId', 'type', 'at', 'deptId', 'ticketId'],
    search: ['note'],
    order: '-at',
  },
})
