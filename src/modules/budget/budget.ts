import { defineModule } from '#src/define/module.ts'
import { budgetMessages } from './budget.messages.ts'
import { budgetAdjust, budgetYear } from './budget-adjust.ts'
import { budgetEntry, budgetLine } from './budget-line.ts'
import { commitment } from './commitment.ts'

/** The budget: lines and the one ledger that moves them. Planning and analysis pages come with their own issue. */
export const budget = defineModule({
  name: 'budget',
  messages: budgetMessages,
  records: [budgetLine, budgetEntry, commitment, budgetAdjust, budgetYear],
  applications: [],
  dictionaries: {
    budgetScope: ['own', 'shared'],
    budgetLineState: ['active', 'locked'],
    commitmentKind: ['preApproval', 'travel'],
  },
  pages: [
    {
      path: '/business/year-planning',
      catalogue: 'budget',
      sort: 10,
      icon: 'chart',
      permissions: ['budgetLine:Search'],
      shell: {
        tabs: [
          { key: 'lines', record: 'budgetLine' },
          { key: 'adjust', record: 'budgetAdjust' },
          { key: 'ledger', record: 'budgetEntry' },
          { key: 'commitments', record: 'commitment' },
          { key: 'years', record: 'budgetYear' },
        ],
      },
    },
  ],
  permissions: [
    {
      resource: 'budgetLine',
      actions: {
        Search: ['financeOfficer', 'financeLeader', 'deptLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
        Retrieve: ['financeOfficer', 'financeLeader', 'deptLeader', 'divisionLeader', 'bureauLeader', 'auditor'],
        Adjust: ['financeLeader'],
        Transfer: ['financeLeader'],
        Lock: ['financeLeader'],
        Export: ['financeOfficer', 'financeLeader', 'auditor'],
      },
    },
    {
      resource: 'budgetAnalysis',
      actions: {
        Search: ['deptLeader', 'divisionLeader', 'bureauLeader', 'financeOfficer', 'financeLeader', 'auditor'],
      },
    },
  ],
})
