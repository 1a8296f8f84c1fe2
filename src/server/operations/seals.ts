/** Seals over the login and frontend log: each covers a run of rows and the seal before, so that no row changes or goes unseen (SYS-94). */
import { sql } from 'kysely'
import type { Base, Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/services.ts'
import { hashOf } from '#src/server/tickets/canonical.ts'
import { write } from '#src/server/work.ts'

/** A log whose rows are sealed. */
export interface SealedLog {
  readonly table: 'login_log' | 'frontend_log'
  /** The moment that decides whether a row can still change. */
  readonly moment: 'at' | 'first_at'
  /** Milliseconds after which it cannot. */
  readonly restless: number
}

const HOUR = 3_600_000

export const sealedLogs: readonly SealedLog[] = [
  { table: 'login_log', moment: 'at', restless: 0 },
  // The same fault is counted in one row for 24 hours.
  { table: 'frontend_log', moment: 'first_at', restless: 25 * HOUR },
]

/** A row of table log_seal. */
export interface Seal {
  readonly toId: number
  readonly rows: number
  readonly prevHash: string
  readonly hash: string
}

/** A stored row with everything in it. */
export type LogRow = { readonly id: number } & Readonly<Record<string, unknown>>

/** Before any id there can be, also one that was put in by hand. */
const NOTHING = Number.MIN_SAFE_INTEGER

/** Rows under one seal. */
const MOST = 1_000

/** What a seal is over its rows. */
export const sealOf = (rows: readonly unknown[], prevHash: string): string => hashOf({ prevHash, rows })

/** A row as its JSON has it: as text it is the same on every connection and in an archive. */
const stored = (log: SealedLog) => sql`select id, to_jsonb(r) as row from ${sql.table(log.table)} as r`

async function newestSeal(db: Executor, log: SealedLog): Promise<Seal> {
  const { rows } = await sql<Seal>`
    select to_id, rows, prev_hash, hash from log_seal where log = ${log.table} order by to_id desc limit 1`.execute(db)
  return rows[0] ?? { toId: NOTHING, rows: 0, prevHash: '', hash: '' }
}

/** The rows of a seal, in their order. */
export async function rowsUnder(db: Executor, log: SealedLog, after: number, to: number): Promise<readonly LogRow[]> {
  const { rows } = await sql<{ row: LogRow }>`
    ${stored(log)} where id > ${after} and id <= ${to} order by id`.execute(db)
  return rows.map(({ row }) => row)
}

/** One more seal; false when there is nothing to be sealed. */
async function sealOnce(base: Base, log: SealedLog): Promise<boolean> {
  // Whoever writes a row has this lock already, so that no lower id appears behind the seal.
  await sql`lock table ${sql.table(log.table)} in share mode`.execute(base.db)
  const last = await newestSeal(base.db, log)
  const before = new Date(base.clock.now().getTime() - log.restless)
  const { rows } = await sql<{ row: LogRow; isDone: boolean }>`
    select to_jsonb(r) as row, ${sql.ref(log.moment)} <= ${before} as is_done from ${sql.table(log.table)} as r
    where id > ${last.toId} order by id limit ${MOST}`.execute(base.db)
  const young = rows.findIndex((one) => !one.isDone)
  const done = (young < 0 ? rows : rows.slice(0, young)).map(({ row }) => row)
  const end = done.at(-1)
  if (!end) return false
  await sql`
    insert into log_seal (log, to_id, rows, prev_hash, hash, created_at)
    values (${log.table}, ${end.id}, ${done.length}, ${last.hash}, ${sealOf(done, last.hash)}, ${base.clock.now()})`.execute(
    base.db,
  )
  return done.length === MOST
}

/** Seals whatever can no longer change. */
export async function sealLogs(services: Services, signal: AbortSignal): Promise<void> {
  for (const log of sealedLogs)
    for (let isMore = true; isMore && !signal.aborted; ) isMore = await write(services, (base) => sealOnce(base, log))
}

/** Last id of the rows that were archived. */
export async function archivedTo(db: Executor, log: SealedLog): Promise<number> {
  const { rows } = await sql<{ toId: number }>`
    select to_id from log_archive where log = ${log.table} order by to_id desc limit 1`.execute(db)
  return rows[0]?.toId ?? NOTHING
}

/** The first seal that does not hold, by the last id it covers: its rows were altered, removed or joined by others, or a seal is missing; null when all hold. */
export async function brokenSeal(db: Executor, log: SealedLog): Promise<number | null> {
  const gone = await archivedTo(db, log)
  let [hash, after] = ['', NOTHING]
  for (;;) {
    const { rows } = await sql<Seal>`
      select to_id, rows, prev_hash, hash from log_seal where log = ${log.table} and to_id > ${after}
      order by to_id limit ${MOST}`.execute(db)
    for (const seal of rows) {
      if (seal.prevHash !== hash) return seal.toId
      if (seal.toId > gone) {
        const covered = await rowsUnder(db, log, after, seal.toId)
        if (covered.length !== seal.rows || sealOf(covered, hash) !== seal.hash) return seal.toId
      }
      hash = seal.hash
      after = seal.toId
    }
    if (rows.length < MOST) return null
  }
}
