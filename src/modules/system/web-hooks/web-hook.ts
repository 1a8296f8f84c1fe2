import { defineRecord } from '#src/define/record.ts'
import { boolean, choice, choices, dateTime, integer, reference, text } from '#src/fields/field.ts'

/** Programs outside that are told of events of tickets. */
export const webHook = defineRecord({
  name: 'webHook',
  table: 'web_hook',
  path: '/api/system/web_hook/',
  permissions: {
    search: 'webHook:Search',
    retrieve: 'webHook:Search',
    create: 'webHook:Create',
    update: 'webHook:Update',
    remove: 'webHook:Delete',
  },
  scope: {},
  fields: {
    name: text(40, { required: true, min: 2 }),
    url: text(300, { required: true, min: 10 }),
    events: choices('webHookEvent', 20, { required: true }),
    state: boolean({ required: true, initial: true }),
    standing: choice('webHookStanding', { computed: true }),
    secretAt: dateTime({ computed: true }),
    lastDeliveredAt: dateTime({ computed: true }),
    failingSince: dateTime({ computed: true }),
    disabledAt: dateTime({ computed: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'url', 'events', 'standing', 'lastDeliveredAt', 'failingSince'],
    filters: ['standing', 'state'],
    search: ['name', 'url'],
  },
  requiresPassword: true,
})

/** What a web hook was told, and how that went. */
export const webHookDelivery = defineRecord({
  name: 'webHookDelivery',
  table: 'web_hook_delivery',
  path: '/api/system/web_hook_delivery/',
  permissions: { search: 'webHook:Search', retrieve: 'webHook:Search' },
  scope: {},
  fields: {
    hookId: reference('webHook', { computed: true }),
    event: choice('webHookEvent', { computed: true }),
    ticketNo: text(20, { computed: true }),
    ticketStatus: choice('ticketStatus', { computed: true }),
    at: dateTime({ computed: true }),
    state: choice('webHookDeliveryState', { computed: true }),
    attempts: integer({ computed: true }),
    lastTriedAt: dateTime({ computed: true }),
    lastStatus: integer({ computed: true }),
    lastError: choice('webHookFailure', { computed: true }),
    dueAt: dateTime({ computed: true }),
  },
  titleFields: ['ticketNo'],
  list: {
    columns: [
      'hookId',
      'event',
      'ticketNo',
      'ticketStatus',
      'at',
      'state',
      'attempts',
      'lastStatus',
      'lastError',
      'dueAt',
    ],
    filters: ['hookId', 'event', 'state', 'at'],
    search: ['ticketNo'],
  },
  actions: {
    resend: {
      permission: 'webHook:Update',
      when: { field: 'state', op: 'in', value: ['delivered', 'failed'] },
    },
  },
})
