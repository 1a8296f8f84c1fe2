/** The pool of what has to be bought (STK-42, STK-55, PRC-36). */
import { type RawBuilder, sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { subtractQty } from '#src/fields/quantity/quantities.ts'
import type { DemandFigures, NewDemand, PurchaseDemands } from '../contract.ts'
import { nextNumbers } from './documents.server.ts'

const columns = sql`id, no, item_id, item_name, qty::float8 as qty, received_qty::float8 as received_qty, need_at, dept_id, ticket_id, purchase_id, state`

async function readWhere(unit: UnitOfWork, condition: RawBuilder<unknown>): Promise<readonly DemandFigures[]> {
  const { rows } = await sql<DemandFigures>`
    select ${columns} from purchase_demand where deleted_at is null and ${condition} order by id`.execute(unit.db)
  return rows
}

const lineOf = ({ ticketId, lineKey }: { readonly ticketId: number | null; readonly lineKey: string | null }): string =>
  `${ticketId ?? ''} ${lineKey ?? ''}`

/** Numbers of the demands that lines of tickets have already, by line; locked, so that a line never draws two numbers. */
async function linesWithDemand(unit: UnitOfWork, demands: readonly NewDemand[]): Promise<ReadonlyMap<string, string>> {
  const tickets = demands.flatMap(({ ticketId }) => (ticketId === null ? [] : [ticketId]))
  if (tickets.length === 0) return new Map()
  const { rows } = await sql<{ no: string; ticketId: number; lineKey: string }>`
    select no, ticket_id, line_key from purchase_demand
    where ticket_id = any(${tickets}::bigint[]) and state <> 'cancelled' and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  return new Map(rows.map((row) => [lineOf(row), row.no]))
}

async function open(unit: UnitOfWork, demands: readonly NewDemand[]): Promise<readonly number[]> {
  if (demands.length === 0) return []
  const now = unit.clock.now()
  const known = await linesWithDemand(unit, demands)
  const nos = await nextNumbers(unit, 'XQ', demands.filter((demand) => !known.has(lineOf(demand))).length)
  let next = 0
  // A line that has a demand keeps it, and no number is drawn for it.
  const numbered = demands.map((demand) => ({ ...demand, no: known.get(lineOf(demand)) ?? nos[next++] }))
  const { rows } = await sql<{ id: number }>`
    insert into purchase_demand (no, source, item_id, size, item_name, spec, unit, qty, need_at, dept_id, ticket_id, line_key, reason, created_at, updated_at)
    select "no", case when "ticketId" is null then 'manual' else 'ticket' end, "itemId", "size", "itemName", "spec", "unit", "qty", "needAt", "deptId", "ticketId", "lineKey", "reason", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(numbered.map((demand) => ({ ...demand, size: demand.size ?? '', spec: demand.spec ?? '', unit: demand.unit ?? '' })))}::jsonb)
      as given("no" text, "itemId" bigint, "size" text, "itemName" text, "spec" text, "unit" text, "qty" numeric, "needAt" date, "deptId" bigint, "ticketId" bigint, "lineKey" text, "reason" text)
    on conflict (ticket_id, line_key) where ticket_id is not null and state <> 'cancelled' and deleted_at is null
      do update set qty = case when purchase_demand.state = 'open' then excluded.qty else purchase_demand.qty end,
        need_at = coalesce(purchase_demand.need_at, excluded.need_at), updated_at = excluded.updated_at
    returning id`.execute(unit.db)
  unit.changed('purchaseDemand', null)
  return rows.map(({ id }) => id)
}

async function order(unit: UnitOfWork, ids: readonly number[], purchaseId: number): Promise<void> {
  const { rows } = await sql<{ no: string; state: string; purchaseId: number | null }>`
    select no, state, purchase_id from purchase_demand where id = any(${[...ids]}::bigint[]) and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  const linked = rows.find(({ state, purchaseId: before }) => state !== 'open' && before !== purchaseId)
  if (linked) throw new RuleError('rule.PRC-36', linked.no)
  const now = unit.clock.now()
  await sql`update purchase_demand set state = 'ordered', purchase_id = ${purchaseId}, ordered_at = ${now}, updated_at = ${now}, version = version + 1
    where id = any(${[...ids]}::bigint[]) and state = 'open'`.execute(unit.db)
  unit.changed('purchaseDemand', null)
}

/** A line of a receipt, as far as demands count it. */
interface ArrivedLine {
  readonly demandId: number | null
  readonly qty: number
  /** Of the line in its document, from 0. */
  readonly place: number
}

/**
 * Counts what arrived for demands; the whole closes one. More than is still wanted is refused, so that of two receipts of
 * the same goods the second fails. A demand that was cancelled meanwhile stays so, and the goods are taken all the same.
 */
export async function arrive(unit: UnitOfWork, lines: readonly ArrivedLine[]): Promise<void> {
  const linked = lines.flatMap(({ demandId, ...line }) => (demandId === null ? [] : [{ ...line, demandId }]))
  if (linked.length === 0) return
  const ids = linked.map(({ demandId }) => demandId)
  const { rows } = await sql<{ id: number; no: string; open: number }>`
    select id, no, (qty - received_qty)::float8 as open from purchase_demand
    where id = any(${ids}::bigint[]) and state <> 'cancelled' and deleted_at is null order by id for update`.execute(
    unit.db,
  )
  const left = new Map(rows.map(({ id, open }) => [id, open]))
  for (const { demandId, qty, place } of linked) {
    const open = left.get(demandId)
    if (open === undefined) continue
    if (qty > open)
      throw new RuleError('stock.demandExceeded', rows.find(({ id }) => id === demandId)?.no ?? '', open, qty).at(
        `lines.${place}.qty`,
      )
    left.set(demandId, subtractQty(open, qty))
  }
  await sql`update purchase_demand d set received_qty = d.received_qty + given.qty,
      state = case when d.received_qty + given.qty >= d.qty then 'done' else d.state end, updated_at = ${unit.clock.now()}, version = d.version + 1
    from (select "demandId", sum("qty") as qty from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as line("demandId" bigint, "qty" numeric) group by 1) given
    where d.id = given."demandId" and d.state in ('open', 'ordered')`.execute(unit.db)
  unit.changed('purchaseDemand', null)
}

/** What arrived by a receipt that is voided is wanted again, unless a newer suggestion counts it already (STK-55). */
export async function reopenDemands(unit: UnitOfWork, docId: number): Promise<void> {
  await sql`update purchase_demand d set received_qty = d.received_qty - back.qty,
      state = case when d.purchase_id is null then 'open' else 'ordered' end, updated_at = ${unit.clock.now()}, version = d.version + 1
    from (select demand_id, sum(qty) as qty from stock_doc_line where doc_id = ${docId} and demand_id is not null group by 1) back
    where d.id = back.demand_id and d.state <> 'cancelled' and d.deleted_at is null
      and not (d.state = 'done' and d.source = 'reorder' and exists (select from purchase_demand newer where newer.item_id = d.item_id and newer.size = d.size
        and newer.source = 'reorder' and newer.state in ('open', 'ordered') and newer.deleted_at is null))`.execute(
    unit.db,
  )
  unit.changed('purchaseDemand', null)
}

export function createPurchaseDemands(unit: UnitOfWork): PurchaseDemands {
  return {
    open: (demands) => open(unit, demands),
    async cancel(ticketId, exceptLines = []) {
      await sql`update purchase_demand set state = 'cancelled', updated_at = ${unit.clock.now()}, version = version + 1
        where ticket_id = ${ticketId} and state = 'open' and line_key <> all(${[...exceptLines]}::text[])`.execute(
        unit.db,
      )
      unit.changed('purchaseDemand', null)
    },
    order: (ids, purchaseId) => order(unit, ids, purchaseId),
    async free(purchaseId) {
      await sql`update purchase_demand set state = 'open', purchase_id = null, ordered_at = null, updated_at = ${unit.clock.now()}, version = version + 1
        where purchase_id = ${purchaseId} and state = 'ordered'`.execute(unit.db)
      unit.changed('purchaseDemand', null)
    },
    receive: (lines) =>
      arrive(
        unit,
        lines.map((line, place) => ({ ...line, place })),
      ),
    async fulfil(ticketId) {
      await sql`update purchase_demand set received_qty = qty, state = 'done', updated_at = ${unit.clock.now()}, version = version + 1
        where ticket_id = ${ticketId} and state in ('open', 'ordered') and deleted_at is null`.execute(unit.db)
      unit.changed('purchaseDemand', null)
    },
    async choices({ search, ids }) {
      const words = search === '' ? null : `%${search.replace(/[%_\\]/g, '\\$&')}%`
      const { rows } = await sql<DemandFigures>`
        select ${columns} from purchase_demand where deleted_at is null
          and case when ${ids}::bigint[] is null then state = 'open' else id = any(${ids}::bigint[]) end
          and (${words}::text is null or no ilike ${words} or item_name ilike ${words})
        order by need_at nulls last, id limit 50`.execute(unit.db)
      return rows
    },
    read: (ids) => readWhere(unit, sql`id = any(${[...ids]}::bigint[])`),
    ofTicket: (ticketId) => readWhere(unit, sql`ticket_id = ${ticketId}`),
  }
}
