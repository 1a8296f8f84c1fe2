import { defineRecord } from '#src/define/record.ts'
import { choice, decimal, department, integer, person, text } from '#src/fields/field.ts'

/** Days a person may take of one kind in one year (INV-08). Used and pending move only through the quota ledger. */
export const leaveQuota = defineRecord({
  name: 'leaveQuota',
  table: 'leave_quota',
  path: '/api/leave/quota/',
  permissions: {
    search: 'leaveApproval:Quota',
    retrieve: 'leaveApproval:Quota',
    create: 'leaveApproval:Adjust',
    update: 'leaveApproval:Adjust',
    import: 'leaveApproval:Adjust',
    export: 'leaveApproval:Export',
  },
  scope: { department: 'deptId', owner: 'userId' },
  fields: {
    userId: person({ required: true, immutable: true }),
    deptId: department({ computed: true }),
    year: integer({ required: true, min: 2000, max: 2100, immutable: true }),
    leaveType: choice('leaveType', { required: true, only: ['annual', 'homeVisit', 'personal'], immutable: true }),
    total: decimal(4, 1, { required: true, min: '0', step: '0.5' }),
    carried: decimal(4, 1, { computed: true }),
    carriedOver: decimal(4, 1, { computed: true }),
    used: decimal(4, 1, { computed: true }),
    pending: decimal(4, 1, { computed: true }),
    remaining: decimal(4, 1, { computed: true }),
    adjustReason: text(200, { required: true, min: 5 }),
  },
  openable: true,
  titleFields: ['userId', 'leaveType'],
  list: {
    columns: [
      'userId',
      'deptId',
      'year',
      'leaveType',
      'total',
      'carried',
      'used',
      'pending',
      'carriedOver',
      'remaining',
    ],
    filters: ['year', 'leaveType', 'deptId', 'userId'],
    search: [],
    order: '-year',
  },
  naturalKey: ['userId', 'year', 'leaveType'],
})
