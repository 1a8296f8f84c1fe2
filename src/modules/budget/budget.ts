import { defineModule } from '#src/define/module.ts'
import { budgetMessages } from './budget.messages.ts'
import { budgetColors, budgetDictionaries, budgetPermissions } from './budget.names.ts'
import definitions from './definitions.ts'
import { monthTitles } from './months.messages.ts'

/** The budget: plans, lines and the one ledger that moves them. */
export const budget = defineModule({
  name: 'budget',
  messages: budgetMessages,
  ...definitions,
  dictionaries: budgetDictionaries,
  colors: budgetColors,
  settings: [
    {
      key: 'fundPlan.quota',
      group: 'budget',
      type: 'json',
      // CNY that the plans of a month may come to (BUD-32); a month that is not named has none.
      rule: {
        parts: monthTitles.map((titles, index) => ({
          name: String(index + 1),
          ...titles,
          type: 'number',
          min: 0,
          max: 1_000_000_000,
        })),
      },
      confirmedBy: ['finance'],
      value: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [String(index + 1), 6_000_000])),
    },
  ],
  pages: [
    {
      path: '/business/year-planning',
      catalogue: 'budget',
      sort: 10,
      icon: 'chart',
      permissions: ['budgetLine:Search', 'yearPlan:Search'],
      shell: { component: 'yearPlanning' },
    },
    {
      path: '/business/financial-planning',
      catalogue: 'budget',
      sort: 20,
      icon: 'dollar',
      permissions: ['fundPlan:Search'],
      shell: { component: 'fundPlans' },
    },
    {
      path: '/business/financial-planning/{id}',
      catalogue: 'budget',
      sort: 21,
      icon: 'dollar',
      permissions: ['fundPlan:Retrieve'],
      shell: { component: 'fundPlan' },
      visible: false,
    },
  ],
  permissions: budgetPermissions,
})
