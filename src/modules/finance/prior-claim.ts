import { defineApplication, type EffectPlan } from '#src/define/application.ts'
import { claimChain } from '#src/define/chains/finance.ts'
import { yes } from '#src/define/chains/steps.ts'
import { paymentFields } from '#src/define/claims/claim.ts'
import { expenseLines, invoiceFields, LARGEST, payeeFields } from '#src/define/claims/fields.ts'
import { boolean, choice, files, integer, money, reference, text } from '#src/fields/field.ts'

/** Claims that draw upon money held already: nothing is frozen again, and what is spent leaves the commitment. */
const drawing: EffectPlan = {
  onSubmit: ['priorClaim.ask'],
  onReturn: ['priorClaim.release'],
  onReject: ['priorClaim.release'],
  onWithdraw: ['priorClaim.release'],
  onChange: ['priorClaim.reduce'],
  onApprove: ['priorClaim.spend'],
  onHandle: { cashierPay: ['claim.pay'] },
  onVoidApproved: ['priorClaim.undo'],
}

const isBelow = { field: 'isBelow', op: 'eq', value: true } as const
const isBackdated = { field: 'isBackdated', op: 'eq', value: true } as const
const needsAcceptance = { field: 'needsAcceptance', op: 'eq', value: true } as const

/** 21.2 事前审批报销 on CH-FIN. */
export const financialReimbursementTwo = defineApplication({
  key: 'financialReimbursementTwo',
  group: 'finance',
  code: 'BB',
  icon: 'saved',
  page: { sort: 20 },
  follows: ['preApproval'],
  columns: ['preApprovalId', 'amount', 'payeeName'],
  summary: ['reason', 'subjectCode', 'amount'],
  amountField: 'amount',
  register: ['expenseClaim', 'payment', 'invoice', 'preApproval', 'budgetEntry'],
  registerOnly: { expenseClaim: { kind: 'two' } },
  sections: [
    {
      key: 'approval',
      fields: {
        preApprovalId: reference('preApproval', { required: true, options: '/api/finance/pre_approval/choices/' }),
        remaining: money({ computed: true }),
        budgetLineId: reference('budgetLine', { computed: true }),
        projectId: reference('project', { computed: true }),
        subjectCode: choice('budgetSubject', { computed: true }),
      },
    },
    {
      key: 'expense',
      fields: {
        lines: expenseLines(365),
        amount: money({ computed: true }),
        billCount: integer({ required: true, min: 1, max: 99, initial: 1 }),
        finalSettlement: boolean({ required: true, initial: true }),
        isBelow: boolean({ computed: true, visibleWhen: isBelow }),
        varianceNote: text(300, { min: 5, multiline: true, required: isBelow, visibleWhen: isBelow }),
        isBackdated: boolean({ computed: true, visibleWhen: isBackdated }),
        backdateReason: text(300, { min: 10, multiline: true, required: isBackdated, visibleWhen: isBackdated }),
      },
    },
    { key: 'invoices', fields: invoiceFields() },
    { key: 'payee', fields: payeeFields },
    {
      key: 'proof',
      fields: {
        needsAcceptance: boolean({ computed: true, visibleWhen: needsAcceptance }),
        acceptanceFile: files(5, { required: needsAcceptance, visibleWhen: needsAcceptance }),
        collectiveMinutes: files(10),
      },
    },
    { key: 'payment', fields: paymentFields },
  ],
  effects: drawing,
  workflow: claimChain('financialReimbursementTwo', { writes: ['lines'], forced: yes('isBackdated') }),
})

const isInvoiced = { field: 'stage', op: 'ne', value: 'advance' } as const
const isAccepted = { field: 'stage', op: 'in', value: ['acceptance', 'retention'] } as const

/** 21.3 合同与对公付款 on CH-FIN: what was approved is paid to a company, in one part or several. Every kind of commitment is a source. */
export const financialReimbursementThree = defineApplication({
  key: 'financialReimbursementThree',
  group: 'finance',
  code: 'BC',
  icon: 'bank-account',
  page: { sort: 30 },
  follows: ['preApproval'],
  columns: ['sourceId', 'stage', 'amount', 'payeeName'],
  summary: ['reason', 'stage', 'amount'],
  amountField: 'amount',
  register: ['expenseClaim', 'payment', 'invoice', 'commitment', 'budgetEntry'],
  registerOnly: { expenseClaim: { kind: 'three' } },
  sections: [
    {
      key: 'source',
      fields: {
        sourceId: reference('commitment', { required: true, options: '/api/finance/payment_source/choices/' }),
        sourceType: choice('commitmentKind', { computed: true }),
        budgetLineId: reference('budgetLine', { computed: true }),
        purchaseNo: text(20, { computed: true }),
        contractNo: text(40, { required: true, min: 2 }),
        contractAmount: money({ computed: true }),
        paidAmount: money({ computed: true }),
        remaining: money({ computed: true }),
      },
    },
    {
      key: 'part',
      fields: {
        stage: choice('paymentStage', { required: true, initial: 'acceptance' }),
        amount: money({ required: true, positive: true, max: LARGEST }),
      },
    },
    { key: 'invoices', fields: invoiceFields({ required: isInvoiced, visibleWhen: isInvoiced }) },
    {
      key: 'payee',
      fields: {
        payeeType: choice('payeeType', { required: true, only: ['corporate'], initial: 'corporate' }),
        payeeName: text(50, { required: true, min: 2 }),
        bankName: text(60, { required: true, min: 2 }),
        bankAccount: text(30, {
          required: true,
          pattern: 'bankAccount',
          maskedUnless: 'finance:Reveal',
          askedFor: true,
        }),
      },
    },
    {
      key: 'proof',
      fields: {
        acceptanceFile: files(5, { required: isAccepted, visibleWhen: isAccepted }),
        collectiveMinutes: files(10),
      },
    },
    { key: 'payment', fields: paymentFields },
  ],
  effects: drawing,
  workflow: claimChain('financialReimbursementThree', { writes: ['amount'] }),
})
