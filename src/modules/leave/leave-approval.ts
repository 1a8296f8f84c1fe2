import { defineApplication } from '#src/define/application.ts'
import { bureauLeader, deptLeader, divisionLeader } from '#src/define/chains/people.ts'
import {
  applicant,
  chain,
  copy,
  either,
  handle,
  holders,
  oneOf,
  orHolders,
  withSkipReason,
  yes,
} from '#src/define/chains/steps.ts'
import { boolean, choice, date, decimal, files, longText, person, text } from '#src/fields/field.ts'
import { proofTypes } from './leave-types.ts'

const notLeader = { field: 'applicant.isDeptLeader', op: 'ne', value: true } as const

/** 23.8 请休假: quota pending at submit, used at approval, closed by the applicant back at work. */
export const leaveApproval = defineApplication({
  key: 'leaveApproval',
  group: 'receive',
  code: 'QJ',
  icon: 'calendar',
  page: { sort: 80, more: [{ key: 'away', permission: 'leaveApproval:Away' }] },
  columns: ['leaveType', 'startDate', 'endDate', 'days'],
  summary: ['leaveType', { from: 'startDate', to: 'endDate' }, { count: 'days', unit: 'days' }],
  register: ['leaveRecord', 'leaveQuota', 'compensationEarned'],
  sections: [
    {
      key: 'period',
      fields: {
        leaveType: choice('leaveType', { required: true, initial: 'annual' }),
        startDate: date({ required: true, initial: 'today', until: 'endDate', half: 'startHalf' }),
        startHalf: choice('dayHalf', { required: true, initial: 'am' }),
        endDate: date({ required: true, initial: 'today', half: 'endHalf' }),
        endHalf: choice('dayHalf', { required: true, initial: 'pm' }),
        days: decimal(4, 1, { computed: true }),
        quotaLeft: decimal(4, 1, { computed: true }),
        isBackdated: boolean({ computed: true }),
        // LEV-09: HR files it for somebody who could not.
        forUserId: person({ visibleWhen: yes('isBackdated') }),
        backdateReason: longText(5, 300, { required: yes('isBackdated'), visibleWhen: yes('isBackdated') }),
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
        actualBackAt: date({ max: 'today', half: 'actualBackHalf' }),
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
  workflow: chain('leaveApproval', 'receive', [
    withSkipReason(deptLeader(48, notLeader), {
      zhHans: '申请人是部门领导，无需部门领导审批',
      en: 'Leave of department leaders needs no department leader',
    }),
    withSkipReason(divisionLeader(either({ field: 'days', op: 'gt', value: 3 }, yes('applicant.isDeptLeader'))), {
      zhHans: '请假不超过{days}天，无需分管领导审批',
      en: 'Leave of {days} days or less needs no division leader',
    }),
    withSkipReason(
      bureauLeader(either({ field: 'days', op: 'gt', value: 7 }, oneOf('applicant.rankLevel', 'division', 'bureau'))),
      {
        zhHans: '请假不超过{days}天且申请人非处级以上干部，无需局长审批',
        en: 'Leave of {days} days or less by staff below division rank needs no bureau chief',
      },
    ),
    copy('hrOfficer', { zhHans: '抄送人事', en: 'Copy to HR' }, holders('hrOfficer')),
    handle('backToWork', { zhHans: '销假', en: 'Return to work' }, applicant, {
      emptyPolicy: orHolders('hrOfficer'),
      opensAtField: 'endDate',
      fields: { actualBackAt: 'required', actualBackHalf: 'required' },
      timers: [{ key: 'half', afterHours: 9, action: 'remind' }],
    }),
  ]),
})
