import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, date, dateTime, department, integer, lines, person, reference, text } from '#src/fields/field.ts'
import { checkFields, resultFields } from './inspection-fields.ts'

const isDue = { field: 'state', op: 'eq', value: 'due' } as const

/** The most checks of one round. */
const MAX_CHECKS = 30

/** Checks that many plans have in common. */
export const inspectTemplate = defineRecord({
  name: 'inspectTemplate',
  table: 'inspect_template',
  path: '/api/maintenance/template/',
  permissions: permissionsFrom('inspectPlan', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    name: text(60, { required: true, min: 2 }),
    category: choice('maintCategory', { required: true, initial: 'fire' }),
    checklist: lines(checkFields, { required: true, min: 1, max: MAX_CHECKS }),
  },
  titleFields: ['name'],
  list: { columns: ['name', 'category'], filters: ['category'], search: ['name'], order: 'name' },
  naturalKey: ['name'],
})

/** What is inspected again and again (40.3). */
export const inspectPlan = defineRecord({
  name: 'inspectPlan',
  table: 'inspect_plan',
  path: '/api/maintenance/plan/',
  permissions: permissionsFrom('inspectPlan', 'create', 'update', 'remove'),
  scope: {},
  fields: {
    item: text(60, { required: true, min: 2 }),
    location: text(100, { required: true, min: 2 }),
    category: choice('maintCategory', { required: true, initial: 'fire' }),
    cycleDays: integer({ required: true, min: 1, max: 365, initial: 30 }),
    basis: choice('inspectBasis', { required: true, initial: 'calendar' }),
    workerId: person({ required: true, role: 'maintenanceWorker' }),
    nextDue: date({ required: true, initial: 'today' }),
    // Its checks are taken where the plan names none.
    templateId: reference('inspectTemplate'),
    checklist: lines(checkFields, { min: 0, max: MAX_CHECKS }),
  },
  titleFields: ['item', 'location'],
  list: {
    columns: ['item', 'location', 'category', 'cycleDays', 'basis', 'workerId', 'nextDue'],
    filters: ['category', 'workerId', 'nextDue'],
    search: ['item', 'location'],
  },
})

/** One round of a plan; each thing that fails becomes a work order. */
export const inspectRound = defineRecord({
  name: 'inspectRound',
  table: 'inspect_round',
  path: '/api/maintenance/round/',
  permissions: permissionsFrom('maintenance'),
  scope: { department: 'workDeptId', owner: 'workerId' },
  fields: {
    planId: reference('inspectPlan', { computed: true }),
    dueOn: date({ computed: true }),
    workerId: person({ computed: true }),
    workDeptId: department({ computed: true }),
    state: choice('inspectState', { computed: true }),
    failed: integer({ computed: true }),
    doneAt: dateTime({ computed: true }),
    skipReason: text(200, { computed: true }),
    items: lines(resultFields, { min: 0, max: MAX_CHECKS, computed: true }),
  },
  titleFields: ['planId', 'dueOn'],
  list: {
    columns: ['planId', 'dueOn', 'workerId', 'state', 'failed', 'doneAt'],
    filters: ['state', 'planId', 'workerId', 'dueOn'],
    search: [],
    order: '-dueOn',
  },
  actions: {
    report: {
      permission: 'maintenance:Finish',
      when: isDue,
      intent: 'success',
      fields: { items: lines(resultFields, { required: true, min: 1, max: MAX_CHECKS }) },
    },
    skip: {
      permission: 'inspectPlan:Update',
      when: isDue,
      intent: 'warning',
      fields: { reason: text(200, { required: true, min: 5, multiline: true }) },
    },
  },
})
