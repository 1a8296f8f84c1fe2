import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { kitRecord } from './catalogue/kits.server.ts'
import { clothingServer } from './clothing/clothing.server.ts'
import { clothingRecord } from './clothing/clothing-record.server.ts'
import { createClothingIssues } from './clothing/due.server.ts'
import { clothingEffects, recordClothing } from './clothing/effects.server.ts'
import { matrixRoutes } from './clothing/matrix.server.ts'
import { ownClothingRoutes } from './clothing/own.server.ts'
import { clothingIssues, goodsReturns, supplyTypes } from './contract.ts'
import { suppliesEffectsOf } from './effects.server.ts'
import { emergencyJobs } from './emergency.server.ts'
import { suppliedCategories } from './forms/categories.ts'
import { confirmShortLife, medicalServer } from './medical.server.ts'
import { officeEffects, officeServer } from './office.server.ts'
import { partEffects, partsServer, partUseServer, recordParts } from './parts/parts.server.ts'
import { requestServer } from './request.server.ts'
import { supplyHoldings } from './returns/holdings.server.ts'
import { createGoodsReturns, returnJobs, returnRecord } from './returns/returns.server.ts'
import { suppliesRoutes } from './supplies-routes.server.ts'
import { seedSupplies } from './supplies-seed.server.ts'
import { surveyJobs } from './survey/order.server.ts'
import { surveyRoutes } from './survey/routes.server.ts'

export default defineModuleServer({
  effects: {
    ...suppliesEffectsOf({
      medicalSupplies: confirmShortLife,
      electronicPartsAndConsumables: recordParts,
      equipmentClothing: recordClothing,
    }),
    ...clothingEffects,
    ...officeEffects,
    ...partEffects,
  },
  applications: {
    officeSupplies: officeServer,
    electronicPartsAndConsumables: partsServer,
    equipmentClothing: clothingServer,
    medicalSupplies: medicalServer,
    supplyRequest: requestServer,
  },
  records: {
    supplyReturn: returnRecord,
    supplyKit: kitRecord,
    supplyPartUse: partUseServer,
    clothingIssue: clothingRecord,
  },
  routes: [...suppliesRoutes, ...ownClothingRoutes, ...matrixRoutes, ...surveyRoutes],
  services: [
    provideService(supplyTypes, () => ({ categories: suppliedCategories })),
    provideService(clothingIssues, createClothingIssues),
    provideService(goodsReturns, createGoodsReturns),
  ],
  holdings: supplyHoldings,
  jobs: [...returnJobs, ...emergencyJobs, ...surveyJobs],
  seedDemo: seedSupplies,
})
