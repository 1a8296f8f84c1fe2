import type { Definitions } from '#src/define/module.ts'
import { budgetAdjust, budgetYear } from './budget-adjust.ts'
import { budgetEntry, budgetLine } from './budget-line.ts'
import { commitment } from './commitment.ts'
import { fundPlan } from './fund/fund-plan.ts'
import { yearPlan } from './plan/year-plan.ts'

/** What the pages of the module are made of. */
export default {
  records: [budgetLine, budgetEntry, commitment, budgetAdjust, budgetYear, yearPlan, fundPlan],
  applications: [],
} satisfies Definitions
