import type { Definitions } from '#src/define/module.ts'
import { demoRow } from './rows/demo-row.ts'

/** What the pages of the module are made of. */
export default { records: [demoRow], applications: [] } satisfies Definitions
