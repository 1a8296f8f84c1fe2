import type { Definitions } from '#src/define/module.ts'
import { useSeal } from './application/use-seal.ts'
import { sealEntry, sealUse } from './register/register-records.ts'
import { seal } from './register/seal-record.ts'

/** What the pages of the module are made of. */
export default {
  records: [seal, sealUse, sealEntry],
  applications: [useSeal],
} satisfies Definitions
