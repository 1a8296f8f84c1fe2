/** A store of its own for tests of stock: items, warehouses and what was bought, through the documents of the product. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { amountForQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { type StockLedger, stockLedger } from '#src/modules/stock/contract.ts'
import { postDocument } from '#src/modules/stock/documents/post.server.ts'
import { type WritingUnit, write } from '#src/server/work.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'

export interface Receipt {
  readonly itemId: number
  readonly qty: number
  /** Yuan for the whole line. */
  readonly amount?: string
  readonly size?: string
  readonly warehouseId?: number
  readonly batchNo?: string
  readonly expireDate?: string
  readonly type?: string
}

let count = 0

export async function openStore(app: TestApp) {
  const db = app.database.db
  const stamp = sql`created_at, updated_at`
  const now = () => app.clock.now()
  const insert = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
    (await query.execute(db)).rows[0]?.id ?? 0
  const personOf = async (username: string): Promise<number> =>
    insert(sql<{ id: number }>`select id from app_user where username = ${username}`)
  const keeper = await personOf('zhang23')

  const warehouse = (): Promise<number> => {
    count += 1
    const name = `仓库${count}`
    return insert(
      sql<{
        id: number
      }>`insert into warehouse (name, keeper_ids, ${stamp}) values (${name}, array[${keeper}]::bigint[], ${now()}, ${now()}) returning id`,
    )
  }
  const first = await warehouse()

  const item = (
    given: {
      readonly isExpiring?: boolean
      readonly name?: string
      readonly min?: number
      readonly max?: number
      readonly places?: 0 | 1 | 3
      readonly spec?: string
    } = {},
  ): Promise<number> => {
    count += 1
    const isExpiring = given.isExpiring ?? false
    return insert(sql<{
      id: number
    }>`insert into stock_item (code, name, spec, category, unit, batch_managed, expiry_managed, min_stock, max_stock, qty_places, ${stamp})
      values (${`T${count}`}, ${given.name ?? `物品${count}`}, ${given.spec ?? ''}, 'officeSupplies', '个', ${isExpiring}, ${isExpiring}, ${given.min ?? 0}, ${given.max ?? 0}, ${String(given.places ?? 0)}, ${now()}, ${now()}) returning id`)
  }

  /** A document with its lines, approved and not posted. */
  const document = async (
    type: string,
    lines: readonly (Receipt & { readonly batchId?: number })[],
    more: { readonly warehouseId?: number; readonly toWarehouseId?: number; readonly docDate?: string } = {},
  ): Promise<number> => {
    count += 1
    const id = await insert(sql<{ id: number }>`
      insert into stock_doc (no, type, warehouse_id, to_warehouse_id, state, doc_date, qty, ${stamp})
      values (${`T-${count}`}, ${type}, ${more.warehouseId ?? first}, ${more.toWarehouseId ?? null}, 'approved', ${more.docDate ?? app.clock.today()},
        ${sumQty(lines.map(({ qty }) => qty))}, ${now()}, ${now()}) returning id`)
    for (const [place, line] of lines.entries())
      await sql`insert into stock_doc_line (doc_id, place, item_id, size, batch_id, batch_no, expire_date, qty, amount)
        values (${id}, ${place}, ${line.itemId}, ${line.size ?? ''}, ${line.batchId ?? null}, ${line.batchNo ?? ''}, ${line.expireDate ?? null}, ${line.qty}, ${line.amount ?? amountForQty('1.00', line.qty)})`.execute(
        db,
      )
    return id
  }
  const post = (id: number): Promise<void> => write(app.services, (unit) => postDocument(unit, id, keeper))
  const receive = async (...lines: readonly Receipt[]): Promise<number> => {
    const [{ type = 'otherIn', warehouseId = first } = {}] = lines
    const id = await document(type, lines, { warehouseId })
    await post(id)
    return id
  }
  const inLedger = <T>(work: (ledger: StockLedger, unit: WritingUnit) => Promise<T>): Promise<T> =>
    write(app.services, (unit) => work(unit.service(stockLedger), unit))

  let tickets = 9_000_000
  return {
    keeper,
    first,
    personOf,
    warehouse,
    item,
    document,
    post,
    receive,
    inLedger,
    /** A ticket as far as the ledger knows one: a number. */
    ticket: (): number => (tickets += 1),
    reserve: (
      ticketId: number,
      itemId: number,
      qty: number,
      more: { acceptShortage?: boolean; warehouseId?: number; size?: string } = {},
    ) =>
      inLedger((ledger) =>
        ledger.reserve({
          ticketId,
          acceptShortage: more.acceptShortage ?? false,
          lines: [
            {
              key: 'lines.0',
              itemId,
              qty,
              ...(more.warehouseId !== undefined && { warehouseId: more.warehouseId }),
              ...(more.size !== undefined && { size: more.size }),
            },
          ],
        }),
      ),
    issue: async (ticketId: number, lines: Parameters<StockLedger['issue']>[0]['lines'], effectKey = 'issue') => {
      const applicantId = await personOf('pan42')
      return inLedger((ledger) =>
        ledger.issue({
          ticketId,
          ticketType: 'officeSupplies',
          effectKey,
          lines,
          personId: applicantId,
          deptId: 1,
          keeperId: keeper,
          applicantId,
        }),
      )
    },
    figures: async (itemId: number) => (await inLedger((ledger) => ledger.items([itemId])))[0],
    batches: async (itemId: number) =>
      (
        await sql<{ id: number; batchNo: string; qty: number }>`
          select id, batch_no, qty::float8 as qty from stock_batch where item_id = ${itemId} order by id`.execute(db)
      ).rows,
  }
}
export type Store = Awaited<ReturnType<typeof openStore>>

/** The error key of a refusal; null when it went well. Anything else is thrown. */
export const refusal = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof RuleError) return error.problem.key
      throw error
    },
  )

/** What must hold of stock at every commit (INV-04), of all of it or of these items: sums of the ledger, of batches, balances and reservations agree. */
export async function misfits(app: TestApp, itemIds: readonly number[] | null = null): Promise<readonly unknown[]> {
  const of = (column: string) =>
    itemIds === null ? sql`true` : sql`${sql.ref(column)} = any(${[...itemIds]}::bigint[])`
  const { rows } = await sql`
    select 'batch' as what, t.id from stock_batch t where ${of('t.item_id')} and (t.qty <> (select coalesce(sum(l.qty), 0) from stock_ledger l where l.batch_id = t.id) or t.qty < 0)
    union all select 'balance', b.id from stock_balance b where ${of('b.item_id')} and b.on_hand <> (select coalesce(sum(t.qty), 0) from stock_batch t
      where t.item_id = b.item_id and t.size = b.size and t.warehouse_id = b.warehouse_id)
    union all select 'reserved', b.id from stock_balance b where ${of('b.item_id')} and (b.reserved <> (select coalesce(sum(r.qty), 0) from stock_reservation r
      join stock_request q on q.id = r.request_id and q.state = 'open' where r.balance_id = b.id) or b.reserved > b.on_hand)
    union all select 'value', v.item_id from stock_value v where ${of('v.item_id')} and ((v.qty, v.value) <> (select coalesce(sum(l.qty), 0), coalesce(sum(l.value), 0) from stock_ledger l where l.item_id = v.item_id)
      or (v.qty = 0 and v.value <> 0))
    union all select 'month', v.item_id from stock_value v where ${of('v.item_id')} and (v.qty, v.value) <>
      (select coalesce(sum(m.in_qty - m.out_qty), 0), coalesce(sum(m.in_value - m.out_value), 0) from stock_month m where m.item_id = v.item_id)
    union all select 'running', v.item_id from stock_value v where ${of('v.item_id')} and v.last_seq <> (select count(*) from stock_ledger l where l.item_id = v.item_id)`.execute(
    app.database.db,
  )
  return rows
}

/** The keeper who posts, the one who writes, and their leader who approves. */
export async function keepersOf(app: TestApp): Promise<{ zhang: Client; kong: Client; lyu: Client }> {
  const [zhang, kong, lyu] = await Promise.all([app.as('zhang23'), app.as('kong24'), app.as('lyu21')])
  return { zhang, kong, lyu }
}
