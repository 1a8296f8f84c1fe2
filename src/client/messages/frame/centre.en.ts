import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './centre.zhHans.ts'

export default {
  title: 'Approvals',
  pending: 'Pending',
  approved: 'Approved',
  delegated: 'Assigned',
  keys: 'J / K move, A approve, R return, D reject, T transfer, S add approver; X select, B approve selected; Ctrl+Enter confirm',
  batch: 'Approve selected ({0})',
  batchConfirm: 'Approve {0} tickets?',
  batchConfirmSum: 'Approve {0} tickets (total CNY {1, money})?',
  batchComment: 'Comment for all',
  batchDone: '{0} approved',
  batchFailed: '{0}: {1}',
  all: 'Select all ({0})',
  selectAll: 'Select all that can be approved together',
  subtotal: '{0} · CNY {1, money}',
  notBatchable: 'Must be approved individually',
  batchGone: 'All selected tickets have changed or been handled. Nothing was submitted.',
  nextIs: 'Next: {0}',
  backToList: 'Back to list',
} satisfies SameKeys<typeof zhHans>
