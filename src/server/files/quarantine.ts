/** Files that did not pass, and those still to be looked at (SYS-84). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { guardians } from '#src/server/audit/guardians.ts'
import { write } from '#src/server/work.ts'
import { type Check, check } from './scanner.ts'
import { Storage } from './storage.ts'

/** Files looked at in one run. */
const MAX_FILES_OF_RUN = 200

/** Tells those who watch over security. */
export async function tellQuarantined(
  unit: UnitOfWork,
  file: { readonly id: number; readonly name: string; readonly uploader: string },
  note: string,
): Promise<void> {
  unit.notify({
    to: await guardians(unit),
    contentType: 'SYSTEM',
    title: { key: 'notice.fileQuarantined', params: [file.uploader, file.name, note] },
  })
}

/** What is known of a content from another file that has it; null when nothing is. */
export async function knownCheck(unit: UnitOfWork, hash: string): Promise<Check | null> {
  const { rows } = await sql<{ state: Check['state']; note: string }>`
    select check_state as state, check_note as note from file where hash = ${hash} and check_state = 'quarantined' limit 1`.execute(
    unit.db,
  )
  return rows[0] ?? null
}

interface Pending {
  readonly id: number
  readonly hash: string
  readonly name: string
  readonly uploader: string
}

/** Asks the scanner again for what it could not be asked. */
export async function scanPending(services: Services, signal: AbortSignal): Promise<void> {
  const storage = new Storage(services.mode.dataDir)
  const { rows } = await sql<Pending>`
    select f.id, f.hash, f.name, u.name as uploader from file f join app_user u on u.id = f.uploader_id
    where f.check_state = 'pending' order by f.id limit ${MAX_FILES_OF_RUN}`.execute(services.database.db)
  for (const file of rows) {
    if (signal.aborted) return
    const found = await check(services, () => storage.read(file.hash))
    if (found.state === 'pending') return
    await write(services, async (unit) => {
      await sql`
        update file set check_state = ${found.state}, check_note = ${found.note}, checked_at = ${unit.clock.now()}
        where id = ${file.id} and check_state = 'pending'`.execute(unit.db)
      if (found.state === 'quarantined') await tellQuarantined(unit, file, found.note)
    })
  }
}
