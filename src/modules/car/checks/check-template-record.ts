import { defineRecord } from '#src/define/record.ts'
import { choice, lines, text } from '#src/fields/field.ts'
import { checkFields, MAX_CHECKS } from './check-fields.ts'

/** What drivers look at before and after a trip, one template for a type of car and one for all others (90 B 1). */
export const carCheckTemplate = defineRecord({
  name: 'carCheckTemplate',
  table: 'car_check_template',
  path: '/api/cars/check_template/',
  permissions: {
    search: 'carCheck:Search',
    retrieve: 'carCheck:Search',
    create: 'carCheck:Create',
    update: 'carCheck:Update',
    remove: 'carCheck:Delete',
  },
  scope: {},
  fields: {
    name: text(60, { required: true, min: 2 }),
    carType: choice('carType'),
    items: lines(checkFields, { required: true, min: 1, max: MAX_CHECKS }),
  },
  titleFields: ['name'],
  list: { columns: ['name', 'carType'], filters: ['carType'], search: ['name'] },
})
