import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import {
  choice,
  date,
  dateTime,
  decimal,
  department,
  files,
  integer,
  longText,
  money,
  person,
  reference,
  text,
} from '#src/fields/field.ts'

const projectId = reference('project', { computed: true })
const deptId = department({ computed: true })
const read = { search: 'project:Retrieve', retrieve: 'project:Retrieve' } as const

/** What one reviewer said in one round (BUD-41, BUD-44). */
export const projectReview = defineRecord({
  name: 'projectReview',
  table: 'project_review',
  path: '/api/projects/review/',
  permissions: read,
  scope: { department: 'deptId' },
  appendOnly: true,
  fields: {
    at: dateTime({ computed: true }),
    projectId,
    deptId,
    round: integer({ computed: true }),
    reviewerId: person({ computed: true }),
    scoreNeed: integer({ computed: true }),
    scoreFeas: integer({ computed: true }),
    scoreBenefit: integer({ computed: true }),
    score: decimal(5, 2, { computed: true }),
    reviewAmount: money({ computed: true }),
    comment: text(500, { computed: true }),
  },
  titleFields: ['projectId', 'reviewerId'],
  list: {
    columns: [
      'round',
      'reviewerId',
      'scoreNeed',
      'scoreFeas',
      'scoreBenefit',
      'score',
      'reviewAmount',
      'comment',
      'at',
    ],
    filters: ['projectId'],
    search: [],
    order: '-at',
  },
})

/** A change of a project that was in the library already (BUD-43). */
export const projectRevision = defineRecord({
  name: 'projectRevision',
  table: 'project_revision',
  path: '/api/projects/revision/',
  permissions: read,
  scope: { department: 'deptId' },
  appendOnly: true,
  fields: {
    at: dateTime({ computed: true }),
    projectId,
    deptId,
    no: integer({ computed: true }),
    amountBefore: money({ computed: true }),
    amountAfter: money({ computed: true }),
    changed: text(500, { computed: true }),
    byUser: person({ computed: true }),
  },
  titleFields: ['projectId', 'no'],
  list: {
    columns: ['no', 'amountBefore', 'amountAfter', 'changed', 'byUser', 'at'],
    filters: ['projectId'],
    search: [],
    order: '-at',
  },
})

/** A step of a project, and when it was reached. */
export const projectMilestone = defineRecord({
  name: 'projectMilestone',
  table: 'project_milestone',
  path: '/api/projects/milestone/',
  permissions: { search: 'projectExec:Retrieve', retrieve: 'projectExec:Retrieve', update: 'projectExec:Milestone' },
  scope: { department: 'deptId' },
  fields: {
    projectId,
    deptId,
    name: text(50, { computed: true }),
    planDate: date({ computed: true }),
    payPct: integer({ computed: true }),
    doneDate: date({ required: true, max: 'today' }),
    proof: files(5, { required: true }),
  },
  titleFields: ['name', 'planDate'],
  list: {
    columns: ['name', 'planDate', 'payPct', 'doneDate', 'proof'],
    filters: ['projectId', 'planDate'],
    search: ['name'],
    order: 'planDate',
  },
})

/** How far a project is, month by month (BUD-51). */
export const projectReport = defineRecord({
  name: 'projectReport',
  table: 'project_report',
  path: '/api/projects/report/',
  permissions: { search: 'projectExec:Retrieve', retrieve: 'projectExec:Retrieve', create: 'projectExec:Update' },
  scope: { department: 'deptId' },
  fields: {
    projectId: reference('project', {
      required: true,
      immutable: true,
      options: '/api/projects/project/options/?state=executing',
    }),
    deptId,
    month: text(7, { required: true, pattern: 'month' }),
    progress: integer({ required: true, min: 0, max: 100 }),
    text: longText(5, 2000, { required: true }),
    problem: longText(0, 1000),
    photos: files(9),
  },
  titleFields: ['projectId', 'month'],
  list: {
    columns: ['projectId', 'month', 'progress', 'text', 'problem'],
    filters: ['projectId', 'month'],
    search: ['text'],
    order: '-month',
  },
})

const stateIs = (...value: string[]) => ({ field: 'state', op: 'in', value }) as const

/** The same projects as the ledger of their execution (30.5). */
export const projectExec = defineRecord({
  name: 'projectExec',
  table: 'project_execution',
  path: '/api/projects/execution/',
  permissions: permissionsFrom('projectExec', 'export'),
  scope: { department: 'deptId', owner: 'ownerId' },
  fields: {
    no: text(20, { computed: true }),
    name: text(100, { computed: true }),
    planYear: integer({ computed: true }),
    deptId,
    ownerId: person({ computed: true }),
    budget: money({ computed: true }),
    frozen: money({ computed: true }),
    used: money({ computed: true }),
    rate: decimal(6, 1, { computed: true }),
    progress: integer({ computed: true }),
    nextMilestone: text(80, { computed: true }),
    light: choice('projectLight', { computed: true }),
    state: choice('projectState', { only: ['inBudget', 'executing', 'finished'], computed: true }),
    kpiScore: decimal(5, 2, { computed: true }),
  },
  titleFields: ['no', 'name'],
  list: {
    columns: [
      'no',
      'name',
      'light',
      'state',
      'deptId',
      'ownerId',
      'budget',
      'frozen',
      'used',
      'rate',
      'progress',
      'nextMilestone',
    ],
    filters: ['planYear', 'deptId', 'light', 'state'],
    search: ['no', 'name'],
    order: '-planYear',
  },
  actions: { start: { permission: 'projectExec:Update', when: stateIs('inBudget'), intent: 'primary' } },
})
