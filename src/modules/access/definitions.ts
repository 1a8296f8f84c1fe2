import type { Definitions } from '#src/define/module.ts'
import { accessControlDining } from './application/access-application.ts'
import { accessVisit } from './gate/visit-record.ts'
import { accessGrant } from './grants/grant-record.ts'

/** What the pages of the module are made of. */
export default {
  records: [accessGrant, accessVisit],
  applications: [accessControlDining],
} satisfies Definitions
