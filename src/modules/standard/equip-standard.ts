import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  choices,
  date,
  decimal,
  department,
  files,
  integer,
  lines,
  money,
  reference,
  text,
} from '#src/fields/field.ts'

const targets = (...value: string[]) => ({ field: 'targetType', op: 'in', value }) as const
const basedOn = (...value: string[]) => ({ field: 'basis', op: 'in', value }) as const
const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** One allocation standard (50.7): how many of an item whom it is for may have. */
export const equipStandard = defineRecord({
  name: 'equipStandard',
  table: 'equip_standard',
  path: '/api/standards/standard/',
  permissions: permissionsFrom('equipStandard', 'create', 'update', 'remove', 'export', 'import'),
  scope: {},
  fields: {
    standardNo: text(20, { computed: true }),
    kind: choice('standardKind', { required: true, initial: 'office', immutable: true }),
    itemId: reference('standardItem', { required: true }),
    targetType: choice('standardTarget', { required: true, initial: 'all' }),
    targetRank: choice('rankLevel', { visibleWhen: targets('rank'), required: targets('rank') }),
    targetPost: choice('postType', { visibleWhen: targets('post'), required: targets('post') }),
    targetDeptId: department({ visibleWhen: targets('dept'), required: targets('dept') }),
    areaFrom: decimal(8, 2, { visibleWhen: targets('area'), required: targets('area'), min: '0' }),
    areaTo: decimal(8, 2, { visibleWhen: targets('area'), min: '0.01' }),
    personTypes: choices('personType', 4, { visibleWhen: targets('all', 'rank', 'post', 'dept') }),
    gender: choice('gender', { visibleWhen: targets('all', 'rank', 'post', 'dept'), only: ['1', '2'] }),
    basis: choice('standardBasis', { required: true, initial: 'perPerson' }),
    maxQty: decimal(8, 2, {
      min: '0',
      visibleWhen: basedOn('perPerson', 'perTen', 'perDept', 'perRoom'),
      required: basedOn('perPerson', 'perTen', 'perDept', 'perRoom'),
    }),
    tiers: lines(
      {
        from: integer({ required: true, min: 0, max: 100_000 }),
        per: integer({ required: true, min: 1, max: 10_000 }),
        qty: decimal(8, 2, { required: true, min: '0' }),
      },
      { min: 1, max: 10, visibleWhen: basedOn('tiers'), required: basedOn('tiers') },
    ),
    rounding: choice('standardRounding', { required: true, initial: 'ceil' }),
    unitCap: money({ isRate: true, positive: true }),
    lifeYears: integer({ min: 1, max: 50 }),
    lifeUse: integer({ min: 1, max: 100_000_000 }),
    lifeUseUnit: text(20),
    clothingCycle: choice('clothingCycle', { visibleWhen: { field: 'kind', op: 'eq', value: 'clothing' } }),
    docNo: text(60, { required: true, min: 2 }),
    effectiveFrom: date({ required: true, initial: 'today' }),
    effectiveTo: date(),
    file: files(5),
    category: choice('assetCategory', { computed: true }),
    unit: text(10, { computed: true }),
    replacesId: reference('equipStandard', { computed: true }),
    state: choice('standardState', { computed: true }),
  },
  titleFields: ['standardNo'],
  list: {
    columns: [
      'standardNo',
      'itemId',
      'category',
      'state',
      'targetType',
      'basis',
      'unitCap',
      'lifeYears',
      'docNo',
      'effectiveFrom',
      'effectiveTo',
    ],
    filters: ['state', 'targetType', 'category', 'itemId', 'kind', 'effectiveFrom', 'effectiveTo'],
    callFilters: { effectiveOn: 'effectiveFrom' },
    search: ['standardNo', 'docNo'],
    order: 'kind,category,itemId',
  },
  naturalKey: ['standardNo'],
  locks: { update: stateIs('published', 'history'), remove: stateIs('published', 'history') },
  actions: {
    revise: {
      permission: 'equipStandard:Create',
      when: stateIs('published'),
      fields: {
        effectiveFrom: date({ required: true, min: { today: 0 } }),
        docNo: text(60, { required: true, min: 2 }),
      },
      intent: 'primary',
    },
    end: {
      permission: 'equipStandard:Update',
      when: stateIs('published'),
      fields: { effectiveTo: date({ required: true, min: { today: 0 } }) },
      intent: 'warning',
    },
  },
})
