/** What the canteen asks for when it orders for others, changes or cancels an order. */
import {
  boolean,
  choice,
  date,
  dateTime,
  type Fields,
  integer,
  longText,
  person,
  reference,
  text,
} from '#src/fields/field.ts'
import { MAX_PORTIONS, ORDER_DAYS } from './times.ts'

const isGuest = { field: 'kind', op: 'eq', value: 'guest' } as const
const hasNoGrant = { field: 'grantId', op: 'empty' } as const
/** A guest who is named here, not by a grant. */
const isNamed = { all: [isGuest, hasNoGrant] } as const
const portions = { required: true, min: 1, max: MAX_PORTIONS } as const

export const orderFields: Fields = {
  date: date({ required: true, min: 'today', max: { today: ORDER_DAYS } }),
  mealType: choice('mealType', { required: true }),
  kind: choice('orderKind', { required: true, only: ['guest', 'duty', 'staff'] }),
  grantId: reference('accessGrant', { options: '/api/canteen/guests/options/', visibleWhen: isGuest }),
  personId: person({ required: true, visibleWhen: hasNoGrant }),
  guestName: text(20, { required: true, visibleWhen: isNamed }),
  portions: integer({ ...portions, visibleWhen: isNamed }),
  takeaway: boolean(),
  note: text(50),
  reason: text(200, { min: 2 }),
}

export const portionFields: Fields = { portions: integer(portions), reason: text(200, { min: 2 }) }
export const cancelFields: Fields = { reason: longText(2, 200, { required: true }) }
export const verifyFields: Fields = { at: dateTime() }
