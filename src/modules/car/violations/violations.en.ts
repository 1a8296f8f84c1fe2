import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './violations.zhHans.ts'

export default {
  records: {
    carViolation: {
      title: 'Violations',
      tabs: { violations: 'Violations' },
      charts: {
        drivers: { title: 'Violations by driver', unit: 'violations' },
        states: { title: 'Violations by state', unit: 'violations' },
      },
      fields: {
        carId: 'Vehicle',
        happenedAt: 'Time',
        place: 'Place',
        code: 'Code',
        points: 'Points',
        fine: 'Fine (paid by the driver)',
        driverId: 'Driver responsible',
        state: 'State',
        tripId: 'Trip',
        deptId: 'Department',
      },
    },
  },
  dictionaries: {
    carViolationState: { title: 'State of a violation', entries: { pending: 'Pending', handled: 'Handled' } },
  },
  rules: {
    'car.happenedLater': 'The time must not be after now ({0})',
    'rule.CAR-39': 'No trip covers {0}; choose the driver responsible',
  },
} satisfies SameKeys<typeof zhHans>
