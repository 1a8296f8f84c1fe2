import type { Definitions } from '#src/define/module.ts'
import { expenseClaim, invoice, payment } from './finance-records.ts'
import { financialReimbursementOne } from './financial-reimbursement-one.ts'
import { payeeCorrection, paymentBatch, voucher } from './pay/pay-records.ts'
import { paymentRecovery } from './pay/recoveries/recovery.ts'
import { preApproval, preApprovalApplication } from './pre-approval.ts'
import { financialReimbursementThree, financialReimbursementTwo } from './prior-claim.ts'
import { personSalary } from './salary/person-salary.ts'
import { subsidy } from './subsidy/subsidy.ts'
import { travelStandard, travelTrip } from './travel/travel-records.ts'
import { travelReimbursement } from './travel/travel-reimbursement.ts'
import { travelRequest } from './travel/travel-request.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    expenseClaim,
    payment,
    paymentBatch,
    voucher,
    payeeCorrection,
    paymentRecovery,
    invoice,
    preApproval,
    travelTrip,
    travelStandard,
  ],
  applications: [
    financialReimbursementOne,
    financialReimbursementTwo,
    financialReimbursementThree,
    preApprovalApplication,
    travelRequest,
    travelReimbursement,
    subsidy,
    personSalary,
  ],
} satisfies Definitions
