import { defineModuleServer } from '#src/define/server.ts'
import { appointmentEffects } from './appointment/appointment-effects.server.ts'
import { appointmentForm } from './appointment/appointment-form.server.ts'
import { boardRoutes } from './board/board.server.ts'
import { seedCars } from './car-seed.server.ts'
import { carServer } from './cars/cars.server.ts'
import { driverHolding, driverServer, suspensionJob } from './drivers/drivers.server.ts'
import { tripJobs } from './trips/trip-jobs.server.ts'
import { tripServer } from './trips/trips.server.ts'

export default defineModuleServer({
  applications: { officialCarAppointment: appointmentForm },
  effects: appointmentEffects,
  records: { car: carServer, driver: driverServer, carTrip: tripServer },
  routes: boardRoutes,
  holdings: [driverHolding],
  jobs: [...tripJobs, suspensionJob],
  seedDemo: seedCars,
})
