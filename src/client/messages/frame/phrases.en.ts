import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './phrases.zhHans.ts'

export default {
  open: 'Phrases',
  openHint: 'Press / for a quick phrase',
  own: 'My phrases',
  bureau: 'Bureau phrases',
  none: 'No phrases yet',
  manage: 'Manage my phrases',
  lead: 'Press / when approving to insert a phrase. Bureau phrases are maintained by the administrator in the dictionaries and available to everyone.',
  action: { approve: 'Approve', return: 'Return', reject: 'Reject' },
  empty: 'None saved yet',
  add: 'Add',
  addFor: 'Add a “{0}” phrase',
  placeholder: 'At most 100 characters',
  edit: 'Edit: {0}',
  remove: 'Delete: {0}',
  text: 'Phrase',
  count: '{0}/{1}',
} satisfies SameKeys<typeof zhHans>
