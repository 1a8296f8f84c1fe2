import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, date, decimal, department, files, integer, person, text } from '#src/fields/field.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const
const isOutsider = { field: 'userId', op: 'empty' } as const

/** A driver with a licence: somebody of the bureau, or from outside (40.2). */
export const driver = defineRecord({
  name: 'driver',
  table: 'driver',
  path: '/api/cars/driver/',
  permissions: permissionsFrom('driver', 'create', 'update', 'remove', 'export', 'import'),
  scope: { department: 'deptId', owner: 'userId' },
  fields: {
    userId: person(),
    name: text(40, { required: isOutsider, visibleWhen: isOutsider, min: 2 }),
    // Only for drivers who have an account.
    empNo: text(20, { computed: true }),
    personType: choice('personType', { computed: true }),
    mobile: text(11, { required: true, pattern: 'mobile', maskedUnless: 'driver:Update', comparable: true }),
    deptId: department({ required: true }),
    // Equals the identity number: masked in every list, and each disclosure is logged.
    licenseNo: text(18, { required: true, min: 12, maskedUnless: 'driver:Update', askedFor: true }),
    licenseClass: choice('licenseClass', { required: true, initial: 'C1' }),
    firstIssueDate: date({ required: true, max: 'today' }),
    validFrom: date({ required: true, until: 'validTo' }),
    validTo: date({ required: true }),
    medicalDue: date(),
    points: integer({ required: true, min: 0, max: 12, initial: 0 }),
    hireDate: date({ max: 'today' }),
    selfDrive: boolean({ required: true, initial: false }),
    state: choice('driverState', { computed: true }),
    todayTask: text(200, { computed: true }),
    km90d: integer({ computed: true }),
    accidents: integer({ computed: true }),
    rating: decimal(3, 1, { computed: true }),
    suspendReason: text(200, { computed: true }),
    suspendedUntil: date({ computed: true }),
    files: files(5),
  },
  titleFields: ['name'],
  list: {
    columns: [
      'name',
      'empNo',
      'deptId',
      'personType',
      'licenseNo',
      'licenseClass',
      'firstIssueDate',
      'validTo',
      'points',
      'state',
      'todayTask',
      'km90d',
      'accidents',
      'rating',
      'selfDrive',
      'mobile',
    ],
    filters: ['licenseClass', 'state', 'deptId', 'validTo', 'selfDrive'],
    search: ['name'],
  },
  // 40.2, with the duties of the roster.
  related: [
    { record: 'carTrip', by: 'driverId' },
    { record: 'carViolation', by: 'driverId' },
    { record: 'carAccident', by: 'driverId' },
    { record: 'driverTraining', by: 'driverId' },
    { record: 'carTripRating', by: 'driverId' },
    { record: 'driverDuty', by: 'driverId' },
  ],
  actions: {
    reveal: { permission: 'driver:Update', when: { field: 'licenseNo', op: 'notEmpty' } },
    suspend: {
      permission: 'driver:Suspend',
      when: stateIs('available', 'leave', 'onTask'),
      intent: 'warning',
      fields: {
        reason: text(200, { required: true, min: 5, multiline: true }),
        until: date({ required: true, min: 'today' }),
      },
    },
    restore: { permission: 'driver:Restore', when: stateIs('suspended'), intent: 'success' },
  },
})
