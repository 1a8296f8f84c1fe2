/** The steps that stand in many chains of 20.3. */
import type { Condition, StateDefinition } from '#machines/ticket/definition/definition.ts'
import { GENERAL_OFFICE, LOGISTICS_DEPARTMENT } from '../departments.ts'
import { above, applicant, approve, either, handle, holders, inChargeOf, leaderOf, withSkipReason } from './steps.ts'

/** A step that only larger amounts pass: the reason names the step and the amount. */
export const overAmount = (step: StateDefinition): StateDefinition =>
  withSkipReason(step, {
    zhHans: `金额不超过 {amount}，无需${step.name.zhHans}`,
    en: `Amounts up to {amount} need no ${lowered(step.name.en)}`,
  })

const lowered = (name: string): string => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`

const only = (enterWhen?: Condition) => (enterWhen ? { enterWhen } : {})

/** The leader of the applicant's department. */
export const deptLeader = (hours = 48, when?: Condition): StateDefinition =>
  approve('deptLeader', { zhHans: '部门领导审批', en: 'Department leader' }, leaderOf(), {
    hours,
    late: inChargeOf(),
    ...only(when),
  })

/** The leader in charge, of the applicant's department when none is named. */
export const divisionLeader = (when?: Condition, { dept, hours = 48 }: { dept?: string; hours?: number } = {}) =>
  approve('divisionLeader', { zhHans: '分管领导审批', en: 'Division leader' }, inChargeOf(dept), {
    hours,
    late: holders('bureauLeader'),
    ...only(when),
  })

/** Finance looks at it within 24 hours; `writes` are the fields it may correct. */
export const financeAudit = (when?: Condition, writes: readonly string[] = []): StateDefinition =>
  approve('financeAudit', { zhHans: '财务审核', en: 'Finance review' }, holders('financeOfficer'), {
    hours: 24,
    late: holders('financeLeader'),
    claim: true,
    ...(writes.length > 0 && { fields: Object.fromEntries(writes.map((field) => [field, 'write'])) }),
    ...only(when),
  })

/** The head of finance. */
export const financeLeader = (when?: Condition): StateDefinition =>
  approve('financeLeader', { zhHans: '财务负责人审批', en: 'Finance leader' }, holders('financeLeader'), {
    late: holders('bureauLeader'),
    ...only(when),
  })

const chief = { zhHans: '局长审批', en: 'Bureau chief' }

/** The bureau chief. */
export const bureauLeader = (
  when?: Condition,
  given: { hours?: number; requireSignature?: true | Condition } = {},
): StateDefinition =>
  approve('bureauLeader', chief, holders('bureauLeader'), { critical: true, ...given, ...only(when) })

/** The bureau chief above the second threshold; above the third with a signature under the minutes of the meeting. */
export const bureauLeaderByAmount = (orWhen?: Condition): StateDefinition =>
  orWhen
    ? bureauLeader(either(above('t2'), orWhen), { requireSignature: above('t3') })
    : overAmount(bureauLeader(above('t2'), { requireSignature: above('t3') }))

/** The head of the logistics department. */
export const logisticsHead = (when?: Condition): StateDefinition =>
  approve('logisticsHead', { zhHans: '警保部领导审批', en: 'Head of logistics' }, leaderOf(LOGISTICS_DEPARTMENT), {
    late: inChargeOf(LOGISTICS_DEPARTMENT),
    ...only(when),
  })

/** The head of the general office. */
export const officeHead = (when?: Condition): StateDefinition =>
  approve('officeHead', { zhHans: '办公室领导审批', en: 'Head of the general office' }, leaderOf(GENERAL_OFFICE), {
    late: inChargeOf(GENERAL_OFFICE),
    ...only(when),
  })

/** Logistics looks at it. */
export const logisticsReview = (when?: Condition): StateDefinition =>
  approve('logisticsReview', { zhHans: '警保内勤审核', en: 'Review by logistics' }, holders('logisticsOfficer'), {
    late: leaderOf(LOGISTICS_DEPARTMENT),
    ...only(when),
  })

/** What the cashier writes down (95.3 payment). */
const paymentWrites = {
  payResult: 'required',
  voucherNo: 'write',
  paidAt: 'write',
  account: 'write',
  failReason: 'write',
} as const

/** The cashier pays; a payment sent back keeps the task open. */
export const cashierPay: StateDefinition = handle(
  'cashierPay',
  { zhHans: '出纳付款', en: 'Payment' },
  holders('cashier'),
  {
    doneWhen: { field: 'payResult', op: 'eq', value: 'paid' },
    fields: paymentWrites,
    allowTransfer: true,
    allowReturn: 'start',
  },
)

/** The applicant signs for what was received. */
export const receiptSign: StateDefinition = handle(
  'receiptSign',
  { zhHans: '领用人签收', en: 'Receipt signed' },
  applicant,
  {
    emptyPolicy: { type: 'skip' },
  },
)
