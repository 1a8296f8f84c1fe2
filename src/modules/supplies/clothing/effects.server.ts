/** What a request for clothing does beside EFF-ISSUE: claims on entitlements, cards of police gear, the record of what people were issued. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { assetLedger } from '#src/modules/asset/contract.ts'
import { type IssuedPart, stockLedger } from '#src/modules/stock/contract.ts'
import type { AfterIssue } from '../forms/issue.server.ts'
import { requestedLines } from '../forms/lines.ts'
import { checkReason, selfPays } from './clothing.server.ts'
import { cycleOf, entitledOf } from './entitled.server.ts'
import { endPieces, type HeldRow } from './held.server.ts'
import { type ClothingLine, clothingLines, isReplacement } from './lines.ts'
import { sizesWorn, writeSizes } from './sizes.server.ts'

async function linesOf({ unit, ticket }: EffectContext): Promise<readonly ClothingLine[]> {
  const ids = [...new Set(requestedLines(ticket.formData).map(({ itemId }) => itemId))]
  const items = new Map((await unit.service(stockLedger).items(ids)).map((item) => [item.id, item]))
  return clothingLines(ticket.formData, items, ticket.applicantId)
}

/** E11: entitlements are locked by person, in the order of their ids. */
async function lockPeople(unit: UnitOfWork, lines: readonly ClothingLine[]): Promise<void> {
  for (const id of [...new Set(lines.map(({ personId }) => personId))].sort((one, other) => one - other))
    await sql`select pg_advisory_xact_lock(hashtext('clothing_entitlement'), ${id}::int)`.execute(unit.db)
}

/** onSubmit: the rules once more under lock, so that of two requests at once the second sees the first; sizes are written back. */
const claim: EffectRun = async (context) => {
  const { unit, ticket } = context
  const lines = await linesOf(context)
  await lockPeople(unit, lines)
  await forget(unit, ticket.id)
  const problems = await checkReason(ticket.formData, lines, unit, ticket.id)
  const [first] = Object.values(problems).flat()
  if (first) throw new RuleError(first.key, ...(first.params ?? [])).among(problems)
  const claims = lines.flatMap(({ key, personId, item, approved }) =>
    item.standardItemId === null || approved === 0
      ? []
      : [{ key, personId, standardItemId: item.standardItemId, qty: approved }],
  )
  await sql`
    insert into clothing_pending (ticket_id, line_key, user_id, standard_item_id, reason_type, qty)
    select ${ticket.id}::bigint, g.key, g."personId", g."standardItemId", ${String(ticket.formData.reasonType)}::text, g.qty
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as g(key text, "personId" bigint, "standardItemId" bigint, qty int)`.execute(
    unit.db,
  )
  const pieces = lines.map(({ personId, item, size }) => ({ userId: personId, sizeKind: item.sizeKind, size }))
  await writeSizes(unit, sizesWorn(pieces), false)
}

const forget = async (unit: UnitOfWork, ticketId: number): Promise<void> => {
  await sql`delete from clothing_pending where ticket_id = ${ticketId}`.execute(unit.db)
}

const unclaim: EffectRun = async ({ unit, ticket }) => {
  await forget(unit, ticket.id)
  await unit.service(assetLedger).release(ticket.id)
}

/** onApprove: the cards that the reviewer chose are kept for the ticket. */
const reserveGear: EffectRun = async ({ unit, ticket }) => {
  const ids = rowsOf(ticket.formData.gear).map(({ assetId }) => Number(assetId))
  if (ids.length > 0) await unit.service(assetLedger).reserve(ids, ticket.id)
}

/** STD-14: pieces with a serial number are handed over as cards; the old card comes back first. */
async function handOver({ unit, ticket }: EffectContext, line: ClothingLine, qty: number): Promise<void> {
  const ledger = unit.service(assetLedger)
  const { rows } = await sql<{
    deptId: number
  }>`select dept_id from shared_app_user where id = ${line.personId}`.execute(unit.db)
  const ids = rowsOf(ticket.formData.gear)
    .filter(({ lineNo }) => lineNo === line.lineNo)
    .map(({ assetId }) => Number(assetId))
  const cards = (await ledger.cards(ids)).filter(({ state }) => state === 'idle').slice(0, qty)
  if (cards.length !== qty)
    throw new RuleError('supplies.gearMissing', line.lineNo, line.item.name, qty, cards.length).at('issues')
  if (ticket.formData.reasonType === 'damaged' && line.oldAssetId !== null)
    await ledger.close([line.oldAssetId], 'pendingScrap', ticket.id, ticket.no)
  await ledger.open({
    assetIds: cards.map(({ id }) => id),
    holderId: line.personId,
    deptId: rows[0]?.deptId ?? ticket.deptId,
    roomId: null,
    ticketId: ticket.id,
    until: null,
    reason: ticket.no,
  })
}

interface ReturnedLine {
  readonly line: ClothingLine
  readonly qty: number
  readonly grade: string
}

/** Old for new: what comes back is no longer held; what can be worn again goes to the warehouse as used. */
async function takeOldBack(context: EffectContext, lines: readonly ClothingLine[], parts: readonly IssuedPart[]) {
  const { unit, ticket, actorId, visit } = context
  const back = rowsOf(ticket.formData.oldReturns).map((row, index): ReturnedLine & { index: number } => {
    const line = lines.find(({ lineNo }) => lineNo === row.lineNo)
    if (!line) throw new RuleError('supplies.noLine', Number(row.lineNo)).at(`oldReturns.${index}.lineNo`)
    return { line, qty: Number(row.returnedQty), grade: String(row.grade), index }
  })
  const ended = new Map<string, HeldRow | null>()
  for (const { line, qty, index } of back) {
    if (line.item.serialManaged) continue
    const { ended: found, last } = await endPieces(unit, line.personId, line.itemId, qty)
    if (found < qty)
      throw new RuleError('supplies.nothingHeld', line.item.name, found, qty).at(`oldReturns.${index}.returnedQty`)
    ended.set(line.key, last)
  }
  const reusable = back.filter(({ grade, line }) => grade === 'reusable' && !line.item.serialManaged)
  const [warehouse] = parts
  if (reusable.length > 0 && warehouse && actorId !== null)
    await unit.service(stockLedger).takeUsed({
      ticketId: ticket.id,
      effectKey: `used.${visit ?? 0}`,
      warehouseId: warehouse.warehouseId,
      byUser: actorId,
      reason: ticket.no,
      parts: reusable.map(({ line, qty }) => ({ itemId: line.itemId, size: line.size, qty })),
    })
  return { back, ended }
}

/** The cycle of what is issued for a reason: that of the piece it replaces, else by the entitlement. */
async function cycleFor(
  context: EffectContext,
  line: ClothingLine,
  replaced: HeldRow | null | undefined,
): Promise<{ readonly start: string; readonly end: string | null }> {
  const { unit, ticket } = context
  const today = unit.clock.today()
  if (isReplacement(ticket.formData.reasonType))
    return replaced ? { start: replaced.cycleStart, end: replaced.nextDueAt } : { start: today, end: null }
  const own = (await entitledOf(unit, [line.personId], ticket.id)).find(
    ({ itemId }) => itemId === line.item.standardItemId,
  )
  return own ? cycleOf(own, today) : { start: today, end: null }
}

/** EFF-ISSUE of clothing: who was issued what, in which cycle. */
export const recordClothing: AfterIssue = async (context, parts) => {
  const { unit, ticket, actorId } = context
  const form = ticket.formData
  const lines = await linesOf(context)
  await lockPeople(unit, lines)
  const { back, ended } = await takeOldBack(context, lines, parts)
  const pays = await selfPays(unit, form, lines)
  const isReplaced = isReplacement(form.reasonType)
  const now = unit.clock.now()
  for (const line of lines) {
    const own = parts.filter(({ key }) => key === line.key)
    const qty = own.reduce((sum, part) => sum + part.qty, 0)
    if (qty === 0) continue
    const returned = back.filter((row) => row.line.key === line.key).reduce((sum, row) => sum + row.qty, 0)
    if (form.reasonType === 'damaged' && !line.item.serialManaged && returned < qty)
      throw new RuleError('supplies.oldPieceMissing', line.lineNo, line.item.name, qty).at('oldReturns')
    const lost = form.reasonType === 'lost' ? (await endPieces(unit, line.personId, line.itemId, qty)).last : null
    const { start, end } = await cycleFor(context, line, lost ?? ended.get(line.key))
    if (line.item.serialManaged) await handOver(context, line, qty)
    await sql`
      insert into clothing_issue (ticket_id, issue_id, user_id, dept_id, item_id, standard_item_id, size, qty, value, reason_type, uses_entitlement, cycle_start, next_due_at, self_pay, at,
        created_by, updated_at)
      select ${ticket.id}::bigint, g."issueId", u.id, u.dept_id, ${line.itemId}::bigint, ${line.item.standardItemId}::bigint, g.size, g.qty, g.value, ${String(form.reasonType)}::text,
        ${!isReplaced}::boolean, ${start}::date, ${end}::date, case when g.place = 1 then ${fromCents(pays.get(line.key) ?? 0n)}::numeric else 0 end, ${now}::timestamptz,
        ${actorId}::bigint, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(own.map((part, index) => ({ ...part, place: index + 1 })))}::jsonb) as g("issueId" bigint, size text, qty int, value numeric, place int)
        join shared_app_user u on u.id = ${line.personId}`.execute(unit.db)
    await sql`update clothing_pending set qty = qty - ${qty} where ticket_id = ${ticket.id} and line_key = ${line.key} and qty > ${qty}`.execute(
      unit.db,
    )
  }
  const done = lines.filter(({ key, approved }) => {
    const own = parts.filter((part) => part.key === key).reduce((sum, part) => sum + part.qty, 0)
    return form.keepOpen !== true || own >= approved
  })
  await sql`delete from clothing_pending where ticket_id = ${ticket.id} and line_key = any(${done.map(({ key }) => key)}::text[])`.execute(
    unit.db,
  )
  unit.changed('clothingIssue', null)
}

/** The applicant has the cards of the ticket; members confirm theirs in the personal centre. */
const confirmGear: EffectRun = async ({ unit, ticket }) => {
  if (ticket.formData.receiptResult !== 'refused')
    await unit.service(assetLedger).confirm(ticket.id, ticket.applicantId)
}

/** E4: cards that are out come back first; entitlements are free again when the goods have come back. */
const undo: EffectRun = async ({ unit, ticket }) => {
  await unit.service(assetLedger).undo(ticket.id)
  await forget(unit, ticket.id)
}

export const clothingEffects = {
  'supplies.claimClothing': effect(['lines'], claim),
  'supplies.unclaimClothing': effect([], unclaim),
  'supplies.reserveGear': effect(['gear'], reserveGear),
  'supplies.confirmGear': effect(['receiptResult'], confirmGear),
  'supplies.undoClothing': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    clothing: keyof typeof clothingEffects
  }
}
