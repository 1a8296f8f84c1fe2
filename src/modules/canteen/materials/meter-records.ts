import { defineRecord } from '#src/define/record.ts'
import { boolean, choice, date, decimal, integer, longText, person, reference, text } from '#src/fields/field.ts'

const computed = { computed: true } as const
const reading = {
  search: 'canteenMaterial:Search',
  retrieve: 'canteenMaterial:Retrieve',
  export: 'canteenMaterial:Export',
} as const
const metering = 'canteenMaterial:Meter' as const
const replaced = { field: 'isReplaced', op: 'eq', value: true } as const

/** 计量表: of gas, electricity or water. */
export const energyMeter = defineRecord({
  name: 'energyMeter',
  table: 'energy_meter',
  path: '/api/canteen/energy_meter/',
  permissions: { ...reading, create: metering, update: metering, remove: metering },
  scope: {},
  fields: {
    name: text(40, { required: true, min: 1 }),
    kind: choice('energyKind', { required: true, initial: 'gas', immutable: true }),
    meterNo: text(40),
    location: text(60),
    lastReadOn: date(computed),
    lastReading: decimal(12, 2, computed),
    state: boolean({ initial: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'kind', 'meterNo', 'location', 'lastReading', 'lastReadOn', 'state'],
    filters: ['kind', 'state'],
    search: ['name', 'meterNo', 'location'],
    order: 'name',
  },
  related: [
    { record: 'energyReading', by: 'meterId' },
    { record: 'energyMonth', by: 'meterId' },
  ],
})

/** 抄表: each reading after the one before and not below it, unless the meter was replaced (CAN-23). */
export const energyReading = defineRecord({
  name: 'energyReading',
  table: 'energy_reading',
  path: '/api/canteen/energy_reading/',
  permissions: { ...reading, create: metering },
  scope: {},
  fields: {
    meterId: reference('energyMeter', { required: true, options: '/api/canteen/energy_meter/options/?state=true' }),
    readOn: date({ required: true, max: 'today', initial: 'today' }),
    reading: decimal(12, 2, { required: true, min: '0' }),
    isReplaced: boolean({ initial: false }),
    finalReading: decimal(12, 2, { min: '0', required: replaced, visibleWhen: replaced }),
    startReading: decimal(12, 2, { min: '0', initial: '0', required: replaced, visibleWhen: replaced }),
    consumption: decimal(12, 2, computed),
    note: longText(2, 200, { required: replaced }),
    isStruck: boolean(computed),
    strikeReason: text(200, computed),
    createdBy: person(computed),
  },
  titleFields: ['meterId', 'readOn'],
  list: {
    columns: [
      'readOn',
      'meterId',
      'reading',
      'consumption',
      'isReplaced',
      'note',
      'createdBy',
      'isStruck',
      'strikeReason',
    ],
    filters: ['readOn', 'meterId', 'isReplaced', 'isStruck'],
    search: ['note'],
    order: '-readOn',
  },
  actions: {
    strike: {
      permission: metering,
      when: { field: 'isStruck', op: 'eq', value: false },
      intent: 'danger',
      fields: { reason: longText(5, 200, { required: true }) },
    },
  },
})

/** 能耗: consumption of a month, and for each portion that was eaten. */
export const energyMonth = defineRecord({
  name: 'energyMonth',
  table: 'energy_month',
  path: '/api/canteen/energy_month/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    month: text(7, { computed: true, exact: true }),
    meterId: reference('energyMeter', computed),
    kind: choice('energyKind', computed),
    consumption: decimal(12, 2, computed),
    meals: integer(computed),
    perMeal: decimal(12, 3, computed),
  },
  titleFields: ['month', 'meterId'],
  list: {
    columns: ['month', 'meterId', 'kind', 'consumption', 'meals', 'perMeal'],
    filters: ['month', 'meterId', 'kind'],
    search: ['month'],
    order: '-month',
    charts: {
      gas: { by: 'month', only: { kind: 'gas' }, measure: { of: 'perMeal', as: 'sum' }, series: 'values' },
      electricity: {
        by: 'month',
        only: { kind: 'electricity' },
        measure: { of: 'perMeal', as: 'sum' },
        series: 'values',
      },
    },
  },
})
