/** Old rows of the logs go to a file before they leave the table (SYS-91); their seals stay, so that the file can be checked (SYS-94). */
import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import type { AuditKeys } from './keys.ts'
import { type AuditedLog, type AuditedRow, archivedLogs } from './logs.ts'
import { archiveFile, readArchive, settle, writeArchive } from './operations/archive.ts'
import { archivedTo, createDigest, PAGE_ROWS, type Seal, sealColumns } from './seals.ts'
import { type Finding, verifyArchivedRows } from './verify.ts'

/** Days a row stays in the table at least, whatever the configuration says. */
const MIN_DAYS = 180
const DAY = 86_400_000
/** Seals of one file. */
const SEALS_OF_A_FILE = 20

/** A row of table log_archive. */
export interface LogArchive {
  readonly log: string
  readonly fromId: number
  readonly toId: number
  readonly rows: number
  readonly fileName: string
  /** SHA-256 in hexadecimal. */
  readonly fileHash: string
}

/** The moment before which rows may go: `log.keepDays` ago, 180 days at least. */
function keptSince(services: Services): Date {
  const days = Math.max(MIN_DAYS, services.settings.number('log.keepDays'))
  return new Date(services.clock.now().getTime() - days * DAY)
}

/** The rows of a seal. @throws Error when they are not what was sealed: what was tampered with stays where it is */
async function rowsUnder(db: Executor, log: AuditedLog, seal: Seal, after: number): Promise<readonly AuditedRow[]> {
  const rows: AuditedRow[] = []
  const digest = createDigest()
  for (let from = after, isMore = true; isMore; ) {
    const page = await log.read(db, from, seal.toId, PAGE_ROWS)
    digest.add(page)
    rows.push(...page)
    from = page.at(-1)?.id ?? from
    isMore = page.length === PAGE_ROWS
  }
  if (rows.length !== seal.rows || digest.end() !== seal.digest)
    throw new Error(`the seal ${seal.no} of ${log.table} is broken; nothing is archived`)
  return rows
}

/** Rows under seals that are older than the limit as a whole, in their order. */
async function oldRows(services: Services, log: AuditedLog, before: Date): Promise<readonly AuditedRow[]> {
  const { db } = services.database
  const gone = await archivedTo(db, log.table)
  const { rows: seals } = await sql<Seal>`
    select ${sealColumns} from audit_seal s where log = ${log.table} and to_id > ${gone} and no > 1
      and not exists (select from ${sql.table(log.table)} r where r.id > ${gone} and r.id <= s.to_id and ${sql.ref(`r.${log.moment}`)} >= ${before})
    order by no limit ${SEALS_OF_A_FILE}`.execute(db)
  const old: AuditedRow[] = []
  let after = gone
  for (const seal of seals) {
    old.push(...(await rowsUnder(db, log, seal, after)))
    after = seal.toId
  }
  return old
}

async function archiveOnce(services: Services, log: AuditedLog, before: Date): Promise<boolean> {
  const { table } = log
  const rows = await oldRows(services, log, before)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return false
  const fileName = `${table}_${first.id}_${last.id}.jsonl.gz`
  const stored = rows.map((row) => row.stored)
  const fileHash = await writeArchive(services.mode.dataDir, fileName, stored)
  await write(services, async (unit) => {
    await sql`
      insert into log_archive (log, from_id, to_id, rows, file_name, file_hash, created_at)
      values (${table}, ${first.id}, ${last.id}, ${rows.length}, ${fileName}, ${fileHash}, ${unit.clock.now()})`.execute(
      unit.db,
    )
    await sql`select remove_archived(${table}, ${first.id}, ${last.id})`.execute(unit.db)
  })
  return true
}

/** Archives what is older than `log.keepDays`, 180 days at least. */
export async function archiveLogs(services: Services, signal: AbortSignal): Promise<void> {
  const before = keptSince(services)
  for (const log of archivedLogs)
    for (let isMore = true; isMore && !signal.aborted; ) isMore = await archiveOnce(services, log, before)
}

/** Archives of the operation log from before there was a key are named in a table of their own. */
const ARCHIVES = sql<LogArchive>`
  select log, from_id, to_id, rows, file_name, file_hash from log_archive
  union all select 'operation_log', from_id, to_id, rows, file_name, file_hash from operation_log_archive
  order by log, to_id`

/** Whether the file of an archive is there and the one that was written, and its rows are those that were sealed. */
export async function verifyArchive(
  db: Executor,
  keys: AuditKeys,
  log: AuditedLog,
  dataDir: string,
  archive: LogArchive,
): Promise<readonly Finding[]> {
  const { fromId, toId, fileName } = archive
  const found = (kind: Finding['kind'], detail: string): readonly Finding[] => [
    { log: log.table, id: toId, kind, detail: `${fileName} ${detail}` },
  ]
  const hash = await settle(archiveFile(dataDir, fileName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (hash === null) return found('missing', 'is not in the folder of the archives')
  if (hash !== archive.fileHash) return found('changed', 'was changed')
  const { rows } = await sql<{ toId: number }>`
    select to_id from audit_seal where log = ${log.table} and no = 1`.execute(db)
  // What was archived before there was a key is covered by its hash alone.
  if (toId <= (rows[0]?.toId ?? toId)) return []
  return verifyArchivedRows(db, keys, log, { fromId, toId }, readArchive(dataDir, fileName))
}

/** Checks every archive file. */
export async function verifyArchives(db: Executor, keys: AuditKeys, dataDir: string): Promise<readonly Finding[]> {
  const { rows } = await ARCHIVES.execute(db)
  const findings: Finding[] = []
  for (const archive of rows) {
    const log = archivedLogs.find(({ table }) => table === archive.log)
    if (log) findings.push(...(await verifyArchive(db, keys, log, dataDir, archive)))
  }
  return findings
}
