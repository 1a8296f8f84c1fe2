import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect } from '#src/define/server.ts'
import type { ClaimPayments } from '#src/define/services.ts'
import { compareMoney, subtractMoney } from '#src/fields/money/cents.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { projectOf } from './budget-check.server.ts'
import { type ClaimRow, registerInvoices, releaseInvoices, saveClaim } from './claim-rows.server.ts'
import { createPayments, ownAccounts, type Payee, payeeOf, voidPayments } from './payments.server.ts'

/** Kinds of claims that freeze by themselves, by type of ticket; those of other modules are called as their types. */
const kinds: Readonly<Record<string, string>> = {
  financialReimbursementOne: 'one',
  subsidy: 'subsidy',
  personSalary: 'salary',
}

/** What a claim of this ticket says: the line of its form and the ticket's amount. */
export function claimOf({ ticket }: EffectContext): ClaimRow {
  const lineId = ticket.formData.budgetLineId
  if (typeof lineId !== 'number' || ticket.amount === null) throw new RuleError('budget.lineUnknown')
  return {
    kind: kinds[ticket.type] ?? ticket.type,
    lineId,
    projectId: projectOf(ticket.formData),
    amount: ticket.amount,
  }
}

/** What a ledger row of this ticket says. */
export const sourceOf = ({ ticket }: EffectContext, effectKey: string) => ({
  ticketId: ticket.id,
  effectKey,
  note: ticket.no,
})

/** onSubmit: the money is held and the invoices are taken, or nothing is. */
const freeze: EffectRun = async (context) => {
  const claim = claimOf(context)
  await context.unit.service(budgetLedger).freeze(claim.lineId, claim.amount, sourceOf(context, 'claim.freeze'))
  await saveClaim(context, claim)
  await registerInvoices(context)
}

/** onReturn, onReject, onWithdraw: everything this ticket holds goes back. */
const release: EffectRun = async (context) => {
  const ledger = context.unit.service(budgetLedger)
  for (const held of await ledger.frozenBy(context.ticket.id)) {
    await ledger.unfreeze(held.lineId, held.amount, sourceOf(context, 'claim.release'))
  }
  await releaseInvoices(context)
}

/** onChange: the auditor may only lower the amount; the difference is free again at once. */
const reduce: EffectRun = async (context) => {
  const claim = claimOf(context)
  if (context.before?.amount === claim.amount) return
  const ledger = context.unit.service(budgetLedger)
  const held = (await ledger.frozenBy(context.ticket.id)).find((row) => row.lineId === claim.lineId)?.amount ?? '0.00'
  const order = compareMoney(claim.amount, held)
  if (order > 0) throw new RuleError('finance.onlyLess', held, claim.amount)
  if (order < 0) {
    await ledger.unfreeze(claim.lineId, subtractMoney(held, claim.amount), sourceOf(context, 'claim.reduce'))
    await saveClaim(context, claim)
  }
}

/** Frozen becomes used, and the payments wait for the cashier. */
export async function consumeClaim(context: EffectContext, payees: readonly Payee[]): Promise<void> {
  const claim = claimOf(context)
  const ledger = context.unit.service(budgetLedger)
  await ledger.unfreeze(claim.lineId, claim.amount, sourceOf(context, 'claim.consume'))
  await ledger.consume(claim.lineId, claim.amount, sourceOf(context, 'claim.consume'))
  await createPayments(context, payees)
}

/** onApprove. */
const consume: EffectRun = (context) => consumeClaim(context, [payeeOf(context)])

/** onVoidApproved: money that was not paid, or came back, returns to the line. */
const refund: EffectRun = async (context) => {
  const claim = claimOf(context)
  const payments = await voidPayments(context)
  await context.unit
    .service(budgetLedger)
    .refund(claim.lineId, claim.amount, { ...sourceOf(context, 'claim.refund'), ...payments })
  await releaseInvoices(context)
}

export const claimPaymentsService: Pick<ClaimPayments, 'consume' | 'refund'> = {
  async consume(context, type) {
    const { unit, ticket } = context
    const names = await unit.namesOf([ticket.applicantId])
    const account = (await ownAccounts(unit, [ticket.applicantId])).get(ticket.applicantId)
    const payee: Payee = {
      type,
      name: names.get(ticket.applicantId) ?? '',
      bank: account?.bank ?? null,
      account: account?.account ?? null,
      amount: ticket.amount ?? '0.00',
    }
    await freeze(context)
    await consumeClaim(context, [payee])
  },
  refund,
}

export const claimEffectHandlers = {
  'claim.freeze': effect(['budgetLineId'], freeze),
  'claim.release': effect([], release),
  'claim.reduce': effect(['amount'], reduce),
  'claim.consume': effect(['budgetLineId'], consume),
  'claim.refund': effect([], refund),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    claim: keyof typeof claimEffectHandlers
  }
}
