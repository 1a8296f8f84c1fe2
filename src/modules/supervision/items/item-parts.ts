import { defineRecord } from '#src/define/record.ts'
import {
  choice,
  date,
  dateTime,
  department,
  departments,
  files,
  integer,
  longText,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const itemId = reference('supervisionItem', { computed: true })
const read = { search: 'supervision:Search', retrieve: 'supervision:Retrieve' } as const
/** Who reads an item reads what belongs to it. */
const scope = { department: 'leadDeptId', sharedWith: 'coDeptIds', owner: 'handlerId' } as const
const scopeFields = {
  leadDeptId: department({ computed: true }),
  coDeptIds: departments(20, { computed: true }),
  handlerId: person({ computed: true }),
}

/** What was reported on an item, and how far it was then. */
export const supervisionReply = defineRecord({
  name: 'supervisionReply',
  table: 'supervision_reply_of_item',
  path: '/api/supervision/reply/',
  permissions: read,
  scope,
  appendOnly: true,
  fields: {
    at: dateTime({ computed: true }),
    itemId,
    byUser: person({ computed: true }),
    kind: choice('supervisionReplyKind', { computed: true }),
    progress: integer({ computed: true }),
    content: longText(0, 1000, { computed: true }),
    difficulty: longText(0, 500, { computed: true }),
    nextStep: longText(0, 500, { computed: true }),
    attachments: files(10, { computed: true }),
    ...scopeFields,
  },
  titleFields: ['itemId', 'byUser'],
  list: {
    columns: ['at', 'itemId', 'byUser', 'kind', 'progress', 'content', 'difficulty', 'nextStep', 'leadDeptId'],
    filters: ['itemId', 'kind', 'byUser', 'leadDeptId', 'at'],
    search: ['content'],
    order: '-at',
  },
})

/** An extension that was asked for (SUP-02). */
export const supervisionExtension = defineRecord({
  name: 'supervisionExtension',
  table: 'supervision_extension_of_item',
  path: '/api/supervision/extension/',
  permissions: read,
  scope,
  fields: {
    itemId,
    state: choice('supervisionExtensionState', { computed: true }),
    fromDate: date({ computed: true }),
    toDate: date({ computed: true }),
    reason: longText(0, 500, { computed: true }),
    evidence: files(5, { computed: true }),
    askedBy: person({ computed: true }),
    decidedAt: dateTime({ computed: true }),
    decidedBy: person({ computed: true }),
    comment: text(300, { computed: true }),
    ...scopeFields,
  },
  titleFields: ['itemId', 'toDate'],
  list: {
    columns: [
      'itemId',
      'state',
      'fromDate',
      'toDate',
      'reason',
      'askedBy',
      'decidedAt',
      'decidedBy',
      'comment',
      'leadDeptId',
    ],
    filters: ['itemId', 'state', 'leadDeptId'],
    search: ['reason'],
  },
})

/** A milestone of an item: those that are done make its progress. */
export const supervisionMilestone = defineRecord({
  name: 'supervisionMilestone',
  table: 'supervision_milestone',
  path: '/api/supervision/milestone/',
  permissions: read,
  scope,
  fields: {
    itemId,
    name: text(50, { computed: true }),
    light: choice('supervisionLight', { computed: true }),
    dueDate: date({ computed: true }),
    weight: integer({ computed: true }),
    doneOn: date({ computed: true }),
    doneBy: person({ computed: true }),
    note: text(300, { computed: true }),
    proof: files(5, { computed: true }),
    ...scopeFields,
  },
  titleFields: ['itemId', 'name'],
  list: {
    columns: ['itemId', 'name', 'light', 'dueDate', 'weight', 'doneOn', 'doneBy', 'handlerId', 'leadDeptId'],
    filters: ['itemId', 'light', 'leadDeptId', 'handlerId', 'dueDate'],
    search: ['name'],
    order: 'dueDate',
  },
  actions: {
    reach: {
      permission: 'supervision:Reply',
      when: { field: 'doneOn', op: 'empty' },
      intent: 'success',
      fields: {
        reachedOn: date({ required: true, max: 'today', initial: 'today' }),
        reachedNote: text(300, { multiline: true }),
        reachedProof: files(5, { required: true }),
      },
    },
  },
})
