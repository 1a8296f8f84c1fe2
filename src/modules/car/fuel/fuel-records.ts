import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  boolean,
  choice,
  dateTime,
  decimal,
  department,
  files,
  integer,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

/** A fuel card of a car; its balance moves by recharges and refuels alone (40.1). */
export const fuelCard = defineRecord({
  name: 'fuelCard',
  table: 'fuel_card',
  path: '/api/cars/fuel_card/',
  permissions: { search: 'fuelCard:Search', retrieve: 'fuelCard:Search', create: 'fuelCard:Recharge' },
  scope: { department: 'deptId' },
  fields: {
    no: text(30, { required: true, min: 4 }),
    carId: reference('car', { required: true }),
    deptId: department({ computed: true }),
    balance: money({ computed: true }),
    lastAt: dateTime({ computed: true }),
  },
  titleFields: ['no'],
  list: { columns: ['no', 'carId', 'deptId', 'balance', 'lastAt'], filters: ['carId', 'deptId'], search: ['no'] },
  actions: {
    recharge: {
      permission: 'fuelCard:Recharge',
      intent: 'success',
      fields: {
        amount: money({ required: true, positive: true, max: '100000.00' }),
        voucher: files(3, { required: true }),
      },
    },
  },
})

/** A refuel of a car, as its ticket was approved (22.3). */
export const carRefuel = defineRecord({
  name: 'carRefuel',
  table: 'car_refuel',
  path: '/api/cars/refuel/',
  permissions: permissionsFrom('car', 'export'),
  scope: { department: 'deptId', owner: 'userId' },
  fields: {
    carId: reference('car', { computed: true }),
    refuelAt: dateTime({ computed: true }),
    month: text(7, { computed: true }),
    fuelType: choice('fuelType', { computed: true }),
    volume: decimal(8, 2, { computed: true }),
    unitPrice: decimal(6, 2, { computed: true }),
    amount: money({ computed: true }),
    payMode: choice('fuelPayMode', { computed: true }),
    fuelCardId: reference('fuelCard', { computed: true }),
    station: text(60, { computed: true }),
    mileage: integer({ computed: true }),
    fullTank: boolean({ computed: true }),
    consumption: decimal(6, 1, { computed: true }),
    isAbnormal: boolean({ computed: true }),
    tripId: reference('carTrip', { computed: true }),
    userId: person({ computed: true }),
    deptId: department({ computed: true }),
    receipt: files(3, { computed: true }),
    mileagePhotos: files(3, { computed: true }),
    state: choice('carRefuelState', { computed: true }),
  },
  titleFields: ['station'],
  list: {
    columns: [
      'refuelAt',
      'carId',
      'state',
      'fuelType',
      'volume',
      'unitPrice',
      'amount',
      'payMode',
      'mileage',
      'consumption',
      'isAbnormal',
      'station',
      'userId',
    ],
    filters: ['carId', 'payMode', 'fuelType', 'isAbnormal', 'deptId', 'refuelAt', 'month', 'state'],
    search: ['station'],
    order: '-refuelAt',
    charts: {
      cost: { by: 'carId', only: { state: 'approved' }, measure: { of: 'amount', as: 'sum' } },
      consumption: { by: 'carId', only: { state: 'approved' }, measure: { of: 'consumption', as: 'average' } },
      trend: {
        by: 'month',
        series: 'values',
        only: { state: 'approved' },
        measure: { of: 'consumption', as: 'average' },
      },
    },
  },
})
