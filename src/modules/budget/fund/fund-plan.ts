import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  date,
  decimal,
  department,
  files,
  integer,
  lines,
  longText,
  money,
  reference,
  text,
} from '#src/fields/field.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const
const line = reference('budgetLine', { required: true, options: '/api/budget/line/choices/' })
const shown = { computed: true } as const

/** What a department means to pay in a period (30.3). */
export const fundPlan = defineRecord({
  name: 'fundPlan',
  table: 'fund_plan',
  path: '/api/budget/fund_plan/',
  permissions: permissionsFrom('fundPlan', 'create', 'update', 'remove', 'export'),
  scope: { department: 'deptId' },
  fields: {
    no: text(20, shown),
    year: integer({ required: true, immutable: true, min: 2000, max: 2100 }),
    periodType: choice('fundPeriod', { required: true, immutable: true, initial: 'month' }),
    period: integer({ required: true, immutable: true, min: 1, max: 12 }),
    deptId: department(shown),
    items: lines(
      {
        budgetLineId: line,
        planAmount: money({ required: true, positive: true, max: '99999999.99' }),
        planDate: date({ required: true }),
        payeeType: choice('payeeType', { required: true, initial: 'corporate' }),
        purpose: text(100, { required: true, min: 2 }),
        approvedAmount: money(shown),
      },
      { min: 1, max: 100, required: true },
    ),
    explain: longText(10, 500),
    attachments: files(10),
    planAmount: money(shown),
    approvedAmount: money(shown),
    actual: money(shown),
    execRate: decimal(7, 1, shown),
    state: choice('fundPlanState', shown),
    reason: text(300, shown),
    starts: date(shown),
    ends: date(shown),
  },
  titleFields: ['no', 'deptId'],
  list: {
    columns: [
      'no',
      'year',
      'periodType',
      'period',
      'deptId',
      'planAmount',
      'approvedAmount',
      'actual',
      'execRate',
      'state',
    ],
    filters: ['year', 'periodType', 'period', 'deptId', 'state', 'execRate'],
    search: ['no'],
    order: '-starts',
  },
  locks: {
    update: stateIs('submitted', 'approved', 'executing', 'closed'),
    remove: stateIs('submitted', 'approved', 'executing', 'closed'),
  },
  actions: {
    submit: { permission: 'fundPlan:Submit', when: stateIs('draft', 'returned'), intent: 'primary' },
    approve: {
      permission: 'fundPlan:Review',
      when: stateIs('submitted'),
      intent: 'success',
      fields: {
        items: lines(
          {
            budgetLineId: reference('budgetLine', shown),
            purpose: text(100, shown),
            planAmount: money(shown),
            approvedAmount: money({ required: true }),
          },
          { min: 1, max: 100, required: true },
        ),
      },
    },
    sendBack: {
      permission: 'fundPlan:Review',
      when: stateIs('submitted'),
      intent: 'warning',
      fields: { reason: longText(5, 300, { required: true }) },
    },
    close: { permission: 'fundPlan:Close', when: stateIs('approved', 'executing'), intent: 'danger' },
  },
})
