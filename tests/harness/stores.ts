/** A bureau with full stores and many assets, written straight into the tables, for plans and figures on large data. */
import type pg from 'pg'

export interface StoreSize {
  readonly items: number
  /** Rows of the ledger; a posted document stands for every 20 of them. */
  readonly ledger: number
  readonly reservations: number
  readonly assets: number
}

/** Lines of a loaded document. */
const LINES = 20
/** Names and numbers of what was loaded begin with this. */
export const LOADED = 'L'

/** Fills the stores of a seeded bureau. Triggers rest meanwhile: a running balance of millions of rows is written as it would be. */
export async function fillStores(client: pg.Client, { items, ledger, reservations, assets }: StoreSize): Promise<void> {
  const rounds = Math.ceil(ledger / items)
  const docs = Math.ceil(ledger / LINES)
  await client.query(`set session_replication_role = replica`)
  await client.query(`
    create temp table first_ids as select (select max(id) from stock_item) as item, (select max(id) from stock_batch) as batch, (select max(id) from stock_balance) as balance,
      (select max(id) from stock_doc) as doc, (select max(id) from stock_doc_line) as line, (select max(id) from stock_ledger) as entry,
      array(select id from warehouse where not is_transit order by id) as places`)
  await client.query(`
    insert into stock_item (id, code, name, category, unit, min_stock, max_stock, counted_on, created_at, updated_at)
    select f.item + n, '${LOADED}' || n, '示例物品' || n, (array['officeSupplies', 'electronicParts', 'medical', 'cleaning'])[1 + n % 4], '个', case when n % 10 = 0 then 5 else 0 end, 500,
      current_date - n % 400, now() - n * interval '1 minute', now() from first_ids f, generate_series(1, ${items}) n`)
  await client.query(`
    insert into stock_balance (id, item_id, size, warehouse_id, on_hand, reserved)
    select f.balance + n, f.item + n, '', f.places[1 + n % 3], 2 * ${rounds}, 0 from first_ids f, generate_series(1, ${items}) n`)
  await client.query(`
    insert into stock_batch (id, item_id, size, warehouse_id, batch_no, expire_date, received_on, qty)
    select f.batch + n, f.item + 1 + (n - 1) / 2, '', f.places[1 + (1 + (n - 1) / 2) % 3], 'L' || n, case when n % 8 = 0 then current_date + (n % 900) - 100 end, current_date - n % 700, ${rounds}
    from first_ids f, generate_series(1, ${items} * 2) n`)
  await client.query(`
    insert into stock_value (item_id, qty, value, last_seq) select f.item + n, 2 * ${rounds}, 2 * ${rounds}, ${rounds} from first_ids f, generate_series(1, ${items}) n`)
  await client.query(`
    insert into stock_doc (id, no, type, warehouse_id, state, doc_date, qty, value, posted_at, created_at, updated_at)
    select f.doc + n, 'LD' || n, case when n % 3 = 0 then 'otherOut' when n % 3 = 1 then 'otherIn' else 'purchaseIn' end, f.places[1 + n % 3], 'posted',
      (now() - (${docs} - n) * interval '5 minutes')::date, ${LINES}, ${LINES}, now(), now() - (${docs} - n) * interval '5 minutes', now()
    from first_ids f, generate_series(1, ${docs}) n`)
  await client.query(`
    insert into stock_doc_line (id, doc_id, place, item_id, qty, price, amount)
    select f.line + n, f.doc + 1 + (n - 1) / ${LINES}, (n - 1) % ${LINES}, f.item + 1 + (n - 1) % ${items}, 1, 1, 1 from first_ids f, generate_series(1, ${ledger}) n`)
  await client.query(`
    insert into stock_ledger (id, item_id, seq, size, warehouse_id, batch_id, doc_id, line_id, type, qty, value, balance_after, batch_after, item_qty_after, item_value_after, at, doc_date)
    select f.entry + n, f.item + 1 + (n - 1) % ${items}, 1 + (n - 1) / ${items}, '', f.places[1 + (1 + (n - 1) % ${items}) % 3], f.batch + 1 + 2 * ((n - 1) % ${items}),
      f.doc + 1 + (n - 1) / ${LINES}, f.line + n, case when (1 + (n - 1) / ${LINES}) % 3 = 0 then 'otherOut' when (1 + (n - 1) / ${LINES}) % 3 = 1 then 'otherIn' else 'purchaseIn' end,
      case when (1 + (n - 1) / ${LINES}) % 3 = 0 then -1 else 1 end, case when (1 + (n - 1) / ${LINES}) % 3 = 0 then -1 else 1 end,
      2 * ${rounds}, ${rounds}, 2 * ${rounds}, 2 * ${rounds}, now() - (${ledger} - n) * interval '15 seconds', (now() - (${ledger} - n) * interval '15 seconds')::date
    from first_ids f, generate_series(1, ${ledger}) n`)
  await client.query(`
    insert into stock_month (item_id, month, in_qty, in_value, out_qty, out_value)
    select item_id, to_char(doc_date, 'YYYY-MM'), sum(qty) filter (where qty > 0), sum(value) filter (where value > 0), -coalesce(sum(qty) filter (where qty < 0), 0), -coalesce(sum(value) filter (where value < 0), 0)
    from stock_ledger l, first_ids f where l.id > f.entry group by 1, 2`)
  await client.query(`
    update stock_value v set last_out_on = found.day from (select item_id, max(at)::date as day from stock_ledger l, first_ids f where l.id > f.entry and qty < 0 group by 1) found where found.item_id = v.item_id`)
  await client.query(`
    insert into stock_request (id, ticket_id, line_key, item_id, wanted, at)
    select 10000000 + n, 10000000 + n / 5, 'lines.' || n % 5, f.item + 1 + n % ${items}, 1, now() from first_ids f, generate_series(1, ${reservations}) n`)
  await client.query(`
    insert into stock_reservation (request_id, balance_id, qty) select 10000000 + n, f.balance + 1 + n % ${items}, 1 from first_ids f, generate_series(1, ${reservations}) n`)
  await client.query(`
    update stock_balance b set reserved = found.qty, on_hand = greatest(b.on_hand, found.qty) from (select balance_id, sum(qty) as qty from stock_reservation group by balance_id) found where found.balance_id = b.id`)
  await client.query(`
    insert into stock_issue (ticket_id, ticket_type, line_key, doc_id, ledger_id, person_id, dept_id, item_id, warehouse_id, batch_id, qty, value, at, updated_at)
    select 10000000 + n, 'officeSupplies', 'lines.0', l.doc_id, l.id, u.id, u.dept_id, l.item_id, l.warehouse_id, l.batch_id, 1, 1, l.at, now()
    from first_ids f, generate_series(1, ${reservations}) n join lateral (select * from stock_ledger l where l.id = f.entry + n) l on true
      join lateral (select id, dept_id from app_user where dept_id is not null order by id offset n % 40 limit 1) u on true`)
  await client.query(`
    insert into purchase_demand (no, source, item_id, item_name, qty, state, created_at, updated_at)
    select 'LX' || n, 'manual', f.item + n, '示例物品' || n, 5, case when n % 20 = 0 then 'open' else 'done' end, now() - n * interval '1 hour', now() from first_ids f, generate_series(1, ${items}) n`)
  await copyAssets(client, assets)
  for (const table of [
    'stock_item',
    'stock_balance',
    'stock_batch',
    'stock_doc',
    'stock_doc_line',
    'stock_ledger',
    'stock_reservation',
  ])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  await client.query(`set session_replication_role = origin`)
  await client.query('vacuum analyze')
}

/** Cards like one that is there. */
async function copyAssets(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'asset' and is_generated = 'NEVER' and column_name <> 'id' order by ordinal_position`,
  )
  const columns = rows.map(({ name }) => name)
  const changed: Readonly<Record<string, string>> = {
    asset_no: `'${LOADED}' || lpad(n::text, 8, '0')`,
    category: `(array['office', 'furniture', 'electrical'])[1 + n % 3]`,
    dept_id: '(select ids[1 + n % cardinality(ids)] from (select array_agg(id order by id) as ids from department) d)',
    sn: `''`,
    sn_key: 'null',
    state: `'idle'`,
    holder_id: 'null',
    reserved_ticket_id: 'null',
  }
  await client.query(
    `insert into asset (${columns.join(', ')}) select ${columns.map((name) => changed[name] ?? name).join(', ')}
    from (select * from asset where state = 'idle' limit 1) model, generate_series(1, ${count}) n`,
  )
}
