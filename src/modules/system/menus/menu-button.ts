import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, integer, reference, text } from '#src/fields/field.ts'

/** A button of a menu: a permission string with a name and the call it opens (60.4). */
export const menuButton = defineRecord({
  name: 'menuButton',
  table: 'permission',
  path: '/api/system/menu_button/',
  permissions: permissionsFrom('menuButton', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    menuId: reference('menu', { required: true, options: '/api/system/menu/options/?is_catalog=false' }),
    name: text(30, { required: true, min: 1 }),
    nameEn: text(60),
    value: text(64, { required: true, pattern: 'permission', immutable: true }),
    api: text(200),
    method: choice('httpMethod', { required: true, initial: '0' }),
    adminOnly: boolean({ required: true, initial: false }),
    sort: integer({ required: true, min: 0, max: 9999, initial: 100 }),
    roles: integer({ computed: true }),
    builtIn: boolean({ computed: true }),
  },
  titleFields: ['name', 'value'],
  list: {
    columns: ['name', 'value', 'method', 'api', 'adminOnly', 'roles', 'sort'],
    filters: ['menuId', 'adminOnly', 'method'],
    callFilters: { menu: 'menuId' },
    search: ['name', 'value', 'api'],
    order: 'sort',
  },
})
