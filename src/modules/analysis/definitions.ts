import type { Definitions } from '#src/define/module.ts'
import { anomaly } from './budget/anomaly.ts'

/** What the pages of the module are made of. */
export default {
  records: [anomaly],
  applications: [],
} satisfies Definitions
