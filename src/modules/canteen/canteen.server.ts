import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { canteenRoutes } from './canteen-routes.server.ts'
import { receptionMeals } from './contract.ts'
import { seedCanteen } from './demo/canteen-seed.server.ts'
import { dishServer, ingredientServer } from './dishes/dishes.server.ts'
import { guestJobs } from './guests/guests.server.ts'
import { guestRoutes } from './guests/routes.server.ts'
import { limitRoutes } from './limits/routes.server.ts'
import { menuServer } from './menus/menus.server.ts'
import { mealHolding } from './orders/holding.server.ts'
import { createReceptionMeals } from './orders/reception.server.ts'
import { mealJobs } from './service/meal-jobs.server.ts'
import { counterRoutes } from './service/routes.server.ts'
import { settlementRoutes } from './settlements/routes.server.ts'
import { billServer, correctionServer } from './settlements/settle.server.ts'

export default defineModuleServer({
  records: {
    dish: dishServer,
    ingredient: ingredientServer,
    menuPlan: menuServer,
    mealBill: billServer,
    mealCorrection: correctionServer,
  },
  services: [provideService(receptionMeals, createReceptionMeals)],
  routes: [...canteenRoutes, ...counterRoutes, ...limitRoutes, ...guestRoutes, ...settlementRoutes],
  jobs: [...mealJobs, ...guestJobs],
  holdings: [mealHolding],
  seedDemo: seedCanteen,
})
