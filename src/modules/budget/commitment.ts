import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, date, department, money, person, reference, text } from '#src/fields/field.ts'

/** Money that an approved ticket holds and that claims draw upon. Written only by the commitments ledger. */
export const commitment = defineRecord({
  name: 'commitment',
  table: 'commitment',
  path: '/api/budget/commitment/',
  permissions: permissionsFrom('budgetLine', 'export'),
  scope: { department: 'deptId', owner: 'applicantId' },
  fields: {
    ticketId: reference('ticket', { computed: true }),
    title: text(100, { computed: true }),
    kind: choice('commitmentKind', { computed: true }),
    deptId: department({ computed: true }),
    applicantId: person({ computed: true }),
    budgetLineId: reference('budgetLine', { computed: true }),
    projectId: reference('project', { computed: true }),
    amount: money({ computed: true }),
    used: money({ computed: true }),
    pending: money({ computed: true }),
    released: money({ computed: true }),
    remaining: money({ computed: true }),
    state: choice('commitmentState', { computed: true }),
    validUntil: date({ computed: true }),
  },
  titleFields: ['ticketId', 'title'],
  list: {
    columns: [
      'ticketId',
      'title',
      'state',
      'kind',
      'deptId',
      'amount',
      'used',
      'pending',
      'released',
      'remaining',
      'validUntil',
      'budgetLineId',
    ],
    filters: ['kind', 'state', 'deptId', 'budgetLineId', 'projectId', 'amount', 'validUntil'],
    search: ['title'],
  },
})
