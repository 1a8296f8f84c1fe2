import { defineApplication } from '#src/define/application.ts'
import { claimChain } from '#src/define/chains/finance.ts'
import { yes } from '#src/define/chains/steps.ts'
import { paymentFields } from '#src/define/claims/claim.ts'
import { invoiceFields, LARGEST, payeeFields } from '#src/define/claims/fields.ts'
import { boolean, choice, date, files, integer, lines, money, person, reference, text } from '#src/fields/field.ts'

const isLate = { field: 'isLate', op: 'eq', value: true } as const
const isUnbilled = { field: 'isUnbilled', op: 'eq', value: true } as const

/** Which line of the invoices proves it. */
const invoiceLine = integer({ min: 1, max: 50 })

/** 21.6 差旅报销 on CH-FIN: what the trip held is spent first, and what it cost beyond that is held anew. */
export const travelReimbursement = defineApplication({
  key: 'travelReimbursement',
  group: 'finance',
  code: 'CB',
  icon: 'route',
  page: { sort: 60 },
  follows: ['travelRequest'],
  columns: ['startDate', 'endDate', 'amount', 'payeeName'],
  summary: ['reason', { from: 'startDate', to: 'endDate' }, 'amount'],
  amountField: 'amount',
  register: ['expenseClaim', 'payment', 'invoice', 'travelTrip', 'budgetEntry'],
  registerOnly: { expenseClaim: { kind: 'travel' } },
  sections: [
    {
      key: 'trips',
      fields: {
        trips: lines(
          {
            tripId: reference('travelTrip', { required: true, options: '/api/travel/trip/choices/' }),
            userId: person({ computed: true }),
            startDate: date({ computed: true }),
            endDate: date({ computed: true }),
            held: money({ computed: true }),
          },
          { required: true, min: 1, max: 20 },
        ),
        startDate: date({ computed: true }),
        endDate: date({ computed: true }),
        budgetLineId: reference('budgetLine', { computed: true }),
        isLate: boolean({ computed: true, visibleWhen: isLate }),
        lateReason: text(200, { min: 5, multiline: true, required: isLate, visibleWhen: isLate }),
      },
    },
    {
      key: 'transport',
      fields: {
        legs: lines(
          {
            day: date({ required: true, max: 'today' }),
            fromArea: reference('area', { required: true }),
            toArea: reference('area', { required: true }),
            transport: choice('travelTransport', { required: true, initial: 'train2' }),
            amount: money({ required: true, max: LARGEST }),
            invoiceLine,
          },
          { required: true, min: 1, max: 30 },
        ),
      },
    },
    {
      key: 'lodging',
      fields: {
        lodging: lines(
          {
            traveller: person({ required: true }),
            areaId: reference('area', { required: true }),
            checkIn: date({ required: true, max: 'today' }),
            nights: integer({ required: true, min: 1, max: 60, initial: 1 }),
            actual: money({ required: true, positive: true, max: LARGEST }),
            limit: money({ computed: true }),
            allowed: money({ computed: true }),
            selfPaid: money({ computed: true }),
          },
          { min: 0, max: 60 },
        ),
        isUnbilled: boolean({ computed: true, visibleWhen: isUnbilled }),
        noLodgingReason: text(200, { min: 5, multiline: true, required: isUnbilled, visibleWhen: isUnbilled }),
      },
    },
    {
      key: 'allowances',
      fields: {
        mealProvided: integer({ required: true, min: 0, max: 1200, initial: 0 }),
        mealDays: integer({ computed: true }),
        mealAmount: money({ computed: true }),
        carDays: integer({ required: true, min: 0, max: 1200, initial: 0 }),
        localDays: integer({ computed: true }),
        localAmount: money({ computed: true }),
        otherFees: lines(
          {
            name: text(60, { required: true, min: 2 }),
            amount: money({ required: true, positive: true, max: LARGEST }),
            invoiceLine,
          },
          { min: 0, max: 20 },
        ),
        amount: money({ computed: true }),
      },
    },
    {
      key: 'invoices',
      fields: {
        isBilled: boolean({ computed: true, visibleWhen: yes('isBilled') }),
        ...invoiceFields({ required: yes('isBilled') }),
      },
    },
    { key: 'payee', fields: payeeFields },
    { key: 'proof', fields: { collectiveMinutes: files(10) } },
    { key: 'payment', fields: paymentFields },
  ],
  effects: {
    onSubmit: ['travelClaim.ask'],
    onReturn: ['travelClaim.release'],
    onReject: ['travelClaim.release'],
    onWithdraw: ['travelClaim.release'],
    onChange: ['travelClaim.reduce'],
    onApprove: ['travelClaim.spend'],
    onHandle: { cashierPay: ['claim.pay'] },
    onVoidApproved: ['travelClaim.undo'],
  },
  workflow: claimChain('travelReimbursement', { writes: ['legs'], forced: yes('isLate') }),
})
