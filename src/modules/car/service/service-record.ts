import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, dateTime, department, integer, longText, money, reference, text } from '#src/fields/field.ts'

/** A service or repair of a car, from its approval to the day the car is fetched (22.2, 40.1). */
export const carService = defineRecord({
  name: 'carService',
  table: 'car_service',
  path: '/api/cars/service/',
  permissions: permissionsFrom('car', 'export'),
  scope: { department: 'deptId' },
  fields: {
    carId: reference('car', { computed: true }),
    maintType: choice('carMaintType', { computed: true }),
    faultDesc: longText(0, 500, { computed: true }),
    vendorId: reference('vendor', { computed: true }),
    vendorName: text(60, { computed: true }),
    planIn: dateTime({ computed: true }),
    planOut: dateTime({ computed: true }),
    sentAt: dateTime({ computed: true }),
    outAt: dateTime({ computed: true }),
    mileage: integer({ computed: true }),
    finishMileage: integer({ computed: true }),
    amount: money({ computed: true }),
    actualAmount: money({ computed: true }),
    deptId: department({ computed: true }),
    state: choice('carServiceState', { computed: true }),
  },
  titleFields: ['faultDesc'],
  list: {
    columns: [
      'planIn',
      'carId',
      'maintType',
      'state',
      'faultDesc',
      'vendorName',
      'amount',
      'actualAmount',
      'outAt',
      'finishMileage',
    ],
    filters: ['carId', 'maintType', 'state', 'deptId', 'planIn'],
    search: ['faultDesc', 'vendorName'],
    order: '-planIn',
    charts: {
      cost: { by: 'carId', only: { state: 'finished' }, measure: { of: 'actualAmount', as: 'sum' } },
      types: { by: 'maintType' },
    },
  },
  actions: {
    sendIn: {
      permission: 'car:Update',
      when: { field: 'state', op: 'eq', value: 'planned' },
      intent: 'primary',
    },
  },
})
