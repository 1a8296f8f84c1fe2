import type { Definitions } from '#src/define/module.ts'
import { printingPublicity } from './application/printing-application.ts'
import { printOrder } from './orders/print-order.ts'

/** What the pages of the module are made of. */
export default { records: [printOrder], applications: [printingPublicity] } satisfies Definitions
