import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { purchases } from './contract.ts'
import { purchaseJobs } from './purchases/overdue.server.ts'
import { seedPurchases } from './purchases/purchase-seed.server.ts'
import { purchaseRoutes, purchaseServer } from './purchases/record.server.ts'
import { createPurchases } from './purchases/service.server.ts'
import { seedVendors } from './vendor-seed.server.ts'
import { vendorServer } from './vendors.server.ts'

export default defineModuleServer({
  services: [provideService(purchases, createPurchases)],
  records: {
    vendor: vendorServer,
    purchase: purchaseServer,
    purchaseContract: { computed: { total: 'r.total' } },
    purchaseDelivery: {},
    purchaseAcceptance: {},
  },
  jobs: purchaseJobs,
  routes: purchaseRoutes,
  async seedDemo(unit) {
    await seedVendors(unit)
    await seedPurchases(unit)
  },
})
