import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import fund from '../fund/fund.en.ts'
import plan from '../plan/plan.en.ts'
import budget from './budget.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(budget, plan, fund) satisfies SameKeys<typeof zhHans>
