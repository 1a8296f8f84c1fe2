import { joinMessages } from '#src/define/messages.ts'
import { batchMessages } from './batches/batch.messages.ts'
import { cashierMessages } from './cashier.messages.ts'
import { correctionMessages } from './corrections/correction.messages.ts'
import { reconciliationMessages } from './reconciliation/reconciliation.messages.ts'
import { recoveryMessages } from './recoveries/recovery.messages.ts'

/** Texts of the cashier's work (30.7). */
export const payMessages = joinMessages(
  cashierMessages,
  batchMessages,
  correctionMessages,
  recoveryMessages,
  reconciliationMessages,
)
