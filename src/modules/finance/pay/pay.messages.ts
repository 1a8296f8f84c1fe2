import { joinMessages } from '#src/define/messages.ts'
import { batchMessages } from './batch.messages.ts'
import { cashierMessages } from './cashier.messages.ts'
import { correctionMessages } from './correction.messages.ts'
import { reconciliationMessages } from './reconciliation.messages.ts'
import { recoveryMessages } from './recovery.messages.ts'

/** Texts of the cashier's work (30.7). */
export const payMessages = joinMessages(
  cashierMessages,
  batchMessages,
  correctionMessages,
  recoveryMessages,
  reconciliationMessages,
)
