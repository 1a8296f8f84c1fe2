import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  date,
  dateTime,
  decimal,
  department,
  type Fields,
  files,
  integer,
  lines,
  longText,
  money,
  person,
  text,
} from '#src/fields/field.ts'

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const
const score = integer({ required: true, min: 0, max: 100 })

/** What a reviewer says of a project (95.3). */
const reviewFields: Fields = {
  scoreNeed: score,
  scoreFeas: score,
  scoreBenefit: score,
  reviewAmount: money({ required: true }),
  comment: longText(5, 500, { required: true }),
}
const reason = longText(5, 300, { required: true })

const results: Fields = {
  name: text(50, { required: true }),
  value: text(100, { required: true }),
  score: integer({ required: true, min: 0, max: 100 }),
}
/** How a finished project is evaluated: a value and a score for every indicator. */
const finishFields: Fields = {
  kpiResults: lines(results, { min: 1, max: 20, required: true }),
  summary: longText(20, 2000, { required: true }),
}

/** A project from its declaration to its end (30.4). */
export const project = defineRecord({
  name: 'project',
  table: 'project',
  path: '/api/projects/project/',
  permissions: permissionsFrom('project', 'create', 'update', 'remove', 'export', 'import'),
  scope: { department: 'deptId', owner: 'ownerId' },
  fields: {
    no: text(20, { computed: true }),
    name: text(100, { min: 5, required: true }),
    category: choice('projectCategory', { required: true, initial: 'equipment' }),
    deptId: department({ computed: true }),
    planYear: integer({ required: true, min: 2000, max: 2100 }),
    startMonth: text(7, { required: true, pattern: 'month' }),
    endMonth: text(7, { required: true, pattern: 'month' }),
    ownerId: person({ required: true }),
    fundSource: choice('fundSource', { required: true, initial: 'fiscal' }),
    background: longText(20, 2000, { required: true }),
    content: longText(20, 2000, { required: true }),
    goal: longText(20, 2000, { required: true }),
    kpis: lines(
      {
        name: text(50, { required: true }),
        kind: choice('kpiKind', { required: true, initial: 'output' }),
        target: text(100, { required: true }),
        weight: integer({ required: true, min: 1, max: 100 }),
      },
      { min: 0, max: 20 },
    ),
    fundItems: lines(
      {
        subjectCode: choice('budgetSubject', { required: true }),
        name: text(50, { required: true }),
        year: integer({ required: true, min: 2000, max: 2100 }),
        qty: decimal(10, 2, { required: true, min: '0.01' }),
        price: money({ isRate: true, required: true, positive: true, max: '99999999.99' }),
        amount: money({ computed: true }),
      },
      { min: 0, max: 50 },
    ),
    milestones: lines(
      {
        name: text(50, { required: true }),
        planDate: date({ required: true }),
        payPct: integer({ min: 0, max: 100 }),
      },
      { min: 0, max: 30 },
    ),
    feasibility: files(5),
    declareAmount: money({ computed: true }),
    reviewAmount: money({ computed: true }),
    priority: integer({ computed: true }),
    state: choice('projectState', { computed: true }),
    score: decimal(5, 2, { computed: true }),
    revision: integer({ computed: true }),
    reason: text(300, { computed: true }),
    libraryAt: dateTime({ computed: true }),
    startedAt: dateTime({ computed: true }),
    finishedAt: dateTime({ computed: true }),
    kpiResults: lines(results, { min: 0, max: 20, computed: true }),
    kpiScore: decimal(5, 2, { computed: true }),
    summary: longText(0, 2000, { computed: true }),
  },
  titleFields: ['no', 'name'],
  list: {
    columns: [
      'no',
      'name',
      'category',
      'deptId',
      'declareAmount',
      'reviewAmount',
      'priority',
      'planYear',
      'state',
      'score',
    ],
    filters: ['state', 'category', 'deptId', 'planYear', 'declareAmount'],
    search: ['no', 'name'],
    order: 'priority,-score',
    charts: {
      states: { by: 'state', series: 'values' },
      categories: { by: 'category', measure: { of: 'declareAmount', as: 'sum' } },
      departments: { by: 'deptId', measure: { of: 'declareAmount', as: 'sum' } },
    },
  },
  locks: {
    update: stateIs('declared', 'inBudget', 'executing', 'finished', 'removed'),
    remove: stateIs('declared', 'inLibrary', 'inBudget', 'executing', 'finished', 'removed'),
  },
  actions: {
    submit: { permission: 'project:Submit', when: stateIs('draft', 'returned'), intent: 'primary' },
    review: { permission: 'project:Review', when: stateIs('declared'), fields: reviewFields, intent: 'success' },
    sendBack: {
      permission: 'project:Review',
      when: stateIs('declared'),
      fields: { reason },
      intent: 'warning',
    },
    prioritise: {
      permission: 'project:Review',
      when: stateIs('declared', 'inLibrary'),
      fields: { priority: integer({ required: true, min: 1, max: 5 }) },
    },
    include: { permission: 'project:Include', when: stateIs('inLibrary'), intent: 'primary' },
    start: { permission: 'projectExec:Update', when: stateIs('inBudget'), intent: 'primary' },
    finish: { permission: 'projectExec:Finish', when: stateIs('executing'), fields: finishFields, intent: 'success' },
    takeOut: { permission: 'project:Remove', when: stateIs('inLibrary'), fields: { reason }, intent: 'danger' },
  },
})
