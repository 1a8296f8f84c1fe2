import { type LedgerProvision, provideLedger, ticketActions } from '#src/define/ledgers.ts'
import type { Services } from '#src/server/app/services.ts'
import { lockTicket } from '../ticket.ts'
import { engineOf } from '../versions/engine.ts'
import { dispatch } from './dispatch.ts'

/** What pages of modules decide in tickets. `services` are read with the first call, since the ledgers are part of them. */
export function ticketActionsService(services: () => Services): LedgerProvision {
  return provideLedger(ticketActions, (base) => ({
    async lock(ticketId) {
      await lockTicket(base.db, ticketId)
    },
    async handle(ticketId, { access, language, caller }, values) {
      const origin = { ip: caller.ip, requestId: caller.requestId }
      await dispatch(
        engineOf(services()),
        base,
        ticketId,
        { type: 'handle', comment: '', formData: values },
        { access, language, origin, revision: null },
      )
    },
  }))
}
