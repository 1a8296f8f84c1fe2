import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, date, decimal, files, integer, longText, person, reference, text } from '#src/fields/field.ts'

const computed = { computed: true } as const
const isCertificate = { field: 'kind', op: 'eq', value: 'certificate' } as const
const isTemperature = { field: 'kind', op: 'eq', value: 'temperature' } as const
const hasCycle = { field: 'kind', op: 'ne', value: 'certificate' } as const
const checking = 'canteenMaterial:Update' as const

/** 食品安全台账: what is checked, in which cycle or until when, within which limits, and how it stands. */
export const safetyItem = defineRecord({
  name: 'safetyItem',
  table: 'safety_item',
  path: '/api/canteen/safety_item/',
  permissions: permissionsFrom('canteenMaterial', 'create', 'update', 'remove', 'export'),
  scope: {},
  fields: {
    checkState: choice('safetyState', computed),
    name: text(40, { required: true, min: 1 }),
    kind: choice('safetyKind', { required: true, immutable: true, initial: 'inspection' }),
    location: text(60),
    cycleDays: integer({ min: 1, max: 366, initial: 1, required: hasCycle, visibleWhen: hasCycle }),
    workdaysOnly: boolean({ initial: true, visibleWhen: hasCycle }),
    minValue: decimal(5, 1, {
      min: '-60',
      max: '200',
      initial: '0',
      required: isTemperature,
      visibleWhen: isTemperature,
    }),
    maxValue: decimal(5, 1, {
      min: '-60',
      max: '200',
      initial: '8',
      required: isTemperature,
      visibleWhen: isTemperature,
    }),
    validTo: date({ required: isCertificate, visibleWhen: isCertificate }),
    isUsed: boolean({ initial: true }),
    nextCheckOn: date(computed),
    lastCheckedOn: date(computed),
    missed: integer(computed),
  },
  titleFields: ['name'],
  list: {
    columns: [
      'checkState',
      'name',
      'kind',
      'location',
      'cycleDays',
      'nextCheckOn',
      'lastCheckedOn',
      'missed',
      'minValue',
      'maxValue',
      'isUsed',
    ],
    filters: ['checkState', 'kind', 'nextCheckOn', 'isUsed'],
    search: ['name', 'location'],
    order: 'nextCheckOn',
    charts: { states: { by: 'checkState' } },
  },
  related: [{ record: 'safetyCheck', by: 'safetyId' }],
  actions: {
    check: {
      permission: checking,
      when: { field: 'kind', op: 'in', value: ['health', 'disinfection', 'inspection'] },
      intent: 'primary',
      fields: {
        result: choice('materialCheckResult', { required: true, initial: 'ok' }),
        note: longText(2, 200, { required: { field: 'result', op: 'eq', value: 'fault' } }),
        photo: files(3),
      },
    },
    measure: {
      permission: checking,
      when: isTemperature,
      intent: 'primary',
      fields: {
        value: decimal(5, 1, { required: true, min: '-60', max: '200' }),
        note: longText(2, 200),
        photo: files(3),
      },
    },
    renew: {
      permission: checking,
      when: isCertificate,
      intent: 'primary',
      fields: { validTo: date({ required: true, min: 'today' }), note: longText(2, 200), photo: files(3) },
    },
  },
})

/** 台账记录: every check as it was done, and every one that was missed. */
export const safetyCheck = defineRecord({
  name: 'safetyCheck',
  table: 'safety_check',
  path: '/api/canteen/safety_check/',
  permissions: permissionsFrom('canteenMaterial', 'export'),
  scope: {},
  appendOnly: true,
  fields: {
    checkedOn: date(computed),
    safetyId: reference('safetyItem', computed),
    result: choice('safetyResult', computed),
    value: decimal(5, 1, computed),
    validTo: date(computed),
    note: text(200, computed),
    photo: files(3, computed),
    checkedBy: person(computed),
  },
  titleFields: ['safetyId', 'checkedOn'],
  list: {
    columns: ['checkedOn', 'safetyId', 'result', 'value', 'validTo', 'note', 'checkedBy'],
    filters: ['checkedOn', 'safetyId', 'result'],
    search: ['note'],
    order: '-checkedOn',
    charts: { results: { by: 'result' } },
  },
})
