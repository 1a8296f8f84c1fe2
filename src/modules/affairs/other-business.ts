import { defineApplication } from '#src/define/application.ts'
import { choice, dateTime, files, integer, longText, money, person, text } from '#src/fields/field.ts'

const reminders = [
  { key: 'half', afterHours: 24, action: 'remind' },
  { key: 'full', afterHours: 48, action: 'remind' },
] as const

/** 23.13 其他事项 on chain CH-OTHER: assigned by logistics, processed, verified and rated by the applicant. */
export const otherBusiness = defineApplication({
  key: 'otherBusiness',
  group: 'receive',
  code: 'QT',
  icon: 'more',
  route: '/workflow/receive/otherBusiness',
  columns: ['bizType', 'expectAt'],
  isConvertible: true,
  amountField: 'amount',
  sections: [
    {
      key: 'request',
      fields: {
        bizType: choice('otherBusinessType', { required: true, initial: 'IT' }),
        content: longText(10, 2000, { required: true }),
        expectAt: dateTime({ notBeforeNow: true }),
        amount: money({}),
      },
    },
    {
      key: 'processing',
      fields: {
        handlerId: person({}),
        result: longText(5, 1000, {}),
        resultFiles: files(10, {}),
      },
    },
    {
      key: 'verification',
      fields: {
        rating: integer({ min: 1, max: 5 }),
        ratingNote: text(200, { min: 2, required: { field: 'rating', op: 'lte', value: 2 } }),
      },
    },
  ],
  effects: {},
  workflow: {
    key: 'otherBusiness',
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
        timers: [...reminders, { key: 'escalate', afterHours: 48, action: 'escalate', to: { type: 'divisionLeader' } }],
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'start',
        allowReject: true,
      },
      {
        key: 'logisticsAssign',
        name: { zhHans: '警保内勤分派', en: 'Assignment by logistics' },
        kind: 'approve',
        participant: { type: 'role', role: 'logisticsOfficer' },
        mode: 'any',
        emptyPolicy: { type: 'block' },
        fields: { handlerId: 'required' },
        timers: reminders,
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'any',
        allowReject: true,
      },
      {
        key: 'process',
        name: { zhHans: '办理', en: 'Processing' },
        kind: 'handle',
        participant: { type: 'formField', field: 'handlerId' },
        mode: 'any',
        emptyPolicy: { type: 'toRole', role: 'logisticsOfficer' },
        fields: { result: 'required', resultFiles: 'write' },
        timers: reminders,
        allowTransfer: true,
      },
      {
        key: 'applicantVerify',
        name: { zhHans: '申请人确认', en: 'Confirmation by the applicant' },
        kind: 'handle',
        participant: { type: 'applicant' },
        mode: 'any',
        emptyPolicy: { type: 'skip' },
        fields: { rating: 'required', ratingNote: 'write' },
        timers: reminders,
      },
    ],
    transitions: [
      { from: 'start', to: 'deptLeader' },
      { from: 'deptLeader', to: 'logisticsAssign' },
      { from: 'logisticsAssign', to: 'process' },
      { from: 'process', to: 'applicantVerify' },
      { from: 'applicantVerify', to: 'end' },
    ],
  },
})
