import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, date, files, lines, longText, text } from '#src/fields/field.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** A vendor (50.7, 95.5). Its state is changed by actions only. */
export const vendor = defineRecord({
  name: 'vendor',
  table: 'vendor',
  path: '/api/procurement/vendor/',
  permissions: permissionsFrom('vendor', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    name: text(60, { required: true, min: 2 }),
    creditCode: text(18, { required: true, min: 18 }),
    legalPerson: text(40, { required: true, min: 2 }),
    contact: text(40, { required: true, min: 2 }),
    mobile: text(11, { required: true, pattern: 'mobile', maskedUnless: 'vendor:Update', comparable: true }),
    bankName: text(60, { required: true, min: 2 }),
    bankAccount: text(30, { required: true, pattern: 'bankAccount', maskedUnless: 'vendor:Update' }),
    isCarRepair: boolean({ required: true, initial: false }),
    isMaintenance: boolean({ required: true, initial: false }),
    isCanteen: boolean({ required: true, initial: false }),
    isPrint: boolean({ required: true, initial: false }),
    qualifications: lines(
      {
        name: text(60, { required: true, min: 2 }),
        validTo: date({ required: true }),
        file: files(3),
      },
      { min: 0, max: 20 },
    ),
    nextExpiry: date({ computed: true }),
    state: choice('vendorState', { computed: true }),
    stateReason: text(300, { computed: true }),
    stateUntil: date({ computed: true }),
  },
  titleFields: ['name'],
  list: {
    columns: [
      'name',
      'creditCode',
      'contact',
      'mobile',
      'isCarRepair',
      'isMaintenance',
      'isCanteen',
      'isPrint',
      'nextExpiry',
      'state',
    ],
    filters: ['state', 'isCarRepair', 'isMaintenance', 'isCanteen', 'isPrint', 'nextExpiry'],
    search: ['name', 'creditCode', 'contact'],
    order: 'name',
  },
  naturalKey: ['creditCode'],
  actions: {
    suspend: {
      permission: 'vendor:Update',
      when: stateIs('active'),
      intent: 'warning',
      fields: { reason: longText(10, 300, { required: true }) },
    },
    blacklist: {
      permission: 'vendor:Blacklist',
      when: stateIs('active', 'suspended'),
      intent: 'danger',
      fields: {
        reason: longText(10, 300, { required: true }),
        until: date({ required: true, min: 'today' }),
        file: files(5, { required: true }),
      },
    },
    activate: {
      permission: 'vendor:Blacklist',
      when: stateIs('suspended', 'blacklisted'),
      intent: 'success',
      fields: { reason: longText(10, 300, { required: true }) },
    },
  },
})
