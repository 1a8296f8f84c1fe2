import { defineModuleServer } from '#src/define/server.ts'
import { accessEffects } from './application/access-effects.server.ts'
import { accessForm } from './application/access-form.server.ts'
import { gateRoutes } from './gate/gate.server.ts'
import { visitServer } from './gate/visits.server.ts'
import { accessJobs } from './grants/grant-jobs.server.ts'
import { grantServer, hostHolding } from './grants/grants.server.ts'

export default defineModuleServer({
  effects: accessEffects,
  applications: { accessControlDining: accessForm },
  records: { accessGrant: grantServer, accessVisit: visitServer },
  routes: gateRoutes,
  jobs: accessJobs,
  holdings: [hostHolding],
})
