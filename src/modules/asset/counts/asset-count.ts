import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  date,
  dateTime,
  departments,
  files,
  integer,
  lines,
  longText,
  people,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const
const noneChosen = { field: 'assets', op: 'empty', value: null } as const
const comment = longText(5, 300, { required: true })

/** Assets that are counted by name; more are counted by department, room or category. */
const MAX_CHOSEN = 500

/** A count of assets: scope, period and counters (50.5, 90 A 1). Its scope is frozen when it is made. */
export const assetCount = defineRecord({
  name: 'assetCount',
  table: 'asset_count',
  path: '/api/assets/count/',
  permissions: {
    search: 'asset:Search',
    retrieve: 'asset:Retrieve',
    create: 'asset:Count',
    export: 'asset:Export',
  },
  scope: {},
  fields: {
    no: text(20, { computed: true }),
    name: text(60, { required: true, min: 2 }),
    deptIds: departments(50, { visibleWhen: noneChosen }),
    roomId: reference('assetRoom', { visibleWhen: noneChosen }),
    category: choice('assetCategory', { visibleWhen: noneChosen }),
    assets: lines({ assetId: reference('asset', { required: true }) }, { min: 0, max: MAX_CHOSEN }),
    startOn: date({ required: true, initial: 'today', until: 'dueOn' }),
    dueOn: date({ required: true, min: 'today' }),
    counterIds: people(30, { required: true }),
    state: choice('assetCountState', { computed: true }),
    expected: integer({ computed: true }),
    counted: integer({ computed: true }),
    elsewhere: integer({ computed: true }),
    unexpected: integer({ computed: true }),
    unknown: integer({ computed: true }),
    missing: integer({ computed: true }),
    submittedAt: dateTime({ computed: true }),
    approverId: person({ computed: true }),
    appliedAt: dateTime({ computed: true }),
    comment: text(300, { computed: true }),
    sheetId: reference('assetSheet', { computed: true }),
  },
  titleFields: ['no', 'name'],
  list: {
    columns: [
      'no',
      'name',
      'state',
      'dueOn',
      'expected',
      'counted',
      'elsewhere',
      'unexpected',
      'unknown',
      'missing',
      'counterIds',
      'approverId',
      'appliedAt',
    ],
    filters: ['state', 'dueOn', 'category', 'roomId'],
    search: ['no', 'name'],
  },
  actions: {
    submit: { permission: 'asset:Count', when: stateIs('counting'), intent: 'primary' },
    reopen: { permission: 'asset:Count', when: stateIs('review'), fields: { comment }, intent: 'warning' },
    apply: { permission: 'asset:Count', when: stateIs('review'), intent: 'success' },
    cancel: { permission: 'asset:Count', when: stateIs('counting', 'review'), fields: { comment }, intent: 'danger' },
  },
})

/** Each scan of a count as it arrived. */
export const assetCountScan = defineRecord({
  name: 'assetCountScan',
  table: 'asset_count_scan',
  path: '/api/assets/scan/',
  permissions: permissionsFrom('asset', 'export'),
  scope: {},
  fields: {
    countId: reference('assetCount', { computed: true }),
    at: dateTime({ computed: true }),
    roomId: reference('assetRoom', { computed: true }),
    code: text(80, { computed: true }),
    assetId: reference('asset', { computed: true }),
    result: choice('assetScanResult', { computed: true }),
    method: choice('assetScanMethod', { computed: true }),
    condition: choice('assetCondition', { computed: true }),
    note: text(200, { computed: true }),
    photos: files(3, { computed: true }),
    byUser: person({ computed: true }),
    receivedAt: dateTime({ computed: true }),
  },
  appendOnly: true,
  titleFields: ['code', 'at'],
  list: {
    columns: ['at', 'countId', 'roomId', 'code', 'assetId', 'result', 'method', 'condition', 'note', 'byUser'],
    filters: ['countId', 'result', 'roomId', 'byUser', 'assetId', 'at'],
    search: ['code'],
    order: '-at',
  },
})
