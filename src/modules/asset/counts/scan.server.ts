/** Scans of a count as they arrive: each once, whatever the network did to it; every asset has one result. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { notFound, permissionDenied } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ScanAnswer, ScanEntry, ScanResult } from './count.types.ts'
import { codeOf, isEnding, placeResult } from './label.ts'

export interface CountRow {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly state: string
  readonly dueOn: string
  readonly counterIds: readonly number[]
  /** The signed result, after which nothing is added to it. */
  readonly sheetId: number | null
}

/** The plan, locked: scans of several counters are taken one after the other. */
export async function lockCount(unit: UnitOfWork, id: number): Promise<CountRow> {
  const { rows } = await sql<CountRow>`
    select id, no, name, state, due_on, counter_ids, sheet_id from asset_count where id = ${id} and deleted_at is null for update`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

interface Subject {
  readonly id: number
  readonly assetNo: string
  readonly name: string
  /** Where the books had it when it was scanned. */
  readonly bookRoomId: number | null
  readonly bookRoom: string | null
}
interface Line {
  readonly id: number
  readonly isExpected: boolean
  readonly foundAt: Date | null
  readonly foundBy: string | null
}

/** The room that the books had at a moment: what the first change after it says it was before, else what it is now (E5). */
const roomAt = (at: string) => sql`coalesce((
  select l.before -> 'roomId' from asset_log l where l.asset_id = a.id and l.at > ${at}::timestamptz order by l.at, l.id limit 1), to_jsonb(a.room_id))`

async function subjectOf(unit: UnitOfWork, countId: number, code: string, at: string): Promise<Subject | null> {
  const ending = isEnding(code)
    ? sql`or (a.asset_no like ${`%${code}`} and a.id = any(select l.asset_id from asset_count_line l where l.count_id = ${countId} and l.label like ${`%${code}`}))`
    : sql``
  const { rows } = await sql<Subject>`
    select f.*, r.name as book_room from (
      select a.id, a.asset_no, a.name, nullif(${roomAt(at)} #>> '{}', '')::bigint as book_room_id, (upper(a.asset_no) = ${code}) as is_number
      from asset a where a.deleted_at is null and a.state <> 'draft' and (a.asset_no = ${code} or upper(a.sn) = ${code} ${ending})) f
    left join asset_room r on r.id = f.book_room_id order by f.is_number desc, f.id limit 2`.execute(unit.db)
  // The end of two numbers, or a serial number that two things share, names neither.
  return rows.length === 1 || rows[0]?.assetNo === code ? (rows[0] ?? null) : null
}

async function lineFor(unit: UnitOfWork, countId: number, assetId: number | null, label: string): Promise<Line | null> {
  const { rows } = await sql<Line>`
    select l.id, l.is_expected, l.found_at, u.name as found_by from asset_count_line l left join shared_app_user u on u.id = l.found_by
    where l.count_id = ${countId} and ${assetId === null ? sql`l.asset_id is null and l.label = ${label}` : sql`l.asset_id = ${assetId}`}`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

/** What a person adds to a scan. */
const noted = ({ condition, note, photos }: ScanEntry) => ({
  condition: condition ?? null,
  note: note?.trim() ? note.trim() : null,
  photos: photos === undefined || photos.length === 0 ? null : [...photos],
})

async function keepScan(
  unit: UnitOfWork,
  access: Access,
  countId: number,
  entry: ScanEntry,
  assetId: number | null,
  result: ScanResult,
): Promise<void> {
  const { condition, note, photos } = noted(entry)
  const { rows } = await sql<{ id: number }>`
    insert into asset_count_scan (count_id, client_id, code, room_id, asset_id, result, method, condition, note, photos, by_user, at, received_at)
    values (${countId}, ${entry.clientId}::uuid, ${codeOf(entry.code)}, ${entry.roomId}::bigint, ${assetId}::bigint, ${result}, ${entry.method}, ${condition}::text,
      ${note}::text, ${photos}::bigint[], ${access.userId}, ${entry.at}::timestamptz, ${unit.clock.now()}::timestamptz) returning id`.execute(
    unit.db,
  )
  if (photos !== null) await unit.service(fileLinks).link(access, 'assetCountScan', rows[0]?.id ?? 0, photos)
}

/** Writes the result of a line that had none. */
async function found(
  unit: UnitOfWork,
  access: Access,
  countId: number,
  line: Line | null,
  subject: Subject | null,
  entry: ScanEntry,
): Promise<void> {
  const { condition, note, photos } = noted(entry)
  const label = subject?.assetNo ?? codeOf(entry.code)
  if (line === null)
    await sql`
      insert into asset_count_line (count_id, asset_id, label, is_expected, book_room_id, found_room_id, found_at, found_by, method, condition, note, photos, created_at)
      values (${countId}, ${subject?.id ?? null}::bigint, ${label}, false, ${subject?.bookRoomId ?? null}::bigint, ${entry.roomId}::bigint, ${entry.at}::timestamptz,
        ${access.userId}, ${entry.method}, ${condition}::text, ${note}::text, ${photos}::bigint[], ${unit.clock.now()}::timestamptz)`.execute(
      unit.db,
    )
  else
    await sql`
      update asset_count_line set book_room_id = ${subject?.bookRoomId ?? null}::bigint, found_room_id = ${entry.roomId}::bigint, found_at = ${entry.at}::timestamptz,
        found_by = ${access.userId}, method = ${entry.method}, condition = ${condition}::text, note = ${note}::text, photos = ${photos}::bigint[]
      where id = ${line.id}`.execute(unit.db)
  // What belongs to a main asset is counted with it.
  if (subject !== null)
    await sql`
      update asset_count_line l set book_room_id = a.room_id, found_room_id = ${entry.roomId}::bigint, found_at = ${entry.at}::timestamptz, found_by = ${access.userId}, method = 'parent'
      from asset a where a.id = l.asset_id and a.parent_id = ${subject.id} and l.count_id = ${countId} and l.found_at is null`.execute(
      unit.db,
    )
}

/** A later scan of the same thing changes no result, but what was noted with it is kept. */
async function addNotes(unit: UnitOfWork, line: Line, entry: ScanEntry): Promise<void> {
  const { condition, note, photos } = noted(entry)
  if (condition === null && note === null && photos === null) return
  await sql`
    update asset_count_line set condition = coalesce(${condition}::text, condition), note = coalesce(${note}::text, note), photos = coalesce(${photos}::bigint[], photos)
    where id = ${line.id}`.execute(unit.db)
}

async function take(unit: UnitOfWork, access: Access, count: CountRow, entry: ScanEntry): Promise<ScanAnswer> {
  const code = codeOf(entry.code)
  const subject = await subjectOf(unit, count.id, code, entry.at)
  const line = await lineFor(unit, count.id, subject?.id ?? null, code)
  const answer = (result: ScanResult): ScanAnswer => ({
    clientId: entry.clientId,
    result,
    label: subject?.assetNo ?? code,
    name: subject?.name ?? '',
    bookRoom: result === 'elsewhere' ? (subject?.bookRoom ?? null) : null,
    before: result === 'already' ? (line?.foundBy ?? null) : null,
  })
  const isOpen = count.state === 'counting' || (count.state === 'review' && count.sheetId === null)
  let result: ScanResult
  if (!isOpen) result = 'late'
  else if (line !== null && line.foundAt !== null) {
    result = 'already'
    await addNotes(unit, line, entry)
  } else {
    await found(unit, access, count.id, line, subject, entry)
    result = subject === null ? 'unknown' : placeResult(line?.isExpected === true, subject.bookRoomId, entry.roomId)
  }
  await keepScan(unit, access, count.id, entry, subject?.id ?? null, result)
  return answer(result)
}

/** What the browser hears when it sends a scan again whose answer it never got. */
async function answered(
  unit: UnitOfWork,
  countId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ScanAnswer>> {
  const { rows } = await sql<ScanAnswer>`
    select s.client_id::text as client_id, s.result, coalesce(a.asset_no, s.code) as label, coalesce(a.name, '') as name,
      case when s.result = 'elsewhere' then r.name end as book_room, case when s.result = 'already' then u.name end as before
    from asset_count_scan s left join asset a on a.id = s.asset_id
      left join asset_count_line l on l.count_id = s.count_id and l.asset_id = s.asset_id left join asset_room r on r.id = l.book_room_id left join shared_app_user u on u.id = l.found_by
    where s.count_id = ${countId} and s.client_id = any(${[...ids]}::uuid[])`.execute(unit.db)
  return new Map(rows.map((row) => [row.clientId, row]))
}

/** Takes scans in the order of their times. Those that arrived before are answered as they were. */
export async function takeScans(
  unit: UnitOfWork,
  access: Access,
  countId: number,
  entries: readonly ScanEntry[],
): Promise<readonly ScanAnswer[]> {
  const count = await lockCount(unit, countId)
  if (!count.counterIds.includes(access.userId)) throw permissionDenied()
  const known = await answered(
    unit,
    countId,
    entries.map(({ clientId }) => clientId),
  )
  const answers = new Map(known)
  const now = unit.clock.now()
  for (const entry of [...entries].sort((one, other) => one.at.localeCompare(other.at)))
    if (!answers.has(entry.clientId))
      // A device whose clock is ahead does not write into the future.
      answers.set(
        entry.clientId,
        await take(unit, access, count, new Date(entry.at) > now ? { ...entry, at: now.toISOString() } : entry),
      )
  if (answers.size > known.size) {
    await sql`update asset_count set started_at = coalesce(started_at, ${now}::timestamptz) where id = ${countId}`.execute(
      unit.db,
    )
    unit.changed('assetCount', countId)
    unit.changed('assetCountScan', null)
  }
  return entries.flatMap(({ clientId }) => answers.get(clientId) ?? [])
}
