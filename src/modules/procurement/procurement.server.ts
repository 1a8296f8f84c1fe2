import { type SqlBool, sql } from 'kysely'
import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { bulkEffects } from './bulk/bulk-effects.server.ts'
import { bulkForm } from './bulk/bulk-form.server.ts'
import { bulkRoutes } from './bulk/routes.server.ts'
import { comparisonEffects } from './comparison/comparison-effects.server.ts'
import { comparisonForm } from './comparison/comparison-form.server.ts'
import { purchases } from './contract.ts'
import { guideRoutes } from './guide/guide.server.ts'
import { intentionEffects } from './intentions/intention-effects.server.ts'
import { intentionForm } from './intentions/intention-form.server.ts'
import { intentionJobs } from './intentions/intention-jobs.server.ts'
import { intentionServer } from './intentions/intentions.server.ts'
import { intentionRoutes } from './intentions/routes.server.ts'
import { purchaseJobs } from './purchases/overdue.server.ts'
import { seedPurchases } from './purchases/purchase-seed.server.ts'
import { purchaseRoutes, purchaseServer } from './purchases/record.server.ts'
import { createPurchases } from './purchases/service.server.ts'
import { selectionRoutes } from './selections/routes.server.ts'
import { seedSelections } from './selections/selection-seed.server.ts'
import { selectionQuoteServer, selectionServer } from './selections/selections.server.ts'
import { seedVendors } from './vendor-seed.server.ts'
import { vendorServer } from './vendors.server.ts'

export default defineModuleServer({
  services: [provideService(purchases, createPurchases)],
  effects: { ...intentionEffects, ...comparisonEffects, ...bulkEffects },
  applications: { intentionOpen: intentionForm, comparison: comparisonForm, bulkProject: bulkForm },
  records: {
    vendor: vendorServer,
    intention: intentionServer,
    purchase: purchaseServer,
    purchaseContract: { computed: { total: 'r.total' } },
    purchaseDelivery: {},
    purchaseAcceptance: {},
    selection: selectionServer,
    selectionQuote: selectionQuoteServer,
    bulkConfig: { pickable: () => sql<SqlBool>`r.is_active` },
  },
  routes: [...purchaseRoutes, ...intentionRoutes, ...selectionRoutes, ...bulkRoutes, ...guideRoutes],
  jobs: [...purchaseJobs, ...intentionJobs],
  async seedDemo(unit) {
    await seedVendors(unit)
    await seedPurchases(unit)
    await seedSelections(unit)
  },
})
