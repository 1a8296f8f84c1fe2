import { defineModuleServer } from '#src/define/server.ts'
import { receptionEffects } from './application/reception-effects.server.ts'
import { receptionForm } from './application/reception-form.server.ts'
import { listRoutes } from './list/list.server.ts'
import { receptionJobs } from './register/reception-jobs.server.ts'

export default defineModuleServer({
  effects: receptionEffects,
  applications: { officialReception: receptionForm },
  records: { reception: {} },
  routes: listRoutes,
  jobs: receptionJobs,
})
