import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, dateTime, decimal, department, integer, longText, money, text } from '#src/fields/field.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** What a department asks for in a year (30.2). Its lines have their own calls, since they are written as one sheet. */
export const yearPlan = defineRecord({
  name: 'yearPlan',
  table: 'year_plan',
  path: '/api/budget/year_plan/',
  permissions: permissionsFrom('yearPlan', 'create', 'update', 'remove', 'export'),
  scope: { department: 'deptId' },
  fields: {
    year: integer({ required: true, immutable: true, min: 2000, max: 2100 }),
    deptId: department({ required: true, immutable: true }),
    basis: longText(10, 1000, { required: true }),
    headcount: integer({ computed: true }),
    submitAmount: money({ computed: true }),
    reviewedAmount: money({ computed: true }),
    publishedAmount: money({ computed: true }),
    lastYearApproved: money({ computed: true }),
    lastYearExec: money({ computed: true }),
    change: decimal(9, 1, { computed: true }),
    state: choice('yearPlanState', { computed: true }),
    submittedAt: dateTime({ computed: true }),
    reviewNote: text(500, { computed: true }),
    publishedAt: dateTime({ computed: true }),
  },
  titleFields: ['year', 'deptId'],
  list: {
    columns: [
      'year',
      'deptId',
      'submitAmount',
      'reviewedAmount',
      'publishedAmount',
      'lastYearExec',
      'change',
      'state',
      'submittedAt',
    ],
    filters: ['year', 'state', 'deptId'],
    search: [],
    order: '-year',
  },
  locks: {
    update: stateIs('submitted', 'reviewed', 'published'),
    remove: stateIs('submitted', 'reviewed', 'published'),
  },
  actions: {
    submit: { permission: 'yearPlan:Submit', when: stateIs('draft', 'returned'), intent: 'primary' },
    publish: { permission: 'yearPlan:Publish', when: stateIs('reviewed'), intent: 'success' },
    reopen: { permission: 'yearPlan:Reopen', when: stateIs('submitted', 'reviewed'), intent: 'warning' },
  },
})
