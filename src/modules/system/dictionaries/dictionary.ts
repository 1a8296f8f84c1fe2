import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, integer, reference, text } from '#src/fields/field.ts'

/** A dictionary: a key with its entries (60.5, file 05). */
export const dictionary = defineRecord({
  name: 'dictionary',
  table: 'dictionary',
  path: '/api/system/dictionary/',
  permissions: permissionsFrom('dictionary', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    key: text(64, { required: true, min: 2, pattern: 'key', immutable: true }),
    name: text(50, { required: true }),
    nameEn: text(80, { required: true }),
    type: choice('valueType', { required: true, initial: '0', immutable: true }),
    sort: integer({ required: true, min: 0, max: 9999, initial: 999 }),
    system: boolean({ computed: true }),
    extensible: boolean({ computed: true }),
    entries: integer({ computed: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'key', 'type', 'entries', 'system', 'extensible'],
    filters: ['system', 'extensible', 'type'],
    search: ['name', 'nameEn', 'key'],
    order: 'sort',
  },
  locks: { remove: { field: 'system', op: 'eq', value: true } },
})

/** One entry of a dictionary. Codes are stable; what people read may change (SYS-51). */
export const dictionaryEntry = defineRecord({
  name: 'dictionaryEntry',
  table: 'dictionary_entry',
  path: '/api/system/dictionary_entry/',
  permissions: permissionsFrom('dictionary', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    dictionaryKey: text(64, { required: true, pattern: 'key', immutable: true }),
    dictionaryId: reference('dictionary', { computed: true }),
    label: text(50, { required: true }),
    labelEn: text(80, { required: true }),
    value: text(200, { required: true, immutable: true }),
    type: choice('valueType', { required: true, initial: '0', immutable: true }),
    color: choice('chipColor'),
    sort: integer({ required: true, min: 0, max: 9999, initial: 0 }),
    status: boolean({ required: true, initial: true }),
    isDefault: boolean({ required: true, initial: false }),
    shipped: boolean({ computed: true }),
  },
  titleFields: ['label', 'value'],
  list: {
    columns: ['label', 'labelEn', 'value', 'type', 'color', 'sort', 'status', 'isDefault', 'shipped'],
    filters: ['status', 'shipped', 'dictionaryId'],
    search: ['label', 'labelEn', 'value'],
    order: 'sort',
  },
  naturalKey: ['dictionaryKey', 'value'],
  locks: { remove: { field: 'shipped', op: 'eq', value: true } },
})

/** SYS-52: whether a value can be read as its type says. A text is a code, since choices are stored by it. */
export function isValueOf(type: string, value: string): boolean {
  return shapes[type]?.test(value) === true && (type !== '2' || isRealDay(value))
}

const day = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const time = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?'
const shapes: Readonly<Record<string, RegExp>> = {
  '0': /^[\w.-]{1,64}$/,
  '1': /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/,
  '2': new RegExp(`^${day}$`),
  '3': new RegExp(`^${day} ${time}$`),
  '4': new RegExp(`^${time}$`),
  '5': /^\S{1,200}$/,
  '6': /^(true|false)$/,
  '7': /^\S{1,200}$/,
}
const isRealDay = (value: string): boolean =>
  !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)
