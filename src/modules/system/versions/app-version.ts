import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, dateTime, longText, text } from '#src/fields/field.ts'

/** A version of the app that open pages are told of once it is published (60.11). The number is `semver`, since every record has a `version` of its own. */
export const appVersion = defineRecord({
  name: 'appVersion',
  table: 'app_version',
  path: '/api/system/app_version/',
  permissions: permissionsFrom('appVersion', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    semver: text(17, { required: true, pattern: 'semver' }),
    title: text(60, { required: true, min: 2 }),
    notes: longText(2, 4000, { required: true, markdown: true }),
    force: boolean({ required: true, initial: false }),
    resetConfig: boolean({ required: true, initial: false }),
    publishAt: dateTime(),
    state: choice('appVersionState', { computed: true, initial: 'draft' }),
    isNewest: boolean({ computed: true }),
    announcedAt: dateTime({ computed: true }),
  },
  titleFields: ['semver'],
  list: {
    columns: ['semver', 'title', 'state', 'isNewest', 'force', 'resetConfig', 'publishAt'],
    filters: ['state', 'force', 'publishAt'],
    search: ['semver', 'title', 'notes'],
  },
  actions: {
    publish: {
      permission: 'appVersion:Publish',
      when: { field: 'state', op: 'eq', value: 'draft' },
      intent: 'primary',
    },
    withdraw: {
      permission: 'appVersion:Publish',
      when: { field: 'state', op: 'eq', value: 'published' },
      intent: 'warning',
    },
  },
  // What people were offered stays as it was.
  locks: {
    update: { field: 'state', op: 'ne', value: 'draft' },
    remove: { field: 'state', op: 'eq', value: 'published' },
  },
})
