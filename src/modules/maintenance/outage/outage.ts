import { choice, dateTime, departments, type Fields, text } from '#src/fields/field.ts'

/** A planned outage as people in the affected area are notified of it. */
export const outageFields = {
  outageKind: choice('outageKind', { required: true, initial: 'water' }),
  area: text(60, { required: true, min: 2 }),
  startAt: dateTime({ required: true, notBeforeNow: true }),
  endAt: dateTime({ required: true, notBeforeNow: true }),
  // Empty for the whole bureau; begins with the departments in the building of the order.
  outageDeptIds: departments(50),
  outageNote: text(200, { multiline: true }),
} as const satisfies Fields
