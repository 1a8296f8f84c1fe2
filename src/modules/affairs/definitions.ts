import type { Definitions } from '#src/define/module.ts'
import { otherBusiness } from './other-business.ts'

/** What the pages of the module are made of. */
export default {
  records: [],
  applications: [otherBusiness],
} satisfies Definitions
