import { defineRecord } from '#src/define/record.ts'
import { choice, date, decimal, department, person, reference, text } from '#src/fields/field.ts'

/** A leave that was granted: what the calendar, the queue of returns and the statistics read. Written only by the leave effects. */
export const leaveRecord = defineRecord({
  name: 'leaveRecord',
  table: 'leave_record',
  path: '/api/leave/record/',
  permissions: { search: 'leaveApproval:Register', retrieve: 'leaveApproval:Register', export: 'leaveApproval:Export' },
  scope: { department: 'deptId', owner: 'userId' },
  fields: {
    userId: person({ computed: true }),
    deptId: department({ computed: true }),
    leaveType: choice('leaveType', { computed: true }),
    startDate: date({ computed: true }),
    startHalf: choice('dayHalf', { computed: true }),
    endDate: date({ computed: true }),
    endHalf: choice('dayHalf', { computed: true }),
    days: decimal(4, 1, { computed: true }),
    destination: text(100, { computed: true }),
    proxyUserId: person({ computed: true }),
    actualBackAt: date({ computed: true }),
    lateDays: decimal(4, 1, { computed: true }),
    state: choice('leaveState', { computed: true }),
    ticketId: reference('ticket', { computed: true }),
  },
  openable: true,
  titleFields: ['userId', 'startDate'],
  list: {
    columns: [
      'userId',
      'deptId',
      'leaveType',
      'startDate',
      'endDate',
      'days',
      'destination',
      'proxyUserId',
      'actualBackAt',
      'state',
      'ticketId',
    ],
    filters: ['state', 'leaveType', 'deptId', 'startDate', 'userId'],
    search: ['destination'],
    order: '-startDate',
  },
})

/** Overtime that may be taken as compensatory leave: hours / 8, first earned first used, gone after 180 days (LEV-07). */
export const compensationEarned = defineRecord({
  name: 'compensationEarned',
  table: 'compensation_earned',
  path: '/api/leave/compensation/',
  permissions: {
    search: 'leaveApproval:Quota',
    retrieve: 'leaveApproval:Quota',
    create: 'leaveApproval:Adjust',
    import: 'leaveApproval:Adjust',
    export: 'leaveApproval:Export',
  },
  scope: { department: 'deptId', owner: 'userId' },
  fields: {
    userId: person({ required: true }),
    deptId: department({ computed: true }),
    workDate: date({ required: true, max: 'today', min: { today: -180 } }),
    hours: decimal(4, 1, { required: true, min: '0.5', max: '24', step: '0.5' }),
    usedHours: decimal(4, 1, { computed: true }),
    expiresOn: date({ computed: true }),
  },
  titleFields: ['userId', 'workDate'],
  list: {
    columns: ['userId', 'deptId', 'workDate', 'hours', 'usedHours', 'expiresOn'],
    filters: ['userId', 'deptId', 'workDate'],
    search: [],
    order: '-workDate',
  },
})
