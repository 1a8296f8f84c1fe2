/** Chains of cars, repairs and procurement (20.3). */
import type { Condition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { LOGISTICS_DEPARTMENT } from '../departments.ts'
import {
  bureauLeader,
  bureauLeaderByAmount,
  deptLeader,
  divisionLeader,
  financeAudit,
  logisticsHead,
  overAmount,
} from './people.ts'
import {
  above,
  applicant,
  approve,
  both,
  chain,
  copy,
  either,
  handle,
  holders,
  leaderOf,
  orHolders,
  withSkipReason,
  yes,
} from './steps.ts'

const isEmergency: Condition = { field: 'purpose', op: 'eq', value: 'emergency' }
const isPlanned: Condition = { field: 'purpose', op: 'ne', value: 'emergency' }

/** CH-CAR. In an emergency (CAR-07) the leaders are told and the dispatcher is asked at once. */
export const carChain = (key: string): WorkflowDefinition =>
  chain(key, 'officialCar', [
    withSkipReason(
      copy(
        'leadersTold',
        { zhHans: '抄送领导', en: 'Copy to leaders' },
        { type: 'several', of: [{ type: 'deptLeader' }, { type: 'divisionLeader' }] },
        isEmergency,
      ),
      { zhHans: '非应急用车，无需抄送领导', en: 'Only emergencies are copied to leaders' },
    ),
    withSkipReason(deptLeader(48, isPlanned), {
      zhHans: '应急用车，无需部门领导审批',
      en: 'Emergencies need no department leader',
    }),
    withSkipReason(divisionLeader(both(isPlanned, either(yes('crossCity'), yes('holidayUse')))), {
      zhHans: '应急用车，或市内工作日用车，无需分管领导审批',
      en: 'Emergencies and local trips on working days need no division leader',
    }),
    approve('fleetDispatch', { zhHans: '车队派车', en: 'Dispatch' }, holders('fleetManager'), {
      hours: 4,
      late: leaderOf('D07'),
      fields: { carId: 'required', driverId: 'required', shareTripId: 'write', startAt: 'write', endAt: 'write' },
    }),
  ])

const fleetReview = (hours: number) =>
  approve('fleetReview', { zhHans: '车队审核', en: 'Fleet review' }, holders('fleetManager'), {
    hours,
    late: leaderOf('D07'),
  })

/** CH-CARMNT. */
export const carServiceChain = (key: string): WorkflowDefinition =>
  chain(key, 'officialCar', [
    fleetReview(48),
    overAmount(logisticsHead({ field: 'amount', op: 'gt', value: { fact: 'config.car.maintThreshold' } })),
    overAmount(financeAudit(above('t1'))),
    overAmount(divisionLeader(above('t2'), { dept: LOGISTICS_DEPARTMENT })),
    handle('fleetFinish', { zhHans: '完工登记', en: 'Work done' }, holders('fleetManager'), {
      fields: { actualAmount: 'required', finishMileage: 'required', outAt: 'required' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
  ])

/** CH-FUEL. */
export const fuelChain = (key: string): WorkflowDefinition => chain(key, 'officialCar', [fleetReview(24)])

const result = {
  result: 'required',
  workHours: 'required',
  labour: 'write',
  parts: 'write',
  resultPhotos: 'write',
} as const

/** CH-MNTIN. */
export const internalRepairChain = (key: string): WorkflowDefinition =>
  chain(key, 'maintenance', [
    approve('logisticsDispatch', { zhHans: '警保内勤派工', en: 'Dispatch by logistics' }, holders('logisticsOfficer'), {
      late: leaderOf(LOGISTICS_DEPARTMENT),
      fields: { workerId: 'required', planAt: 'write' },
    }),
    handle(
      'repair',
      { zhHans: '维修', en: 'Repair' },
      { type: 'formField', field: 'workerId' },
      {
        emptyPolicy: orHolders('logisticsOfficer'),
        fields: result,
        allowTransfer: true,
      },
    ),
    {
      ...handle('applicantVerify', { zhHans: '申请人验收', en: 'Accepted by the applicant' }, applicant, {
        emptyPolicy: { type: 'skip' },
        fields: { rating: 'required', ratingNote: 'write' },
      }),
      // MNT-05: silence is consent here and nowhere else.
      timers: [
        { key: 'half', afterHours: 36, action: 'remind' },
        { key: 'silence', afterHours: 72, action: 'autoPass' },
      ],
    },
  ])

/** CH-MNTPUB. */
export const publicRepairChain = (key: string): WorkflowDefinition =>
  chain(key, 'maintenance', [
    approve('logisticsSurvey', { zhHans: '警保内勤勘查', en: 'Survey by logistics' }, holders('logisticsOfficer'), {
      late: leaderOf(LOGISTICS_DEPARTMENT),
      fields: { estimate: 'required', vendorId: 'write', budgetLineId: 'write', workerId: 'write', planAt: 'write' },
    }),
    logisticsHead(),
    overAmount(financeAudit(above('t1'))),
    overAmount(divisionLeader(above('t1'), { dept: LOGISTICS_DEPARTMENT })),
    overAmount(bureauLeader(above('t2'))),
    handle('repair', { zhHans: '维修', en: 'Repair' }, holders('maintenanceWorker'), {
      emptyPolicy: orHolders('logisticsOfficer'),
      fields: { ...result, actualAmount: 'required' },
      allowTransfer: true,
    }),
    handle(
      'acceptance',
      { zhHans: '验收', en: 'Acceptance' },
      { type: 'several', of: [holders('logisticsOfficer'), { type: 'applicant' }] },
      { mode: 'perGroup', fields: { rating: 'write', ratingNote: 'write' } },
    ),
  ])

/** CH-PROC. `chief` brings the bureau chief in below the threshold as well; `overStandard` the head of logistics (PRC-21). */
export const procurementChain = (
  key: string,
  { chief, overStandard }: { readonly chief?: Condition; readonly overStandard?: Condition } = {},
): WorkflowDefinition =>
  chain(key, 'procurement', [
    deptLeader(),
    approve('procureReview', { zhHans: '采购审核', en: 'Procurement review' }, holders('procurementOfficer'), {
      late: leaderOf('D09'),
    }),
    ...(overStandard
      ? [
          withSkipReason(logisticsHead(overStandard), {
            zhHans: '未超配备标准，无需警保部领导审批',
            en: 'Purchases within the standard need no head of logistics',
          }),
        ]
      : []),
    financeAudit(),
    divisionLeader(),
    bureauLeaderByAmount(chief),
  ])
