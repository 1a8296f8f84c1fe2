import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { type CommitmentFigures, commitments } from '#src/modules/budget/contract.ts'
import { purchases } from '#src/modules/procurement/contract.ts'
import { sourceOf } from './claim-effects.server.ts'
import { registerInvoices, releaseInvoices, saveClaim } from './claim-rows.server.ts'
import { createPayments, payeeOf, voidPayments } from './payments.server.ts'
import { commitmentOf } from './prior-claim-form.server.ts'

const openOf = async (unit: UnitOfWork, type: string, form: FormData): Promise<CommitmentFigures> => {
  const held = await commitmentOf(unit, type, form)
  if (!held) throw new RuleError('commitment.unknown')
  return held
}

async function save(context: EffectContext, held: CommitmentFigures): Promise<void> {
  const { type, amount, formData } = context.ticket
  const isVendor = type === 'financialReimbursementThree'
  await saveClaim(context, {
    kind: isVendor ? 'three' : 'two',
    lineId: held.lineId,
    projectId: held.projectId,
    amount: amount ?? '0.00',
    commitmentId: held.id,
    ...(isVendor && { stage: String(formData.stage) }),
  })
}

/** What a purchase holds is paid within its contract and what was accepted (PRC-31). */
async function matchPurchase(unit: UnitOfWork, held: CommitmentFigures, form: FormData): Promise<void> {
  if (held.kind !== 'purchase') return
  const hasConsent = Array.isArray(form.collectiveMinutes) && form.collectiveMinutes.length > 0
  await unit.service(purchases).matchPayment(held.ticketId, hasConsent)
}

/** onSubmit: asked of what is held already (FIN-21, FIN-22, FIN-32), or refused. */
const ask: EffectRun = async (context) => {
  const { unit, ticket } = context
  const held = await openOf(unit, ticket.type, ticket.formData)
  await unit.service(commitments).ask(held.id, ticket.id, ticket.amount ?? '0.00')
  await matchPurchase(unit, held, ticket.formData)
  await save(context, held)
  await registerInvoices(context)
}

const release: EffectRun = async (context) => {
  await context.unit.service(commitments).free(context.ticket.id)
  await releaseInvoices(context)
}

/** onChange: the audit may only lower the amount. */
const reduce: EffectRun = async (context) => {
  const { unit, ticket, before } = context
  const [was, is] = [before?.amount, ticket.amount ?? '0.00']
  if (typeof was !== 'string' || was === is) return
  if (compareMoney(is, was) > 0) throw new RuleError('finance.onlyLess', was, is)
  const held = await openOf(unit, ticket.type, ticket.formData)
  await unit.service(commitments).ask(held.id, ticket.id, is)
  await save(context, held)
}

/** onApprove: held becomes used and the payment waits. A final claim gives the rest back, unless another claim still asks for some of it: then the last of them does. */
const spend: EffectRun = async (context) => {
  const { unit, ticket } = context
  const ledger = unit.service(commitments)
  const held = await openOf(unit, ticket.type, ticket.formData)
  await ledger.spend(held.id, sourceOf(context, 'priorClaim.spend'))
  await createPayments(context, [payeeOf(context)])
  const left = await ledger.read(held.id)
  const isLast = left !== null && compareMoney(left.pending, '0.00') === 0
  if (ticket.formData.finalSettlement === true && isLast) await ledger.close(held.id, 'settled', 'priorClaim.settle')
  unit.changed('preApproval', null)
}

const undo: EffectRun = async (context) => {
  const payments = await voidPayments(context)
  await context.unit.service(commitments).undo({ ...sourceOf(context, 'priorClaim.undo'), ...payments })
  await releaseInvoices(context)
  context.unit.changed('preApproval', null)
}

export const priorClaimEffects = {
  'priorClaim.ask': effect(['preApprovalId', 'sourceId'], ask),
  'priorClaim.release': effect([], release),
  'priorClaim.reduce': effect(['amount'], reduce),
  'priorClaim.spend': effect(['preApprovalId', 'sourceId'], spend),
  'priorClaim.undo': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    priorClaim: keyof typeof priorClaimEffects
  }
}
