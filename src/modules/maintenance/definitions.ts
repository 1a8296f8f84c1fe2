import type { Definitions } from '#src/define/module.ts'
import { internalMaintenance, publicMaintenance } from './apply/repair.ts'
import { inspectPlan, inspectRound } from './inspection/inspection-records.ts'
import { workOrder } from './orders/work-order.ts'

/** What the pages of the module are made of. */
export default {
  records: [workOrder, inspectPlan, inspectRound],
  applications: [internalMaintenance, publicMaintenance],
} satisfies Definitions
