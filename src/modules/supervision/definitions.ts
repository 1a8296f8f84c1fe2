import type { Definitions } from '#src/define/module.ts'
import { supervisionExtension, supervisionMilestone, supervisionReply } from './items/item-parts.ts'
import { supervisionItem } from './items/supervision-item.ts'
import { supervisionNotice } from './notices/supervision-notice.ts'
import { supervisionOffer } from './offers/supervision-offer.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    supervisionItem,
    supervisionReply,
    supervisionExtension,
    supervisionMilestone,
    supervisionOffer,
    supervisionNotice,
  ],
  applications: [],
} satisfies Definitions
