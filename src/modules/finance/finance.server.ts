import { defineModuleServer } from '#src/define/server.ts'
import { claimForms, claimPayments, provideService } from '#src/define/services.ts'
import { claimEffectHandlers, claimPaymentsService } from './claim-effects.server.ts'
import { claimApplication, sharedClaimForms } from './claim-form.server.ts'
import { batchRecord } from './pay/batches/batch.server.ts'
import { correctionRecord } from './pay/corrections/correction.server.ts'
import { payRoutes } from './pay/pay-routes.server.ts'
import { paymentRecord } from './pay/payments/void.server.ts'
import { recoveryRecord } from './pay/recoveries/recovery.server.ts'
import { paymentEffects } from './payments.server.ts'
import { preApprovalEffects, preApprovalJobs, preApprovalRecord, preApprovalRoutes } from './pre-approval.server.ts'
import { preApprovalForm } from './pre-approval-form.server.ts'
import { priorClaimEffects } from './prior-claim-effects.server.ts'
import { priorClaimForm, vendorPaymentForm, vendorPaymentRoutes } from './prior-claim-form.server.ts'
import { mySalary } from './salary/my-salary.server.ts'
import { salaryEffects, salaryForm } from './salary/salary.server.ts'
import { subsidyEffects, subsidyForm } from './subsidy/subsidy.server.ts'
import { standardRecord, travelRoutes } from './travel/travel.server.ts'
import { travelAgenda } from './travel/travel-agenda.server.ts'
import { travelClaimEffects } from './travel/travel-claim-effects.server.ts'
import { travelClaimForm } from './travel/travel-claim-form.server.ts'
import { travelEffects, travelJobs, tripRecord } from './travel/travel-effects.server.ts'
import { travelRequestForm } from './travel/travel-form.server.ts'
import { overviewRoutes } from './travel/travel-overview.server.ts'
import { vendorPayments } from './vendor-payments.server.ts'

export default defineModuleServer({
  services: [
    provideService(claimForms, () => sharedClaimForms),
    provideService(claimPayments, () => ({ ...claimPaymentsService, ...vendorPayments })),
  ],
  effects: {
    ...claimEffectHandlers,
    ...paymentEffects,
    ...preApprovalEffects,
    ...priorClaimEffects,
    ...travelEffects,
    ...travelClaimEffects,
    ...subsidyEffects,
    ...salaryEffects,
  },
  applications: {
    financialReimbursementOne: claimApplication,
    financialReimbursementTwo: priorClaimForm,
    financialReimbursementThree: vendorPaymentForm,
    preApproval: preApprovalForm,
    travelRequest: travelRequestForm,
    travelReimbursement: travelClaimForm,
    subsidy: subsidyForm,
    personSalary: salaryForm,
  },
  records: {
    expenseClaim: {
      computed: { status: '(select ticket.status from shared_ticket ticket where ticket.id = r.ticket_id)' },
    },
    invoice: {
      computed: {
        // Two looks at two indexes.
        isAlike: `(exists (select 1 from invoice other where other.invoice_no = r.invoice_no and other.invoice_code = r.invoice_code and other.id <> r.id)
          or exists (select 1 from invoice other where other.seller_name = r.seller_name and other.invoice_date = r.invoice_date and other.amount = r.amount and other.id <> r.id))`,
      },
    },
    payment: paymentRecord,
    paymentBatch: batchRecord,
    payeeCorrection: correctionRecord,
    paymentRecovery: recoveryRecord,
    preApproval: preApprovalRecord,
    travelTrip: tripRecord,
    travelStandard: standardRecord,
  },
  routes: [...payRoutes, ...preApprovalRoutes, ...vendorPaymentRoutes, ...travelRoutes, ...overviewRoutes, mySalary],
  jobs: [...preApprovalJobs, ...travelJobs],
  agenda: travelAgenda,
})
