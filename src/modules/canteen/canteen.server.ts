import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { canteenRoutes } from './canteen-routes.server.ts'
import { receptionMeals } from './contract.ts'
import { seedCanteen } from './demo/canteen-seed.server.ts'
import { dishServer } from './dishes/dishes.server.ts'
import { guestJobs } from './guests/guests.server.ts'
import { guestRoutes } from './guests/routes.server.ts'
import { countServer } from './ingredients/count.server.ts'
import { ingredientServer } from './ingredients/goods.server.ts'
import { receiptServer } from './ingredients/receive.server.ts'
import { ingredientRoutes } from './ingredients/routes.server.ts'
import { batchServer, issueServer, wasteServer } from './ingredients/take.server.ts'
import { limitRoutes } from './limits/routes.server.ts'
import { checkJobs } from './materials/checks.server.ts'
import { materialServers } from './materials/servers.server.ts'
import { menuServer } from './menus/menus.server.ts'
import { mealHolding } from './orders/holding.server.ts'
import { mealAgenda } from './orders/meal-agenda.server.ts'
import { createReceptionMeals } from './orders/reception.server.ts'
import { safetyJobs } from './safety/safety.server.ts'
import { sampleRoutes } from './samples/routes.server.ts'
import { sampleJobs, sampleServer } from './samples/samples.server.ts'
import { mealJobs } from './service/meal-jobs.server.ts'
import { counterRoutes } from './service/routes.server.ts'
import { settlementRoutes } from './settlements/routes.server.ts'
import { billServer, correctionServer } from './settlements/settle.server.ts'

import { standingRoutes } from './standing/routes.server.ts'
import { standingJobs } from './standing/standing.server.ts'
import { waitingJobs } from './waiting/waiting.server.ts'

export default defineModuleServer({
  records: {
    dish: dishServer,
    ingredient: ingredientServer,
    ingredientBatch: batchServer,
    ingredientReceipt: receiptServer,
    ingredientIssue: issueServer,
    ingredientWaste: wasteServer,
    ingredientCount: countServer,
    menuPlan: menuServer,
    dishSample: sampleServer,
    mealBill: billServer,
    mealCorrection: correctionServer,
    ...materialServers,
  },
  services: [provideService(receptionMeals, createReceptionMeals)],
  routes: [
    ...canteenRoutes,
    ...counterRoutes,
    ...limitRoutes,
    ...guestRoutes,
    ...settlementRoutes,
    ...ingredientRoutes,
    ...sampleRoutes,
    ...standingRoutes,
  ],
  jobs: [...mealJobs, ...standingJobs, ...waitingJobs, ...guestJobs, ...sampleJobs, ...checkJobs, ...safetyJobs],
  holdings: [mealHolding],
  agenda: mealAgenda,
  seedDemo: seedCanteen,
})
