import { defineModuleServer } from '#src/define/server.ts'
import { anomalyJobs, anomalyRecord } from './budget/anomalies.server.ts'
import { budgetRoutes } from './budget/budget-routes.server.ts'
import { financeRoutes } from './finance/finance-routes.server.ts'

export default defineModuleServer({
  records: { anomaly: anomalyRecord },
  routes: [...budgetRoutes, ...financeRoutes],
  jobs: anomalyJobs,
})
