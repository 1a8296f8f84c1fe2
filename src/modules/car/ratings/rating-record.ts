import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { dateTime, department, integer, person, reference, text } from '#src/fields/field.ts'

/** How passengers rate a trip and its driver (90 B 1); written by them from their ticket, each once. */
export const carTripRating = defineRecord({
  name: 'carTripRating',
  table: 'car_trip_rating',
  path: '/api/cars/rating/',
  permissions: permissionsFrom('driver', 'export'),
  scope: { department: 'deptId' },
  appendOnly: true,
  fields: {
    ratedAt: dateTime({ computed: true }),
    driverId: reference('driver', { computed: true }),
    tripId: reference('carTrip', { computed: true }),
    userId: person({ computed: true }),
    // The department of the driver.
    deptId: department({ computed: true }),
    score: integer({ computed: true }),
    note: text(200, { computed: true }),
  },
  titleFields: ['tripId', 'score'],
  list: {
    columns: ['ratedAt', 'driverId', 'score', 'note', 'tripId', 'userId', 'deptId'],
    filters: ['driverId', 'score', 'ratedAt', 'deptId'],
    search: ['note'],
    order: '-ratedAt',
    charts: { scores: { by: 'driverId', measure: { of: 'score', as: 'average' } } },
  },
})
