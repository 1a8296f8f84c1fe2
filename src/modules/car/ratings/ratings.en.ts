import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './ratings.zhHans.ts'

export default {
  records: {
    carTripRating: {
      title: 'Passenger ratings',
      tabs: { ratings: 'Ratings' },
      charts: { scores: { title: 'Average rating by driver', unit: 'of 5' } },
      fields: {
        ratedAt: 'Rated at',
        driverId: 'Driver',
        tripId: 'Trip',
        userId: 'Rated by',
        deptId: 'Department of the driver',
        score: 'Rating',
        note: 'Note',
      },
    },
  },
  reads: { '/api/cars/ticket/:id/': 'Shows the trip of an appointment and the rating of the caller' },
  config: { ratingHours: 'Trips can be rated after their return for (hours)' },
  rules: {
    'car.ratingAsked': '{0} has returned; you can rate this trip within {1} hours',
    'car.ratingTooEarly': '{0} has not returned yet: it can be rated after that',
    'car.ratingTooLate': 'The time for ratings ended at {0}',
    'car.ratingTwice': 'You have rated this trip already',
    'car.ratingNoteNeeded': 'A rating of {0} or less needs a note',
  },
  ticketTrip: {
    title: 'Trip',
    times: '{0} to {1}',
    departed: 'Departed {0}',
    returned: 'Returned {0}',
    rate: 'Rate this trip',
    until: 'Until {0}, once per person',
    submit: 'Submit rating',
    thanks: 'Thank you for the rating',
    undone: 'The dispatch was undone; another vehicle will be arranged. {0}',
    own: 'Your rating: {0} of 5',
  },
} satisfies SameKeys<typeof zhHans>
