import { budgetNames, claimSections, paymentNames } from '#src/define/claims/names.en.ts'
import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './salary.zhHans.ts'

export default {
  applications: {
    personSalary: {
      title: 'Payroll',
      aliases: 'salary|wages|pay',
      purpose: 'Monthly pay of auxiliary and contract staff',
      guide:
        'One sheet per month and staff group: download the template, enter employee numbers in the Person column and import from Excel (up to 2,000 rows). Gross pay, net pay and the change from last month are calculated. Net pay must not be negative, changes over 20% need a note, and missing or extra people are flagged.',
      sections: {
        matter: 'Matter',
        budget: claimSections.budget,
        people: 'Payroll sheet',
        payment: claimSections.payment,
      },
      fields: {
        period: 'Month',
        payGroup: 'Staff group',
        ...budgetNames,
        sheet: 'Payroll sheet',
        'sheet.userId': 'Person',
        'sheet.base': 'Base pay',
        'sheet.post': 'Post pay',
        'sheet.performance': 'Performance',
        'sheet.overtime': 'Overtime',
        'sheet.otherAdd': 'Other pay',
        'sheet.gross': 'Gross pay',
        'sheet.socialInsurance': 'Social insurance',
        'sheet.housingFund': 'Housing fund',
        'sheet.tax': 'Tax',
        'sheet.otherDeduct': 'Other deductions',
        'sheet.net': 'Net pay',
        'sheet.comparePct': 'Change %',
        'sheet.note': 'Note',
        headcount: 'People',
        amount: 'Total gross pay',
        netTotal: 'Total net pay',
        ...paymentNames,
      },
    },
  },
  records: {},
  personalTabs: { salary: 'My pay' },
  mySalary: { title: 'Pay', none: 'No data', hint: 'Months appear here once they have been paid' },
  rules: {
    'salary.wrongSubject': 'Account {0} cannot be used for payroll',
    'salary.wrongMonth': 'The month must be this month or one of the previous {0}',
    'salary.personTwice': 'Each person can have only one line',
    'salary.noteRequired': 'Differs from last month by {0}%; changes over {1}% need a note',
    'salary.missing': '{0} people of this group are not on the sheet: {1}',
    'salary.changed': '{0} people differ from last month by more than {1}%: {2}',
    'salary.paid': 'Pay for {0} has been paid: net CNY {1, money}',
    'rule.FIN-81': 'Net pay must not be negative (CNY {0, money})',
    'rule.FIN-82': '{0} is not active staff of group {1}',
    'rule.FIN-84': 'This group was already paid for {0} by ticket {1}',
  },
  pages: { '/workflow/finance/personSalary': 'Payroll' },
} satisfies SameKeys<typeof zhHans>
