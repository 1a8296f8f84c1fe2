import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Executor } from '#src/define/server.ts'
import { modules } from '#src/modules.ts'
import { type MigrationFolder, migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { createDatabase, oneEngine } from '#tests/harness/engines.ts'

/** What came with open procedures, serial numbers, paper days, readings and the departments of workers. */
const NEW: Readonly<Record<string, readonly string[]>> = {
  asset: ['0009_open_procedures.sql', '0010_serial_numbers.sql'],
  stock: ['0005_paper_days.sql'],
  car: ['0011_readings.sql'],
  maintenance: ['0007_working_departments.sql'],
  server: ['0017_heads_read_repairs.sql'],
}

const before = (folders: readonly MigrationFolder[]): MigrationFolder[] =>
  folders.map((folder) => ({
    ...folder,
    files: Object.fromEntries(Object.entries(folder.files).filter(([file]) => !NEW[folder.name]?.includes(file))),
  }))

/** Rows as they could stand before: checks of the rows hold, what they point at is left out. */
async function fill(db: Executor): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(db)
  const asset = (id: number, sn: string, holder: number | null) => sql`
    insert into asset (id, asset_no, name, category, model, sn, source, buy_date, start_date, price, life_years, dept_id, holder_id, state, created_at, updated_at)
    values (${id}, ${`ZC2026${id}`}, '便携机', 'computer', 'B14', ${sn}, 'purchase', '2026-01-01', '2026-01-01', 6000, 6, 1, ${holder}, ${holder === null ? 'idle' : 'inUse'}, now(), now())`
  for (const row of [asset(1, 'AB-1', 5), asset(2, 'ab-1', 5), asset(3, 'C-3', null), asset(4, 'D-4', 5)])
    await row.execute(db)
  const transfer = (id: number, assetId: number, holder: number | null) => sql`
    insert into asset_transfer (id, asset_id, from_dept_id, from_holder_id, to_dept_id, reason, waits_dept_id, created_at, updated_at)
    values (${id}, ${assetId}, 1, ${holder}, 2, '调拨', 1, now(), now())`
  // Of the first the disposal was asked for as well; the third went back to the store; the fourth can go on.
  for (const row of [transfer(1, 1, 5), transfer(3, 3, 5), transfer(4, 4, 5)]) await row.execute(db)
  await sql`insert into asset_scrap (id, asset_id, dept_id, review_dept_id, condition, reason, state, requested_by, created_at, updated_at)
    values (1, 1, 1, 1, 'broken', '损坏', 'approved', 5, now(), now())`.execute(db)
  await sql`insert into car (id, plate_no, brand_model, car_type, car_use, vin, engine_no, seats, fuel_type, fuel_std, buy_date, price, register_date, mileage, license_class, parking_place, dept_id, created_at, updated_at)
    values (1, '示A0001警', '示例', 'sedan', 'other', 'LSVAA4180E2000001', 'E1234', 5, 'gasoline', 8, '2024-01-01', 100000, '2024-01-01', 99999, 'C1', '机关大院', 1, now(), now())`.execute(
    db,
  )
  await sql`insert into car_refuel (id, ticket_id, car_id, dept_id, user_id, refuel_at, fuel_type, volume, unit_price, amount, pay_mode, station, mileage, full_tank, state, receipt_hashes, created_at, updated_at)
    values (1, 7, 1, 1, 5, '2026-02-01 10:00+08', 'gasoline', 30, 8, 240, 'cash', '示例站', 99999, true, 'voided', '{}', now(), now())`.execute(
    db,
  )
  await sql`insert into department (id, key, name, created_at, updated_at) values (8, 'D08', '后勤服务科', now(), now())`.execute(
    db,
  )
  await sql`insert into app_user (id, username, name, emp_no, dept_id, password_hash, created_at, updated_at)
    values (5, 'zou34', '邹示丁', 'SJ0034', 8, 'x', now(), now())`.execute(db)
  await sql`insert into work_order (id, no, source, category, location, description, urgency, dept_id, contact_name, mobile, worker_id, state, created_at, updated_at)
    values (1, 'WX1', 'inspection', 'other', '主楼', '照明', 'normal', 1, '潘示乙', '10000000042', 5, 'assigned', now(), now()),
      (2, 'WX2', 'inspection', 'other', '主楼', '照明', 'normal', 1, '潘示乙', '10000000042', null, 'pending', now(), now())`.execute(
    db,
  )
  await sql`insert into inspect_round (id, plan_id, due_on, worker_id, items, created_at, updated_at) values (1, 1, '2026-01-05', 5, '[]', now(), now())`.execute(
    db,
  )
  await sql`insert into role (id, key, name, data_scope, built_in, created_at, updated_at) values (2, 'deptLeader', '部门领导', 1, true, now(), now())`.execute(
    db,
  )
  await sql`insert into permission (id, value, built_in) values (1, 'maintenance:Search', true), (2, 'maintenance:Retrieve', true), (3, 'maintenance:Create', true)`.execute(
    db,
  )
  await sql`insert into car_odometer (car_id, at, km, source) values (1, '2026-01-01 10:00+08', 10000, 'register'), (1, '2026-02-01 10:00+08', 99999, 'refuel')`.execute(
    db,
  )
}

it.each(oneEngine)(
  'a bureau with rows of every kind takes the changes of assets, stock, cars and repairs on %s',
  async (kind) => {
    const database = await createDatabase(kind)
    try {
      const folders = migrationFolders(modules.map(({ name }) => name))
      await migrate(database, before(folders))
      await database.db.transaction().execute(fill)

      const { db } = database
      const applied = await migrate(database, folders)
      expect(applied).toEqual(
        expect.arrayContaining(Object.entries(NEW).flatMap(([name, files]) => files.map((file) => `${name}/${file}`))),
      )
      const { rows: procedures } = await sql`select asset_id, kind from asset_procedure order by asset_id`.execute(db)
      expect(procedures).toEqual([
        { assetId: 1, kind: 'scrap' },
        { assetId: 4, kind: 'transfer' },
      ])
      const { rows: ended } =
        await sql`select asset_id from asset_log where action = 'cancelTransfer' order by asset_id`.execute(db)
      expect(ended).toEqual([{ assetId: 1 }, { assetId: 3 }])
      const { rows: serials } = await sql`select sn_key from asset order by id`.execute(db)
      expect(serials).toEqual([{ snKey: 'ab-1' }, { snKey: null }, { snKey: 'c-3' }, { snKey: 'd-4' }])
      // The reading of the voided refuel is out, and the car shows the one before.
      const { rows: cars } = await sql`select mileage from car`.execute(db)
      expect(cars).toEqual([{ mileage: 10_000 }])
      const { rows: orders } = await sql`select id, work_dept_id from work_order order by id`.execute(db)
      expect(orders).toEqual([
        { id: 1, workDeptId: 8 },
        { id: 2, workDeptId: null },
      ])
      expect((await sql`select work_dept_id from inspect_round`.execute(db)).rows).toEqual([{ workDeptId: 8 }])
      const { rows: granted } =
        await sql`select p.value from role_permission g join permission p on p.id = g.permission_id where g.role_id = 2 order by p.id`.execute(
          db,
        )
      expect(granted).toEqual([{ value: 'maintenance:Search' }, { value: 'maintenance:Retrieve' }])
    } finally {
      await database.close()
    }
  },
)
