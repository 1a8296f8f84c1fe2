import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, date, department, files, person, text } from '#src/fields/field.ts'

/** 印章管理: a seal, who keeps it, and its imprint. A seal with a register is switched off, never removed (SEA-04). */
export const seal = defineRecord({
  name: 'seal',
  table: 'seal',
  path: '/api/seals/seal/',
  permissions: permissionsFrom('seal', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    name: text(40, { required: true, min: 2 }),
    sealType: choice('sealType', { required: true }),
    deptId: department({ required: true }),
    keeperId: person({ required: true, role: 'sealKeeper' }),
    backupKeeperId: person({ role: 'sealKeeper' }),
    enabledAt: date({ required: true, initial: 'today' }),
    imprint: files(1, { required: true, pictures: true, maskedUnless: 'seal:Update' }),
    state: boolean({ required: true, initial: true }),
    stateReason: text(200, { min: 5, required: { field: 'state', op: 'ne', value: true } }),
  },
  titleFields: ['name', 'keeperId'],
  list: {
    columns: ['name', 'sealType', 'keeperId', 'backupKeeperId', 'deptId', 'enabledAt', 'state'],
    filters: ['sealType', 'deptId', 'keeperId', 'state'],
    search: ['name'],
    order: 'name',
  },
  related: [
    { record: 'sealEntry', by: 'sealId' },
    { record: 'sealUse', by: 'sealId' },
  ],
})
