import { defineApplication } from '#src/define/application.ts'
import { travelChain } from '#src/define/chains/finance.ts'
import { budgetFields, LARGEST } from '#src/define/claims/fields.ts'
import { boolean, choice, date, integer, lines, money, people, reference, text } from '#src/fields/field.ts'

/** Subjects a trip may charge: travel, meetings, training. */
export const travelSubjects: readonly string[] = ['30211', '30215', '30216']

const isInvited = { field: 'purposeType', op: 'in', value: ['meeting', 'training'] } as const
const isAboveClass = { field: 'isAboveClass', op: 'eq', value: true } as const
const isLate = { field: 'isLate', op: 'eq', value: true } as const

/** 21.5 出差申请 on CH-TRAVEL: the last approval makes the trips and holds what they are estimated at. */
export const travelRequest = defineApplication({
  key: 'travelRequest',
  group: 'finance',
  code: 'CS',
  icon: 'airplane',
  page: { sort: 50 },
  columns: ['purposeType', 'startDate', 'endDate', 'days', 'estimate'],
  summary: [
    { within: 'legs', field: 'toArea', show: 'name' },
    { from: 'startDate', to: 'endDate' },
    { count: 'travelers', unit: 'people' },
  ],
  register: ['travelTrip', 'commitment', 'budgetEntry'],
  sections: [
    {
      key: 'who',
      fields: {
        travelers: people(20, { required: true }),
        purposeType: choice('travelPurpose', { required: true, initial: 'other' }),
        hostUnit: text(100, { required: isInvited, visibleWhen: isInvited }),
        letterNo: text(100, { required: isInvited, visibleWhen: isInvited }),
      },
    },
    {
      key: 'legs',
      fields: {
        legs: lines(
          {
            fromArea: reference('area', { required: true }),
            toArea: reference('area', { required: true }),
            startDate: date({ required: true, initial: 'today', until: 'endDate' }),
            endDate: date({ required: true, initial: 'today' }),
            transport: choice('travelTransport', { required: true, initial: 'train2' }),
          },
          { required: true, min: 1, max: 10 },
        ),
        startDate: date({ computed: true }),
        endDate: date({ computed: true }),
        days: integer({ computed: true }),
        crossCity: boolean({ computed: true }),
        highestTransport: choice('travelTransport', { computed: true }),
        maxRank: choice('rankLevel', { computed: true }),
        useOfficialCar: boolean({ required: true, initial: false }),
        isAboveClass: boolean({ computed: true, visibleWhen: isAboveClass }),
        overReason: text(200, { min: 5, multiline: true, required: isAboveClass, visibleWhen: isAboveClass }),
        isLate: boolean({ computed: true, visibleWhen: isLate }),
        lateReason: text(200, { min: 5, multiline: true, required: isLate, visibleWhen: isLate }),
      },
    },
    {
      key: 'budget',
      fields: {
        ...budgetFields(travelSubjects),
        transportEstimate: money({ required: true, max: LARGEST, initial: '0.00' }),
        estimate: money({ computed: true }),
      },
    },
  ],
  effects: { onApprove: ['travel.plan'], onVoidApproved: ['travel.cancel'] },
  workflow: travelChain('travelRequest'),
})
