import { defineRecord } from '#src/define/record.ts'
import {
  boolean,
  choice,
  date,
  dateTime,
  department,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const reads = {
  search: 'equipStandard:Search',
  retrieve: 'equipStandard:Retrieve',
  export: 'equipStandard:Export',
} as const
const isDraft = { field: 'state', op: 'eq', value: 'draft' } as const

/** What standards are about: a desktop computer, a desk, a winter coat; or a group of them that shares a limit. */
export const standardItem = defineRecord({
  name: 'standardItem',
  table: 'standard_item',
  path: '/api/standards/item/',
  permissions: {
    ...reads,
    create: 'equipStandard:Create',
    update: 'equipStandard:Update',
    remove: 'equipStandard:Delete',
    import: 'equipStandard:Import',
  },
  scope: {},
  fields: {
    name: text(40, { required: true, min: 2 }),
    kind: choice('standardKind', { required: true, initial: 'office' }),
    category: choice('assetCategory', { visibleWhen: { field: 'kind', op: 'ne', value: 'clothing' } }),
    unit: text(10, { required: true }),
    groupId: reference('standardItem'),
    picture: files(1, { pictures: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'kind', 'category', 'unit', 'groupId'],
    filters: ['kind', 'category', 'groupId'],
    search: ['name'],
    order: 'kind,name',
  },
  naturalKey: ['name'],
})

/** More than the standard for a department or a person, until a day (E: approved exceptions with an end). */
export const standardException = defineRecord({
  name: 'standardException',
  table: 'standard_exception',
  path: '/api/standards/exception/',
  permissions: {
    ...reads,
    create: 'equipStandard:Create',
    update: 'equipStandard:Update',
    remove: 'equipStandard:Delete',
  },
  scope: {},
  fields: {
    itemId: reference('standardItem', { required: true }),
    deptId: department({ required: true }),
    userId: person(),
    qty: integer({ required: true, min: 1, max: 999 }),
    reason: longText(5, 300, { required: true }),
    docNo: text(60, { required: true, min: 2 }),
    validFrom: date({ required: true, initial: 'today', until: 'validTo' }),
    validTo: date({ required: true }),
    file: files(5),
  },
  titleFields: ['docNo'],
  list: {
    columns: ['itemId', 'deptId', 'userId', 'qty', 'docNo', 'validFrom', 'validTo', 'reason'],
    filters: ['itemId', 'deptId', 'userId', 'validTo'],
    search: ['docNo', 'reason'],
    order: '-validTo',
  },
})

/** A published set of standards of one kind, with the headcount it was counted by (STD-03). As a draft it shows what publishing would change. */
export const standardVersion = defineRecord({
  name: 'standardVersion',
  table: 'standard_version',
  path: '/api/standards/version/',
  permissions: {
    ...reads,
    create: 'equipStandard:Publish',
    update: 'equipStandard:Publish',
    remove: 'equipStandard:Publish',
  },
  scope: {},
  fields: {
    kind: choice('standardKind', { required: true, initial: 'office', immutable: true }),
    no: integer({ computed: true }),
    docNo: text(60, { required: true, min: 2 }),
    countsAuxiliary: boolean({ initial: true }),
    countsContract: boolean({ initial: false }),
    countsSeconded: boolean({ initial: false }),
    state: choice('standardState', { computed: true }),
    headcount: integer({ computed: true }),
    overCount: integer({ computed: true }),
    shortCount: integer({ computed: true }),
    fillCost: money({ computed: true }),
    previewOn: date({ computed: true }),
    publishedAt: dateTime({ computed: true }),
    publishedBy: person({ computed: true }),
    drafts: lines({ standardId: reference('equipStandard', { required: true }) }, { min: 0, max: 500 }),
  },
  titleFields: ['docNo', 'no'],
  list: {
    columns: [
      'kind',
      'no',
      'docNo',
      'state',
      'headcount',
      'overCount',
      'shortCount',
      'fillCost',
      'publishedAt',
      'publishedBy',
    ],
    filters: ['kind', 'state', 'publishedAt'],
    search: ['docNo'],
  },
  locks: {
    update: { field: 'state', op: 'ne', value: 'draft' },
    remove: { field: 'state', op: 'ne', value: 'draft' },
  },
  actions: {
    recount: { permission: 'equipStandard:Publish', when: isDraft },
    publish: { permission: 'equipStandard:Publish', when: isDraft, intent: 'primary' },
  },
})

/** STD-04: what each department holds against what it may have, exceptions netted off, and why. Counted anew every night and at each publish. */
export const standardCompliance = defineRecord({
  name: 'standardCompliance',
  table: 'standard_compliance',
  path: '/api/standards/compliance/',
  permissions: {
    search: 'equipStandard:Compliance',
    retrieve: 'equipStandard:Compliance',
    export: 'equipStandard:Export',
  },
  scope: { department: 'deptId' },
  fields: {
    kind: choice('standardKind', { computed: true }),
    deptId: department({ computed: true }),
    itemId: reference('standardItem', { computed: true }),
    maxQty: integer({ computed: true }),
    exceptionQty: integer({ computed: true }),
    holding: integer({ computed: true }),
    overQty: integer({ computed: true }),
    shortQty: integer({ computed: true }),
    unitCap: money({ isRate: true, computed: true }),
    shortValue: money({ computed: true }),
    standing: choice('standardStanding', { computed: true }),
    because: text(1000, { computed: true, multiline: true }),
    versionId: reference('standardVersion', { computed: true }),
    countedAt: dateTime({ computed: true }),
  },
  titleFields: ['deptId', 'itemId'],
  list: {
    columns: [
      'deptId',
      'itemId',
      'maxQty',
      'exceptionQty',
      'holding',
      'overQty',
      'shortQty',
      'shortValue',
      'standing',
      'because',
      'countedAt',
    ],
    filters: ['standing', 'deptId', 'itemId', 'kind'],
    search: [],
    order: '-overQty,-shortQty',
    charts: {
      over: { by: 'deptId', only: { standing: 'over' }, measure: { of: 'overQty', as: 'sum' } },
      shortage: { by: 'deptId', only: { standing: 'short' }, measure: { of: 'shortValue', as: 'sum' } },
    },
  },
})
