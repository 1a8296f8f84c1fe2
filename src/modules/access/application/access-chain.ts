import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { deptLeader, logisticsReview } from '#src/define/chains/people.ts'
import { chain, handle, holders } from '#src/define/chains/steps.ts'

/** CH-ACCESS: who is let in is approved, then given a card. */
export const accessChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    logisticsReview(),
    handle('activate', { zhHans: '开通权限', en: 'Activation' }, holders('canteenManager'), {
      fields: { cards: 'write' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
  ])
