import type { Problems } from '#src/define/problem.ts'
import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  dateTime,
  department,
  files,
  integer,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const isDraft = { field: 'state', op: 'eq', value: 'draft' } as const
const isApproved = { field: 'state', op: 'eq', value: 'approved' } as const

/** What `GET /api/budget/adjust/check/` says of a document that is being written. */
export interface AdjustCheck {
  readonly problems: Problems
  /** What the line money leaves would still have, in yuan; null without line or amount. */
  readonly from: string | null
  /** What the line it reaches would have. */
  readonly to: string | null
}

/** A document that adds to a line or moves money between two (30.2); the ledger moves when it is approved. */
export const budgetAdjust = defineRecord({
  name: 'budgetAdjust',
  table: 'budget_adjust',
  path: '/api/budget/adjust/',
  permissions: {
    search: 'budgetLine:Search',
    retrieve: 'budgetLine:Retrieve',
    create: 'budgetLine:Adjust',
    update: 'budgetLine:Adjust',
    remove: 'budgetLine:Adjust',
    export: 'budgetLine:Export',
  },
  scope: { department: 'deptId' },
  fields: {
    fromLineId: reference('budgetLine'),
    toLineId: reference('budgetLine', { required: true }),
    deptId: department({ computed: true }),
    amount: money({ required: true, positive: true, max: '99999999.99' }),
    reason: longText(5, 300, { required: true }),
    docNo: text(40, { required: true, min: 2 }),
    file: files(3, { required: true }),
    state: choice('budgetAdjustState', { computed: true }),
    approvedBy: person({ computed: true }),
    approvedAt: dateTime({ computed: true }),
  },
  titleFields: ['docNo', 'amount'],
  list: {
    columns: ['docNo', 'fromLineId', 'toLineId', 'deptId', 'amount', 'reason', 'state', 'approvedBy', 'approvedAt'],
    filters: ['state', 'deptId', 'amount', 'fromLineId', 'toLineId'],
    search: ['docNo', 'reason'],
  },
  locks: { update: isApproved, remove: isApproved },
  actions: { approve: { permission: 'budgetLine:Transfer', when: isDraft, intent: 'primary' } },
})

/** A budget year: prepared, executed, closed (30.1). */
export const budgetYear = defineRecord({
  name: 'budgetYear',
  table: 'budget_year',
  path: '/api/budget/year/',
  permissions: permissionsFrom('budgetLine'),
  scope: {},
  fields: {
    year: integer({ computed: true }),
    state: choice('budgetYearState', { computed: true }),
    controlTotal: money({ computed: true }),
    approved: money({ computed: true }),
    frozen: money({ computed: true }),
    used: money({ computed: true }),
    openAt: dateTime({ computed: true }),
    closeAt: dateTime({ computed: true }),
  },
  titleFields: ['year'],
  list: {
    columns: ['year', 'state', 'controlTotal', 'approved', 'frozen', 'used', 'openAt', 'closeAt'],
    filters: ['state'],
    search: [],
    order: '-year',
  },
  actions: {
    control: {
      permission: 'yearPlan:Publish',
      when: { field: 'state', op: 'ne', value: 'closed' },
      fields: { controlTotal: money({ required: true, positive: true }) },
    },
    open: {
      permission: 'budgetLine:Lock',
      when: { field: 'state', op: 'in', value: ['preparing', 'reviewing'] },
      intent: 'primary',
    },
    close: { permission: 'budgetLine:Lock', when: { field: 'state', op: 'eq', value: 'executing' }, intent: 'danger' },
  },
})

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/budget/adjust/check/': AdjustCheck
  }
}
