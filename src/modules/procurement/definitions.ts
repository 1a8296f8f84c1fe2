import type { Definitions } from '#src/define/module.ts'
import { purchase } from './purchases/purchase.ts'
import { vendor } from './vendor.ts'

/** What the pages of the module are made of. */
export default { records: [vendor, purchase], applications: [] } satisfies Definitions
