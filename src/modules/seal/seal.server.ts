import { defineModuleServer } from '#src/define/server.ts'
import { sealEffects } from './application/seal-effects.server.ts'
import { sealForm } from './application/seal-form.server.ts'
import { sealRoutes } from './page/seal-page.server.ts'
import { entryServer, useServer } from './register/register.server.ts'
import { sealHolding, sealServer } from './register/seals.server.ts'
import { seedSeals } from './seal-seed.server.ts'
import { sealJobs } from './takeOut/seal-jobs.server.ts'

export default defineModuleServer({
  effects: sealEffects,
  applications: { useSeal: sealForm },
  records: { seal: sealServer, sealUse: useServer, sealEntry: entryServer },
  routes: sealRoutes,
  jobs: sealJobs,
  holdings: [sealHolding],
  seedDemo: seedSeals,
})
