import type { Definitions } from '#src/define/module.ts'
import { officialCarAppointment } from './appointment/appointment.ts'
import { car } from './cars/car-record.ts'
import { driver } from './drivers/driver-record.ts'
import { carTrip } from './trips/trip-record.ts'

/** What the pages of the module are made of. */
export default {
  records: [car, driver, carTrip],
  applications: [officialCarAppointment],
} satisfies Definitions
