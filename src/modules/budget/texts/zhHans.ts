import { joinTexts } from '#src/define/messages.ts'
import fund from '../fund/fund.zhHans.ts'
import plan from '../plan/plan.zhHans.ts'
import budget from './budget.zhHans.ts'

export default joinTexts(budget, plan, fund)
