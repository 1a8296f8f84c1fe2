/** Chains of the finance group (20.3). */
import type { Condition, WorkflowDefinition } from '#machines/ticket/definition.ts'
import {
  bureauLeader,
  bureauLeaderByAmount,
  cashierPay,
  deptLeader,
  divisionLeader,
  financeAudit,
  financeLeader,
} from './people.ts'
import { above, approve, chain, either, holders, leaderOf, oneOf, yes } from './steps.ts'

/** CH-FIN. `writes`: what the audit may correct; `forced`: brings the finance leader in below the threshold as well (21.2, TRV-11). */
export const claimChain = (
  key: string,
  { writes, forced }: { readonly writes: readonly string[]; readonly forced?: Condition },
): WorkflowDefinition =>
  chain(key, 'finance', [
    deptLeader(),
    financeAudit(undefined, writes),
    divisionLeader(above('t1')),
    financeLeader(forced ? either(above('t1'), forced) : above('t1')),
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
    divisionLeader(above('t1')),
    financeLeader(either(above('t1'), overdrawn)),
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
    divisionLeader(
      either(
        { field: 'days', op: 'gt', value: 3 },
        yes('applicant.isDeptLeader'),
        oneOf('highestTransport', 'planeEconomy', 'planeFirst'),
        yes('isLate'),
      ),
      { hours: 24 },
    ),
    financeLeader(overdrawn),
    bureauLeader(either({ field: 'days', op: 'gt', value: 7 }, oneOf('maxRank', 'division', 'bureau')), { hours: 24 }),
  ])
