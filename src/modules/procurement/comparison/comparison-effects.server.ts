/** What a comparison does: it counts from its submission on, and its approval is the authorisation of its purchase (22.7, PRC-37). */
import { RuleError } from '#src/define/problem.ts'
import { type EffectRun, effect } from '#src/define/server.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { purchases } from '../contract.ts'
import { unfitAmong } from '../vendors/related.server.ts'
import { splitOf } from './comparison-form.server.ts'
import { awardedSelection, winnerOf } from './quotes.server.ts'
import { boughtWith, countSplit, lockSplit, splitLimits, uncountSplit } from './split.server.ts'

/** onSubmit: two at once are counted one after the other (PRC-13). */
const count: EffectRun = async ({ unit, ticket }) => {
  const split = splitOf(ticket.formData, ticket.deptId, ticket.id)
  await lockSplit(unit, split)
  const total = await boughtWith(unit, split)
  if (compareMoney(total, splitLimits(unit).stop) > 0)
    throw new RuleError('procurement.splitSuspected', unit.settings.number('procurement.splitDays'), total).at(
      'category',
    )
  await countSplit(unit, split)
}

/** onReturn, onReject, onWithdraw: nothing is bought. */
const uncount: EffectRun = async ({ unit, ticket }) => uncountSplit(unit, ticket.id)

/** onApprove: the purchase takes over what the winner asks for. */
const buy: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  const { winnerVendorId, winnerAmount } = await winnerOf(unit, form, ticket.id)
  if (winnerVendorId === null || winnerAmount === null)
    throw new RuleError('comparison.winnerUnknown').at('winnerVendorId')
  const unfit = await unfitAmong(unit, [winnerVendorId])
  if (unfit.length > 0) throw new RuleError('vendor.unfit', unfit[0] ?? '').at('winnerVendorId')
  const selectionId = idIn(form.selectionId)
  if (selectionId !== null && ((await awardedSelection(unit, selectionId, ticket.id))?.isUsed ?? true))
    throw new RuleError('comparison.selectionUnfit').at('selectionId')
  await unit.service(purchases).create({
    ticketId: ticket.id,
    name: textIn(form.subjectName),
    category: textIn(form.category),
    method: 'comparison',
    deptId: ticket.deptId,
    ownerId: ticket.applicantId,
    vendorId: winnerVendorId,
    awardAmount: winnerAmount,
    budgetLines: [{ lineId: Number(form.budgetLineId), amount: winnerAmount }],
    items: rowsOf(form.items).map((row) => ({
      demandId: null,
      itemId: idIn(row.itemId),
      name: textIn(row.name),
      spec: textIn(row.spec),
      unit: textIn(row.unit),
      qty: Number(row.qty),
      price: textIn(row.budgetPrice),
      assetLink: false,
    })),
    deliverBy: null,
    panel: rowsOf(form.members).flatMap(({ memberId }) => idIn(memberId) ?? []),
    selectionId,
    projectId: idIn(form.projectId) ?? idIn(form.lineProjectId),
  })
}

/** onVoidApproved: the purchase ends and its money is free. */
const undo: EffectRun = async ({ unit, ticket, actorId }) => {
  await unit.service(purchases).giveUp(ticket.id, actorId)
  await uncountSplit(unit, ticket.id)
}

export const comparisonEffects = {
  'comparison.count': effect(['category'], count),
  'comparison.uncount': effect([], uncount),
  'comparison.buy': effect(['budgetLineId'], buy),
  'comparison.void': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    comparison: keyof typeof comparisonEffects
  }
}
