import type { Condition } from '#machines/ticket/definition/definition.ts'
import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, dateTime, departments, integer, text } from '#src/fields/field.ts'

const isCustom: Condition = { field: 'dataScope', op: 'eq', value: '4' }

/** A role (60.2): what it grants stands beside it, in menus, buttons and data scopes. */
export const role = defineRecord({
  name: 'role',
  table: 'role',
  path: '/api/system/role/',
  permissions: permissionsFrom('role', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    name: text(30, { required: true, min: 2 }),
    nameEn: text(60),
    key: text(32, { required: true, pattern: 'roleKey', immutable: true }),
    dataScope: choice('dataScope', { required: true, initial: '0' }),
    scopeDeptIds: departments(200, { visibleWhen: isCustom }),
    sort: integer({ required: true, min: 0, max: 9999, initial: 100 }),
    state: boolean({ required: true, initial: true }),
    users: integer({ computed: true }),
    builtIn: boolean({ computed: true }),
    updatedAt: dateTime({ computed: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'key', 'dataScope', 'sort', 'state', 'users', 'updatedAt'],
    filters: ['state', 'dataScope'],
    search: ['name', 'key'],
    order: 'sort',
  },
  // SYS-21: a role the product ships has no button that removes it.
  locks: { remove: { field: 'builtIn', op: 'eq', value: true } },
})
