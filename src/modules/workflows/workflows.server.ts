import { defineModuleServer } from '#src/define/server.ts'
import { incidentServer } from './incident.server.ts'
import { seedPolicies } from './policies-seed.server.ts'
import { offeredRoute, policyServer } from './policy.server.ts'

export default defineModuleServer({
  records: { workflowPolicy: policyServer, ticketIncident: incidentServer },
  routes: [offeredRoute],
  seedDemo: seedPolicies,
})
