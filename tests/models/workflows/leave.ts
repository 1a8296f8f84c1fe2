import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { text } from './text.ts'

/** CH-LEAVE (20.3). */
export const leave: WorkflowDefinition = {
  key: 'leaveApproval',
  group: 'receive',
  withdraw: 'whileRunning',
  allowSelf: false,
  repeat: 'preceding',
  resume: 'either',
  states: [
    {
      key: 'deptLeader',
      name: text('部门负责人', 'Department leader'),
      kind: 'approve',
      participant: { type: 'deptLeader' },
      mode: 'any',
      emptyPolicy: { type: 'toRole', role: 'standby' },
      enterWhen: { field: 'applicant.isDeptLeader', op: 'ne', value: true },
      timers: [
        { key: 'half', afterHours: 24, action: 'remind' },
        { key: 'full', afterHours: 48, action: 'escalate', to: { type: 'divisionLeader' } },
      ],
      allowTransfer: true,
      allowReturn: 'start',
      allowReject: true,
    },
    {
      key: 'divisionLeader',
      name: text('分管领导', 'Division leader'),
      kind: 'approve',
      participant: { type: 'divisionLeader' },
      mode: 'any',
      emptyPolicy: { type: 'toRole', role: 'standby' },
      enterWhen: {
        any: [
          { field: 'days', op: 'gt', value: 3 },
          { field: 'applicant.isDeptLeader', op: 'eq', value: true },
        ],
      },
      timers: [{ key: 'full', afterHours: 48, action: 'remind' }],
      allowTransfer: true,
      allowReturn: 'any',
      allowReject: true,
    },
    {
      key: 'bureauLeader',
      name: text('局领导', 'Bureau leader'),
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
      allowReturn: 'any',
      allowReject: true,
    },
    {
      key: 'hrOfficer',
      name: text('人事知悉', 'Personnel copy'),
      kind: 'cc',
      participant: { type: 'role', role: 'hrOfficer' },
      mode: 'any',
      emptyPolicy: { type: 'skip' },
    },
    {
      key: 'backToWork',
      name: text('销假', 'Return to work'),
      kind: 'handle',
      participant: { type: 'applicant' },
      mode: 'any',
      emptyPolicy: { type: 'skip' },
      opensAtField: 'endDate',
      fields: { actualBackAt: 'required' },
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
}
