/** What a request for equipment does to standards and assets (23.6). */
import { sql } from 'kysely'
import { addDays, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { entitlements } from '#src/modules/standard/contract.ts'
import { type NewDemand, purchaseDemands } from '#src/modules/stock/contract.ts'
import { bookForTicket, cancelTicketBookings, handOut } from '../bookings/booking-moves.server.ts'
import { closeAllocations, confirmAllocations, createAssetLedger } from '../cards/asset-ledger.server.ts'
import { afterReturnOf, assetLedger } from '../contract.ts'
import { answerLines, assetIdsIn, linesIn, oldAssetsOf, piecesIn, placeAssets } from './equipment-form.server.ts'

/** What of these is pool equipment, which is lent by bookings. */
async function poolAmong(
  unit: UnitOfWork,
  ids: readonly number[],
): Promise<readonly { id: number; assetNo: string }[]> {
  const { rows } = await sql<{ id: number; assetNo: string }>`
    select id, asset_no from asset where id = any(${[...ids]}::bigint[]) and is_pool order by id`.execute(unit.db)
  return rows
}

/** Pool equipment is booked to the end of the last day of the loan; the answer is what else was chosen. */
async function bookPool(context: EffectContext): Promise<readonly number[]> {
  const { unit, ticket } = context
  const form = ticket.formData
  const chosen = assetIdsIn(form.assetIds)
  const pool = await poolAmong(unit, chosen)
  if (pool.length === 0) return chosen
  if (form.applyKind !== 'borrow') throw new RuleError('asset.ofPool', pool[0]?.assetNo ?? '').at('assetIds')
  const endsAt = parseMoment(addDays(String(form.borrowUntil), 1))
  if (endsAt === null) throw new Error(`no day ${String(form.borrowUntil)}`)
  await bookForTicket(
    moverOf(context),
    pool.map(({ id }) => ({
      assetId: id,
      userId: ticket.applicantId,
      deptId: ticket.deptId,
      startsAt: unit.clock.now(),
      endsAt,
      purpose: ticket.no,
    })),
  )
  return chosen.filter((id) => !pool.some((one) => one.id === id))
}

/** Bookings of the ticket that wait to be collected, by asset. */
async function bookedBy(unit: UnitOfWork, ticketId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; assetId: number }>`
    select id, asset_id from asset_booking where ticket_id = ${ticketId} and state = 'booked' order by asset_id`.execute(
    unit.db,
  )
  return new Map(rows.map(({ id, assetId }) => [assetId, id]))
}

const overReasonOf = ({ overReason }: FormData): string => (typeof overReason === 'string' ? overReason.trim() : '')
const moverOf = ({ unit, ticket, actorId }: EffectContext) => ({ unit, userId: actorId, ticketId: ticket.id })

/** onSubmit: what is asked counts from now on; two requests at once are counted one after the other. */
const request: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  await sql`select pg_advisory_xact_lock(hashtext('asset_request'), ${ticket.deptId}::int)`.execute(unit.db)
  await sql`delete from asset_pending where ticket_id = ${ticket.id}`.execute(unit.db)
  const applicant = { id: ticket.applicantId, deptId: ticket.deptId }
  const answered = await answerLines(form, { unit, applicant, ticketId: ticket.id })
  const over = answered.find((line) => line.over)
  if (over && overReasonOf(form) === '')
    throw new RuleError('standard.exceeded', over.answer.itemName, over.answer.max ?? 0).at('overReason')
  if (answered.length === 0) return
  const lines = answered.map(({ answer, over: _over, ...line }) => ({ ...line, versionId: answer.versionId }))
  await sql`
    insert into asset_pending (ticket_id, item_id, dept_id, user_id, room_id, qty, version_id)
    select ${ticket.id}::bigint, g."itemId", ${ticket.deptId}::bigint, g."userId", g."roomId", g.qty, g."versionId"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g("itemId" bigint, "userId" bigint, "roomId" bigint, qty int, "versionId" bigint)`.execute(
    unit.db,
  )
}

const forget = async (unit: UnitOfWork, ticketId: number): Promise<void> => {
  await sql`delete from asset_pending where ticket_id = ${ticketId}`.execute(unit.db)
}

const cancelRequest: EffectRun = async (context) => {
  const { unit, ticket } = context
  await forget(unit, ticket.id)
  await unit.service(purchaseDemands).cancel(ticket.id)
  await createAssetLedger(unit, context.actorId).release(ticket.id)
  await cancelTicketBookings(unit, ticket.id)
}

/** onApprove: the chosen assets are kept for the ticket (AST-01); what is not there is to be bought. */
const reserve: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const form = ticket.formData
  const placed = await placeAssets(form, unit)
  await createAssetLedger(unit, actorId).reserve(await bookPool(context), ticket.id)
  if (form.needPurchase !== true) return
  const names = new Map(
    (await unit.service(entitlements).items(linesIn(form).map(({ itemId }) => itemId))).map(({ id, name }) => [
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
            // The application names no day: its people wait from today on.
            needAt: unit.clock.today(),
            deptId: ticket.deptId,
          },
        ]
      : [],
  )
  if (demands.length > 0) await unit.service(purchaseDemands).open(demands)
}

/** onHandle(handover): every line gets its assets; before the goods have arrived there is nothing to hand over. */
const handOver: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  const form = ticket.formData
  if (form.applyKind === 'return') {
    const old = await oldAssetsOf(form, unit)
    await closeAllocations(
      moverOf(context),
      old.map(({ id }) => id),
      afterReturnOf(form.oldAfter),
      ticket.no,
    )
    return
  }
  const placed = await placeAssets(form, unit)
  const chosen = placed.reduce((sum, { assetIds }) => sum + assetIds.length, 0)
  if (chosen !== piecesIn(form)) throw new RuleError('asset.waitsForGoods', piecesIn(form), chosen).at('assetIds')
  const ledger = createAssetLedger(unit, actorId)
  const booked = await bookedBy(unit, ticket.id)
  for (const bookingId of booked.values()) await handOut(unit, actorId, bookingId)
  await ledger.reserve(
    assetIdsIn(form.assetIds).filter((id) => !booked.has(id)),
    ticket.id,
  )
  const until = form.applyKind === 'borrow' && typeof form.borrowUntil === 'string' ? form.borrowUntil : null
  for (const { line, assetIds } of placed)
    await ledger.open({
      assetIds: assetIds.filter((id) => !booked.has(id)),
      holderId: line.userId ?? ticket.applicantId,
      deptId: ticket.deptId,
      roomId: line.roomId,
      ticketId: ticket.id,
      until,
      reason: ticket.no,
    })
  await unit.service(purchaseDemands).fulfil(ticket.id)
  await forget(unit, ticket.id)
}

/** onHandle(receiptSign): the receipt is confirmed; what was replaced comes back. */
const confirmReceipt: EffectRun = async (context) => {
  const { unit, ticket } = context
  await confirmAllocations(moverOf(context), { ticketId: ticket.id }, null)
  if (ticket.formData.applyKind !== 'replace') return
  const old = await oldAssetsOf(ticket.formData, unit)
  await closeAllocations(
    moverOf(context),
    old.map(({ id }) => id),
    afterReturnOf(ticket.formData.oldAfter),
    ticket.no,
  )
}

/** E4: a request whose assets are out is undone when they are back. */
const undo: EffectRun = async ({ unit, ticket }) => {
  await unit.service(assetLedger).undo(ticket.id)
  await cancelTicketBookings(unit, ticket.id)
  await unit.service(purchaseDemands).cancel(ticket.id)
  await forget(unit, ticket.id)
}

export const equipmentEffects = {
  'asset.request': effect(['lines'], request),
  'asset.cancelRequest': effect([], cancelRequest),
  'asset.reserve': effect(['assetIds'], reserve),
  'asset.handOver': effect(['assetIds'], handOver),
  'asset.confirmReceipt': effect([], confirmReceipt),
  'asset.undo': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    asset: keyof typeof equipmentEffects
  }
}
