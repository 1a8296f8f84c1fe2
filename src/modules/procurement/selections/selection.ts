import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  boolean,
  choice,
  dateTime,
  decimal,
  department,
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
import { FULL_SCORE, MIN_PRICE_WEIGHT } from './scoring.ts'

const computed = { computed: true } as const
const isWeighted = { field: 'scoring', op: 'eq', value: 'weighted' } as const
const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const
const LARGEST_CEILING = '9999999.99'
const vendors = '/api/procurement/vendor/options/?state=active'

/** Points of a weighted selection: of the price (50.10), and of what its panel scores. */
const weight = (min: number, initial: number) =>
  integer({ min, max: FULL_SCORE, initial, required: isWeighted, visibleWhen: isWeighted })

/** What is quoted for. */
const items = lines(
  {
    name: text(60, { required: true, min: 2 }),
    spec: text(100, { required: true, min: 1 }),
    unit: text(10, { required: true }),
    qty: integer({ required: true, min: 1, max: 99_999, initial: 1 }),
  },
  { required: true, min: 1, max: 50 },
)
const invitations = lines(
  { vendorId: reference('vendor', { required: true, options: vendors }) },
  { required: true, min: 1, max: 20 },
)
const receipts = lines(
  {
    vendorId: reference('vendor', computed),
    envelopeNo: text(30, computed),
    receivedAt: text(19, computed),
    round: integer(computed),
  },
  { min: 0, max: 60, computed: true },
)

/** Why a member of a panel is replaced. */
export const replacementCauses = ['ill', 'conflict', 'other'] as const
export type ReplacementCause = (typeof replacementCauses)[number]

/** Who took whose place in the panel. */
const replacements = lines(
  {
    memberId: person(computed),
    successorId: person(computed),
    cause: choice('replacementCause', computed),
    reason: longText(10, 300, computed),
    isSheetSetAside: boolean(computed),
    replacedAt: text(19, computed),
  },
  { min: 0, max: 20, computed: true },
)

/** What is in an envelope, as the first person enters it. */
export const openedQuotes = lines(
  {
    vendorId: reference('vendor', { required: true, options: vendors }),
    amount: money({ required: true, positive: true, max: LARGEST_CEILING }),
    deliveryDays: integer({ required: true, min: 1, max: 365 }),
    warrantyMonths: integer({ required: true, min: 0, max: 120, initial: 12 }),
    unitPrices: text(500, { min: 1 }),
    isValid: boolean({ required: true, initial: true }),
    invalidReason: text(200, { min: 5 }),
  },
  { required: true, min: 1, max: 20 },
)
/** The amounts once more, by the second person, and the papers: a file of the first entry could be read before the second one. */
export const confirmedQuotes = lines(
  {
    vendorId: reference('vendor', { required: true, options: vendors }),
    amount: money({ required: true, positive: true, max: LARGEST_CEILING }),
    quoteFile: files(3, { required: true }),
  },
  { required: true, min: 1, max: 20 },
)

/** 比选单: vendors are invited, hand in sealed envelopes, and two people open them after the deadline (50.10, E3). */
export const selection = defineRecord({
  name: 'selection',
  table: 'selection',
  path: '/api/procurement/selection/',
  permissions: permissionsFrom('selection', 'create', 'update', 'remove', 'export'),
  scope: { department: 'deptId', owner: 'ownerId' },
  fields: {
    no: text(20, computed),
    subject: text(100, { required: true, min: 2 }),
    category: choice('purchaseCategory', { required: true, initial: 'goods' }),
    method: choice('purchaseMethod', { required: true, initial: 'comparison', only: ['comparison', 'inquiry'] }),
    ceiling: money({ required: true, positive: true, max: LARGEST_CEILING }),
    items,
    invitations,
    deadline: dateTime({ required: true }),
    panel: people(9, { required: true }),
    replacements,
    scoring: choice('selectionScoring', { required: true, initial: 'lowest' }),
    priceWeight: weight(MIN_PRICE_WEIGHT, 40),
    qualityWeight: weight(0, 30),
    deliveryWeight: weight(0, 15),
    serviceWeight: weight(0, 15),
    sheets: integer({ computed: true, visibleWhen: isWeighted }),
    scoredAt: dateTime({ computed: true, visibleWhen: isWeighted }),
    state: choice('selectionState', { computed: true, initial: 'draft' }),
    round: integer(computed),
    invitedAt: dateTime(computed),
    invited: integer(computed),
    received: integer(computed),
    receipts,
    openedAt: dateTime(computed),
    openedBy: person(computed),
    confirmedBy: person(computed),
    minutes: longText(10, 2000, computed),
    winnerVendorId: reference('vendor', computed),
    awardAmount: money(computed),
    savedPercent: decimal(5, 1, computed),
    awardReason: longText(10, 300, computed),
    awardedAt: dateTime(computed),
    abortReason: longText(10, 300, computed),
    deptId: department(computed),
    ownerId: person(computed),
  },
  titleFields: ['no', 'subject'],
  list: {
    columns: [
      'no',
      'subject',
      'state',
      'method',
      'ceiling',
      'invited',
      'received',
      'deadline',
      'winnerVendorId',
      'awardAmount',
      'savedPercent',
    ],
    filters: ['state', 'method', 'deadline', 'winnerVendorId', 'category'],
    search: ['no', 'subject'],
    order: '-deadline',
    charts: {
      states: { by: 'state' },
      winners: { by: 'winnerVendorId', measure: { of: 'awardAmount', as: 'sum' }, only: { state: 'awarded' } },
      methods: { by: 'method', measure: { of: 'ceiling', as: 'sum' } },
    },
  },
  form: [
    'subject',
    'category',
    'method',
    'ceiling',
    'items',
    'invitations',
    'deadline',
    'panel',
    'scoring',
    'priceWeight',
    'qualityWeight',
    'deliveryWeight',
    'serviceWeight',
  ],
  related: [{ record: 'selectionQuote', by: 'selectionId' }],
  locks: {
    update: { field: 'state', op: 'ne', value: 'draft' },
    remove: { field: 'state', op: 'ne', value: 'draft' },
  },
  actions: {
    invite: { permission: 'selection:Invite', when: stateIs('draft'), intent: 'primary' },
    receive: {
      isSecret: true,
      permission: 'selection:Invite',
      when: stateIs('inviting'),
      intent: 'primary',
      fields: {
        vendorId: reference('vendor', { required: true, options: vendors }),
        envelopeNo: text(30, { required: true, min: 1 }),
        sealPhoto: files(3, { required: true }),
      },
    },
    handBack: {
      isSecret: true,
      permission: 'selection:Invite',
      when: stateIs('inviting'),
      fields: { vendorId: reference('vendor', { required: true, options: vendors }) },
    },
    extend: {
      permission: 'selection:Invite',
      when: stateIs('inviting'),
      fields: { deadline: dateTime({ required: true }) },
    },
    openQuotes: {
      isSecret: true,
      permission: 'selection:OpenQuotes',
      when: { all: [stateIs('inviting'), { field: 'openedBy', op: 'empty' }] },
      intent: 'primary',
      fields: { quotes: openedQuotes, minutes: longText(10, 2000, { required: true }) },
    },
    confirmQuotes: {
      isSecret: true,
      permission: 'selection:OpenQuotes',
      when: { all: [stateIs('inviting'), { field: 'openedBy', op: 'notEmpty' }] },
      intent: 'primary',
      fields: { quotes: confirmedQuotes },
    },
    discardOpening: {
      permission: 'selection:OpenQuotes',
      when: { all: [stateIs('inviting'), { field: 'openedBy', op: 'notEmpty' }] },
      intent: 'warning',
    },
    replaceMember: {
      permission: 'selection:Invite',
      when: { all: [stateIs('inviting', 'opened'), { field: 'scoredAt', op: 'empty' }] },
      intent: 'warning',
      fields: {
        memberId: person({ required: true }),
        successorId: person({ required: true }),
        cause: choice('replacementCause', { required: true }),
        reason: longText(10, 300, { required: true }),
      },
    },
    award: {
      permission: 'selection:Award',
      when: stateIs('opened'),
      intent: 'success',
      fields: { vendorId: reference('vendor', { options: vendors }), reason: longText(10, 300) },
    },
    reinvite: {
      permission: 'selection:Invite',
      when: { all: [stateIs('inviting', 'opened'), { field: 'round', op: 'eq', value: 1 }] },
      fields: { deadline: dateTime({ required: true }) },
    },
    abort: {
      permission: 'selection:Abort',
      when: stateIs('draft', 'inviting', 'opened'),
      intent: 'danger',
      fields: { reason: longText(10, 300, { required: true }) },
    },
  },
})

/** 报价对比: quotes as they were opened; none is there before. */
export const selectionQuote = defineRecord({
  name: 'selectionQuote',
  table: 'selection_quote',
  path: '/api/procurement/quote/',
  permissions: permissionsFrom('selection', 'export'),
  scope: { department: 'deptId' },
  fields: {
    selectionId: reference('selection', computed),
    deptId: department(computed),
    round: integer(computed),
    vendorId: reference('vendor', computed),
    envelopeNo: text(30, computed),
    rank: integer(computed),
    amount: money(computed),
    ceiling: money(computed),
    ofCeiling: decimal(5, 1, computed),
    deliveryDays: integer(computed),
    warrantyMonths: integer(computed),
    prices: lines(
      { item: text(60, computed), price: money({ computed: true, isRate: true }) },
      { min: 0, max: 50, computed: true },
    ),
    priceScore: decimal(5, 2, computed),
    panelScore: decimal(5, 2, computed),
    totalScore: decimal(5, 2, computed),
    isValid: boolean(computed),
    invalidReason: text(200, computed),
    isWinner: boolean(computed),
    quoteFile: files(3, computed),
    fileHash: text(300, computed),
    openedAt: dateTime(computed),
  },
  titleFields: ['vendorId', 'amount'],
  list: {
    columns: [
      'selectionId',
      'rank',
      'vendorId',
      'amount',
      'ceiling',
      'ofCeiling',
      'deliveryDays',
      'warrantyMonths',
      'totalScore',
      'isValid',
      'isWinner',
      'openedAt',
    ],
    filters: ['selectionId', 'vendorId', 'isValid', 'isWinner', 'openedAt'],
    search: ['envelopeNo'],
    order: '-openedAt',
    charts: {
      bidders: { by: 'vendorId' },
      prices: { by: 'selectionId', measure: { of: 'ofCeiling', as: 'average' } },
    },
  },
})
