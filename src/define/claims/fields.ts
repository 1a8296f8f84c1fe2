/** Field sets that several money forms share (00-overview §0.3). */
import type { Condition } from '#machines/ticket/definition/definition.ts'
import { yes } from '#src/define/chains/steps.ts'
import { boolean, choice, date, type Fields, files, lines, money, reference, text } from '#src/fields/field.ts'

/** The largest amount a money form takes. */
export const LARGEST = '9999999.99'

/** FS-BUDGET: active lines of the own budget unit and shared ones, narrowed to these subjects. A line that was given for a project says so; any other may be charged for one that is open. */
export const budgetFields = (subjects?: readonly string[]): Fields => ({
  budgetLineId: reference('budgetLine', {
    required: true,
    options: `/api/budget/line/choices/${subjects === undefined ? '' : `?subjects=${subjects.join(',')}`}`,
  }),
  projectId: reference('project', {
    options: '/api/projects/project/options/?state=inBudget,executing',
    visibleWhen: { field: 'lineProjectId', op: 'empty' },
  }),
  lineProjectId: reference('project', {
    computed: true,
    visibleWhen: { field: 'lineProjectId', op: 'notEmpty' },
  }),
  budgetAvailable: money({ computed: true }),
  isOverdrawn: boolean({ computed: true, visibleWhen: yes('isOverdrawn') }),
})

/** FS-INVOICES; `required`: only then there must be one, `visibleWhen`: only then they are asked for at all. */
export const invoiceFields = (
  when: { readonly required?: Condition; readonly visibleWhen?: Condition } = {},
): Fields => ({
  invoices: lines(
    {
      invoiceType: choice('invoiceType', { required: true, initial: 'digital' }),
      invoiceNo: text(20, { required: true, pattern: 'invoiceNo' }),
      invoiceCode: text(12, { pattern: 'invoiceCode' }),
      invoiceDate: date({ required: true, max: 'today' }),
      sellerName: text(100, { required: true, min: 2 }),
      amount: money({ required: true, positive: true, max: LARGEST }),
      taxAmount: money({ max: LARGEST }),
      fileId: files(1, { required: true }),
    },
    { required: true, ...when, min: 1, max: 50 },
  ),
})

const notCash = { field: 'payeeType', op: 'ne', value: 'cash' } as const

/** FS-PAYEE. */
export const payeeFields: Fields = {
  payeeType: choice('payeeType', { required: true, initial: 'personalCard' }),
  payeeName: text(50, { required: true, min: 2 }),
  bankName: text(60, { min: 2, required: notCash, visibleWhen: notCash }),
  bankAccount: text(30, {
    pattern: 'bankAccount',
    required: notCash,
    visibleWhen: notCash,
    // FIN-94: whoever pays asks for it at the payment, where each look is logged.
    maskedUnless: 'finance:Reveal',
    askedFor: true,
  }),
}

/** What was spent, line by line (21.1); `longestAgo` days back at most. */
export const expenseLines = (longestAgo: number): Fields[string] =>
  lines(
    {
      expenseType: choice('expenseType', { required: true, initial: 'office' }),
      occurDate: date({ required: true, max: 'today', min: { today: -longestAgo } }),
      description: text(100, { required: true, min: 2 }),
      amount: money({ required: true, positive: true, max: LARGEST }),
    },
    { required: true, min: 1, max: 30 },
  )
