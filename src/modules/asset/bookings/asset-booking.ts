import { defineRecord } from '#src/define/record.ts'
import { choice, dateTime, department, longText, person, reference, text } from '#src/fields/field.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** A booking of pool equipment: a half-open period, so that the next one may begin when it ends (90 A 1). */
export const assetBooking = defineRecord({
  name: 'assetBooking',
  table: 'asset_booking',
  path: '/api/assets/booking/',
  permissions: {
    search: 'assetBooking:Search',
    retrieve: 'assetBooking:Search',
    create: 'assetBooking:Create',
    export: 'asset:Export',
  },
  scope: { department: 'deptId', owner: 'userId' },
  fields: {
    no: text(20, { computed: true }),
    assetId: reference('asset', { required: true, options: '/api/assets/pool/options/' }),
    userId: person({ computed: true }),
    deptId: department({ computed: true }),
    startsAt: dateTime({ required: true }),
    endsAt: dateTime({ required: true }),
    purpose: text(100, { required: true, min: 2 }),
    state: choice('assetBookingState', { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    outAt: dateTime({ computed: true }),
    returnedAt: dateTime({ computed: true }),
    returnNote: text(300, { computed: true }),
    remindedAt: dateTime({ computed: true }),
    cancelReason: text(300, { computed: true }),
  },
  titleFields: ['no', 'assetId'],
  list: {
    columns: ['no', 'assetId', 'userId', 'deptId', 'startsAt', 'endsAt', 'purpose', 'state', 'outAt', 'returnedAt'],
    filters: ['state', 'assetId', 'userId', 'deptId', 'startsAt', 'endsAt'],
    search: ['no', 'purpose'],
    order: '-startsAt',
  },
  actions: {
    handOut: { permission: 'asset:Allocate', when: stateIs('booked'), intent: 'primary' },
    takeBack: {
      permission: 'asset:Return',
      when: stateIs('out'),
      fields: { after: choice('assetAfterReturn', { required: true, initial: 'idle' }), note: longText(0, 300) },
      intent: 'success',
    },
    remind: { permission: 'asset:Return', when: stateIs('out'), intent: 'warning' },
    cancel: {
      permission: 'assetBooking:Create',
      when: stateIs('booked'),
      fields: { reason: longText(2, 300, { required: true }) },
      intent: 'danger',
    },
  },
})
