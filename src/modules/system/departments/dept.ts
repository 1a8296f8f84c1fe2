import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, department, integer, people, person, text } from '#src/fields/field.ts'

/** A department of the tree (60.3). Field names on the wire are those of the specification: `parent`, `sort`. */
export const dept = defineRecord({
  name: 'dept',
  table: 'department',
  path: '/api/system/dept/',
  permissions: permissionsFrom('dept', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    name: text(30, { required: true, min: 2 }),
    nameEn: text(80),
    key: text(32, { required: true, pattern: 'key' }),
    parent: department({}),
    sort: integer({ required: true, min: 0, max: 9999, initial: 1 }),
    leaderId: person({}),
    deputyIds: people(10, {}),
    phone: text(20, {}),
    isBudgetUnit: boolean({ required: true, initial: false }),
    people: integer({ computed: true }),
    state: boolean({ required: true, initial: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'key', 'sort', 'leaderId', 'people', 'isBudgetUnit', 'phone', 'state'],
    filters: ['state', 'isBudgetUnit', 'leaderId'],
    callFilters: { parent: 'parent' },
    search: ['name', 'key'],
    order: 'sort',
  },
  naturalKey: ['key'],
})
