import { defineApplication } from '#src/define/application.ts'
import { carChain } from '#src/define/chains/logistics.ts'
import { boolean, choice, dateTime, integer, people, reference, text } from '#src/fields/field.ts'

const isYes = (field: string) => ({ field, op: 'eq', value: true }) as const
const leavesTown = { all: [isYes('crossCity'), { field: 'purpose', op: 'ne', value: 'emergency' }] } as const

/** 22.1 公务用车预约 on CH-CAR: the last approval takes the car and the driver and makes the trip. */
export const officialCarAppointment = defineApplication({
  key: 'officialCarAppointment',
  group: 'officialCar',
  code: 'YC',
  icon: 'tabler-car',
  page: { sort: 10 },
  columns: ['startAt', 'endAt', 'toPlace', 'carId', 'driverId'],
  summary: ['toPlace', 'startAt', { count: 'heads', unit: 'people' }],
  follows: ['travelRequest'],
  register: ['carTrip'],
  sections: [
    {
      key: 'trip',
      fields: {
        purpose: choice('carPurpose', { required: true, initial: 'official' }),
        backfillTripId: reference('carTrip', { visibleWhen: { field: 'purpose', op: 'eq', value: 'emergency' } }),
        startAt: dateTime({ required: true }),
        endAt: dateTime({ required: true }),
        fromPlace: text(100, { required: true, min: 2 }),
        toPlace: text(100, { required: true, min: 2 }),
        viaPlaces: text(200),
        crossCity: boolean({ required: true, initial: false }),
        travelTripId: reference('travelTrip', { required: leavesTown, visibleWhen: isYes('crossCity') }),
        holidayUse: boolean({ computed: true }),
      },
    },
    {
      key: 'people',
      fields: {
        passengers: people(50, { required: true }),
        guests: text(200),
        guestCount: integer({ required: true, min: 0, max: 49, initial: 0 }),
        heads: integer({ computed: true }),
      },
    },
    {
      key: 'car',
      fields: {
        carTypeWanted: choice('carType', { initial: 'sedan' }),
        preferredCarId: reference('car'),
        selfDrive: boolean({ required: true, initial: false }),
        selfDriverId: reference('driver', { required: isYes('selfDrive'), visibleWhen: isYes('selfDrive') }),
        carId: reference('car'),
        driverId: reference('driver'),
        shareTripId: reference('carTrip'),
      },
    },
  ],
  effects: { onApprove: ['car.reserve'], onVoidApproved: ['car.release'] },
  workflow: carChain('officialCarAppointment'),
})
