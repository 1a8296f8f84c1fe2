import { type LedgerProvision, provideLedger, ticketDeeds } from '#src/define/ledgers.ts'
import type { Services } from '#src/server/services.ts'
import { dispatch } from './dispatch.ts'
import { engineOf } from './engine.ts'

/** What pages of modules decide in tickets. `services` are asked for when the first call comes: the ledgers are a part of them. */
export function deedsLedger(services: () => Services): LedgerProvision {
  return provideLedger(ticketDeeds, (base) => ({
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
