import { defineRecord } from '#src/define/record.ts'
import { choice, decimal, department, integer, money, reference, text } from '#src/fields/field.ts'

/** 季度使用登记: what each car was used for, how far it went and what it cost, for publication inside the bureau (90 B 1). */
export const carUse = defineRecord({
  name: 'carUse',
  table: 'car_use',
  path: '/api/cars/use/',
  permissions: { search: 'car:Search', retrieve: 'car:Retrieve', export: 'car:Export' },
  scope: { department: 'deptId' },
  appendOnly: true,
  fields: {
    quarter: text(6, { computed: true, exact: true }),
    carId: reference('car', { computed: true }),
    deptId: department({ computed: true }),
    trips: integer({ computed: true }),
    km: integer({ computed: true }),
    mainPurpose: choice('carPurpose', { computed: true }),
    litres: decimal(10, 2, { computed: true }),
    per100: decimal(7, 1, { computed: true }),
    fuelCost: money({ computed: true }),
    repairCost: money({ computed: true }),
    tolls: money({ computed: true }),
    cost: money({ computed: true }),
    costPerKm: decimal(10, 2, { computed: true }),
  },
  titleFields: ['quarter'],
  list: {
    columns: [
      'quarter',
      'carId',
      'trips',
      'km',
      'mainPurpose',
      'litres',
      'per100',
      'fuelCost',
      'repairCost',
      'tolls',
      'cost',
      'costPerKm',
    ],
    filters: ['quarter', 'carId', 'deptId'],
    search: ['quarter'],
    order: '-quarter',
    charts: {
      km: { by: 'carId', measure: { of: 'km', as: 'sum' } },
      cost: { by: 'carId', measure: { of: 'cost', as: 'sum' } },
    },
  },
})
