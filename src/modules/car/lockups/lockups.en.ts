import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './lockups.zhHans.ts'

export default {
  records: {
    carLockup: {
      title: 'Holiday garaging',
      fields: {
        name: 'Holiday',
        startDate: 'Sealed from',
        endDate: 'Sealed until',
        place: 'Parked at',
        keyHolderId: 'Key holder',
        exempt: 'Vehicles on duty',
        'exempt.carId': 'Vehicle',
        'exempt.reason': 'Duty',
        photos: 'Photos of sealed vehicles',
      },
    },
  },
  rules: {
    'car.sealed': 'Vehicle {0} is sealed over "{1}" ({2} to {3}) and cannot be dispatched',
    'car.lockupEnds': 'The last day must not be before the first',
    'car.lockupConflict':
      '{0} trips fall into these days ({1}, {2}, {3} first); re-dispatch them or list the vehicle as on duty',
  },
} satisfies SameKeys<typeof zhHans>
