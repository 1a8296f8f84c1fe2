import type { Definitions } from '#src/define/module.ts'
import { internalMaintenance, publicMaintenance } from './apply/repair.ts'
import { inspectPlan, inspectRound, inspectTemplate } from './inspection/inspection-records.ts'
import { workOrder } from './orders/work-order.ts'

/** What the pages of the module are made of. */
export default {
  records: [workOrder, inspectPlan, inspectRound, inspectTemplate],
  applications: [internalMaintenance, publicMaintenance],
} satisfies Definitions
