import { defineModule } from '#src/define/module.ts'
import { analysisMessages } from './analysis.messages.ts'
import { anomaly } from './anomaly.ts'

const leaders = ['divisionLeader', 'bureauLeader', 'financeLeader', 'auditor'] as const

/** What the budget and the claims add up to (30.6, 30.8). */
export const analysis = defineModule({
  name: 'analysis',
  messages: analysisMessages,
  records: [anomaly],
  applications: [],
  dictionaries: {
    anomalyKind: ['sameSeller', 'roundAmount', 'split', 'weekend', 'late'],
    anomalyState: ['open', 'reviewed'],
  },
  pages: [
    {
      path: '/business/budget-analysis',
      catalogue: 'budget',
      sort: 90,
      icon: 'timeline-bar-chart',
      permissions: ['budgetAnalysis:Search'],
      shell: { component: 'analysis' },
    },
    {
      path: '/financialanalysis',
      catalogue: 'financeLedger',
      sort: 20,
      icon: 'chart',
      permissions: ['financeAnalysis:Search'],
      shell: { component: 'analysis' },
    },
  ],
  permissions: [
    {
      resource: 'budgetAnalysis',
      actions: {
        Search: ['deptLeader', 'financeOfficer', ...leaders],
        Export: ['financeLeader', 'auditor'],
        Warn: ['financeLeader'],
      },
    },
    {
      resource: 'financeAnalysis',
      actions: {
        Search: leaders,
        Export: ['financeLeader', 'auditor'],
      },
    },
  ],
})
