import { defineRecord } from '#src/define/record.ts'
import {
  boolean,
  choice,
  dateTime,
  department,
  files,
  integer,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

/** Characters that say why a trip is changed, extended or cancelled. */
export const MIN_REASON = 5

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** What is looked at before a car leaves (95.4: six items, all answered). */
export const departureChecks = ['tyres', 'lights', 'brakes', 'fluids', 'papers', 'tools'] as const

/** A trip of a car and a driver, from the reservation to the return (40.1). */
export const carTrip = defineRecord({
  name: 'carTrip',
  table: 'car_trip',
  path: '/api/cars/trip/',
  permissions: { search: 'carTrip:Search', retrieve: 'carTrip:Search', export: 'carTrip:Export' },
  scope: { department: 'deptId', owner: 'driverUserId' },
  fields: {
    no: text(20, { computed: true }),
    carId: reference('car', { computed: true }),
    driverId: reference('driver', { computed: true }),
    driverUserId: person({ computed: true }),
    deptId: department({ computed: true }),
    purpose: choice('carPurpose', { computed: true }),
    startAt: dateTime({ computed: true }),
    endAt: dateTime({ computed: true }),
    fromPlace: text(100, { computed: true }),
    toPlace: text(100, { computed: true }),
    viaPlaces: text(200, { computed: true }),
    people: integer({ computed: true }),
    selfDrive: boolean({ computed: true }),
    state: choice('tripState', { computed: true }),
    isAtRisk: boolean({ computed: true }),
    departedAt: dateTime({ computed: true }),
    returnedAt: dateTime({ computed: true }),
    mileageOut: integer({ computed: true }),
    mileageIn: integer({ computed: true }),
    km: integer({ computed: true }),
    checkNote: text(300, { computed: true }),
    fuelLevel: integer({ computed: true }),
    parkedOk: boolean({ computed: true }),
    tolls: money({ computed: true }),
    tollFiles: files(10, { computed: true }),
    outPhotos: files(3, { computed: true }),
    inPhotos: files(3, { computed: true }),
    issue: text(300, { computed: true }),
    cancelReason: text(200, { computed: true }),
  },
  titleFields: ['no', 'toPlace'],
  list: {
    columns: [
      'no',
      'startAt',
      'endAt',
      'carId',
      'driverId',
      'fromPlace',
      'toPlace',
      'people',
      'purpose',
      'deptId',
      'state',
      'isAtRisk',
      'km',
    ],
    filters: ['state', 'carId', 'driverId', 'deptId', 'purpose', 'startAt'],
    search: ['no', 'toPlace', 'fromPlace'],
    order: '-startAt',
    charts: { states: { by: 'state' }, purposes: { by: 'purpose' } },
  },
  actions: {
    depart: {
      permission: 'carTrip:Depart',
      when: stateIs('reserved'),
      intent: 'primary',
      fields: {
        mileageOut: integer({ required: true, min: 0, max: 9_999_999 }),
        tyres: boolean({ required: true, initial: true }),
        lights: boolean({ required: true, initial: true }),
        brakes: boolean({ required: true, initial: true }),
        fluids: boolean({ required: true, initial: true }),
        papers: boolean({ required: true, initial: true }),
        tools: boolean({ required: true, initial: true }),
        checkNote: longText(2, 300),
        outPhotos: files(3),
      },
    },
    return: {
      permission: 'carTrip:Return',
      when: stateIs('departed', 'overdue'),
      intent: 'success',
      fields: {
        mileageIn: integer({ required: true, min: 0, max: 9_999_999 }),
        fuelLevel: integer({ required: true, min: 0, max: 4 }),
        parkedOk: boolean({ required: true, initial: true }),
        tolls: money(),
        tollFiles: files(10),
        inPhotos: files(3),
        issue: longText(2, 300),
      },
    },
    change: {
      permission: 'carTrip:Change',
      when: stateIs('reserved'),
      fields: {
        carId: reference('car', { required: true }),
        driverId: reference('driver', { required: true }),
        startAt: dateTime({ required: true }),
        endAt: dateTime({ required: true }),
        reason: text(200, { required: true, min: MIN_REASON, multiline: true }),
      },
    },
    extend: {
      permission: 'carTrip:Change',
      when: stateIs('departed', 'overdue'),
      fields: {
        endAt: dateTime({ required: true }),
        reason: text(200, { required: true, min: MIN_REASON, multiline: true }),
      },
    },
    cancel: {
      permission: 'carTrip:Cancel',
      when: stateIs('reserved'),
      intent: 'danger',
      fields: { reason: text(200, { required: true, min: MIN_REASON, multiline: true }) },
    },
  },
})
