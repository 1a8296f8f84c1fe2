import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './duty.zhHans.ts'

export default {
  records: {
    driverDuty: {
      title: 'Duty roster',
      charts: { shifts: { title: 'Days by shift', unit: 'days' } },
      fields: { driverId: 'Driver', day: 'Date', shift: 'Shift', deptId: 'Department' },
    },
    driverTraining: {
      title: 'Training',
      charts: { drivers: { title: 'Hours of training by driver', unit: 'h' } },
      fields: {
        driverId: 'Driver',
        day: 'Date',
        topic: 'Topic',
        hours: 'Hours',
        result: 'Result',
        files: 'Attachments',
        deptId: 'Department',
      },
    },
  },
  dictionaries: {
    trainingResult: { title: 'Result of training', entries: { pass: 'Passed', fail: 'Failed' } },
    driverShift: {
      title: 'Shift of a driver',
      entries: { early: 'Early', late: 'Late', standby: 'On call', off: 'Day off' },
    },
  },
  rules: {
    'driver.dutyTwice': '{0} already has a shift on {1}; change that one',
    'driver.dutyHasTrips': '{0} trips remain on this day ({1} first); re-dispatch them before the day off',
  },
} satisfies SameKeys<typeof zhHans>
