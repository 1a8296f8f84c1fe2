import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, dateTime, files, integer, longText, person, reference, text } from '#src/fields/field.ts'

/** A reading of an odometer; what was mistyped is corrected with a reason, and the row that was taken out stays (E8). */
export const carReading = defineRecord({
  name: 'carReading',
  table: 'car_odometer',
  path: '/api/cars/reading/',
  permissions: permissionsFrom('car'),
  scope: {},
  fields: {
    at: dateTime({ computed: true }),
    carId: reference('car', { computed: true }),
    km: integer({ computed: true }),
    source: choice('odometerSource', { computed: true }),
    isOut: boolean({ computed: true }),
    tripId: reference('carTrip', { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    byUser: person({ computed: true }),
    photos: files(9, { computed: true }),
    correctsId: reference('carReading', { computed: true }),
    takenOutAt: dateTime({ computed: true }),
    takenOutBy: person({ computed: true }),
    reason: text(200, { computed: true }),
  },
  titleFields: ['carId', 'km'],
  list: {
    columns: ['at', 'carId', 'km', 'source', 'isOut', 'tripId', 'byUser', 'takenOutBy', 'reason'],
    filters: ['carId', 'source', 'isOut', 'at'],
    search: [],
    order: '-at',
  },
  actions: {
    correct: {
      permission: 'car:Update',
      when: { field: 'isOut', op: 'eq', value: false },
      fields: {
        rightKm: integer({ required: true, min: 0, max: 9_999_999 }),
        reason: longText(5, 200, { required: true }),
        rightPhotos: files(3),
      },
      intent: 'warning',
    },
  },
})
