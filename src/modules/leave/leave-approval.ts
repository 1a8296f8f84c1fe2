import { defineApplication } from '#src/define/application.ts'
import { boolean, choice, date, decimal, files, person, text } from '#src/fields/field.ts'
import { proofTypes } from './leave-types.ts'

const notLeader = { field: 'applicant.isDeptLeader', op: 'ne', value: true } as const
const reminders = [
  { key: 'half', afterHours: 24, action: 'remind' },
  { key: 'full', afterHours: 48, action: 'remind' },
] as const

/** 23.8 请休假: quota pending at submit, used at approval, closed by the applicant back at work. */
export const leaveApproval = defineApplication({
  key: 'leaveApproval',
  group: 'receive',
  code: 'QJ',
  icon: 'calendar',
  route: '/workflow/receive/leaveApproval',
  columns: ['leaveType', 'startDate', 'endDate', 'days'],
  register: ['leaveRecord', 'leaveQuota', 'compensationEarned'],
  sections: [
    {
      key: 'period',
      fields: {
        leaveType: choice('leaveType', { required: true, initial: 'annual' }),
        startDate: date({ required: true, initial: 'today' }),
        startHalf: choice('dayHalf', { required: true, initial: 'am' }),
        endDate: date({ required: true, initial: 'today' }),
        endHalf: choice('dayHalf', { required: true, initial: 'pm' }),
        days: decimal(4, 1, { computed: true }),
        quotaLeft: decimal(4, 1, { computed: true }),
      },
    },
    {
      key: 'absence',
      fields: {
        destination: text(100, { required: true, min: 2 }),
        outOfCity: boolean({ initial: false }),
        abroad: boolean({ initial: false }),
        contactPhone: text(11, { required: true, pattern: 'mobile' }),
        proxyUserId: person({ required: { field: 'applicant.isDeptLeader', op: 'eq', value: true } }),
        proof: files(10, {
          required: {
            any: [
              { field: 'leaveType', op: 'in', value: proofTypes },
              {
                all: [
                  { field: 'leaveType', op: 'eq', value: 'sick' },
                  { field: 'days', op: 'gt', value: 2 },
                ],
              },
            ],
          },
        }),
      },
    },
    {
      key: 'return',
      fields: {
        actualBackAt: date({ max: 'today' }),
        actualBackHalf: choice('dayHalf'),
      },
    },
  ],
  effects: {
    onSubmit: ['leave.quota.reserve'],
    onReturn: ['leave.quota.release'],
    onReject: ['leave.quota.release'],
    onWithdraw: ['leave.quota.release'],
    onApprove: ['leave.grant'],
    onHandle: { backToWork: ['leave.backToWork'] },
    onVoidApproved: ['leave.restore'],
  },
  workflow: {
    key: 'leaveApproval',
    group: 'receive',
    withdraw: 'whileRunning',
    allowSelf: false,
    repeat: 'preceding',
    resume: 'either',
    states: [
      {
        key: 'deptLeader',
        name: { zhHans: '部门领导审批', en: 'Department leader' },
        kind: 'approve',
        participant: { type: 'deptLeader' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        enterWhen: notLeader,
        timers: [...reminders, { key: 'escalate', afterHours: 48, action: 'escalate', to: { type: 'divisionLeader' } }],
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'start',
        allowReject: true,
      },
      {
        key: 'divisionLeader',
        name: { zhHans: '分管领导审批', en: 'Division leader' },
        kind: 'approve',
        participant: { type: 'divisionLeader' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        enterWhen: {
          any: [
            { field: 'days', op: 'gt', value: 3 },
            { field: 'applicant.isDeptLeader', op: 'eq', value: true },
          ],
        },
        timers: [
          ...reminders,
          { key: 'escalate', afterHours: 48, action: 'escalate', to: { type: 'role', role: 'bureauLeader' } },
        ],
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'any',
        allowReject: true,
      },
      {
        key: 'bureauLeader',
        name: { zhHans: '局长审批', en: 'Bureau chief' },
        kind: 'approve',
        participant: { type: 'role', role: 'bureauLeader' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        enterWhen: {
          any: [
            { field: 'days', op: 'gt', value: 7 },
            { field: 'applicant.rankLevel', op: 'in', value: ['division', 'bureau'] },
          ],
        },
        timers: reminders,
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'any',
        allowReject: true,
      },
      {
        key: 'hrOfficer',
        name: { zhHans: '抄送人事', en: 'Copy to HR' },
        kind: 'cc',
        participant: { type: 'role', role: 'hrOfficer' },
        mode: 'any',
        emptyPolicy: { type: 'skip' },
      },
      {
        key: 'backToWork',
        name: { zhHans: '销假', en: 'Back to work' },
        kind: 'handle',
        participant: { type: 'applicant' },
        mode: 'any',
        emptyPolicy: { type: 'toRole', role: 'hrOfficer' },
        opensAtField: 'endDate',
        fields: { actualBackAt: 'required', actualBackHalf: 'required' },
        timers: [{ key: 'half', afterHours: 9, action: 'remind' }],
      },
    ],
    transitions: [
      { from: 'start', to: 'deptLeader' },
      { from: 'deptLeader', to: 'divisionLeader' },
      { from: 'divisionLeader', to: 'bureauLeader' },
      { from: 'bureauLeader', to: 'hrOfficer' },
      { from: 'hrOfficer', to: 'backToWork' },
      { from: 'backToWork', to: 'end' },
    ],
  },
})
