/** Demands that people write, and months that are closed. */
import { type SqlBool, sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { type CountedItem, placesProblem } from '../contract.ts'
import { nextNumbers } from '../ledger/documents.server.ts'
import { refuseUnsoundMonth } from '../ledger/paperDays.server.ts'
import { lockPeriods } from '../ledger/periods.server.ts'

export const demandRecord: RecordServer = {
  // Those who buy choose what they buy for.
  pickable: (access) => sql<SqlBool>`r.deleted_at is null and ${access.may('purchase:Create')}`,
  computed: { qtyPlaces: '(select i.qty_places from stock_item i where i.id = r.item_id)' },
  async beforeCreate(values, unit, access) {
    const { rows } = await sql<CountedItem & { spec: string; unit: string }>`
      select name, spec, unit, qty_places::int as qty_places from stock_item where id = ${Number(values.itemId ?? 0)}`.execute(
      unit.db,
    )
    // What is no item of the stock is counted in pieces.
    const counted = rows[0] ?? { name: String(values.itemName), qtyPlaces: 0 }
    const problem = placesProblem(counted, Number(values.qty))
    if (problem) throw new ValidationError({ qty: [problem] })
    const [no = ''] = await nextNumbers(unit, 'XQ')
    return {
      ...values,
      ...(rows[0] && { itemName: rows[0].name, spec: rows[0].spec, unit: rows[0].unit }),
      size: values.size ?? '',
      spec: rows[0]?.spec ?? values.spec ?? '',
      unit: rows[0]?.unit ?? values.unit ?? '',
      no,
      source: 'manual',
      state: 'open',
      deptId: access.departmentId,
    }
  },
  actions: {
    async cancel(row, values, unit) {
      await sql`update purchase_demand set state = 'cancelled', reason = ${String(values.reason)}, updated_at = ${unit.clock.now()}, version = version + 1
        where id = ${row.id} and state = 'open'`.execute(unit.db)
    },
  },
}

const sumOf = (column: string): string =>
  `(select coalesce(sum(l.${column}), 0) from stock_period_line l where l.period_id = r.id)`

/** Months are closed in their order, from the first with a movement, and never the current one. */
async function checkMonth(unit: UnitOfWork, month: string): Promise<void> {
  if (month >= unit.clock.today().slice(0, 7)) throw new ValidationError({ month: [{ key: 'stock.monthOpen' }] })
  const { rows } = await sql<{ due: string | null }>`
    select coalesce(to_char((select max((month || '-01')::date) from stock_period where deleted_at is null) + interval '1 month', 'YYYY-MM'),
      (select to_char(min(doc_date), 'YYYY-MM') from stock_ledger)) as due`.execute(unit.db)
  const due = rows[0]?.due ?? null
  if (due !== null && month !== due) throw new ValidationError({ month: [{ key: 'stock.monthNext', params: [due] }] })
  const { rows: open } = await sql<{ no: string }>`
    select no from stock_doc where state in ('submitted', 'approved') and to_char(doc_date, 'YYYY-MM') <= ${month} and deleted_at is null order by no limit 1`.execute(
    unit.db,
  )
  if (open[0]) throw new RuleError('stock.monthHasOpen', open[0].no).at('month')
}

/** The cost report of a month, frozen: transfers move value nowhere. */
export async function closeMonth(unit: UnitOfWork, id: number, month: string): Promise<void> {
  await refuseUnsoundMonth(unit, month)
  await sql`update stock_period set closed_at = ${unit.clock.now()} where id = ${id}`.execute(unit.db)
  await sql`insert into stock_period_line (period_id, item_id, opening_qty, opening_value, in_qty, in_value, out_qty, out_value, closing_qty, closing_value)
    select ${id}::bigint, item_id,
      coalesce(sum(in_qty - out_qty) filter (where month < ${month}), 0), coalesce(sum(in_value - out_value) filter (where month < ${month}), 0),
      coalesce(sum(in_qty) filter (where month = ${month}), 0), coalesce(sum(in_value) filter (where month = ${month}), 0),
      coalesce(sum(out_qty) filter (where month = ${month}), 0), coalesce(sum(out_value) filter (where month = ${month}), 0),
      sum(in_qty - out_qty), sum(in_value - out_value)
    from stock_month where month <= ${month} group by item_id`.execute(unit.db)
}

export const periodRecord: RecordServer = {
  computed: {
    items: '(select count(*) from stock_period_line l where l.period_id = r.id)',
    openingValue: sumOf('opening_value'),
    inValue: sumOf('in_value'),
    outValue: sumOf('out_value'),
    closingValue: sumOf('closing_value'),
  },
  async beforeCreate(values, unit, access) {
    await lockPeriods(unit, 'close')
    await checkMonth(unit, String(values.month))
    return { ...values, closedBy: access.userId }
  },
  async afterWrite(row, unit) {
    await closeMonth(unit, row.id, (row as unknown as { month: string }).month)
  },
}
