import { defineModuleServer } from '#src/define/server.ts'
import { printingEffects } from './application/print-effects.server.ts'
import { printForm } from './application/print-form.server.ts'
import { orderServer } from './orders/orders.server.ts'
import { proofRoutes } from './orders/proofs.server.ts'
import { printingJobs } from './orders/removals.server.ts'

export default defineModuleServer({
  effects: printingEffects,
  applications: { printingPublicity: printForm },
  records: { printOrder: orderServer },
  routes: proofRoutes,
  jobs: printingJobs,
})
