/** A bureau with stock from before quantities had fractions (0069). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '#src/modules.ts'
import type { Database } from '#src/server/database/database.ts'
import { type MigrationFolder, migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { createDatabase, oneEngine } from '#tests/harness/engines.ts'

/** Everything before the migration of fractions: the modules are migrated one after the other. */
function before(folders: readonly MigrationFolder[]): MigrationFolder[] {
  const stock = folders.findIndex(({ name }) => name === 'stock')
  return folders.slice(0, stock + 1).map(({ name, files }) => ({
    name,
    files: name === 'stock' ? Object.fromEntries(Object.entries(files).filter(([file]) => file < '0006')) : files,
  }))
}

describe.each(oneEngine)('stock from before fractions on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await createDatabase(kind)
    const folders = migrationFolders(modules.map(({ name }) => name))
    await migrate(database, before(folders))
    const stamp = '2026-03-11 08:00+08'
    await database.db.transaction().execute(async (db) => {
      // The rows name people and documents that are not here.
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`insert into stock_item (id, code, name, category, unit, max_per_request, min_stock, max_stock, created_at, updated_at)
        values (1, 'WP1', '洗手液', 'cleaning', '升', 10, 5, 20, ${stamp}, ${stamp})`.execute(db)
      await sql`insert into warehouse (id, name, keeper_ids, created_at, updated_at) values (1, '一号库', array[1]::bigint[], ${stamp}, ${stamp})`.execute(
        db,
      )
      await sql`insert into stock_value (item_id, qty, value) values (1, 7, 21.35)`.execute(db)
      await sql`insert into stock_balance (item_id, size, warehouse_id, on_hand, reserved) values (1, '', 1, 7, 2)`.execute(
        db,
      )
      await sql`insert into stock_month (item_id, month, in_qty, in_value, out_qty, out_value) values (1, '2026-02', 9, 27.45, 2, 6.10)`.execute(
        db,
      )
    })
    await migrate(database, folders)
  })
  afterAll(() => database.close())

  it('keeps quantities and values, counts its items in whole units', async () => {
    const { rows } = await sql`
      select i.qty_places, i.max_per_request::text as most, v.qty::text as qty, v.value::text as value, b.on_hand::text as on_hand, b.reserved::text as reserved,
        m.in_qty::text as in_qty, m.out_qty::text as out_qty, m.in_value::text as in_value
      from stock_item i join stock_value v on v.item_id = i.id join stock_balance b on b.item_id = i.id join stock_month m on m.item_id = i.id`.execute(
      database.db,
    )
    expect(rows).toEqual([
      {
        qtyPlaces: '0',
        most: '10.000',
        qty: '7.000',
        value: '21.35',
        onHand: '7.000',
        reserved: '2.000',
        inQty: '9.000',
        outQty: '2.000',
        inValue: '27.45',
      },
    ])
  })

  it('reads the views of the stock in whole units', async () => {
    const { rows } =
      await sql`select qty_places, on_hand::text as on_hand, reserved::text as reserved from stock_on_hand`.execute(
        database.db,
      )
    expect(rows).toEqual([{ qtyPlaces: 0, onHand: '7.000', reserved: '2.000' }])
  })
})
