/** Old rows of the operation log go to a file before they leave the table (SYS-91); the chain goes on over the cut (SYS-94). */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { logColumns, operationHash, type Row } from './log.ts'

/** Days a row stays in the table at least, whatever the configuration says. */
const FEWEST_DAYS = 180
const DAY = 86_400_000
/** Rows of one file. */
const MOST_ROWS = 50_000
const PAGE = 1_000

/** A row of table operation_log_archive. */
export interface LogArchive {
  readonly id: number
  readonly fromId: number
  readonly toId: number
  readonly rows: number
  readonly prevHash: string
  readonly lastHash: string
  readonly fileName: string
  /** SHA-256 in hexadecimal. */
  readonly fileHash: string
}

const columns = sql.raw('id, from_id, to_id, rows, prev_hash, last_hash, file_name, file_hash')

/** Where the table's chain begins; undefined before the first cut. */
export async function newestArchive(db: Executor): Promise<LogArchive | undefined> {
  const { rows } = await sql<LogArchive>`select ${columns} from operation_log_archive order by id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** First row of an archive that does not continue the one before it; null when they all do. */
export async function brokenArchive(db: Executor): Promise<number | null> {
  const { rows } = await sql<{ fromId: number }>`
    select from_id from (select from_id, prev_hash, lag(last_hash, 1, '') over (order by id) as expected from operation_log_archive) as cut
    where prev_hash <> expected order by from_id limit 1`.execute(db)
  return rows[0]?.fromId ?? null
}

/** The file of an archive. */
export const archiveFile = (dataDir: string, name: string): string => join(dataDir, 'archive', name)

/** Rows older than the limit in their order, from `after` on; stops at the first that is younger. */
async function* oldRows(db: Executor, after: number, before: Date): AsyncGenerator<Row> {
  let from = after
  for (let count = 0; count < MOST_ROWS; count += PAGE) {
    const { rows } = await sql<Row>`
      select ${logColumns} from operation_log where id > ${from} order by id limit ${PAGE}`.execute(db)
    for (const row of rows) {
      if (row.at >= before) return
      yield row
      from = row.id
    }
    if (rows.length < PAGE) return
  }
}

interface Written {
  readonly fromId: number
  readonly toId: number
  readonly rows: number
  readonly prevHash: string
  readonly lastHash: string
}

/** Writes old rows as lines of JSON; null when there are none. @throws Error when the chain does not hold: what was tampered with stays where it is. */
async function writeFile(services: Services, path: string, before: Date): Promise<Written | null> {
  const last = await newestArchive(services.database.db)
  const prevHash = last?.lastHash ?? ''
  let hash = prevHash
  let [fromId, toId, count] = [0, 0, 0]
  async function* lines(): AsyncGenerator<string> {
    for await (const row of oldRows(services.database.db, last?.toId ?? 0, before)) {
      if (row.prevHash !== hash || row.hash !== operationHash(row, hash))
        throw new Error(`the chain of the operation log is broken at ${row.id}; nothing is archived`)
      hash = row.hash
      fromId = fromId || row.id
      toId = row.id
      count += 1
      yield `${JSON.stringify(row)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return count === 0 ? null : { fromId, toId, rows: count, prevHash, lastHash: hash }
}

/** SHA-256 of a file, once it is safely on the disk. */
export async function settle(path: string): Promise<string> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

/** Writes rows as lines of JSON under a name nobody else uses; the answer is the SHA-256 of the file. */
export async function writeArchive(dataDir: string, name: string, rows: Iterable<unknown>): Promise<string> {
  await mkdir(archiveFile(dataDir, ''), { recursive: true })
  const draft = archiveFile(dataDir, `draft-${randomUUID()}`)
  function* lines(): Generator<string> {
    for (const row of rows) yield `${JSON.stringify(row)}\n`
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    const hash = await settle(draft)
    await rename(draft, archiveFile(dataDir, name))
    return hash
  } finally {
    await rm(draft, { force: true })
  }
}

/** The moment before which rows may go: `log.keepDays` ago, 180 days at least. */
export function keptSince(services: Services): Date {
  const days = Math.max(FEWEST_DAYS, services.settings.number('log.keepDays'))
  return new Date(services.clock.now().getTime() - days * DAY)
}

/** One file; false when nothing is old enough. */
async function archiveOnce(services: Services, before: Date): Promise<boolean> {
  const folder = archiveFile(services.mode.dataDir, '')
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `draft-${randomUUID()}`)
  try {
    const written = await writeFile(services, draft, before)
    if (!written) return false
    const { fromId, toId, rows, prevHash, lastHash } = written
    const fileHash = await settle(draft)
    const fileName = `operation_log_${fromId}_${toId}.jsonl.gz`
    await rename(draft, archiveFile(services.mode.dataDir, fileName))
    await write(services, async (base) => {
      await sql`
        insert into operation_log_archive (from_id, to_id, rows, prev_hash, last_hash, file_name, file_hash, created_at)
        values (${fromId}, ${toId}, ${rows}, ${prevHash}, ${lastHash}, ${fileName}, ${fileHash}, ${base.clock.now()})`.execute(
        base.db,
      )
      // The table gives only rows away that an archive names.
      await sql`delete from operation_log where id between ${fromId} and ${toId}`.execute(base.db)
    })
    return true
  } finally {
    await rm(draft, { force: true })
  }
}

/** Archives what is older than `log.keepDays`, 180 days at least. */
export async function archiveLog(services: Services, signal: AbortSignal): Promise<void> {
  const before = keptSince(services)
  let isMore = true
  while (isMore && !signal.aborted) isMore = await archiveOnce(services, before)
}

/** Whether an archive's file is the one that was written and its rows are the chain it says. */
export async function isIntact(dataDir: string, archive: LogArchive): Promise<boolean> {
  const path = archiveFile(dataDir, archive.fileName)
  if ((await settle(path)) !== archive.fileHash) return false
  let hash = archive.prevHash
  let count = 0
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    const stored = JSON.parse(line) as Row & { readonly at: string }
    const row: Row = { ...stored, at: new Date(stored.at) }
    if (row.prevHash !== hash || row.hash !== operationHash(row, hash)) return false
    hash = row.hash
    count += 1
  }
  return hash === archive.lastHash && count === archive.rows
}
