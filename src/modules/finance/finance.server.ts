import { defineModuleServer } from '#src/define/server.ts'
import { claimEffectHandlers } from './claim-effects.server.ts'
import { claimApplication } from './claim-form.server.ts'
import { paymentEffects } from './payments.server.ts'
import { preApprovalEffects, preApprovalJobs, preApprovalRecord, preApprovalRoutes } from './pre-approval.server.ts'
import { preApprovalForm } from './pre-approval-form.server.ts'
import { priorClaimEffects } from './prior-claim-effects.server.ts'
import { priorClaimForm, vendorPaymentForm, vendorPaymentRoutes } from './prior-claim-form.server.ts'

export default defineModuleServer({
  effects: { ...claimEffectHandlers, ...paymentEffects, ...preApprovalEffects, ...priorClaimEffects },
  applications: {
    financialReimbursementOne: claimApplication,
    financialReimbursementTwo: priorClaimForm,
    financialReimbursementThree: vendorPaymentForm,
    preApproval: preApprovalForm,
  },
  records: {
    expenseClaim: { computed: { status: '(select ticket.status from ticket where ticket.id = r.ticket_id)' } },
    preApproval: preApprovalRecord,
  },
  routes: [...preApprovalRoutes, ...vendorPaymentRoutes],
  jobs: preApprovalJobs,
})
