import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './bills.zhHans.ts'

export default {
  records: {
    mealBill: {
      title: 'Bills',
      fields: {
        month: 'Month',
        empNo: 'Employee number',
        personId: 'Name',
        deptId: 'Department',
        breakfast: 'Breakfast',
        lunch: 'Lunch',
        dinner: 'Dinner',
        corrected: 'Corrections',
        amount: 'Total',
        payer: 'Paid by',
        guestName: 'Guest',
        grantId: 'Access grant',
        budgetLineId: 'Budget line',
        chargedAt: 'Charged at',
      },
      actions: { charge: 'Charge to budget' },
      charts: { months: { title: 'Meals by month', unit: 'CNY' } },
    },
    mealCorrection: {
      title: 'Bill corrections',
      fields: {
        personId: 'Name',
        deptId: 'Department',
        kind: 'Type',
        amount: 'Amount',
        reason: 'Reason',
        month: 'Billed with',
      },
    },
  },
  dictionaries: {
    mealCorrectionKind: { name: 'Bill correction', entries: { charge: 'Charge', refund: 'Refund' } },
  },
} satisfies SameKeys<typeof zhHans>
