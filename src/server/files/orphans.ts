import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { lockContent } from './files.ts'
import { Storage } from './storage.ts'

/** Days a file may belong to nothing (60.8). */
const ORPHAN_DAYS = 7
const DAY = 86_400_000

/** Files removed in one transaction. */
const BATCH = 100

interface Orphan {
  readonly id: number
  readonly name: string
  readonly hash: string
}

/** One of several transactions. */
type Writing = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>

/** Takes the rows of a batch away; the answer is their contents. */
async function removeRows(writing: Writing, before: Date): Promise<readonly string[]> {
  return writing(async (unit) => {
    const { rows } = await sql<Orphan>`
      select id, name, hash from file f where created_at < ${before} and not exists (select from file_link l where l.file_id = f.id)
      limit ${BATCH} for update of f skip locked`.execute(unit.db)
    await sql`delete from file where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(unit.db)
    for (const { id, name, hash } of rows) unit.traced({ record: 'file', id, before: { name, hash }, after: null })
    return rows.map((row) => row.hash)
  })
}

/** Keeps a content with its row by `work`; should the row not come to be, the content does not stay either, unless a file has it. */
export async function keepingContent<T>(
  services: Services,
  storage: Storage,
  hash: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The nightly removal of orphans finds what cannot be removed now.
    await removeContent(services, storage, hash).catch((later: unknown) =>
      services.log.warn({ err: later, hash }, 'a content without a file stays until tonight'),
    )
    throw error
  }
}

/** Removes a content unless a file has it, in a transaction of its own: no row may lose its content by a commit that fails. */
export async function removeContent(services: Services, storage: Storage, hash: string): Promise<void> {
  await write(services, async (unit) => {
    await lockContent(unit, hash)
    const { rows } = await sql`select from file where hash = ${hash} limit 1`.execute(unit.db)
    if (rows.length === 0) await storage.remove(hash)
  })
}

/** Removes contents that no file has: their row never came, since the server was killed, or the database full or away. */
async function removeStrays(services: Services, storage: Storage, before: Date): Promise<void> {
  for await (const hashes of storage.all()) {
    const { rows } = await sql<{ hash: string }>`
      select c.hash from unnest(${[...hashes]}::text[]) as c (hash) where not exists (select from file f where f.hash = c.hash)`.execute(
      services.database.db,
    )
    for (const { hash } of rows) if (await storage.isOlder(hash, before)) await removeContent(services, storage, hash)
  }
}

/** Removes uploads that were never attached to anything, and what killed uploads left on the disk; the answer is how many files went. */
export async function removeOrphans(
  services: Services,
  writing: Writing = (work) => write(services, work),
): Promise<number> {
  const storage = new Storage(services.mode.dataDir)
  const now = services.clock.now().getTime()
  let removed = 0
  for (let isMore = true; isMore; ) {
    const hashes = await removeRows(writing, new Date(now - ORPHAN_DAYS * DAY))
    for (const hash of new Set(hashes)) await removeContent(services, storage, hash)
    removed += hashes.length
    isMore = hashes.length === BATCH
  }
  await removeStrays(services, storage, new Date(now - DAY))
  await storage.sweep(new Date(now - DAY))
  return removed
}
