import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import pay from '../pay/pay.en.ts'
import salary from '../salary/salary.en.ts'
import subsidy from '../subsidy/subsidy.en.ts'
import travel from '../travel/travel.en.ts'
import travelApplications from '../travel/travel-applications.en.ts'
import finance from './finance.en.ts'
import preApproval from './pre-approval.en.ts'
import priorClaim from './prior-claim.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(
  finance,
  pay,
  preApproval,
  priorClaim,
  travelApplications,
  travel,
  subsidy,
  salary,
) satisfies SameKeys<typeof zhHans>
