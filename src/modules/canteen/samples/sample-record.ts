import { defineRecord } from '#src/define/record.ts'
import {
  choice,
  date,
  dateTime,
  decimal,
  files,
  integer,
  longText,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

/** Grams of the smallest sample. */
export const MIN_GRAMS = 125
/** Hours that a sample is kept. */
export const KEEP_HOURS = 48
const computed = { computed: true } as const

/** 食品留样: a sample of every dish of a meal, kept for 48 hours (50.1, CAN-03, CAN-04). */
export const dishSample = defineRecord({
  name: 'dishSample',
  table: 'dish_sample',
  path: '/api/canteen/sample/',
  permissions: { search: 'menuPlan:Search', retrieve: 'menuPlan:Retrieve', create: 'menuPlan:Sample' },
  scope: {},
  fields: {
    state: choice('dishSampleState', computed),
    date: date(computed),
    mealType: choice('mealType', computed),
    menuId: reference('menuPlan', { required: true }),
    dishId: reference('dish', { required: true }),
    sampleWeight: integer({ required: true, min: MIN_GRAMS, max: 5000, initial: MIN_GRAMS }),
    sampledAt: dateTime({ required: true }),
    sampledBy: person(computed),
    storeTemp: decimal(3, 1, { required: true, min: '0', max: '8', initial: '4' }),
    place: text(40, { required: true, min: 1 }),
    photo: files(1),
    discardAt: dateTime(computed),
    discardedAt: dateTime(computed),
    discardedBy: person(computed),
    strikeReason: text(200, computed),
  },
  titleFields: ['menuId', 'dishId'],
  list: {
    columns: [
      'state',
      'date',
      'mealType',
      'dishId',
      'sampleWeight',
      'sampledAt',
      'sampledBy',
      'storeTemp',
      'place',
      'discardAt',
      'discardedAt',
      'discardedBy',
      'strikeReason',
    ],
    filters: ['state', 'menuId', 'dishId', 'sampledAt', 'sampledBy'],
    search: ['place'],
    order: '-sampledAt',
  },
  actions: {
    discard: { permission: 'menuPlan:Sample', when: { field: 'state', op: 'in', value: ['kept', 'due'] } },
    strike: {
      permission: 'menuPlan:Sample',
      when: { field: 'state', op: 'ne', value: 'struck' },
      intent: 'danger',
      fields: { reason: longText(5, 200, { required: true }) },
    },
  },
})
