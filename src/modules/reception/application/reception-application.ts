import { defineApplication } from '#src/define/application.ts'
import { either } from '#src/define/chains/steps.ts'
import {
  boolean,
  choice,
  date,
  dateTime,
  files,
  integer,
  lines,
  longText,
  money,
  people,
  person,
  reference,
  text,
} from '#src/fields/field.ts'
import { RECEPTION_SUBJECT } from './limits.ts'
import { receptionChain } from './reception-chain.ts'

export const MAX_GUESTS = 100
const isOutside = { field: 'place', op: 'eq', value: 'external' } as const
const outside = { required: isOutside, visibleWhen: isOutside } as const
/** The guests are not those of the letter. */
const differs = either({ field: 'absentGuests', op: 'notEmpty' }, { field: 'extraGuests', op: 'notEmpty' })
const isListed = { field: 'actualAmount', op: 'notEmpty' } as const

const guest = {
  name: text(30, { required: true, min: 2 }),
  org: text(80, { required: true, min: 2 }),
  position: text(50, { required: true, min: 2 }),
  rankLevel: choice('rankLevel', { required: true, initial: 'staff' }),
} as const

/** 23.9 公务接待 on CH-RECEP: one letter, one meal, in the canteen or outside. */
export const officialReception = defineApplication({
  key: 'officialReception',
  group: 'receive',
  code: 'JD',
  icon: 'people',
  page: { sort: 90 },
  columns: ['letterOrg', 'letterNo', 'mealAt', 'place', 'amount'],
  summary: ['letterOrg', 'letterNo', 'mealAt'],
  amountField: 'amount',
  // The list comes after the meal.
  start: { actualGuests: 'hidden' },
  register: ['reception'],
  sections: [
    {
      key: 'letter',
      fields: {
        letterOrg: text(80, { required: true, min: 2 }),
        letterNo: text(40, { required: true, min: 2 }),
        letterDate: date({ required: true }),
        letterArea: reference('area', { required: true }),
        isSuperiorUnit: boolean({ required: true, initial: false }),
        letterFile: files(1, { required: true }),
        activity: longText(5, 300, { required: true }),
      },
    },
    {
      key: 'guests',
      fields: {
        guests: lines(guest, { required: true, min: 1, max: MAX_GUESTS }),
        guestTopRank: choice('rankLevel', { computed: true }),
        escorts: people(33, { required: true }),
      },
    },
    {
      key: 'meal',
      fields: {
        mealAt: dateTime({ required: true, notBeforeNow: true }),
        mealType: choice('mealType', { required: true, initial: 'lunch' }),
        place: choice('receptionPlace', { required: true, initial: 'canteen' }),
        placeReason: longText(5, 200, outside),
        vendorId: reference('vendor', {
          ...outside,
          options: '/api/procurement/vendor/options/?isCanteen=true&state=active',
        }),
        noAlcohol: boolean({ required: true, initial: false }),
      },
    },
    {
      key: 'cost',
      fields: {
        standard: money({ computed: true, isRate: true }),
        amount: money({ required: true, positive: true }),
        budgetLineId: reference('budgetLine', {
          required: true,
          options: `/api/budget/line/choices/?subjects=${RECEPTION_SUBJECT}`,
        }),
        budgetAvailable: money({ computed: true }),
      },
    },
    {
      key: 'list',
      fields: {
        // 90 B: only what differs from the letter is written down.
        absentGuests: lines({ name: text(30, { required: true, min: 2 }) }, { min: 0, max: MAX_GUESTS }),
        extraGuests: lines(guest, { min: 0, max: MAX_GUESTS }),
        differenceNote: longText(5, 300, { required: differs, visibleWhen: differs }),
        actualGuests: integer({ computed: true, visibleWhen: isListed }),
        actualEscorts: people(33),
        actualAmount: money({ positive: true }),
        ownCost: lines(
          {
            name: text(30, { required: true, min: 2 }),
            amount: money({ required: true, positive: true }),
            receiptNo: text(30, { required: true, min: 2 }),
            paidOn: date({ required: true, max: 'today' }),
          },
          { min: 0, max: 30 },
        ),
        listFile: files(3),
        listSignerId: person(),
      },
    },
    { key: 'settlement', fields: { listChecked: boolean() } },
  ],
  effects: {
    onSubmit: ['reception.takeLetter'],
    onReturn: ['reception.freeLetter'],
    onReject: ['reception.freeLetter'],
    onWithdraw: ['reception.freeLetter'],
    onApprove: ['reception.approve'],
    onHandle: { serve: ['reception.serve'], guestList: ['reception.list'], settle: ['reception.settle'] },
    onVoidApproved: ['reception.cancel'],
  },
  workflow: receptionChain('officialReception'),
})
