import { defineRecord } from '#src/define/record.ts'
import {
  choice,
  date,
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

const reads = { search: 'asset:Search', retrieve: 'asset:Retrieve', export: 'asset:Export' } as const
const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** Who holds or held an asset: one open allocation each (INV-07). */
export const assetAllocation = defineRecord({
  name: 'assetAllocation',
  table: 'asset_allocation',
  path: '/api/assets/allocation/',
  permissions: reads,
  scope: { department: 'deptId', owner: 'holderId' },
  fields: {
    assetId: reference('asset', { computed: true }),
    holderId: person({ computed: true }),
    deptId: department({ computed: true }),
    roomId: reference('assetRoom', { computed: true }),
    state: choice('allocationState', { computed: true }),
    openedAt: dateTime({ computed: true }),
    confirmedAt: dateTime({ computed: true }),
    until: date({ computed: true }),
    closedAt: dateTime({ computed: true }),
    reason: text(300, { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    ticketType: choice('allocationTicketType', { computed: true }),
  },
  titleFields: ['assetId', 'holderId'],
  list: {
    columns: [
      'assetId',
      'holderId',
      'deptId',
      'roomId',
      'state',
      'openedAt',
      'confirmedAt',
      'until',
      'closedAt',
      'ticketId',
    ],
    filters: ['state', 'deptId', 'holderId', 'assetId', 'openedAt', 'until', 'ticketType'],
    search: ['reason'],
    order: '-openedAt',
  },
  actions: {
    return: {
      permission: 'asset:Return',
      when: stateIs('unconfirmed', 'confirmed'),
      fields: { after: choice('assetAfterReturn', { required: true, initial: 'idle' }), note: longText(0, 300) },
    },
    transfer: {
      permission: 'asset:Transfer',
      when: stateIs('unconfirmed', 'confirmed'),
      fields: {
        toDeptId: department({ required: true }),
        toHolderId: person(),
        roomId: reference('assetRoom'),
        reason: longText(5, 300, { required: true }),
      },
    },
  },
})

/** An asset on its way to another department or holder; both leaders confirm (50.5). */
export const assetTransfer = defineRecord({
  name: 'assetTransfer',
  table: 'asset_transfer',
  path: '/api/assets/transfer/',
  permissions: { ...reads, search: 'asset:ConfirmTransfer', retrieve: 'asset:ConfirmTransfer' },
  scope: { department: 'waitsDeptId' },
  fields: {
    assetId: reference('asset', { computed: true }),
    fromDeptId: department({ computed: true }),
    fromHolderId: person({ computed: true }),
    toDeptId: department({ computed: true }),
    toHolderId: person({ computed: true }),
    roomId: reference('assetRoom', { computed: true }),
    reason: text(300, { computed: true }),
    state: choice('assetTransferState', { computed: true }),
    waitsDeptId: department({ computed: true }),
    releasedBy: person({ computed: true }),
    releasedAt: dateTime({ computed: true }),
    receivedBy: person({ computed: true }),
    receivedAt: dateTime({ computed: true }),
  },
  titleFields: ['assetId', 'toDeptId'],
  list: {
    columns: [
      'assetId',
      'fromDeptId',
      'fromHolderId',
      'toDeptId',
      'toHolderId',
      'roomId',
      'state',
      'waitsDeptId',
      'reason',
    ],
    filters: ['state', 'fromDeptId', 'toDeptId', 'assetId'],
    search: ['reason'],
  },
  actions: {
    release: { permission: 'asset:ConfirmTransfer', when: stateIs('requested'), intent: 'primary' },
    receive: { permission: 'asset:ConfirmTransfer', when: stateIs('released'), intent: 'success' },
    refuse: {
      permission: 'asset:ConfirmTransfer',
      when: stateIs('requested', 'released'),
      fields: { reason: longText(5, 300, { required: true }) },
      intent: 'danger',
    },
  },
})

/** A request to scrap an asset, its approvals, and what became of the asset (95.5). */
export const assetScrap = defineRecord({
  name: 'assetScrap',
  table: 'asset_scrap',
  path: '/api/assets/scrap/',
  permissions: { ...reads, search: 'asset:ReviewScrap', retrieve: 'asset:ReviewScrap' },
  scope: { department: 'reviewDeptId' },
  fields: {
    assetId: reference('asset', { computed: true }),
    deptId: department({ computed: true }),
    reviewDeptId: department({ computed: true }),
    price: money({ computed: true }),
    netValue: money({ computed: true }),
    usedYears: integer({ computed: true }),
    condition: choice('assetCondition', { computed: true }),
    reason: longText(10, 500, { computed: true }),
    proof: files(5, { computed: true }),
    fileNo: text(60, { computed: true }),
    state: choice('assetScrapState', { computed: true }),
    requestedBy: person({ computed: true }),
    managerBy: person({ computed: true }),
    headBy: person({ computed: true }),
    financeBy: person({ computed: true }),
    refusedBy: person({ computed: true }),
    refusal: text(300, { computed: true }),
    disposedOn: date({ computed: true }),
    method: choice('disposeMethod', { computed: true }),
    income: money({ computed: true }),
    receiver: text(60, { computed: true }),
    treasuryReceipt: text(60, { computed: true }),
    mediumProof: files(5, { computed: true }),
  },
  titleFields: ['assetId'],
  list: {
    columns: [
      'assetId',
      'price',
      'netValue',
      'usedYears',
      'condition',
      'state',
      'requestedBy',
      'managerBy',
      'headBy',
      'financeBy',
      'disposedOn',
      'method',
      'income',
    ],
    filters: ['state', 'assetId', 'disposedOn'],
    search: ['fileNo'],
  },
  actions: {
    approve: { permission: 'asset:ReviewScrap', when: stateIs('requested', 'reviewed'), intent: 'success' },
    refuse: {
      permission: 'asset:ReviewScrap',
      when: stateIs('requested', 'reviewed'),
      fields: { refusal: longText(5, 300, { required: true }) },
      intent: 'danger',
    },
    dispose: {
      permission: 'asset:Dispose',
      when: stateIs('approved'),
      intent: 'primary',
      fields: {
        disposedOn: date({ required: true, initial: 'today', max: 'today' }),
        method: choice('disposeMethod', { required: true, initial: 'recycle' }),
        income: money({ required: true, initial: '0.00' }),
        treasuryReceipt: text(60, { required: { field: 'income', op: 'gt', value: 0 } }),
        receiver: text(60, { required: true, min: 2 }),
        mediumProof: files(5),
      },
    },
  },
})

/** What a month charged an asset with (E1). */
export const assetDepreciation = defineRecord({
  name: 'assetDepreciation',
  table: 'asset_depreciation',
  path: '/api/assets/depreciation/',
  permissions: reads,
  scope: { department: 'deptId' },
  fields: {
    month: text(7, { computed: true, exact: true }),
    assetId: reference('asset', { computed: true }),
    deptId: department({ computed: true }),
    amount: money({ computed: true }),
    accumulated: money({ computed: true }),
    netValue: money({ computed: true }),
  },
  appendOnly: true,
  titleFields: ['month', 'assetId'],
  list: {
    columns: ['month', 'assetId', 'deptId', 'amount', 'accumulated', 'netValue'],
    filters: ['month', 'assetId', 'deptId'],
    search: [],
    order: '-month',
  },
})

/** What happened to assets, with the values before and after (INV-03). */
export const assetLog = defineRecord({
  name: 'assetLog',
  table: 'asset_log',
  path: '/api/assets/log/',
  permissions: reads,
  scope: {},
  fields: {
    at: dateTime({ computed: true }),
    assetId: reference('asset', { computed: true }),
    action: choice('assetAction', { computed: true }),
    change: text(500, { computed: true }),
    note: text(500, { computed: true }),
    ticketId: reference('ticket', { computed: true }),
    workOrderId: reference('workOrder', { computed: true }),
    byUser: person({ computed: true }),
  },
  appendOnly: true,
  titleFields: ['assetId', 'action'],
  list: {
    columns: ['at', 'assetId', 'action', 'change', 'note', 'ticketId', 'workOrderId', 'byUser'],
    filters: ['assetId', 'action', 'at', 'byUser', 'workOrderId'],
    search: [],
    order: '-at',
  },
})

/** A periodic inspection or calibration of police gear. */
export const assetInspection = defineRecord({
  name: 'assetInspection',
  table: 'asset_inspection',
  path: '/api/assets/inspection/',
  permissions: reads,
  scope: {},
  fields: {
    assetId: reference('asset', { computed: true }),
    inspectedOn: date({ computed: true }),
    result: choice('assetInspectionResult', { computed: true }),
    note: text(200, { computed: true }),
    report: files(5, { computed: true }),
    nextDue: date({ computed: true }),
    byUser: person({ computed: true }),
  },
  appendOnly: true,
  titleFields: ['assetId', 'inspectedOn'],
  list: {
    columns: ['assetId', 'inspectedOn', 'result', 'nextDue', 'note', 'byUser'],
    filters: ['assetId', 'result', 'inspectedOn'],
    search: [],
    order: '-inspectedOn',
  },
})
