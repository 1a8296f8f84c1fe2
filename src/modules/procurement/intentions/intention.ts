import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
  dateTime,
  department,
  integer,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const computed = { computed: true } as const
const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** What a publication says beside what was approved. */
export const publication = {
  publishAt: dateTime(),
  channelUrl: text(200, { required: true, min: 12 }),
  publicNote: text(200),
} as const

/** 采购意向: made by the approval of its application, then published, revoked or turned into a purchase (50.8). */
export const intention = defineRecord({
  name: 'intention',
  table: 'intention',
  path: '/api/procurement/intention/',
  permissions: permissionsFrom('intention', 'update', 'export'),
  scope: { department: 'deptId', owner: 'applicantId' },
  fields: {
    ticketId: reference('ticket', computed),
    projectName: text(100, computed),
    category: choice('purchaseCategory', computed),
    amount: money(computed),
    expectedMonth: text(7, { required: true, pattern: 'month' }),
    demandSummary: longText(20, 1000, { required: true }),
    forSme: boolean({ required: true, initial: false }),
    publicNote: text(200),
    channelUrl: text(200, { min: 12 }),
    deptId: department(computed),
    applicantId: person(computed),
    approvedAt: dateTime(computed),
    publishAt: dateTime(computed),
    daysSincePublish: integer(computed),
    earliestStart: date(computed),
    state: choice('intentionState', { computed: true, only: ['approved', 'published', 'revoked', 'converted'] }),
    year: integer(computed),
    isExempt: boolean(computed),
    exemptReason: longText(10, 300, computed),
    isStale: boolean(computed),
    revokeReason: longText(10, 300, computed),
    convertedAt: dateTime(computed),
  },
  titleFields: ['projectName'],
  list: {
    columns: [
      'ticketId',
      'projectName',
      'category',
      'amount',
      'expectedMonth',
      'deptId',
      'approvedAt',
      'publishAt',
      'daysSincePublish',
      'earliestStart',
      'state',
    ],
    filters: ['state', 'category', 'year', 'deptId', 'amount', 'publishAt', 'isStale'],
    search: ['projectName', 'demandSummary'],
    order: '-publishAt',
    charts: {
      months: { by: 'expectedMonth', measure: { of: 'amount', as: 'sum' } },
      categories: { by: 'category' },
      states: { by: 'state' },
    },
  },
  form: ['expectedMonth', 'demandSummary', 'forSme', 'channelUrl', 'publicNote'],
  // What the public has read is revoked, not changed.
  locks: { update: { field: 'state', op: 'ne', value: 'approved' } },
  actions: {
    publish: {
      permission: 'intention:Publish',
      when: stateIs('approved'),
      intent: 'primary',
      fields: publication,
    },
    convert: {
      permission: 'intention:Convert',
      // What is urgent begins before it is published.
      when: {
        any: [stateIs('published'), { all: [stateIs('approved'), { field: 'isExempt', op: 'eq', value: true }] }],
      },
      intent: 'success',
      fields: {
        authorisationId: reference('ticket', {
          required: true,
          options: '/api/procurement/purchase/authorisations/',
        }),
        method: choice('purchaseMethod', {
          required: true,
          initial: 'inquiry',
          only: ['comparison', 'inquiry', 'negotiation', 'consultation', 'publicTender', 'single'],
        }),
      },
    },
    revoke: {
      permission: 'intention:Revoke',
      when: stateIs('approved', 'published'),
      intent: 'warning',
      fields: { reason: longText(10, 300, { required: true }) },
    },
  },
})
