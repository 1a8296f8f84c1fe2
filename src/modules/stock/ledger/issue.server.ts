/** Issues to people by ticket (EFF-ISSUE): batches that expire first, over as many as it needs, in one transaction with the ticket. */

import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { listOf, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { addQty, subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import type { BatchPick, IssuedDocument, IssuedPart, IssueLine, IssueOrder } from '../contract.ts'
import { addTicketDocument, markPosted } from './documents.server.ts'
import { type Balance, type BatchRow, batchesOf, lockBalances, lockValues, placeKey } from './locks.server.ts'
import { isExpired, isUsable, pickBatches, skipsEarlier } from './pick.ts'
import { post } from './post.server.ts'
import {
  byPlace,
  closeRequests,
  endReservations,
  insufficient,
  lockRequests,
  type RequestRow,
  writeReserved,
} from './reserve.server.ts'

interface PickedLine {
  readonly line: IssueLine
  readonly picks: readonly BatchPick[]
}

/** Parts of issues by a condition on `stock_issue i`. */
export async function partsWhere(unit: UnitOfWork, condition: ReturnType<typeof sql>): Promise<readonly IssuedPart[]> {
  const { rows } = await sql<IssuedPart>`
    select i.id as issue_id, i.line_key as key, i.item_id, i.size, i.batch_id, t.batch_no, i.warehouse_id, i.qty::float8 as qty, i.value,
      i.returned_qty::float8 as returned_qty, i.return_due_at
    from stock_issue i join stock_batch t on t.id = i.batch_id where ${condition} order by i.id`.execute(unit.db)
  return rows
}

export async function partsOfTickets(
  unit: UnitOfWork,
  ticketIds: readonly number[],
): Promise<readonly (IssuedPart & { readonly ticketId: number })[]> {
  if (ticketIds.length === 0) return []
  const { rows } = await sql<IssuedPart & { ticketId: number }>`
    select i.ticket_id, i.id as issue_id, i.line_key as key, i.item_id, i.size, i.batch_id, t.batch_no, i.warehouse_id, i.qty::float8 as qty, i.value,
      i.returned_qty::float8 as returned_qty, i.return_due_at
    from stock_issue i join stock_batch t on t.id = i.batch_id where i.ticket_id = any(${[...ticketIds]}::bigint[]) order by i.id`.execute(
    unit.db,
  )
  return rows
}

async function issuedBefore(unit: UnitOfWork, order: IssueOrder): Promise<IssuedDocument | null> {
  const { rows } = await sql<{ id: number; no: string; value: string }>`
    select id, no, value from stock_doc where ticket_id = ${order.ticketId} and effect_key = ${order.effectKey}`.execute(
    unit.db,
  )
  const before = rows[0]
  if (!before) return null
  return {
    docId: before.id,
    no: before.no,
    value: before.value,
    parts: await partsWhere(unit, sql`i.doc_id = ${before.id}`),
  }
}

/** STK-04: less than was asked for needs a reason. */
function refuseSilentCuts(lines: readonly IssueLine[], requests: readonly RequestRow[]): void {
  for (const line of lines) {
    const wanted = requests.find(({ lineKey }) => lineKey === line.key)?.wanted
    if (wanted !== undefined && line.qty < wanted && isBlank(line.reason ?? ''))
      throw new RuleError('rule.STK-04', wanted, line.qty).at(`${line.key}.reason`)
  }
}

/** Chosen batches are checked like picked ones: typing and scanning obey the same rules. */
function checkChoice(line: IssueLine, chosen: readonly BatchPick[], batches: readonly BatchRow[], today: string): void {
  const own = batches.filter((batch) => batch.itemId === line.itemId && batch.size === (line.size ?? ''))
  for (const { batchId } of chosen) {
    const batch = own.find(({ id }) => id === batchId)
    if (!batch) throw new RuleError('stock.batchUnknown').at(`${line.key}.batches`)
    if (isExpired(batch, today)) throw new RuleError('stock.batchExpired', batch.batchNo).at(`${line.key}.batches`)
    if (!isUsable(batch, today))
      throw new RuleError('stock.batchHeld', batch.batchNo, batch.holdReason ?? '').at(`${line.key}.batches`)
  }
  const total = sumQty(chosen.map(({ qty }) => qty))
  if (total !== line.qty) throw new RuleError('stock.batchSum', total, line.qty).at(`${line.key}.batches`)
  const warehouses = new Set(chosen.flatMap(({ batchId }) => own.find(({ id }) => id === batchId)?.warehouseId ?? []))
  const rivals = own.filter(({ warehouseId }) => warehouses.has(warehouseId))
  if (skipsEarlier(rivals, chosen, today) && isBlank(line.reason ?? ''))
    throw new RuleError(
      'rule.STK-31',
      listOf(chosen.flatMap(({ batchId }) => own.find(({ id }) => id === batchId)?.batchNo ?? [])),
    ).at(`${line.key}.reason`)
}

/** Warehouses in which the line was reserved come first, then the fullest. What others have reserved stays. */
function pickLine(
  line: IssueLine,
  balances: readonly Balance[],
  batches: readonly BatchRow[],
  own: ReadonlySet<number>,
  taken: Map<number, number>,
  today: string,
): { readonly picks: readonly BatchPick[]; readonly short: number } {
  const places = byPlace(batches)
  const candidates = balances
    .filter(
      (one) =>
        one.itemId === line.itemId &&
        one.size === (line.size ?? '') &&
        (line.warehouseId === undefined || one.warehouseId === line.warehouseId),
    )
    .map((balance) => {
      const rest = (places.get(placeKey(balance)) ?? []).map((batch) => ({
        ...batch,
        qty: subtractQty(batch.qty, taken.get(batch.id) ?? 0),
      }))
      const usable = sumQty(rest.filter((batch) => isUsable(batch, today)).map(({ qty }) => qty))
      return { balance, rest, free: Math.max(0, subtractQty(usable, balance.reserved)) }
    })
    .sort(
      (a, b) =>
        Number(own.has(b.balance.id)) - Number(own.has(a.balance.id)) || b.free - a.free || a.balance.id - b.balance.id,
    )
  const picks: BatchPick[] = []
  let short = line.qty
  for (const { rest, free } of candidates) {
    const found = pickBatches(rest, Math.min(short, free), today)
    for (const pick of found.picks) {
      picks.push(pick)
      taken.set(pick.batchId, addQty(taken.get(pick.batchId) ?? 0, pick.qty))
      short = subtractQty(short, pick.qty)
    }
  }
  return { picks, short }
}

export async function issue(unit: UnitOfWork, order: IssueOrder): Promise<IssuedDocument> {
  const before = await issuedBefore(unit, order)
  if (before) return before
  // STK-05.
  if (order.keeperId === order.applicantId) throw new RuleError('rule.STK-05')
  const today = unit.clock.today()
  const requests = await lockRequests(
    unit,
    order.ticketId,
    order.lines.map(({ key }) => key),
  )
  refuseSilentCuts(order.lines, requests)
  const lines = order.lines.filter(({ qty }) => qty > 0)
  const values = await lockValues(
    unit,
    lines.map(({ itemId }) => itemId),
  )
  const own = new Set(requests.flatMap(({ parts }) => parts.map(({ balanceId }) => balanceId)))
  const balances = await lockBalances(
    unit,
    lines.map(({ itemId, size, warehouseId }) => ({ itemId, size: size ?? '', warehouseId })),
    [...own],
  )
  await endReservations(unit, requests, new Map(balances.map((balance) => [balance.id, balance])))
  const batches = await batchesOf(
    unit,
    balances,
    lines.flatMap((line) => (line.batches ?? []).map(({ batchId }) => batchId)),
  )
  const picked = await pickAll(unit, order, lines, { balances, batches, own, today })
  await closeRequests(
    unit,
    requests.map(({ id }) => id),
  )
  await writeReserved(unit, balances)
  return postIssue(unit, order, picked, { values, balances, batches })
}

async function pickAll(
  unit: UnitOfWork,
  order: IssueOrder,
  lines: readonly IssueLine[],
  stock: { balances: readonly Balance[]; batches: readonly BatchRow[]; own: ReadonlySet<number>; today: string },
): Promise<readonly PickedLine[]> {
  const taken = new Map<number, number>()
  const short: { line: IssueLine; short: number }[] = []
  const picked = lines.map((line) => {
    if (line.batches && line.batches.length > 0) {
      checkChoice(line, line.batches, stock.batches, stock.today)
      return { line, picks: line.batches }
    }
    const found = pickLine(line, stock.balances, stock.batches, stock.own, taken, stock.today)
    if (found.short > 0) short.push({ line, short: found.short })
    return { line, picks: found.picks }
  })
  if (short.length > 0) throw await insufficient(unit, short, order.ticketId)
  return picked
}

async function postIssue(
  unit: UnitOfWork,
  order: IssueOrder,
  picked: readonly PickedLine[],
  locked: Parameters<typeof post>[2],
): Promise<IssuedDocument> {
  const parts = picked.flatMap(({ line, picks }) =>
    picks.map((pick) => ({ line, pick, batch: locked.batches.find(({ id }) => id === pick.batchId) as BatchRow })),
  )
  if (parts.length === 0) return { docId: 0, no: '', value: '0.00', parts: [] }
  const document = await addTicketDocument(
    unit,
    {
      type: 'issueOut',
      warehouseId: parts[0]?.batch.warehouseId ?? 0,
      deptId: order.deptId,
      ticketId: order.ticketId,
      effectKey: order.effectKey,
      reason: '',
      byUser: order.keeperId,
    },
    parts.map(({ line, pick }) => ({
      lineKey: line.key,
      itemId: line.itemId,
      size: line.size ?? '',
      batchId: pick.batchId,
      qty: pick.qty,
      reason: line.reason ?? '',
    })),
  )
  const posted = await post(
    unit,
    {
      id: document.id,
      type: 'issueOut',
      docDate: unit.clock.today(),
      ticketId: order.ticketId,
      byUser: order.keeperId,
    },
    locked,
    parts.map(({ pick, batch }, index) => ({
      lineId: document.lineIds[index] ?? 0,
      place: { itemId: batch.itemId, size: batch.size, warehouseId: batch.warehouseId },
      batchId: pick.batchId,
      qty: -pick.qty,
      value: 'average' as const,
    })),
  )
  const value = await markPosted(unit, document.id, order.keeperId, posted)
  const now = unit.clock.now()
  await sql`insert into stock_issue (ticket_id, ticket_type, line_key, doc_id, ledger_id, person_id, dept_id, item_id, size, warehouse_id, batch_id, qty, value,
      return_due_at, keeper_id, at, created_by, updated_at, updated_by)
    select ${order.ticketId}::bigint, ${order.ticketType}::text, given."key", ${document.id}::bigint, l.id, coalesce(given."personId", ${order.personId}::bigint), ${order.deptId}::bigint, l.item_id, l.size,
      l.warehouse_id, l.batch_id, -l.qty, -l.value, given."returnDueAt", ${order.keeperId}::bigint, ${now}::timestamptz, ${order.keeperId}::bigint, ${now}::timestamptz, ${order.keeperId}::bigint
    from jsonb_to_recordset(${JSON.stringify(parts.map(({ line }, index) => ({ id: posted[index]?.id, key: line.key, returnDueAt: line.returnDueAt ?? null, personId: line.personId ?? null })))}::jsonb)
      as given("id" bigint, "key" text, "returnDueAt" date, "personId" bigint) join stock_ledger l on l.id = given."id" order by l.id`.execute(
    unit.db,
  )
  unit.changed('stockIssue', null)
  return { docId: document.id, no: document.no, value, parts: await partsWhere(unit, sql`i.doc_id = ${document.id}`) }
}
