import { sql } from 'kysely'
import type { Services } from '#src/server/app/services.ts'
import { removeContent } from '#src/server/files/orphans.ts'
import { Storage } from '#src/server/files/storage.ts'
import { write } from '#src/server/work.ts'

/** Days the row of an export stays in its owner's list. */
const KEPT_DAYS = 30
const DAY = 86_400_000
const BATCH = 100

/** Takes the files of exports away whose 72 hours are over, and forgets exports of long ago. */
export async function expireExports(services: Services): Promise<void> {
  const storage = new Storage(services.mode.dataDir)
  for (let isMore = true; isMore; ) {
    const hashes = await write(services, async (unit) => {
      const { rows } = await sql<{ fileId: number; hash: string }>`
        select j.file_id, f.hash from export_job j join file f on f.id = j.file_id
        where j.state = 'ready' and j.expires_at <= ${unit.clock.now()} order by j.id limit ${BATCH} for update of j`.execute(
        unit.db,
      )
      const files = rows.map((row) => row.fileId)
      await sql`update export_job set state = 'expired', file_id = null where file_id = any(${files}::bigint[])`.execute(
        unit.db,
      )
      await sql`delete from file_link where file_id = any(${files}::bigint[])`.execute(unit.db)
      await sql`delete from file where id = any(${files}::bigint[])`.execute(unit.db)
      return rows.map((row) => row.hash)
    })
    for (const hash of new Set(hashes)) await removeContent(services, storage, hash)
    isMore = hashes.length === BATCH
  }
  await write(services, async (unit) => {
    const before = new Date(unit.clock.now().getTime() - KEPT_DAYS * DAY)
    await sql`delete from export_job where state in ('failed', 'expired') and created_at < ${before}`.execute(unit.db)
  })
}
