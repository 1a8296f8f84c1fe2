import { budgetNames, claimSections, paymentNames } from '#src/define/claims/names.en.ts'
import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './subsidy.zhHans.ts'

export default {
  applications: {
    subsidy: {
      title: 'Subsidy',
      aliases: 'allowance|overtime|duty pay',
      purpose: 'Monthly claims for overtime, duty and field work subsidies',
      guide:
        'Enter people and days of the month (e.g. "3,4,10-12"); amounts are calculated from the standard. Each person can claim a day only once per type; overtime and duty cannot be claimed for days of leave or travel; at most 22 days per person per month. For hardship aid and festival gifts, enter the amount and a reason.',
      sections: {
        matter: 'Matter',
        budget: claimSections.budget,
        people: 'People',
        payment: claimSections.payment,
      },
      fields: {
        subsidyType: 'Subsidy type',
        period: 'Month',
        freeReason: 'Reason',
        ...budgetNames,
        lines: 'People',
        'lines.userId': 'Person',
        'lines.dates': 'Dates',
        'lines.days': 'Days',
        'lines.standard': 'Standard',
        'lines.given': 'Gift amount',
        'lines.amount': 'Amount',
        'lines.note': 'Note',
        amount: 'Total',
        ...paymentNames,
      },
    },
  },
  records: {},
  rules: {
    'subsidy.wrongSubject': 'Account {0} cannot be used for subsidies',
    'subsidy.wrongMonth': 'The month must be this month or one of the previous {0}',
    'subsidy.personTwice': 'Each person can have only one line',
    'subsidy.noDays': 'Enter days of the month, e.g. "3,4,10-12"',
    'subsidy.future': 'Dates must not be in the future',
    'subsidy.noAccount':
      '{0} people have no payee account in their personal centre and cannot be paid through the bank: {1}',
    'rule.FIN-71': '{0} has already claimed this subsidy for {1}',
    'rule.FIN-72': '{0} was on leave or travelling on {1}; this cannot be claimed',
    'rule.FIN-73': '{0} has {1} subsidy days in the month, more than {2}',
  },
} satisfies SameKeys<typeof zhHans>
