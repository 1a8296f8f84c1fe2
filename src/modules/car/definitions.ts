import type { Definitions } from '#src/define/module.ts'
import { carAccident } from './accidents/accident-record.ts'
import { officialCarAppointment } from './appointment/appointment.ts'
import { car } from './cars/car-record.ts'
import { carCheckTemplate } from './checks/check-template-record.ts'
import { driver } from './drivers/driver-record.ts'
import { driverDuty, driverTraining } from './drivers/duty-record.ts'
import { carRefuel, fuelCard } from './fuel/fuel-records.ts'
import { officialCarRefueling } from './fuel/refueling.ts'
import { carLockup } from './lockups/lockup-record.ts'
import { carTripRating } from './ratings/rating-record.ts'
import { carReading } from './readings/reading-record.ts'
import { officialCarMaintenance } from './service/car-service.ts'
import { carService } from './service/service-record.ts'
import { carTrip } from './trips/trip-record.ts'
import { carUse } from './use/use-record.ts'
import { carViolation } from './violations/violation-record.ts'

/** What the pages of the module are made of. */
export default {
  records: [
    car,
    driver,
    carTrip,
    carService,
    carRefuel,
    fuelCard,
    carViolation,
    carAccident,
    carLockup,
    carUse,
    driverDuty,
    driverTraining,
    carCheckTemplate,
    carTripRating,
    carReading,
  ],
  applications: [officialCarAppointment, officialCarMaintenance, officialCarRefueling],
} satisfies Definitions
