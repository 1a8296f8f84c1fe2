import { defineApplication } from '#src/define/application.ts'
import { priorApprovalChain } from '#src/define/chains/finance.ts'
import { budgetFields, LARGEST } from '#src/define/claims/fields.ts'
import { defineRecord } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
  decimal,
  department,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const isGathering = { field: 'category', op: 'in', value: ['meeting', 'training'] } as const
const isBought = { field: 'category', op: 'in', value: ['purchase', 'service'] } as const
const isAboveLimit = { field: 'isAboveLimit', op: 'eq', value: true } as const

/** 21.4 事前审批 on CH-PRE: nothing is frozen until the last approval, then for as long as it is valid. */
export const preApprovalApplication = defineApplication({
  key: 'preApproval',
  group: 'finance',
  code: 'SQ',
  icon: 'endorsed',
  page: { sort: 40 },
  columns: ['category', 'budgetLineId', 'amount'],
  summary: ['category', 'reason', 'amount'],
  amountField: 'amount',
  register: ['preApproval', 'commitment', 'budgetEntry'],
  sections: [
    { key: 'budget', fields: budgetFields() },
    {
      key: 'matter',
      fields: {
        category: choice('preApprovalCategory', { required: true, initial: 'other' }),
        parentId: reference('preApproval', { options: '/api/finance/pre_approval/choices/?for=supplement' }),
        planStart: date({ required: true, initial: 'today', until: 'planEnd' }),
        planEnd: date({ required: true, initial: 'today' }),
        people: integer({ min: 1, max: 500, required: isGathering, visibleWhen: isGathering }),
        days: integer({ min: 1, max: 30, required: isGathering, visibleWhen: isGathering }),
        perHead: money({ computed: true, visibleWhen: isGathering }),
        isAboveLimit: boolean({ computed: true, visibleWhen: isGathering }),
        limitReason: text(200, { min: 5, multiline: true, required: isAboveLimit, visibleWhen: isAboveLimit }),
        purchaseMethod: choice('purchaseMethod', { required: isBought, visibleWhen: isBought }),
      },
    },
    {
      key: 'items',
      fields: {
        items: lines(
          {
            name: text(60, { required: true, min: 2 }),
            qty: decimal(10, 2, { required: true, min: '0.01', initial: '1.00' }),
            unit: text(10, { required: true }),
            price: money({ isRate: true, required: true, positive: true, max: LARGEST }),
            amount: money({ computed: true }),
          },
          { required: true, min: 1, max: 50 },
        ),
        amount: money({ computed: true }),
      },
    },
    {
      key: 'grounds',
      fields: { necessity: longText(10, 1000, { required: true }), collectiveMinutes: files(10) },
    },
  ],
  effects: {
    onSubmit: ['preApproval.register'],
    onApprove: ['preApproval.freeze'],
    onVoidApproved: ['preApproval.release'],
  },
  workflow: priorApprovalChain('preApproval'),
})

/** The business row of a prior approval (21.4); what is spent of it stands with its commitment. */
export const preApproval = defineRecord({
  name: 'preApproval',
  table: 'pre_approval',
  path: '/api/finance/pre_approval/',
  permissions: {
    search: 'preApproval:Register',
    retrieve: 'preApproval:Register',
    export: 'preApproval:Export',
  },
  scope: { department: 'deptId', owner: 'applicantId' },
  fields: {
    ticketId: reference('ticket', { computed: true }),
    title: text(100, { computed: true }),
    applicantId: person({ computed: true }),
    deptId: department({ computed: true }),
    category: choice('preApprovalCategory', { computed: true }),
    subjectCode: choice('budgetSubject', { computed: true }),
    budgetLineId: reference('budgetLine', { computed: true }),
    amount: money({ computed: true }),
    reimbursed: money({ computed: true }),
    pending: money({ computed: true }),
    remaining: money({ computed: true }),
    state: choice('preApprovalState', { computed: true }),
    validUntil: date({ computed: true }),
    planStart: date({ computed: true }),
    planEnd: date({ computed: true }),
    purchaseMethod: choice('purchaseMethod', { computed: true }),
    parentId: reference('preApproval', { computed: true }),
  },
  titleFields: ['ticketId', 'title'],
  list: {
    columns: [
      'ticketId',
      'title',
      'applicantId',
      'deptId',
      'category',
      'subjectCode',
      'amount',
      'reimbursed',
      'pending',
      'remaining',
      'state',
      'validUntil',
    ],
    filters: ['state', 'category', 'deptId', 'subjectCode', 'amount', 'validUntil', 'applicantId'],
    search: ['title'],
  },
  actions: {
    close: {
      permission: 'preApproval:Create',
      when: { field: 'state', op: 'eq', value: 'effective' },
      intent: 'warning',
    },
  },
})
