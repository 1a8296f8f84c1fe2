/** Demo data of counts, bookings and signed sheets (70.3): one count that was applied, one that goes on. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { nextDocumentNo } from './document-numbers.server.ts'
import { addSheet, wording } from './sheets/sheets.server.ts'

const strokes = [
  [60, 120, 90, 60, 130, 130, 170, 70],
  [200, 60, 200, 150, 260, 100, 300, 140, 360, 60],
]

async function personId(unit: UnitOfWork, username: string): Promise<{ readonly id: number; readonly deptId: number }> {
  const { rows } = await sql<{ id: number; deptId: number }>`
    select id, dept_id from shared_app_user where username = ${username}`.execute(unit.db)
  if (!rows[0]) throw new Error(`no person ${username}`)
  return rows[0]
}

interface SeedCount {
  readonly name: string
  readonly state: 'applied' | 'counting'
  readonly from: string
  readonly to: string
  readonly deptId: number
  readonly counter: number
  /** Of so many lines in a row the last is not found. */
  readonly missingEach: number
}

async function seedCount(unit: UnitOfWork, count: SeedCount): Promise<number> {
  const now = unit.clock.now()
  const at = `${count.from} 10:00:00+08`
  const { rows } = await sql<{ id: number }>`
    insert into asset_count (no, name, dept_ids, start_on, due_on, counter_ids, state, started_at, created_at, updated_at)
    values (${await nextDocumentNo(unit, 'PD')}, ${count.name}, array[${count.deptId}]::bigint[], ${count.from}::date, ${count.to}::date, array[${count.counter}]::bigint[], ${count.state},
      ${at}::timestamptz, ${at}::timestamptz, ${now}::timestamptz) returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into asset_count_line (count_id, asset_id, label, is_expected, book_room_id, found_room_id, found_at, found_by, method, created_at)
    select ${id}::bigint, a.id, a.asset_no, true, a.room_id, case when a.is_found then a.room_id end, case when a.is_found then ${at}::timestamptz + a.place * interval '40 seconds' end,
      case when a.is_found then ${count.counter}::bigint end, case when a.is_found then 'scan' end, ${at}::timestamptz
    from (select id, asset_no, room_id, row_number() over (order by asset_no) as place, row_number() over (order by asset_no) % ${count.missingEach}::int <> 0 as is_found
      from asset where dept_id = ${count.deptId} and state in ('idle', 'inUse', 'repairing', 'pendingScrap')) a order by a.place`.execute(
    unit.db,
  )
  await sql`
    insert into asset_count_line (count_id, label, is_expected, found_room_id, found_at, found_by, method, note, created_at)
    select ${id}::bigint, 'LABEL-2015-031', false, (select min(book_room_id) from asset_count_line where count_id = ${id}), ${at}::timestamptz + interval '2 hours', ${count.counter}::bigint,
      'scan', null, ${at}::timestamptz`.execute(unit.db)
  await sql`
    insert into asset_count_scan (count_id, client_id, code, room_id, asset_id, result, method, by_user, at, received_at)
    select count_id, md5(count_id || ' ' || label)::uuid, label, found_room_id, asset_id, result, method, found_by, found_at, found_at
    from asset_count_line where count_id = ${id} and found_at is not null order by found_at`.execute(unit.db)
  return id
}

/** What the register of counts, the calendar of pool equipment and the sheets show on the first day. */
export async function seedDesk(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const now = unit.clock.now()
  const [ren, ge, shi, lyu] = await Promise.all(['ren56', 'ge43', 'shi22', 'lyu21'].map((name) => personId(unit, name)))
  if (!(ren && ge && shi && lyu)) throw new Error('people of the demo are missing')
  const word = (key: string): string => wording(unit, `assetDemo.${key}`)

  const applied = await seedCount(unit, {
    name: word('yearly'),
    state: 'applied',
    from: addDays(today, -60),
    to: addDays(today, -50),
    deptId: ge.deptId,
    counter: ge.id,
    missingEach: 1000,
  })
  const { rows: found } = await sql<{ assetId: number }>`
    select asset_id from asset_count_line where count_id = ${applied} and found_at is not null and asset_id is not null order by asset_id`.execute(
    unit.db,
  )
  const sheet = await addSheet(unit, {
    kind: 'count',
    bodyOf: (no) => [wording(unit, 'assetSheets.countHead', no), wording(unit, 'assetSheets.countTerms')].join('\n'),
    strokes,
    signerId: ge.id,
    deptId: ge.deptId,
    witnessId: shi.id,
    assetIds: found.map(({ assetId }) => assetId),
    at: new Date(`${addDays(today, -59)}T10:00:00+08:00`),
  })
  await sql`
    update asset_count set sheet_id = ${sheet.sheetId}, submitted_at = started_at + interval '1 day', approver_id = ${lyu.id}, applied_at = started_at + interval '2 days' where id = ${applied}`.execute(
    unit.db,
  )
  await seedCount(unit, {
    name: word('running'),
    state: 'counting',
    from: addDays(today, -2),
    to: addDays(today, 12),
    deptId: ren.deptId,
    counter: ren.id,
    missingEach: 3,
  })

  await sql`
    update asset set is_pool = true where id in (select id from asset where state = 'idle' and category = 'police' and inspect_months is null order by id limit 4)`.execute(
    unit.db,
  )
  const { rows: pool } = await sql<{ id: number }>`select id from asset where is_pool order by id`.execute(unit.db)
  const bookings = [
    { asset: 0, person: ren, day: 1, from: '09:00', to: '12:00', key: 'scene' },
    { asset: 0, person: ge, day: 1, from: '14:00', to: '18:00', key: 'training' },
    { asset: 1, person: ge, day: 3, from: '08:30', to: '17:30', key: 'duty' },
    { asset: 2, person: ren, day: 6, from: '09:00', to: '17:00', key: 'scene' },
  ] as const
  for (const { asset, person, day, from, to, key } of bookings) {
    const assetId = pool[asset]?.id
    if (assetId === undefined) continue
    const on = addDays(today, day)
    await sql`
      insert into asset_booking (no, asset_id, user_id, dept_id, starts_at, ends_at, purpose, created_at, created_by, updated_at)
      values (${await nextDocumentNo(unit, 'YY')}, ${assetId}, ${person.id}, ${person.deptId}, ${`${on} ${from}:00+08`}::timestamptz, ${`${on} ${to}:00+08`}::timestamptz, ${word(key)},
        ${now}::timestamptz, ${person.id}, ${now}::timestamptz)`.execute(unit.db)
  }
}

/** One transfer that waits for the receiving leader, and the yearly inspections of police gear. */
export async function seedMoves(unit: UnitOfWork): Promise<void> {
  const [today, now] = [unit.clock.today(), unit.clock.now()]
  const [shi, pan, ren, feng] = await Promise.all(
    ['shi22', 'pan42', 'ren56', 'feng53'].map((name) => personId(unit, name)),
  )
  if (!(shi && pan && ren && feng)) throw new Error('people of the demo are missing')
  const requestedAt = `${addDays(today, -3)} 09:20:00+08`
  await sql`
    insert into asset_transfer (asset_id, from_dept_id, from_holder_id, to_dept_id, to_holder_id, reason, state, waits_dept_id, released_by, released_at, created_at, created_by, updated_at)
    select id, dept_id, holder_id, ${pan.deptId}, ${pan.id}, ${wording(unit, 'assetDemo.transfer')}, 'released', ${pan.deptId}, ${feng.id}, ${requestedAt}::timestamptz + interval '1 day',
      ${requestedAt}::timestamptz, ${shi.id}, ${now}::timestamptz
    from asset where state = 'inUse' and holder_id = ${ren.id} and category = 'computer' and reserved_ticket_id is null order by id limit 1`.execute(
    unit.db,
  )
  await sql`
    insert into asset_inspection (asset_id, inspected_on, result, note, next_due, by_user, at)
    select id, inspected_on, 'passed', ${wording(unit, 'assetDemo.inspection')}, inspect_due, ${shi.id}, (inspected_on + time '10:00') at time zone 'Asia/Shanghai'
    from asset where inspect_months is not null and inspected_on is not null and state <> 'draft' order by id`.execute(
    unit.db,
  )
}
