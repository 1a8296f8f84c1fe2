import { defineRecord } from '#src/define/record.ts'
import { date, files, lines, person, reference, text } from '#src/fields/field.ts'

/** 节假日封存停驶: over these days all cars stand sealed, but for those that are on duty (90 B 1). */
export const carLockup = defineRecord({
  name: 'carLockup',
  table: 'car_lockup',
  path: '/api/cars/lockup/',
  permissions: {
    search: 'car:Search',
    retrieve: 'car:Retrieve',
    create: 'car:Update',
    update: 'car:Update',
    remove: 'car:Delete',
    export: 'car:Export',
  },
  scope: {},
  fields: {
    name: text(40, { required: true, min: 2 }),
    startDate: date({ required: true, until: 'endDate' }),
    endDate: date({ required: true }),
    place: text(60, { required: true, min: 2 }),
    keyHolderId: person({ required: true }),
    exempt: lines(
      {
        carId: reference('car', { required: true }),
        reason: text(100, { required: true, min: 2 }),
      },
      { min: 0, max: 200 },
    ),
    photos: files(20),
  },
  titleFields: ['name', 'startDate'],
  list: {
    columns: ['name', 'startDate', 'endDate', 'place', 'keyHolderId'],
    filters: ['startDate', 'endDate', 'keyHolderId'],
    search: ['name', 'place'],
    order: '-startDate',
  },
})
