import { nextState, type PurchaseEventName, purchaseStates, statesTaking } from '#machines/purchase/purchase.ts'
import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
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
  quantity,
  reference,
  text,
} from '#src/fields/field.ts'
import { MAX_RETENTION_PERCENT, planFields } from '../contracts/contract.ts'

const computed = { computed: true } as const
/** States in which a purchase takes the event, as a condition of its buttons. */
export const takes = (...events: readonly PurchaseEventName[]) =>
  ({ field: 'state', op: 'in', value: events.flatMap(statesTaking) }) as const
const isDirect = { field: 'method', op: 'eq', value: 'direct' } as const
const isAuthorised = { field: 'method', op: 'ne', value: 'direct' } as const
/** What is no longer changed once the contract is signed. */
const signedStates = purchaseStates.filter((state) => nextState(state, 'sign') === null)
const isSigned = { field: 'state', op: 'in', value: [...signedStates] } as const

const hasCards = { field: 'assetLink', op: 'eq', value: true } as const

/** A purchase (50.9). Its states and what leads from one to another are those of the statechart. */
export const purchase = defineRecord({
  name: 'purchase',
  table: 'purchase',
  path: '/api/procurement/purchase/',
  permissions: permissionsFrom('purchase', 'create', 'update', 'remove', 'export'),
  scope: { department: 'deptId', owner: 'ownerId' },
  fields: {
    no: text(20, computed),
    name: text(100, { required: true, min: 2 }),
    category: choice('purchaseCategory', { required: true, initial: 'goods' }),
    method: choice('purchaseMethod', {
      required: true,
      initial: 'inquiry',
      // Comparisons and bulk purchases come from their own applications (PRC-37).
      only: ['direct', 'inquiry', 'negotiation', 'consultation', 'publicTender', 'single', 'framework'],
    }),
    ticketId: reference('ticket', {
      required: isAuthorised,
      visibleWhen: isAuthorised,
      options: '/api/procurement/purchase/authorisations/',
    }),
    budgetLines: lines(
      {
        lineId: reference('budgetLine', { required: true, options: '/api/budget/line/choices/' }),
        amount: money({ required: true, positive: true }),
      },
      { min: 0, max: 20, required: isDirect, visibleWhen: isDirect },
    ),
    budget: money(computed),
    methodWaiver: files(5),
    items: lines(
      {
        demandId: reference('purchaseDemand', { options: '/api/procurement/purchase/demands/' }),
        itemId: reference('stockItem'),
        name: text(100, { required: true, min: 2 }),
        spec: text(100),
        unit: text(10, { required: true }),
        qty: quantity({ required: true, positive: true, max: 999_999 }),
        price: money({ isRate: true, required: true, positive: true }),
        assetLink: boolean({ initial: false }),
        assetCategory: choice('assetCategory', { required: hasCards, visibleWhen: hasCards }),
        standardItemId: reference('standardItem', { visibleWhen: hasCards }),
        acceptedQty: quantity(computed),
      },
      { min: 1, max: 100, required: true },
    ),
    // What is still to come of each line, as an acceptance begins.
    openItems: lines(
      {
        name: text(100),
        qty: quantity({ required: true, min: 0, max: 999_999 }),
        serials: text(4000, { multiline: true }),
      },
      { ...computed, min: 0, max: 100 },
    ),
    ownerId: person({ required: true, role: 'procurementOfficer' }),
    deptId: department(computed),
    vendorId: reference('vendor', computed),
    awardAmount: money(computed),
    panel: people(15),
    deliverBy: date({ min: 'today' }),
    docs: files(20),
    state: choice('purchaseState', computed),
    contractAmount: money(computed),
    acceptedAmount: money(computed),
    paid: money(computed),
    pending: money(computed),
    paidPercent: decimal(6, 1, computed),
    saved: money(computed),
    savedPercent: decimal(6, 1, computed),
    savingShares: lines(
      {
        lineId: reference('budgetLine', computed),
        amount: money(computed),
        spent: money(computed),
        saved: money(computed),
      },
      { ...computed, min: 0, max: 500 },
    ),
    signedOn: date(computed),
    deliveredOn: date(computed),
    isLate: boolean(computed),
    isOverdue: boolean(computed),
    light: choice('purchaseLight', computed),
    isBlacklisted: boolean(computed),
    closedAt: dateTime(computed),
    endReason: text(300, computed),
  },
  titleFields: ['no', 'name'],
  list: {
    columns: [
      'no',
      'name',
      'state',
      'light',
      'method',
      'category',
      'deptId',
      'vendorId',
      'budget',
      'contractAmount',
      'paid',
      'paidPercent',
      'signedOn',
      'deliverBy',
      'ownerId',
    ],
    filters: ['state', 'method', 'deptId', 'vendorId', 'isOverdue', 'category', 'deliverBy', 'signedOn'],
    search: ['no', 'name'],
    order: '-createdAt',
    charts: {
      methods: { by: 'method', measure: { of: 'contractAmount', as: 'sum' } },
      saved: { by: 'deptId', measure: { of: 'saved', as: 'sum' } },
      saving: { by: 'method', measure: { of: 'savedPercent', as: 'average' } },
      onTime: { by: 'deptId', measure: { of: 'isLate', as: 'percent', is: 'false' } },
      vendors: { by: 'vendorId', measure: { of: 'contractAmount', as: 'sum' } },
    },
  },
  form: [
    'name',
    'category',
    'method',
    'ticketId',
    'budgetLines',
    'methodWaiver',
    'items',
    'ownerId',
    'panel',
    'deliverBy',
    'docs',
  ],
  related: [
    { record: 'purchaseContract', by: 'purchaseId' },
    { record: 'purchaseDelivery', by: 'purchaseId' },
    { record: 'purchaseAcceptance', by: 'purchaseId' },
  ],
  locks: {
    update: isSigned,
    // What holds money ends by its termination, which gives it back.
    remove: { any: [isSigned, isAuthorised] },
  },
  actions: {
    select: { permission: 'purchase:Update', when: takes('select'), intent: 'primary' },
    sign: {
      permission: 'purchase:Contract',
      when: takes('sign'),
      intent: 'primary',
      fields: {
        contractNo: text(40, { required: true, min: 2 }),
        vendorId: reference('vendor', {
          required: true,
          options: '/api/procurement/vendor/options/?state=active',
        }),
        amount: money({ required: true, positive: true }),
        signedOn: date({ required: true, initial: 'today', max: 'today' }),
        startsOn: date({ required: true, initial: 'today', until: 'endsOn' }),
        endsOn: date({ required: true, initial: 'today' }),
        deliverBy: date({ required: true }),
        advanceRate: decimal(4, 2, { required: true, min: '0', max: '30', initial: '0.00' }),
        retentionRate: decimal(4, 2, {
          required: true,
          min: '0',
          max: String(MAX_RETENTION_PERCENT),
          initial: '0.00',
        }),
        retentionDays: integer({ required: true, min: 0, max: 3650, initial: 0 }),
        plan: lines(planFields, { min: 0, max: 20 }),
        sealTicketId: reference('ticket', { options: '/api/procurement/purchase/seals/' }),
        contractFile: files(5, { required: true }),
      },
    },
    supplement: {
      permission: 'purchase:Contract',
      when: takes('deliver'),
      fields: {
        change: decimal(14, 2, { required: true, min: '-99999999.99', max: '99999999.99' }),
        supplementedOn: date({ required: true, initial: 'today', max: 'today' }),
        reason: longText(5, 300, { required: true }),
        supplementFile: files(5, { required: true }),
      },
    },
    deliver: {
      permission: 'purchase:Deliver',
      when: takes('deliver'),
      intent: 'primary',
      fields: {
        broughtOn: date({ required: true, initial: 'today', max: 'today' }),
        note: longText(2, 500, { required: true }),
        deliveryFile: files(10),
      },
    },
    accept: {
      permission: 'purchase:Accept',
      when: takes('accept'),
      intent: 'success',
      fields: {
        acceptedOn: date({ required: true, initial: 'today', max: 'today' }),
        acceptancePanel: people(15, { required: true }),
        result: choice('acceptanceResult', { required: true, initial: 'pass' }),
        openItems: lines(
          {
            name: text(100),
            qty: quantity({ required: true, min: 0, max: 999_999 }),
            serials: text(4000, { multiline: true }),
          },
          { min: 1, max: 100, required: true },
        ),
        warehouseId: reference('warehouse'),
        note: longText(0, 500),
        acceptanceFile: files(10, { required: true }),
      },
    },
    pay: {
      permission: 'purchase:Payment',
      when: {
        all: [isAuthorised, { field: 'state', op: 'in', value: ['contracted', 'performing', 'accepted'] }],
      },
    },
    archive: { permission: 'purchase:Archive', when: takes('archive'), intent: 'success' },
    terminate: {
      permission: 'purchase:Terminate',
      when: takes('terminate'),
      intent: 'danger',
      fields: { reason: longText(5, 300, { required: true }) },
    },
  },
})
