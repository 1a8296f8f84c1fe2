import { defineModule } from '#src/define/module.ts'
import { analysisMessages } from './analysis.messages.ts'
import { analysisColors, analysisDictionaries, analysisPermissions } from './analysis.names.ts'
import definitions from './definitions.ts'

/** What the budget and the claims add up to (30.6, 30.8). */
export const analysis = defineModule({
  name: 'analysis',
  messages: analysisMessages,
  ...definitions,
  dictionaries: analysisDictionaries,
  colors: analysisColors,
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
  permissions: analysisPermissions,
})
