import { defineModuleServer } from '#src/define/server.ts'
import { seedVendors } from './vendor-seed.server.ts'
import { vendorServer } from './vendors.server.ts'

export default defineModuleServer({ records: { vendor: vendorServer }, seedDemo: seedVendors })
