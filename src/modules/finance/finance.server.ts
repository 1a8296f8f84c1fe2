import { defineModuleServer } from '#src/define/server.ts'
import { claimEffectHandlers } from './claim-effects.server.ts'
import { claimApplication } from './claim-form.server.ts'
import { preApprovalEffects, preApprovalJobs, preApprovalRecord, preApprovalRoutes } from './pre-approval.server.ts'
import { preApprovalForm } from './pre-approval-form.server.ts'

export default defineModuleServer({
  effects: { ...claimEffectHandlers, ...preApprovalEffects },
  applications: { financialReimbursementOne: claimApplication, preApproval: preApprovalForm },
  records: {
    expenseClaim: { computed: { status: '(select ticket.status from ticket where ticket.id = r.ticket_id)' } },
    preApproval: preApprovalRecord,
  },
  routes: preApprovalRoutes,
  jobs: preApprovalJobs,
})
