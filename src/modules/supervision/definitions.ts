import type { Definitions } from '#src/define/module.ts'
import { supervisionExtension, supervisionMilestone, supervisionReply } from './items/item-parts.ts'
import { supervisionItem } from './items/supervision-item.ts'

/** What the pages of the module are made of. */
export default {
  records: [supervisionItem, supervisionReply, supervisionExtension, supervisionMilestone],
  applications: [],
} satisfies Definitions
