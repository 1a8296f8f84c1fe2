/** Chains of the finance group (20.3). */
import type { Condition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import {
  bureauLeader,
  bureauLeaderByAmount,
  cashierPay,
  deptLeader,
  divisionLeader,
  financeAudit,
  financeLeader,
  overAmount,
} from './people.ts'
import { above, approve, chain, either, holders, leaderOf, oneOf, withSkipReason, yes } from './steps.ts'

/** CH-FIN. `writes`: what the audit may correct; `forced`: brings the finance leader in below the threshold as well (21.2, TRV-11). */
export const claimChain = (
  key: string,
  { writes, forced }: { readonly writes: readonly string[]; readonly forced?: Condition },
): WorkflowDefinition =>
  chain(key, 'finance', [
    deptLeader(),
    financeAudit(undefined, writes),
    overAmount(divisionLeader(above('t1'))),
    forced
      ? withSkipReason(financeLeader(either(above('t1'), forced)), {
          zhHans: '金额不超过 {amount}且无特殊情况，无需财务负责人审批',
          en: 'Amounts up to {amount} without special circumstances need no finance leader',
        })
      : overAmount(financeLeader(above('t1'))),
    bureauLeaderByAmount(),
    cashierPay,
  ])

/** BUD-03: the line lends what it has not. */
const overdrawn = yes('isOverdrawn')

/** CH-PRE: no payment step. */
export const priorApprovalChain = (key: string): WorkflowDefinition =>
  chain(key, 'finance', [
    deptLeader(),
    financeAudit(),
    overAmount(divisionLeader(above('t1'))),
    withSkipReason(financeLeader(either(above('t1'), overdrawn)), {
      zhHans: '金额不超过 {amount}且未超预算，无需财务负责人审批',
      en: 'Amounts up to {amount} within budget need no finance leader',
    }),
    bureauLeaderByAmount(),
  ])

/** CH-PAYROLL: everybody, and a signature at the end. */
export const payrollChain = (key: string): WorkflowDefinition =>
  chain(key, 'finance', [
    approve('hrLeader', { zhHans: '政治部领导审批', en: 'Head of personnel' }, leaderOf('D03'), {
      late: holders('financeLeader'),
    }),
    financeAudit(),
    financeLeader(),
    bureauLeader(undefined, { requireSignature: true }),
    cashierPay,
  ])

/** CH-TRAVEL with 24 hours for each step; a late application brings the leader in charge in (TRV-02), an overdrawn line the head of finance. */
export const travelChain = (key: string): WorkflowDefinition =>
  chain(key, 'finance', [
    deptLeader(24),
    withSkipReason(
      divisionLeader(
        either(
          { field: 'days', op: 'gt', value: 3 },
          yes('applicant.isDeptLeader'),
          oneOf('highestTransport', 'planeEconomy', 'planeFirst'),
          yes('isLate'),
        ),
        { hours: 24 },
      ),
      {
        zhHans: '出差不超过{days}天，且不乘坐飞机、非事后补办，无需分管领导审批',
        en: 'Trips of {days} days or less, without air travel and requested in advance, need no division leader',
      },
    ),
    withSkipReason(financeLeader(overdrawn), {
      zhHans: '未超预算，无需财务负责人审批',
      en: 'Trips within budget need no finance leader',
    }),
    withSkipReason(
      bureauLeader(either({ field: 'days', op: 'gt', value: 7 }, oneOf('maxRank', 'division', 'bureau')), {
        hours: 24,
      }),
      {
        zhHans: '出差不超过{days}天且出差人员非处级以上干部，无需局长审批',
        en: 'Trips of {days} days or less by staff below division rank need no bureau chief',
      },
    ),
  ])
