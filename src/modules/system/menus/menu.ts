import type { Condition } from '#machines/ticket/definition/definition.ts'
import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, integer, reference, text } from '#src/fields/field.ts'

const isEntry: Condition = { field: 'is_catalog', op: 'eq', value: false }

/** A line of the navigation (60.4) under the names of the specification: a catalogue, a page, a link, or a frame around a link. */
export const menu = defineRecord({
  name: 'menu',
  table: 'menu',
  path: '/api/system/menu/',
  permissions: permissionsFrom('menu', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    title: text(30, { required: true, min: 2 }),
    titleEn: text(60),
    parent: reference('menu', { options: '/api/system/menu/options/?is_catalog=true' }),
    sort: integer({ required: true, min: 0, max: 9999, initial: 100 }),
    is_catalog: boolean({ required: true, initial: false }),
    icon: text(64),
    web_path: text(128, { pattern: 'path', visibleWhen: isEntry }),
    /** Path of the shipped page it leads to. */
    component: text(128, { visibleWhen: isEntry }),
    link_url: text(500, { visibleWhen: isEntry }),
    is_iframe: boolean({ initial: false, visibleWhen: isEntry }),
    visible: boolean({ required: true, initial: true }),
    cache: boolean({ required: true, initial: true }),
    is_affix: boolean({ required: true, initial: false }),
    state: boolean({ required: true, initial: true }),
    builtIn: boolean({ computed: true }),
    roles: integer({ computed: true }),
  },
  titleFields: ['title'],
  list: {
    columns: ['title', 'web_path', 'sort', 'visible', 'cache', 'is_affix', 'roles', 'state'],
    filters: ['state', 'visible', 'is_catalog', 'parent'],
    search: ['title', 'titleEn', 'web_path'],
    order: 'sort',
  },
})
