import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { boolean, choice, dateTime, integer, lines, longText, text } from '#src/fields/field.ts'

const is = (value: string) => ({ field: 'rule', op: 'eq', value }) as const
const isCounted = { field: 'rule', op: 'in', value: ['approvals', 'atMost'] } as const
const isNotApprovals = { field: 'rule', op: 'ne', value: 'approvals' } as const

/** Rules every published version of a workflow must keep on every path (25.10), written once by the administrator. */
export const workflowPolicy = defineRecord({
  name: 'workflowPolicy',
  table: 'workflow_policy',
  path: '/api/workflow/policy/',
  permissions: permissionsFrom('workflowPolicy', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    name: text(60, { required: true, min: 2 }),
    nameEn: text(80, { required: true, min: 2 }),
    rule: choice('policyRule', { required: true, initial: 'approvals' }),
    amount: integer({ min: 1, max: 20, required: isCounted, visibleWhen: isCounted }),
    trait: choice('policyTrait', { required: is('never'), visibleWhen: is('never') }),
    firstBy: choice('policyStates', { required: is('before'), visibleWhen: is('before') }),
    first: lines(
      { value: text(64, { required: true }) },
      { min: 1, max: 20, required: is('before'), visibleWhen: is('before') },
    ),
    statesBy: choice('policyStates', { required: isNotApprovals, visibleWhen: isNotApprovals }),
    states: lines(
      { value: text(64, { required: true }) },
      { min: 1, max: 20, required: isNotApprovals, visibleWhen: isNotApprovals },
    ),
    conditions: lines(
      {
        fact: text(80, { required: true }),
        op: choice('policyOperator', { required: true, initial: 'gt' }),
        value: text(200),
      },
      { min: 0, max: 10 },
    ),
    groups: lines({ value: choice('ticketGroup', { required: true }) }, { min: 0, max: 5 }),
    types: lines({ value: text(64, { required: true }) }, { min: 0, max: 50 }),
    enabled: boolean({ required: true, initial: true }),
    sentence: longText(1, 1000, { computed: true }),
    sentenceEn: longText(1, 1000, { computed: true }),
    broken: integer({ computed: true }),
    brokenBy: longText(0, 20_000, { computed: true }),
    brokenByEn: longText(0, 20_000, { computed: true }),
    provedAt: dateTime({ computed: true }),
  },
  titleFields: ['name'],
  list: {
    columns: ['name', 'nameEn', 'sentence', 'sentenceEn', 'enabled', 'broken', 'provedAt'],
    filters: ['rule', 'enabled', 'broken'],
    search: ['name', 'nameEn', 'sentence', 'sentenceEn'],
  },
  actions: { prove: { permission: 'workflowPolicy:Update', intent: 'primary' } },
})
