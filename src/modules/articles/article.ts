import { defineRecord } from '#src/define/record.ts'
import { boolean, choice, date, dateTime, departments, files, longText, text } from '#src/fields/field.ts'

/** What the bureau tells its people, as those see it who write it (10.4, manage tab). Drafts are theirs alone, so the list asks for more than reading. */
export const article = defineRecord({
  name: 'article',
  table: 'article',
  path: '/api/article/',
  permissions: {
    search: 'article:Create',
    retrieve: 'article:Create',
    create: 'article:Create',
    update: 'article:Update',
    remove: 'article:Delete',
    export: 'article:Export',
  },
  scope: {},
  fields: {
    title: text(100, { required: true, min: 2 }),
    titleEn: text(150),
    category: choice('articleCategory', { required: true, initial: 'notice' }),
    summary: text(200),
    body: longText(1, 20_000, { required: true, markdown: true }),
    coverFile: files(1),
    attachments: files(10),
    targetDeptIds: departments(50),
    isPublic: boolean({ required: true, initial: false }),
    pinnedUntil: date({ min: 'today' }),
    publishAt: dateTime(),
    expireAt: dateTime(),
    state: choice('articleState', { computed: true, initial: 'draft' }),
    isPinned: boolean({ computed: true }),
    isBound: boolean({ computed: true }),
    withdrawReason: longText(5, 200, { computed: true }),
  },
  titleFields: ['title'],
  list: {
    columns: ['title', 'category', 'state', 'isPinned', 'isPublic', 'publishAt', 'expireAt', 'targetDeptIds'],
    filters: ['state', 'category', 'isPinned', 'isPublic', 'publishAt'],
    search: ['title', 'body'],
    order: '-publishAt',
  },
  actions: {
    publish: {
      permission: 'article:Publish',
      when: { field: 'state', op: 'ne', value: 'published' },
      intent: 'primary',
    },
    pin: {
      permission: 'article:Pin',
      when: { field: 'state', op: 'eq', value: 'published' },
      fields: { pinnedUntil: date({ required: true, min: 'today' }) },
    },
    unpin: { permission: 'article:Pin', when: { field: 'isPinned', op: 'eq', value: true } },
    withdraw: {
      permission: 'article:Withdraw',
      // ART-06: what announces an intention goes with the intention.
      when: {
        all: [
          { field: 'state', op: 'eq', value: 'published' },
          { field: 'isBound', op: 'ne', value: true },
        ],
      },
      fields: { withdrawReason: longText(5, 200, { required: true }) },
      intent: 'warning',
    },
  },
  // What people may have read is taken back before it is changed; only what nobody saw is removed.
  locks: {
    update: { field: 'state', op: 'eq', value: 'published' },
    remove: { field: 'state', op: 'ne', value: 'draft' },
  },
})
