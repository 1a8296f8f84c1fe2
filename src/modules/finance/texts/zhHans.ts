import { joinTexts } from '#src/define/messages.ts'
import pay from '../pay/pay.zhHans.ts'
import salary from '../salary/salary.zhHans.ts'
import subsidy from '../subsidy/subsidy.zhHans.ts'
import travel from '../travel/travel.zhHans.ts'
import travelApplications from '../travel/travel-applications.zhHans.ts'
import finance from './finance.zhHans.ts'
import preApproval from './pre-approval.zhHans.ts'
import priorClaim from './prior-claim.zhHans.ts'

export default joinTexts(finance, pay, preApproval, priorClaim, travelApplications, travel, subsidy, salary)
