import { defineRecord } from '#src/define/record.ts'
import { choice, date, files, integer, longText, person, reference, text } from '#src/fields/field.ts'

const computed = { computed: true } as const
const reading = {
  search: 'canteenMaterial:Search',
  retrieve: 'canteenMaterial:Retrieve',
  export: 'canteenMaterial:Export',
} as const

/** 安全检查: what is checked in a cycle, and when it is due (CAN-24). */
export const materialCheckItem = defineRecord({
  name: 'materialCheckItem',
  table: 'material_check_item',
  path: '/api/canteen/material_check_item/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    state: choice('materialCheckState', computed),
    name: text(40, computed),
    category: choice('materialCategory', computed),
    location: text(60, computed),
    checkCycleDays: integer(computed),
    lastCheckedOn: date(computed),
    nextCheckOn: date(computed),
  },
  titleFields: ['name'],
  list: {
    columns: ['state', 'name', 'location', 'checkCycleDays', 'lastCheckedOn', 'nextCheckOn'],
    filters: ['state', 'category', 'nextCheckOn'],
    search: ['name', 'location'],
    order: 'nextCheckOn',
  },
  actions: {
    check: {
      permission: 'canteenMaterial:Update',
      intent: 'primary',
      fields: {
        result: choice('materialCheckResult', { required: true, initial: 'ok' }),
        note: longText(2, 200, { required: { field: 'result', op: 'eq', value: 'fault' } }),
        photo: files(3),
      },
    },
  },
})

/** 检查记录: every check as it was done. */
export const materialCheck = defineRecord({
  name: 'materialCheck',
  table: 'material_check',
  path: '/api/canteen/material_check/',
  permissions: reading,
  scope: {},
  appendOnly: true,
  fields: {
    checkedOn: date(computed),
    materialId: reference('canteenMaterial', computed),
    result: choice('materialCheckResult', computed),
    note: text(200, computed),
    photo: files(3, computed),
    checkedBy: person(computed),
  },
  titleFields: ['materialId', 'checkedOn'],
  list: {
    columns: ['checkedOn', 'materialId', 'result', 'note', 'checkedBy'],
    filters: ['checkedOn', 'materialId', 'result'],
    search: ['note'],
    order: '-checkedOn',
  },
})
