import type { Condition } from '#machines/ticket/definition/definition.ts'
import { decimal, type Fields, lines, person, quantity, reference } from '#src/fields/field.ts'

/** What may be used in a repair. */
export const PART_CATEGORIES = 'electronicParts,equipment,cleaning,officeSupplies,other'

/** Parts taken from the store; they are issued with the result. */
export const partLines: Fields[string] = lines(
  {
    itemId: reference('stockItem', {
      required: true,
      options: `/api/stock/item/choices/?categories=${PART_CATEGORIES}`,
    }),
    qty: quantity({ required: true, positive: true, max: 999, initial: 1, ofItem: 'itemId' }),
  },
  { min: 0, max: 50 },
)

/** Hours of the one who reports the work done. */
export const workHours = decimal(5, 1, { required: true, min: '0.1', max: '200', initial: '1.0' })

/** Hours of those who helped. */
export const labourLines: Fields[string] = lines(
  {
    userId: person({ required: true, role: 'maintenanceWorker' }),
    hours: decimal(5, 1, { required: true, min: '0.1', max: '200', initial: '1.0' }),
  },
  { min: 0, max: 20 },
)

/** A rating of 1 or 2 says why; one that is not given yet is none of them. */
export const badRating: Condition = {
  all: [
    { field: 'rating', op: 'gte', value: 1 },
    { field: 'rating', op: 'lte', value: 2 },
  ],
}
