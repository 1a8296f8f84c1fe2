/** Batches on hold, their places, and recalls (90.A2). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { isKeptElsewhere } from '../stores/stores.server.ts'

interface BatchRow extends FormData {
  readonly id: number
  readonly itemId: number
  readonly size: string
  readonly warehouseId: number
  readonly batchNo: string
}
const asBatch = (row: object): BatchRow => row as BatchRow

/** Postings read holds under the lock of the balance, so holds take it as well. */
async function lockPlaces(unit: UnitOfWork, ids: readonly number[]): Promise<void> {
  await sql`select b.id from stock_balance b where (b.item_id, b.size, b.warehouse_id) in (
    select t.item_id, t.size, t.warehouse_id from stock_batch t where t.id = any(${[...ids]}::bigint[])) order by b.item_id, b.size, b.warehouse_id for update`.execute(
    unit.db,
  )
}

async function setHold(unit: UnitOfWork, ids: readonly number[], reason: string | null, byUser: number): Promise<void> {
  await lockPlaces(unit, ids)
  const at = reason === null ? null : unit.clock.now()
  await sql`update stock_batch set hold_reason = ${reason}, hold_at = ${at}, hold_by = ${reason === null ? null : byUser} where id = any(${[...ids]}::bigint[])`.execute(
    unit.db,
  )
  unit.changed('stockBatch', null)
  unit.changed('stockBalance', null)
}

/** All batches of the number, in every warehouse, and of the item. */
async function sameBatch(unit: UnitOfWork, batch: BatchRow): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stock_batch where item_id = ${batch.itemId} and batch_no = ${batch.batchNo} order by id`.execute(
    unit.db,
  )
  return rows.map(({ id }) => id)
}

/** Who still holds some of these batches. */
async function holdersOf(
  unit: UnitOfWork,
  ids: readonly number[],
): Promise<readonly { personId: number; qty: number }[]> {
  const { rows } = await sql<{ personId: number; qty: number }>`
    select person_id, sum(qty - returned_qty)::float8 as qty from stock_issue where batch_id = any(${[...ids]}::bigint[]) and returned_qty < qty
    group by person_id order by person_id`.execute(unit.db)
  return rows
}

export const batchRecord: RecordServer = {
  waiting: isKeptElsewhere,
  computed: {
    qtyPlaces: '(select i.qty_places from stock_item i where i.id = r.item_id)',
    qty: 'r.qty',
    isEmpty: 'r.qty = 0',
    value:
      '(select coalesce(round(v.value * r.qty / nullif(v.qty, 0), 2), 0)::numeric(14,2) from stock_value v where v.item_id = r.item_id)',
    bin: '(select b.code from stock_bin b where b.id = r.bin_id)',
    state: `case when r.hold_reason is not null then 'held' when r.expire_date < stock_today() then 'expired' else 'usable' end`,
  },
  actions: {
    async hold(row, values, unit, access) {
      const batch = asBatch(row)
      const ids =
        values.wholeBin === true
          ? (
              await sql<{ id: number }>`select t.id from stock_batch t join stock_batch own on own.id = ${batch.id}
                where (t.id = own.id or t.bin_id = own.bin_id) and t.hold_reason is null and (t.qty > 0 or t.id = own.id) order by t.id`.execute(
                unit.db,
              )
            ).rows.map(({ id }) => id)
          : [batch.id]
      await setHold(unit, ids, String(values.reason), access.userId)
    },
    async lift(row, _values, unit, access) {
      await setHold(unit, [asBatch(row).id], null, access.userId)
    },
    async place(row, values, unit) {
      const batch = asBatch(row)
      const { rows } = await sql<{ id: number }>`
        select id from stock_bin where warehouse_id = ${batch.warehouseId} and code = ${String(values.bin)} and deleted_at is null`.execute(
        unit.db,
      )
      if (!rows[0]) throw new RuleError('stock.binUnknown').at('bin')
      await sql`update stock_batch set bin_id = ${rows[0].id} where id = ${batch.id}`.execute(unit.db)
    },
    /** One number, every warehouse: on hold at once, and everybody who holds some is asked to bring it back. */
    async recall(row, values, unit, access) {
      const batch = asBatch(row)
      const ids = batch.batchNo === '' ? [batch.id] : await sameBatch(unit, batch)
      await setHold(unit, ids, String(values.reason), access.userId)
      const { rows } = await sql<{ name: string }>`select name from stock_item where id = ${batch.itemId}`.execute(
        unit.db,
      )
      for (const { personId, qty } of await holdersOf(unit, ids))
        unit.notify({
          to: [personId],
          contentType: 'REMIND',
          title: { key: 'stock.recalled', params: [rows[0]?.name ?? '', batch.batchNo, qty] },
        })
    },
  },
}
