import type { Definitions } from '#src/define/module.ts'
import { ticketIncident, ticketReplayReport } from './incident.ts'
import { workflowPolicy } from './policy.ts'

/** What the pages of the module are made of. */
export default {
  records: [workflowPolicy, ticketIncident, ticketReplayReport],
  applications: [],
} satisfies Definitions
