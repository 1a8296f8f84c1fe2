import { defineRecord } from '#src/define/record.ts'
import { choice, date, dateTime, department, longText, person, reference, text } from '#src/fields/field.ts'

/** What one adds to make an item of something that was found: under whom it is supervised, and until when. */
export const takeFields = {
  leaderId: person(),
  dueDate: date({ required: true, min: 'today' }),
  requirement: longText(10, 2000, { required: true }),
}

/** Something a module found worth supervising. */
export const supervisionOffer = defineRecord({
  name: 'supervisionOffer',
  table: 'supervision_offer',
  path: '/api/supervision/offer/',
  permissions: { search: 'supervision:Create', retrieve: 'supervision:Create' },
  scope: { department: 'leadDeptId' },
  fields: {
    kind: choice('supervisionOfferKind', { computed: true }),
    subject: text(100, { computed: true }),
    offeredAt: dateTime({ computed: true }),
    state: choice('supervisionOfferState', { computed: true }),
    leadDeptId: department({ computed: true }),
    handlerId: person({ computed: true }),
    ticketId: reference('ticket', { computed: true }),
    itemId: reference('supervisionItem', { computed: true }),
    decidedBy: person({ computed: true }),
    decidedAt: dateTime({ computed: true }),
    reason: text(300, { computed: true }),
  },
  titleFields: ['subject'],
  list: {
    columns: ['subject', 'kind', 'state', 'leadDeptId', 'handlerId', 'ticketId', 'itemId', 'offeredAt', 'reason'],
    filters: ['state', 'kind', 'leadDeptId'],
    search: ['subject'],
  },
  actions: {
    take: {
      permission: 'supervision:Assign',
      when: { field: 'state', op: 'eq', value: 'open' },
      fields: takeFields,
      intent: 'primary',
    },
    dismiss: {
      permission: 'supervision:Assign',
      when: { field: 'state', op: 'eq', value: 'open' },
      fields: { reason: text(300, { required: true, min: 5, multiline: true }) },
    },
  },
})
