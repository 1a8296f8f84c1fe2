/** Old rows of the sealed logs go to a file before they leave the table (SYS-91); their seals stay (SYS-94). */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { archiveFile, keptSince, settle, writeArchive } from './archive.ts'
import { archivedTo, type LogRow, rowsUnder, type Seal, type SealedLog, sealedLogs, sealOf } from './seals.ts'

/** Seals of one file: 50,000 rows at most. */
const MOST = 50

/** Seals whose rows are all older than the limit, in their order. @throws Error when one does not hold: what was tampered with stays where it is. */
async function oldRows(services: Services, log: SealedLog, before: Date): Promise<readonly LogRow[]> {
  const { db } = services.database
  const gone = await archivedTo(db, log)
  const { rows: seals } = await sql<Seal>`
    select to_id, rows, prev_hash, hash from log_seal s where log = ${log.table} and to_id > ${gone}
      and not exists (select from ${sql.table(log.table)} r where r.id > ${gone} and r.id <= s.to_id and ${sql.ref(`r.${log.moment}`)} >= ${before})
    order by to_id limit ${MOST}`.execute(db)
  const old: LogRow[] = []
  let after = gone
  for (const seal of seals) {
    const rows = await rowsUnder(db, log, after, seal.toId)
    if (rows.length !== seal.rows || sealOf(rows, seal.prevHash) !== seal.hash)
      throw new Error(`the seal of ${log.table} at ${seal.toId} is broken; nothing is archived`)
    old.push(...rows)
    after = seal.toId
  }
  return old
}

async function archiveOnce(services: Services, log: SealedLog, before: Date): Promise<boolean> {
  const rows = await oldRows(services, log, before)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return false
  const fileName = `${log.table}_${first.id}_${last.id}.jsonl.gz`
  const fileHash = await writeArchive(services.mode.dataDir, fileName, rows)
  await write(services, async (base) => {
    await sql`
      insert into log_archive (log, from_id, to_id, rows, file_name, file_hash, created_at)
      values (${log.table}, ${first.id}, ${last.id}, ${rows.length}, ${fileName}, ${fileHash}, ${base.clock.now()})`.execute(
      base.db,
    )
    await sql`delete from ${sql.table(log.table)} where id between ${first.id} and ${last.id}`.execute(base.db)
  })
  return true
}

/** Archives what is older than `log.keepDays`, 180 days at least. */
export async function archiveSealedLogs(services: Services, signal: AbortSignal): Promise<void> {
  const before = keptSince(services)
  for (const log of sealedLogs)
    for (let isMore = true; isMore && !signal.aborted; ) isMore = await archiveOnce(services, log, before)
}

/** Whether the file of an archive is the one that was written. */
export async function isIntactFile(
  dataDir: string,
  archive: { readonly fileName: string; readonly fileHash: string; readonly rows: number },
): Promise<boolean> {
  const path = archiveFile(dataDir, archive.fileName)
  if ((await settle(path)) !== archive.fileHash) return false
  let count = 0
  for await (const _line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) count += 1
  return count === archive.rows
}
