import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { deptLeader, divisionLeader, financeAudit, logisticsReview, overAmount } from '#src/define/chains/people.ts'
import {
  above,
  applicant,
  approve,
  chain,
  handle,
  holders,
  leaderOf,
  orHolders,
  withSkipReason,
  yes,
} from '#src/define/chains/steps.ts'

/** CH-PRINT: content and cost are approved; nothing is printed before the applicant has confirmed the proof (90 B). */
export const printChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    withSkipReason(
      approve('contentReview', { zhHans: '内容审核', en: 'Content review' }, holders('articleEditor'), {
        late: leaderOf('D03'),
        enterWhen: yes('external'),
      }),
      { zhHans: '不对外发布，无需内容审核', en: 'Only what is published outside needs a content review' },
    ),
    logisticsReview(),
    overAmount(financeAudit(above('t1'))),
    overAmount(divisionLeader(above('t1'))),
    handle('proof', { zhHans: '制作校样', en: 'Proof' }, holders('logisticsOfficer'), {
      fields: { proofFile: 'required', papers: 'write' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
    handle('proofConfirm', { zhHans: '校样确认', en: 'Proof confirmation' }, applicant, {
      emptyPolicy: orHolders('logisticsOfficer'),
      // Changes that are asked for keep the step open: the next proof is shown here.
      doneWhen: { field: 'proofResult', op: 'eq', value: 'confirmed' },
      fields: { proofResult: 'required', proofNote: 'write' },
    }),
    handle('deliver', { zhHans: '印制交付', en: 'Delivery' }, holders('logisticsOfficer'), {
      fields: { papers: 'write', deliveredQty: 'required', actualAmount: 'write', receiverId: 'write' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
  ])
