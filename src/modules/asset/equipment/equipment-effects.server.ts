/** What a request for equipment does to standards and assets (23.6). */
import { sql } from 'kysely'
import { entitlements } from '#src/define/assets/entitlements.ts'
import { assetLedger } from '#src/define/assets/ledger.ts'
import { purchaseDemands } from '#src/define/ledgers.ts'
import { RuleError } from '#src/define/problem.ts'
import { type Base, type EffectContext, type EffectRun, effect } from '#src/define/server.ts'
import type { NewDemand } from '#src/define/stock/stockLedger.ts'
import type { FormData } from '#src/fields/field.ts'
import { closeAllocations, confirmAllocations, createAssetLedger } from '../cards/asset-ledger.server.ts'
import { answerLines, assetIdsIn, linesIn, oldAssetsOf, piecesIn, placeAssets } from './equipment-form.server.ts'

const overReasonOf = ({ overReason }: FormData): string => (typeof overReason === 'string' ? overReason.trim() : '')
const moverOf = ({ base, ticket, actorId }: EffectContext) => ({ base, userId: actorId, ticketId: ticket.id })

/** onSubmit: what is asked counts from now on; two requests at once are counted one after the other. */
const request: EffectRun = async ({ base, ticket }) => {
  const form = ticket.formData
  await sql`select pg_advisory_xact_lock(hashtext('asset_request'), ${ticket.deptId}::int)`.execute(base.db)
  await sql`delete from asset_pending where ticket_id = ${ticket.id}`.execute(base.db)
  const applicant = { id: ticket.applicantId, deptId: ticket.deptId }
  const over = (await answerLines(form, { base, applicant, ticketId: ticket.id })).find((line) => line.over)
  if (over && overReasonOf(form) === '')
    throw new RuleError('standard.exceeded', over.answer.itemName, over.answer.max ?? 0).at('overReason')
  const lines = linesIn(form)
  if (lines.length === 0) return
  await sql`
    insert into asset_pending (ticket_id, item_id, dept_id, user_id, room_id, qty)
    select ${ticket.id}::bigint, g."itemId", ${ticket.deptId}::bigint, g."userId", g."roomId", g.qty
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g("itemId" bigint, "userId" bigint, "roomId" bigint, qty int)`.execute(
    base.db,
  )
}

const forget = async (base: Base, ticketId: number): Promise<void> => {
  await sql`delete from asset_pending where ticket_id = ${ticketId}`.execute(base.db)
}

const cancelRequest: EffectRun = async (context) => {
  const { base, ticket } = context
  await forget(base, ticket.id)
  await base.ledger(purchaseDemands).cancel(ticket.id)
  await createAssetLedger(base, context.actorId).release(ticket.id)
}

/** onApprove: the chosen assets are kept for the ticket (AST-01); what is not there is to be bought. */
const reserve: EffectRun = async (context) => {
  const { base, ticket, actorId } = context
  const form = ticket.formData
  const placed = await placeAssets(form, base)
  await createAssetLedger(base, actorId).reserve(assetIdsIn(form.assetIds), ticket.id)
  if (form.needPurchase !== true) return
  const names = new Map(
    (await base.ledger(entitlements).items(linesIn(form).map(({ itemId }) => itemId))).map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const demands = placed.flatMap(({ line, assetIds }, index): NewDemand[] =>
    line.qty > assetIds.length
      ? [
          {
            ticketId: ticket.id,
            lineKey: `lines.${index}`,
            itemId: null,
            itemName: names.get(line.itemId) ?? '',
            qty: line.qty - assetIds.length,
            needAt: null,
            deptId: ticket.deptId,
          },
        ]
      : [],
  )
  if (demands.length > 0) await base.ledger(purchaseDemands).open(demands)
}

/** onHandle(handover): every line gets its assets; before the goods have arrived there is nothing to hand over. */
const handOver: EffectRun = async (context) => {
  const { base, ticket, actorId } = context
  const form = ticket.formData
  if (form.applyKind === 'return') {
    const old = await oldAssetsOf(form, base)
    await closeAllocations(
      moverOf(context),
      old.map(({ id }) => id),
      'idle',
      ticket.no,
    )
    return
  }
  const placed = await placeAssets(form, base)
  const chosen = placed.reduce((sum, { assetIds }) => sum + assetIds.length, 0)
  if (chosen !== piecesIn(form)) throw new RuleError('asset.waitsForGoods', piecesIn(form), chosen).at('assetIds')
  const ledger = createAssetLedger(base, actorId)
  await ledger.reserve(assetIdsIn(form.assetIds), ticket.id)
  const until = form.applyKind === 'borrow' && typeof form.borrowUntil === 'string' ? form.borrowUntil : null
  for (const { line, assetIds } of placed)
    await ledger.open({
      assetIds,
      holderId: line.userId ?? ticket.applicantId,
      deptId: ticket.deptId,
      roomId: line.roomId,
      ticketId: ticket.id,
      until,
      reason: ticket.no,
    })
  await forget(base, ticket.id)
}

/** onHandle(receiptSign): the receipt is confirmed; what was replaced comes back. */
const confirmReceipt: EffectRun = async (context) => {
  const { base, ticket } = context
  await confirmAllocations(moverOf(context), { ticketId: ticket.id }, null)
  if (ticket.formData.applyKind !== 'replace') return
  const old = await oldAssetsOf(ticket.formData, base)
  await closeAllocations(
    moverOf(context),
    old.map(({ id }) => id),
    'idle',
    ticket.no,
  )
}

/** E4: a request whose assets are out is undone when they are back. */
const undo: EffectRun = async ({ base, ticket }) => {
  await base.ledger(assetLedger).undo(ticket.id)
  await base.ledger(purchaseDemands).cancel(ticket.id)
  await forget(base, ticket.id)
}

export const equipmentEffects = {
  'asset.request': effect(['lines'], request),
  'asset.cancelRequest': effect([], cancelRequest),
  'asset.reserve': effect(['assetIds'], reserve),
  'asset.handOver': effect(['assetIds'], handOver),
  'asset.confirmReceipt': effect([], confirmReceipt),
  'asset.undo': effect([], undo),
} as const
