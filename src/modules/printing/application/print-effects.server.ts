/** What an approved application does: a print with its proofs, paper out of the store or the bill of a vendor (23.11). */
import { sql } from 'kysely'
import { fileLinks } from '#src/define/fileLinks.ts'
import { RuleError } from '#src/define/problem.ts'
import { adding, changing } from '#src/define/records/rows.server.ts'
import { type EffectContext, type EffectRun, effect } from '#src/define/server.ts'
import { claimPayments } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { type StockLine, stockLedger } from '#src/modules/stock/contract.ts'
import { goodsReturns } from '#src/modules/supplies/contract.ts'
import { addProof, decideProof, findOrderOf, lockOrderOf, type OrderRow } from '../orders/orders.server.ts'
import {
  colourPagesOf,
  contentHashOf,
  isVendors,
  plannedQty,
  refuseDelivery,
  takesPaper,
  vendorProblem,
} from './print-form.server.ts'

const source = ({ ticket }: EffectContext, effectKey: string) => ({ ticketId: ticket.id, effectKey, note: ticket.no })

/** Sheets of the house's own paper. */
const sheetsIn = (form: FormData): number =>
  takesPaper(form) ? rowsOf(form.jobs).reduce((sum, { sheets }) => sum + Number(sheets ?? 0), 0) : 0

/** onApprove: the print stands in the register, and what a vendor will be paid is held. */
const approve: EffectRun = async (context) => {
  const { unit, ticket } = context
  const form = ticket.formData
  if (form.secretLevel === 'secret') throw new RuleError('printing.secret').at('secretLevel')
  const isVendor = isVendors(form)
  const amount = ticket.amount ?? '0.00'
  if (isVendor) {
    const unfit = await vendorProblem(unit, idIn(form.vendorId))
    if (unfit !== null) throw new RuleError(unfit.key, ...(unfit.params ?? [])).at('vendorId')
    await unit.service(budgetLedger).freeze(Number(form.budgetLineId), amount, source(context, 'printing.approve'))
  }
  const content = [...fileIdsIn(form.contentFile)]
  const [made] = await adding(
    unit,
    'print_order',
    {
      ticketId: ticket.id,
      applicantId: ticket.applicantId,
      deptId: ticket.deptId,
      jobNames: rowsOf(form.jobs)
        .map(({ name }) => textIn(name))
        .join(' · ')
        .slice(0, 200),
      printType: textIn(form.printType),
      channel: textIn(form.channel),
      vendorId: isVendor ? idIn(form.vendorId) : null,
      contentFile: content,
      contentHash: await contentHashOf(unit, form),
      isExternal: form.external === true,
      secretLevel: form.secretLevel === 'internal' ? 'internal' : 'none',
      qty: plannedQty(form),
      sheets: sheetsIn(form),
      colourPages: colourPagesOf(form),
      amount,
      approvedOn: unit.clock.today(),
      needAt: textIn(form.needAt),
      installPlace: textIn(form.installPlace) || null,
      removeAt: textIn(form.removeAt) || null,
    },
    ticket.applicantId,
  )
    .returning('id')
    .execute()
  const id = Number(made?.id)
  await unit
    .service(fileLinks)
    .share({ record: 'ticket', recordId: ticket.id }, { record: 'printOrder', recordId: id }, content)
  unit.changed('printOrder', id)
}

const paperLines = (form: FormData): readonly StockLine[] =>
  isVendors(form)
    ? []
    : rowsOf(form.papers).map(({ itemId, qty }, index) => ({
        key: `papers.${index}`,
        itemId: Number(itemId),
        qty: Number(qty),
      }))

/** Keeps paper for the print, in place of what was kept for it before. @throws RuleError `stock.insufficient` */
const reservePaper = ({ unit, ticket }: EffectContext) =>
  unit.service(stockLedger).reserve({ ticketId: ticket.id, acceptShortage: false, lines: paperLines(ticket.formData) })

/** onHandle(proof): the applicant is shown a proof, and the paper for the run is kept. */
const proof: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const order = await lockOrderOf(unit, ticket.id)
  const file = [...fileIdsIn(ticket.formData.proofFile)]
  await reservePaper(context)
  await unit
    .service(fileLinks)
    .share({ record: 'ticket', recordId: ticket.id }, { record: 'printOrder', recordId: order.id }, file)
  await addProof(unit, order, file, actorId)
}

/** onHandle(proofConfirm): confirmed, or changes are asked for and the next proof is made beside the ticket. */
const confirm: EffectRun = async ({ unit, ticket, actorId }) => {
  const order = await lockOrderOf(unit, ticket.id)
  const isConfirmed = ticket.formData.proofResult === 'confirmed'
  await decideProof(unit, order, isConfirmed ? null : textIn(ticket.formData.proofNote), actorId)
  if (isConfirmed) return
  unit.notify({
    to: await unit.usersWithRole('logisticsOfficer'),
    contentType: 'REMIND',
    title: { key: 'printing.toRevise', params: [order.jobNames] },
    link: '/workflow/receive/printingPublicity?tab=register&record=printOrder&state=revising',
  })
}

/** Paper leaves the store with the print it was used for. Answers what it is worth. */
async function issuePaper(context: EffectContext, keeperId: number): Promise<string> {
  const { unit, ticket } = context
  const lines = paperLines(ticket.formData)
  // The run may have taken more or less than was kept for it.
  await reservePaper(context)
  if (lines.length === 0) return '0.00'
  const issued = await unit.service(stockLedger).issue({
    ticketId: ticket.id,
    ticketType: ticket.type,
    effectKey: 'printing.deliver',
    lines,
    personId: ticket.applicantId,
    deptId: ticket.deptId,
    keeperId,
    applicantId: ticket.applicantId,
  })
  return issued.value
}

/** What is frozen for the ticket is free again. */
async function unfreeze(context: EffectContext, effectKey: string): Promise<void> {
  const budget = context.unit.service(budgetLedger)
  for (const held of await budget.frozenBy(context.ticket.id))
    await budget.unfreeze(held.lineId, held.amount, source(context, effectKey))
}

/** A vendor's bill leaves the budget with the delivery (D6), and waits for the cashier. */
async function payVendor(context: EffectContext, { vendorId }: OrderRow): Promise<string> {
  const amount = textIn(context.ticket.formData.actualAmount)
  await unfreeze(context, 'printing.deliver')
  await context.unit.service(claimPayments).payVendor(context, Number(vendorId), amount)
  return amount
}

/** onHandle(deliver): printed as the confirmed proof, and handed over. */
const deliver: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  if (actorId === null) throw new RuleError('version.conflict')
  const form = ticket.formData
  const order = await lockOrderOf(unit, ticket.id)
  if (order.state !== 'confirmed') throw new RuleError('printing.notConfirmed').at()
  refuseDelivery(form)
  const actualAmount = order.channel === 'vendor' ? await payVendor(context, order) : await issuePaper(context, actorId)
  await changing(
    unit,
    'print_order',
    {
      state: 'delivered',
      deliveredQty: Number(form.deliveredQty),
      actualAmount,
      deliveredAt: unit.clock.now(),
      deliveredBy: actorId,
      receiverId: idIn(form.receiverId) ?? ticket.applicantId,
    },
    actorId,
  )
    .where('id', '=', order.id)
    .execute()
  unit.changed('printOrder', order.id)
}

/** Sent back, withdrawn or voided: money and paper are free again. Used paper comes back by the keeper's word (E4), a bill that is paid only with its money. */
const cancel: EffectRun = async (context) => {
  const { unit, ticket, actorId, comment } = context
  const order = await findOrderOf(unit, ticket.id)
  if (order === null) return
  await unit.service(stockLedger).release(ticket.id)
  if (order.state !== 'delivered') await unfreeze(context, 'printing.cancel')
  else if (order.channel === 'vendor') await unit.service(claimPayments).refundVendor(context)
  else await unit.service(goodsReturns).expect(ticket, comment, actorId)
  await sql`update print_order set state = 'cancelled', updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where id = ${order.id}`.execute(unit.db)
  unit.changed('printOrder', order.id)
}

export const printingEffects = {
  'printing.approve': effect(['budgetLineId'], approve),
  'printing.proof': effect(['papers'], proof),
  'printing.confirm': effect(['proofResult'], confirm),
  'printing.deliver': effect(['papers', 'actualAmount'], deliver),
  'printing.cancel': effect([], cancel),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    printing: keyof typeof printingEffects
  }
}
