/** Seals over the audit logs (SYS-134): each covers a run of rows and the seal before, under a key the database does not hold. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor, UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { hashOf } from '#src/server/tickets/log/canonical.ts'
import { write } from '#src/server/work.ts'
import type { AuditKeys } from './keys.ts'
import { type AuditedLog, type AuditedRow, type AuditedTable, auditedLogs } from './logs.ts'

/** A row of table audit_seal. */
export interface Seal {
  readonly log: AuditedTable
  readonly no: number
  readonly toId: number
  readonly rows: number
  readonly total: number
  readonly digest: string
  /** Rows up to this id were there before there was a key, and need not be signed. */
  readonly unsignedTo: number
  readonly prevMac: string
  readonly keyId: string
  readonly mac: string
}

/** Before any id there can be, also one that was put in by hand. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER
/** Rows under one seal. */
const SEAL_ROWS = 1_000
/** Rows read at once: hashing more would hold the event loop for too long. */
export const PAGE_ROWS = 200
/** Milliseconds for which writers of a log may be kept waiting; when one is stuck in a transaction the next minute tries again. */
const LOCK_TIMEOUT = 250
const LOCK_UNAVAILABLE = '55P03'

export const sealColumns = sql.raw('log, no, to_id, rows, total, digest, unsigned_to, prev_mac, key_id, mac')

/** What the code of a seal covers. */
export const contentOf = ({
  log,
  no,
  toId,
  rows,
  total,
  digest,
  unsignedTo,
  prevMac,
}: Omit<Seal, 'keyId' | 'mac'>) => ({
  log,
  no,
  toId,
  rows,
  total,
  digest,
  unsignedTo,
  prevMac,
})

/** SHA-256 over rows that come in pages. */
export interface Digest {
  add(rows: readonly AuditedRow[]): void
  end(): string
}
export function createDigest(): Digest {
  const hash = createHash('sha256')
  return {
    add: (rows) => void hash.update(rows.map(({ text }) => `${text}\n`).join('')),
    end: () => hash.digest('hex'),
  }
}

/** The newest seal of a log; null before the first. */
export async function newestSeal(db: Executor, log: AuditedTable): Promise<Seal | null> {
  const { rows } = await sql<Seal>`
    select ${sealColumns} from audit_seal where log = ${log} order by no desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Last id of the rows that were archived. */
export async function archivedTo(db: Executor, log: AuditedTable): Promise<number> {
  const { rows } = await sql<{ toId: number | null }>`
    select max(to_id) as to_id from (
      select to_id from log_archive where log = ${log}
      union all select to_id from operation_log_archive where ${log} = 'operation_log') as archived`.execute(db)
  return rows[0]?.toId ?? BEFORE_ALL
}

/** What was sealed and archived before there was a key, up to an id, as one hash. */
export async function legacyDigest(db: Executor, log: AuditedTable, to: number): Promise<string> {
  const seals = await sql`
    select to_id, rows, prev_hash, hash from log_seal where log = ${log} order by to_id`.execute(db)
  const archives = await sql`
    select from_id, to_id, rows, file_name, file_hash from log_archive where log = ${log} and to_id <= ${to} order by to_id`.execute(
    db,
  )
  const operations = await sql`
    select from_id, to_id, rows, prev_hash, last_hash, file_name, file_hash from operation_log_archive
    where ${log} = 'operation_log' order by id`.execute(db)
  return hashOf({ seals: seals.rows, archives: archives.rows, operations: operations.rows })
}

async function insertSeal(unit: UnitOfWork, keys: AuditKeys, seal: Omit<Seal, 'keyId' | 'mac'>): Promise<boolean> {
  const { keyId, mac } = keys.sign(contentOf(seal))
  const { numAffectedRows } = await sql`
    insert into audit_seal (log, no, to_id, rows, total, digest, unsigned_to, prev_mac, key_id, mac, created_at)
    values (${seal.log}, ${seal.no}, ${seal.toId}, ${seal.rows}, ${seal.total}, ${seal.digest}, ${seal.unsignedTo}, ${seal.prevMac},
      ${keyId}, ${mac}, ${unit.clock.now()}) on conflict do nothing`.execute(unit.db)
  return numAffectedRows === 1n
}

/** Last id of the rows that nobody signed, since there was no key yet. */
async function unsignedRowsTo(db: Executor, { table, check }: AuditedLog): Promise<number> {
  if (check === null) return BEFORE_ALL
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from ${sql.table(table)} where key_id is null`.execute(db)
  return rows[0]?.id ?? BEFORE_ALL
}

/** The first seal of a log: it covers what was archived before there was a key, and says which rows are from then. */
async function beginChain(unit: UnitOfWork, keys: AuditKeys, log: AuditedLog): Promise<void> {
  const toId = await archivedTo(unit.db, log.table)
  const digest = await legacyDigest(unit.db, log.table, toId)
  const unsignedTo = await unsignedRowsTo(unit.db, log)
  await insertSeal(unit, keys, { log: log.table, no: 1, toId, rows: 0, total: 0, digest, unsignedTo, prevMac: '' })
}

const isLockUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_UNAVAILABLE

/** The highest id below which no row is still to come; null when a writer is stuck. */
async function settledId(services: Services, { table }: AuditedLog): Promise<number | null> {
  try {
    return await write(services, async (unit) => {
      await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT}`).execute(unit.db)
      // Whoever writes a row shares this lock until the end of the transaction.
      await sql`select pg_advisory_xact_lock(7203914, hashtext(${table}))`.execute(unit.db)
      const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(unit.db)
      return rows[0]?.id ?? BEFORE_ALL
    })
  } catch (error) {
    if (!isLockUnavailable(error)) throw error
    services.log.warn({ log: table }, 'an audit log is not sealed now: a transaction that wrote to it does not end')
    return null
  }
}

/** Whether rows before this id may still change. */
async function changingFrom(db: Executor, log: AuditedLog, after: number, now: Date): Promise<number | null> {
  if (log.changesFor === 0) return null
  const before = new Date(now.getTime() - log.changesFor)
  const { rows } = await sql<{ id: number | null }>`
    select min(id) as id from ${sql.table(log.table)} where id > ${after} and ${sql.ref(log.moment)} > ${before}`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** One more seal over rows up to an id; null when there is nothing left to be sealed. */
async function sealOnce(services: Services, log: AuditedLog, last: Seal, to: number): Promise<Seal | null> {
  const { db } = services.database
  const changing = await changingFrom(db, log, last.toId, services.clock.now())
  const limit = changing === null ? to : Math.min(to, changing - 1)
  const digest = createDigest()
  let [after, rows] = [last.toId, 0]
  for (let isMore = true; isMore; ) {
    const page = await log.read(db, after, limit, PAGE_ROWS)
    digest.add(page)
    rows += page.length
    after = page.at(-1)?.id ?? after
    isMore = page.length === PAGE_ROWS && rows < SEAL_ROWS
  }
  if (rows === 0) return null
  const covered = { toId: after, rows, total: last.total + rows, digest: digest.end() }
  const { log: table, no, unsignedTo, mac: prevMac } = last
  const isFirst = await write(services, (unit) =>
    insertSeal(unit, services.auditKeys, { log: table, no: no + 1, ...covered, unsignedTo, prevMac }),
  )
  // Another node may have been faster; then the rest is its work.
  return isFirst ? newestSeal(db, table) : null
}

async function sealLog(services: Services, log: AuditedLog, signal: AbortSignal | undefined): Promise<void> {
  const { db } = services.database
  let last = await newestSeal(db, log.table)
  if (last === null) {
    await write(services, (unit) => beginChain(unit, services.auditKeys, log))
    last = await newestSeal(db, log.table)
  }
  const { rows } = await sql`
    select from ${sql.table(log.table)} where id > ${last?.toId ?? BEFORE_ALL} limit 1`.execute(db)
  const to = rows.length === 0 ? null : await settledId(services, log)
  if (to === null) return
  while (last !== null && signal?.aborted !== true) last = await sealOnce(services, log, last, to)
}

/** Seals whatever can no longer change. */
export async function sealLogs(services: Services, signal?: AbortSignal): Promise<void> {
  for (const log of auditedLogs) await sealLog(services, log, signal)
}
