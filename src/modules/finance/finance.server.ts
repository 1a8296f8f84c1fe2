import { defineModuleServer } from '#src/define/server.ts'
import { claimEffectHandlers } from './claim-effects.server.ts'
import { claimApplication } from './claim-form.server.ts'

export default defineModuleServer({
  effects: claimEffectHandlers,
  applications: { financialReimbursementOne: claimApplication },
  records: {
    expenseClaim: { computed: { status: '(select ticket.status from ticket where ticket.id = r.ticket_id)' } },
  },
})
