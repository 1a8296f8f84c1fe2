import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, date, dateTime, integer, lines, longText, money, person, reference, text } from '#src/fields/field.ts'

/** Days ahead for which a menu is planned. */
export const PLAN_DAYS = 28
export const MAX_CAPACITY = 2000
const MAX_DISHES = 40
const computed = { computed: true } as const
const published = { field: 'state', op: 'eq', value: 'published' } as const

/** 菜谱: one meal of one day. */
export const menuPlan = defineRecord({
  name: 'menuPlan',
  table: 'menu_plan',
  path: '/api/canteen/menu/',
  permissions: permissionsFrom('menuPlan', 'create', 'update', 'remove', 'export'),
  scope: {},
  fields: {
    date: date({ required: true, immutable: true, min: 'today', max: { today: PLAN_DAYS } }),
    mealType: choice('mealType', { required: true, immutable: true }),
    state: choice('menuState', computed),
    dishes: lines(
      {
        dishId: reference('dish', { required: true }),
        plannedPortions: integer({ required: true, min: 1, max: 999 }),
        window: text(20),
      },
      { min: 0, max: MAX_DISHES },
    ),
    capacity: integer({ required: true, min: 0, max: MAX_CAPACITY }),
    price: money({ isRate: true, max: '99.00' }),
    booked: integer(computed),
    left: integer(computed),
    note: text(100),
    publishedAt: dateTime(computed),
    publishedBy: person(computed),
  },
  titleFields: ['date', 'mealType'],
  list: {
    columns: ['date', 'mealType', 'state', 'capacity', 'booked', 'left', 'price', 'note'],
    filters: ['date', 'mealType', 'state'],
    search: ['note'],
    order: '-date',
    charts: { states: { by: 'state' } },
  },
  locks: {
    update: { field: 'state', op: 'eq', value: 'closed' },
    remove: { field: 'state', op: 'ne', value: 'draft' },
  },
  actions: {
    publish: {
      permission: 'menuPlan:Publish',
      when: { field: 'state', op: 'eq', value: 'draft' },
      intent: 'success',
    },
    withdraw: {
      permission: 'menuPlan:Withdraw',
      when: published,
      intent: 'danger',
      fields: { reason: longText(5, 200, { required: true }) },
    },
  },
})
