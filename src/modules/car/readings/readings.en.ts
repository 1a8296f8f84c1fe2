import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './readings.zhHans.ts'

export default {
  records: {
    carReading: {
      title: 'Odometer readings',
      tabs: { readings: 'Odometer readings' },
      fields: {
        at: 'Read at',
        carId: 'Vehicle',
        km: 'Reading (km)',
        source: 'Source',
        isOut: 'Taken out',
        tripId: 'Trip',
        ticketId: 'Ticket',
        byUser: 'Entered by',
        photos: 'Photos of the odometer',
        correctsId: 'Corrects',
        takenOutAt: 'Taken out at',
        takenOutBy: 'Taken out by',
        reason: 'Reason',
        rightKm: 'Right reading (km)',
        rightPhotos: 'Photos of the odometer',
      },
      actions: { correct: 'Correct reading' },
    },
  },
  dictionaries: {
    odometerSource: {
      title: 'Source of an odometer reading',
      entries: {
        register: 'Vehicle record',
        depart: 'Departure',
        return: 'Return',
        refuel: 'Refuelling',
        service: 'Service',
      },
    },
  },
  rules: {
    'car.readingSame': 'The reading is {0} km already',
    'car.readingToCheck': 'The reading of {0}, {1} km, is far from the last one, {2} km. Please check it.',
  },
} satisfies SameKeys<typeof zhHans>
