import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, dateTime, department, integer, money, reference, text } from '#src/fields/field.ts'

/** A traffic violation with a car of the bureau; the fine is the driver's own (40.1, CAR-39). */
export const carViolation = defineRecord({
  name: 'carViolation',
  table: 'car_violation',
  path: '/api/cars/violation/',
  permissions: permissionsFrom('carViolation', 'create', 'update', 'remove'),
  scope: { department: 'deptId' },
  fields: {
    carId: reference('car', { required: true }),
    happenedAt: dateTime({ required: true }),
    place: text(100, { required: true, min: 2 }),
    code: text(20, { required: true, min: 3 }),
    points: integer({ required: true, min: 0, max: 12, initial: 0 }),
    fine: money({ required: true }),
    driverId: reference('driver'),
    state: choice('carViolationState', { required: true, initial: 'pending' }),
    tripId: reference('carTrip', { computed: true }),
    deptId: department({ computed: true }),
  },
  titleFields: ['code', 'place'],
  list: {
    columns: ['happenedAt', 'carId', 'state', 'place', 'code', 'points', 'fine', 'driverId', 'tripId'],
    filters: ['state', 'carId', 'driverId', 'happenedAt'],
    search: ['place', 'code'],
    order: '-happenedAt',
    charts: { drivers: { by: 'driverId' }, states: { by: 'state' } },
  },
})
