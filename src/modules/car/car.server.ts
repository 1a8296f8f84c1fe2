import { defineModuleServer } from '#src/define/server.ts'
import { accidentServer } from './accidents/accidents.server.ts'
import { appointmentEffects } from './appointment/appointment-effects.server.ts'
import { appointmentForm } from './appointment/appointment-form.server.ts'
import { boardRoutes } from './board/board.server.ts'
import { seedCars } from './car-seed.server.ts'
import { carServer } from './cars/cars.server.ts'
import { setDepartments } from './cars/departments.server.ts'
import { reminderJobs } from './cars/reminders.server.ts'
import { checkTemplateServer } from './checks/checks.server.ts'
import { driverHolding, driverServer, suspensionJob } from './drivers/drivers.server.ts'
import { dutyServer, trainingServer } from './drivers/duty.server.ts'
import { fuelCardServer } from './fuel/fuel-cards.server.ts'
import { refuelEffects } from './fuel/refuel-effects.server.ts'
import { refuelForm } from './fuel/refuel-form.server.ts'
import { lockupServer } from './lockups/lockups.server.ts'
import { ownRoutes } from './own/own-trips.server.ts'
import { tripAgenda } from './own/trip-agenda.server.ts'
import { fleetRoutes } from './pages/fleet.server.ts'
import { ratingRoutes } from './ratings/ratings.server.ts'
import { readingServer } from './readings/readings.server.ts'
import { serviceEffects, serviceJob, serviceServer } from './service/service-effects.server.ts'
import { serviceForm } from './service/service-form.server.ts'
import { serviceStartRoutes } from './service/service-start.server.ts'
import { backfillJob, emergencyServer } from './trips/emergencies.server.ts'
import { tripJobs } from './trips/trip-jobs.server.ts'
import { tripServer } from './trips/trips.server.ts'
import { useRoutes } from './use/use-article.server.ts'
import { violationServer } from './violations/violations.server.ts'

export default defineModuleServer({
  applications: {
    officialCarAppointment: appointmentForm,
    officialCarMaintenance: serviceForm,
    officialCarRefueling: refuelForm,
  },
  effects: { ...appointmentEffects, ...refuelEffects, ...serviceEffects },
  records: {
    car: carServer,
    driver: driverServer,
    carTrip: { ...tripServer, ...emergencyServer },
    carService: serviceServer,
    carViolation: violationServer,
    carRefuel: { computed: { month: `to_char(r.refuel_at at time zone 'Asia/Shanghai', 'YYYY-MM')` } },
    fuelCard: fuelCardServer,
    carAccident: accidentServer,
    carLockup: lockupServer,
    driverDuty: dutyServer,
    driverTraining: trainingServer,
    carCheckTemplate: checkTemplateServer,
    carReading: readingServer,
  },
  routes: [
    setDepartments,
    ...useRoutes,
    ...boardRoutes,
    ...fleetRoutes,
    ...ownRoutes,
    ...ratingRoutes,
    ...serviceStartRoutes,
  ],
  holdings: [driverHolding],
  agenda: tripAgenda,
  jobs: [...tripJobs, ...reminderJobs, suspensionJob, serviceJob, backfillJob],
  seedDemo: seedCars,
})

declare module '#src/define/names.ts' {
  interface EffectNames {
    car: keyof (typeof appointmentEffects & typeof refuelEffects & typeof serviceEffects)
  }
}
