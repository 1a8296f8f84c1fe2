import { defineRecord } from '#src/define/record.ts'
import { choice, date, decimal, department, files, reference, text } from '#src/fields/field.ts'

const permissions = {
  search: 'driver:Search',
  retrieve: 'driver:Retrieve',
  create: 'driver:Update',
  update: 'driver:Update',
  remove: 'driver:Delete',
  export: 'driver:Export',
  import: 'driver:Import',
} as const

/** The shift of a driver on a day; who has a day off is not dispatched (90 B 1). */
export const driverDuty = defineRecord({
  name: 'driverDuty',
  table: 'driver_duty',
  path: '/api/cars/duty/',
  permissions,
  scope: { department: 'deptId' },
  fields: {
    driverId: reference('driver', { required: true }),
    day: date({ required: true }),
    shift: choice('driverShift', { required: true, initial: 'early' }),
    deptId: department({ computed: true }),
  },
  titleFields: ['day', 'shift'],
  list: {
    columns: ['day', 'driverId', 'shift', 'deptId'],
    filters: ['driverId', 'shift', 'day'],
    search: [],
    order: '-day',
    charts: { shifts: { by: 'shift' } },
  },
})

/** What a driver was trained in (90 B 1). */
export const driverTraining = defineRecord({
  name: 'driverTraining',
  table: 'driver_training',
  path: '/api/cars/training/',
  permissions,
  scope: { department: 'deptId' },
  fields: {
    driverId: reference('driver', { required: true }),
    day: date({ required: true, max: 'today' }),
    topic: text(60, { required: true, min: 2 }),
    hours: decimal(4, 1, { required: true, min: '0.5', max: '200' }),
    result: choice('trainingResult', { required: true, initial: 'pass' }),
    files: files(5),
    deptId: department({ computed: true }),
  },
  titleFields: ['topic', 'day'],
  list: {
    columns: ['day', 'driverId', 'topic', 'hours', 'result', 'deptId'],
    filters: ['driverId', 'result', 'day'],
    search: ['topic'],
    order: '-day',
    charts: { drivers: { by: 'driverId', measure: { of: 'hours', as: 'sum' } } },
  },
})
