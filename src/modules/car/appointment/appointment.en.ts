import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './appointment.zhHans.ts'

export default {
  applications: {
    officialCarAppointment: {
      title: 'Car appointment',
      aliases: 'car|vehicle|driver|ride',
      purpose: 'Book an official car with a driver; trips out of town need a travel request',
      guide:
        'Times go by 15 minutes, for at most 15 days. A trip out of town needs an approved travel request. Emergencies go straight to dispatch, and leaders are notified. The preferred car is a preference, not a reservation.',
      sections: { trip: 'Trip', people: 'People', car: 'Car' },
      fields: {
        purpose: 'Purpose',
        backfillTripId: 'Emergency trip (filed afterwards)',
        startAt: 'Start',
        endAt: 'End',
        fromPlace: 'From',
        toPlace: 'To',
        viaPlaces: 'Via',
        crossCity: 'Out of town',
        travelTripId: 'Business trip',
        holidayUse: 'On a day off',
        passengers: 'Passengers',
        guests: 'Passengers from outside',
        guestCount: 'Number from outside',
        heads: 'People in the car',
        carTypeWanted: 'Type wanted',
        preferredCarId: 'Preferred car',
        selfDrive: 'Self-drive',
        selfDriverId: 'Self-driver',
        carId: 'Car assigned',
        driverId: 'Driver',
        shareTripId: 'Shared ride with',
      },
    },
  },
  dictionaries: {
    carPurpose: {
      title: 'Purpose of the car',
      entries: {
        official: 'Official',
        courier: 'Courier',
        emergency: 'Emergency',
        escort: 'Escort',
        reception: 'Reception',
        inspection: 'Inspection',
      },
    },
  },
  rules: {
    'car.startTooEarly': 'The start must not be before {0}',
    'car.askedTwice': 'The applicant already has request {0} for {1} to {2}: is this one needed too?',
    'car.tooLong': 'A trip lasts at most {0} days',
    'car.quarterHours': 'Times go by 15 minutes, such as 09:00 or 09:15',
    'car.travelUnknown': 'Choose a business trip of yours or of a passenger that was not cancelled',
    'car.travelShorter': 'The business trip is from {0} to {1} and does not cover the period',
    'car.selfDriverOnly': 'The driver of a self-drive trip is the self-driver of the request',
    'car.reversal': 'The trip of {0} is cancelled; car and driver are free again',
    'car.alreadyDeparted': '{0} has departed and cannot be voided',
    'car.tripForDriver': 'Trip for you: {0}, departs {1} for {2}',
    'car.tripForRider': 'Car dispatched: {0}, departs {1} for {2}',
  },
  pages: { '/workflow/officialCar/officialCarAppointment': 'Car appointment' },
} satisfies SameKeys<typeof zhHans>
