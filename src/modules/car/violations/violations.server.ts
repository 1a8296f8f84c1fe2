/** CAR-39: a violation belongs to the trip that covers its time; without one the fleet names the driver. */
import type { RecordServer } from '#src/define/server.ts'
import { withCoveringTrip } from '../trips/covering-trip.server.ts'

export const violationServer: RecordServer = {
  beforeCreate: (values, unit) => withCoveringTrip(values, unit),
  beforeUpdate: (values, _row, unit) => withCoveringTrip(values, unit),
}
