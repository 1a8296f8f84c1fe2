import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, reference, text } from '#src/fields/field.ts'

/** A region of the country: province, city, district, town (60.6). */
export const area = defineRecord({
  name: 'area',
  table: 'area',
  path: '/api/system/area/',
  permissions: permissionsFrom('area', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    code: text(9, { required: true, pattern: 'areaCode' }),
    name: text(50, { required: true }),
    parent: reference('area', { immutable: true }),
    enable: boolean({ required: true, initial: true }),
    level: choice('areaLevel', { computed: true }),
    pcode: text(9, { computed: true }),
    place: text(200, { computed: true }),
    pinyin: text(300, { computed: true }),
    initials: text(60, { computed: true }),
    hasChildren: boolean({ computed: true }),
  },
  titleFields: ['name', 'code'],
  list: {
    columns: ['name', 'code', 'level', 'place', 'pinyin', 'initials', 'enable'],
    filters: ['level', 'enable', 'parent'],
    search: ['name', 'code', 'pinyin', 'initials'],
    order: 'code',
  },
  naturalKey: ['code'],
})

/** Levels of the tree (dictionary areaLevel). */
export const DEEPEST_LEVEL = 4
