import { defineRecord } from '#src/define/record.ts'
import { choice, date, dateTime, department, integer, longText, person, reference, text } from '#src/fields/field.ts'

/** Days an account counts at most, as an entry of the white list. */
export const MAX_MACHINE_DAYS = 365
/** Calls a minute of one account at most. */
const MAX_CALLS_A_MINUTE = 6000

/** Accounts of programs that call the API: proposed by one person, confirmed by another, revoked by either alone. */
export const machineAccount = defineRecord({
  name: 'machineAccount',
  table: 'machine_account',
  path: '/api/system/machine_account/',
  permissions: {
    search: 'machineAccount:Search',
    retrieve: 'machineAccount:Search',
    create: 'machineAccount:Create',
  },
  scope: {},
  fields: {
    name: text(20, { required: true, min: 2 }),
    purpose: longText(5, 200, { required: true }),
    deptId: department({ required: true }),
    roleId: reference('role', { required: true }),
    addresses: text(400, { required: true }),
    expiresAt: date({ required: true, min: 'today', max: { today: MAX_MACHINE_DAYS } }),
    perMinute: integer({ required: true, initial: 600, min: 1, max: MAX_CALLS_A_MINUTE }),
    standing: choice('machineStanding', { computed: true }),
    permissions: longText(0, 20_000, { computed: true }),
    issuedAt: dateTime({ computed: true }),
    lastUsedAt: dateTime({ computed: true }),
    lastIp: text(64, { computed: true }),
    confirmedBy: person({ computed: true }),
    confirmedAt: dateTime({ computed: true }),
    revokedBy: person({ computed: true }),
    revokedAt: dateTime({ computed: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'purpose', 'roleId', 'deptId', 'addresses', 'standing', 'expiresAt', 'lastUsedAt', 'lastIp'],
    filters: ['standing', 'roleId', 'deptId', 'expiresAt'],
    search: ['name', 'purpose'],
  },
  actions: {
    revoke: {
      permission: 'machineAccount:Revoke',
      when: { field: 'standing', op: 'in', value: ['waiting', 'inForce', 'expired'] },
      intent: 'danger',
    },
  },
  requiresPassword: true,
})
