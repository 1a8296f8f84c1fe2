import type { Definitions } from '#src/define/module.ts'
import { internalMaintenance, publicMaintenance } from './apply/repair.ts'
import { workOrder } from './orders/work-order.ts'

/** What the pages of the module are made of. */
export default {
  records: [workOrder],
  applications: [internalMaintenance, publicMaintenance],
} satisfies Definitions
