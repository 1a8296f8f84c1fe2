import { defineModuleServer } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import { repairEffects } from './apply/repair-effects.server.ts'
import { repairForms } from './apply/repair-form.server.ts'
import { calendarRoutes } from './calendar/calendar.server.ts'
import { repairOrders, repairParts } from './contract.ts'
import { contractorRoutes } from './contractors/contractors.server.ts'
import {
  inspectionJobs,
  inspectPlanServer,
  inspectRoundServer,
  inspectTemplateServer,
} from './inspection/inspection.server.ts'
import { seedMaintenance } from './maintenance-seed.server.ts'
import { dispatchRoutes } from './orders/dispatchMany.server.ts'
import { createRepairParts } from './orders/extras.server.ts'
import { orderJobs } from './orders/jobs.server.ts'
import { ownRepairRoutes } from './orders/own.server.ts'
import { placeRoutes } from './orders/place.server.ts'
import { workOrderServer } from './orders/record.server.ts'
import { createRepairOrders } from './orders/repairOrders.server.ts'
import { ticketOrderRoutes } from './orders/ticketOrder.server.ts'

export default defineModuleServer({
  applications: repairForms,
  effects: repairEffects,
  records: {
    workOrder: workOrderServer,
    inspectPlan: inspectPlanServer,
    inspectRound: inspectRoundServer,
    inspectTemplate: inspectTemplateServer,
  },
  routes: [
    ...placeRoutes,
    ...ticketOrderRoutes,
    ...dispatchRoutes,
    ...contractorRoutes,
    ...ownRepairRoutes,
    ...calendarRoutes,
  ],
  services: [provideService(repairParts, createRepairParts), provideService(repairOrders, createRepairOrders)],
  seedDemo: seedMaintenance,
  jobs: [...orderJobs, ...inspectionJobs],
})
