import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, choices, decimal, files, integer, lines, reference, text } from '#src/fields/field.ts'

const MAX_INGREDIENTS = 30
export const MAX_ALLERGENS = 8

/** 菜品库: what one portion is made of, and which allergens it contains. */
export const dish = defineRecord({
  name: 'dish',
  table: 'dish',
  path: '/api/canteen/dish/',
  permissions: permissionsFrom('dish', 'create', 'update', 'remove', 'import'),
  scope: {},
  fields: {
    name: text(30, { required: true, min: 2 }),
    category: choice('dishCategory', { required: true }),
    allergens: choices('allergen', MAX_ALLERGENS),
    calories: integer({ min: 0, max: 3000 }),
    ingredients: lines(
      {
        ingredientId: reference('ingredient', { required: true }),
        qtyPerPortion: decimal(8, 3, { required: true, min: '0.001' }),
        unit: choice('ingredientUnit', { required: true, initial: 'kg' }),
      },
      { min: 0, max: MAX_INGREDIENTS },
    ),
    photo: files(1, { pictures: true }),
    state: boolean({ initial: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'category', 'allergens', 'calories', 'state'],
    filters: ['category', 'allergens', 'state'],
    search: ['name'],
    order: 'category',
    charts: { categories: { by: 'category' } },
  },
  naturalKey: ['name'],
})
