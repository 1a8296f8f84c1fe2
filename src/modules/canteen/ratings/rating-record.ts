import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, date, department, integer, person, reference, text } from '#src/fields/field.ts'

export const [MIN_SCORE, MAX_SCORE] = [1, 5]
const computed = { computed: true } as const

/** 用餐评价: what people say of a meal they ate. */
export const mealRating = defineRecord({
  name: 'mealRating',
  table: 'meal_rating',
  path: '/api/canteen/rating/',
  permissions: permissionsFrom('menuPlan', 'export'),
  scope: { department: 'deptId', owner: 'personId' },
  fields: {
    date: date(computed),
    mealType: choice('mealType', computed),
    personId: person(computed),
    deptId: department(computed),
    score: integer({ computed: true, min: MIN_SCORE, max: MAX_SCORE }),
    comment: text(200, computed),
    menuId: reference('menuPlan', computed),
  },
  titleFields: ['date', 'mealType'],
  list: {
    columns: ['date', 'mealType', 'personId', 'deptId', 'score', 'comment'],
    filters: ['date', 'mealType', 'deptId', 'score'],
    search: ['comment'],
    order: '-date',
    charts: {
      scores: { by: 'score', series: [MIN_SCORE, MAX_SCORE] },
      meals: { by: 'mealType', measure: { of: 'score', as: 'average' } },
    },
  },
})
