/** Where the audit logs ended, kept outside the database (SYS-134): a log that was cut off, or a database that was brought back to an older state, does not have the seals that stand here. */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#src/define/server.ts'
import { ArchiveError } from '../database/transfer/archive.ts'
import type { AuditKeys } from './keys.ts'
import { type AuditedTable, auditedLogs } from './logs.ts'
import { archivedTo, BEFORE_ALL } from './seals.ts'
import { type CountedTail, cutTails, readTail, tailSchema } from './tails.ts'
import type { Finding } from './verify.ts'

/** The newest seal of a log: its number, the last id and the count of rows under it and all before it, its code; and what was not sealed yet. */
const headSchema = z.strictObject({
  no: z.int(),
  toId: z.int(),
  total: z.int(),
  mac: z.string(),
  tail: tailSchema.exactOptional(),
})
export type Head = z.infer<typeof headSchema>
export type Heads = Readonly<Partial<Record<AuditedTable, Head>>>

const lineSchema = z.strictObject({
  at: z.iso.datetime(),
  heads: z.partialRecord(
    z.enum(auditedLogs.map(({ table }) => table) as [AuditedTable, ...AuditedTable[]]),
    headSchema,
  ),
  /** An operator says that the database was restored on purpose: seals of earlier lines may be missing. */
  restored: z.strictObject({ reason: z.string(), by: z.string() }).optional(),
  keyId: z.string(),
  mac: z.string(),
})
type HeadLine = z.infer<typeof lineSchema>

/** Lines that are compared with the database at once. */
const LINES_AT_ONCE = 500

/** Reads the rows of a query, on whatever connection. */
export type Query = (text: string) => Promise<readonly Record<string, unknown>[]>

export const HEADS_SQL = 'select distinct on (log) log, no, to_id, total, mac from audit_seal order by log, no desc'

const headsOf = (rows: readonly Record<string, unknown>[]): Heads =>
  Object.fromEntries(
    rows.map((row) => [
      String(row['log']),
      {
        no: Number(row['no']),
        toId: Number(row['toId'] ?? row['to_id']),
        total: Number(row['total']),
        mac: String(row['mac']),
      },
    ]),
  )

/** The newest seals of all logs, with the rows behind them. */
export async function readHeads(db: Executor): Promise<Heads> {
  const { rows } = await sql.raw<Record<string, unknown>>(HEADS_SQL).execute(db)
  const heads: Partial<Record<AuditedTable, Head>> = headsOf(rows)
  for (const { table } of auditedLogs) {
    const head = heads[table]
    if (head) heads[table] = { ...head, tail: await readTail(db, table, head.toId) }
  }
  return heads
}

/** The tails of heads that were kept at a moment. */
export const tailsOf = (heads: Heads, at: string): readonly CountedTail[] =>
  auditedLogs.flatMap(({ table: log }) => {
    const head = heads[log]
    return head?.tail === undefined ? [] : [{ log, at, after: head.toId, ...head.tail }]
  })

/** The newest seals as a signed line. */
export function headLine(keys: AuditKeys, at: Date, heads: Heads, restored?: HeadLine['restored']): string {
  const content = { at: at.toISOString(), heads, ...(restored && { restored }) }
  return JSON.stringify({ ...content, ...keys.sign(content) })
}

/** @throws Error when the line is none of this product, or was changed */
function parseLine(keys: AuditKeys, text: string): HeadLine {
  const line = lineSchema.parse(JSON.parse(text))
  const { keyId, mac, ...content } = line
  const check = keys.check(content, { keyId, mac })
  if (check === 'unknownKey') throw new Error(`a head was signed with the key ${keyId}, which is not here`)
  if (check === 'wrong') throw new Error('a head was changed')
  return line
}

/** The signed heads of a database, to be taken along with a copy of it. */
export async function headsForCopy(keys: AuditKeys, at: Date, query: Query): Promise<string> {
  return headLine(keys, at, headsOf(await query(HEADS_SQL)))
}

/** Compares a copy with the heads that were taken along. @throws Error when rows or seals of it are missing */
export async function assertCopied(keys: AuditKeys, text: string | undefined, query: Query): Promise<void> {
  if (text === undefined) throw new Error('the archive does not say where its audit logs end')
  const line = parseLine(keys, text)
  const found = headsOf(await query(HEADS_SQL))
  for (const { table } of auditedLogs)
    if (JSON.stringify(found[table]) !== JSON.stringify(line.heads[table]))
      throw new ArchiveError(`the archive was altered: ${table} does not end where it did when the archive was made`)
}

/** Appends to a file so that the line is on the disk afterwards; what a crash left half is ended first. */
async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const end = Buffer.alloc(1)
    if (size > 0) await handle.read(end, 0, 1, size - 1)
    const isOpen = size > 0 && end.toString() !== '\n'
    await handle.write(`${isOpen ? '\n' : ''}${line}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** One file a month and machine: nodes on several machines do not share one. */
const fileOf = (dir: string, at: Date): string =>
  join(dir, `heads-${hostname().replace(/[^\w.-]/g, '_')}-${at.toISOString().slice(0, 7)}.jsonl`)

/** Keeps a line outside the database. */
export async function keepHead(dir: string, at: Date, line: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await appendLine(fileOf(dir, at), line)
}

/** What the heads outside the database say of it. */
export interface HeadReport {
  readonly lines: number
  /** When the newest was kept; null when there is none. */
  readonly newest: string | null
  readonly findings: readonly Finding[]
  /** The newest restore that an operator gave notice of. */
  readonly restored: { readonly at: string; readonly reason: string; readonly by: string } | null
  /** Heads that are missing since. */
  readonly lost: number
}

async function* linesOf(dir: string): AsyncGenerator<{ readonly file: string; readonly text: string }> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => /^heads-.*\.jsonl$/.test(one)).sort())
    for await (const text of createInterface({ input: createReadStream(join(dir, name)) }))
      if (text !== '') yield { file: name, text }
}

type StoredHead = Head & { readonly log: AuditedTable; readonly at: string }

/** Heads that the database does not have. */
async function missing(db: Executor, stored: readonly StoredHead[]): Promise<readonly StoredHead[]> {
  const { rows } = await sql<{ place: number }>`
    select k.place from jsonb_to_recordset(${JSON.stringify(stored.map((one, place) => ({ ...one, place })))}::jsonb)
      as k (log text, no int, "toId" bigint, total bigint, mac text, place int)
    where not exists (select from audit_seal s where s.log = k.log and s.no = k.no and s.to_id = k."toId" and s.total = k.total and s.mac = k.mac)
    order by k.place`.execute(db)
  return rows.flatMap(({ place }) => stored[place] ?? [])
}

/** Compares every head that was kept with the database. */
export async function verifyHeads(db: Executor, keys: AuditKeys, dir: string): Promise<HeadReport> {
  const findings: Finding[] = []
  const archived = new Map<AuditedTable, number>()
  for (const { table } of auditedLogs) archived.set(table, await archivedTo(db, table))
  const absent = new Map<string, StoredHead>()
  let [lines, newest, restored]: [number, string | null, HeadReport['restored']] = [0, null, null]
  let waiting: StoredHead[] = []
  let tails: CountedTail[] = []
  const cut = new Map<AuditedTable, CountedTail>()
  const compare = async (): Promise<void> => {
    for (const one of await missing(db, waiting)) {
      const known = absent.get(one.log)
      if (known === undefined || one.at > known.at) absent.set(one.log, one)
      lost.push(one.at)
    }
    waiting = []
    for (const one of await cutTails(db, tails)) {
      const known = cut.get(one.log)
      if (known === undefined || one.at > known.at) cut.set(one.log, one)
    }
    tails = []
  }
  const lost: string[] = []
  for await (const { file, text } of linesOf(dir)) {
    let line: HeadLine
    try {
      line = parseLine(keys, text)
    } catch (error) {
      // A crash may leave half a line; it says nothing.
      if (error instanceof SyntaxError && !text.endsWith('}')) continue
      const detail = `${file}: ${error instanceof Error && !(error instanceof z.ZodError) ? error.message : 'a line is damaged'}`
      if (findings.length === 0) findings.push({ log: 'operation_log', id: 0, kind: 'head', detail })
      continue
    }
    lines += 1
    if (newest === null || line.at > newest) newest = line.at
    if (line.restored && (restored === null || line.at > restored.at)) restored = { at: line.at, ...line.restored }
    tails.push(...tailsOf(line.heads, line.at).filter((one) => one.toId > (archived.get(one.log) ?? BEFORE_ALL)))
    for (const { table } of auditedLogs) {
      const head = line.heads[table]
      if (head) waiting.push({ log: table, at: line.at, ...head })
    }
    if (waiting.length >= LINES_AT_ONCE) await compare()
  }
  await compare()
  const since = restored?.at ?? ''
  for (const { log, at, no, toId, total } of absent.values())
    if (at > since)
      findings.push({
        log,
        id: toId,
        kind: 'head',
        detail: `at ${at} it had ${total} rows up to ${toId} under seal ${no}, which the database does not have: its end was cut off, or an older copy was restored`,
      })
  for (const { log, at, toId, rows } of cut.values())
    if (at > since)
      findings.push({
        log,
        id: toId,
        kind: 'head',
        detail: `at ${at} it had ${rows} rows up to ${toId} that were not sealed yet, of which some are missing: its end was cut off`,
      })
  return { lines, newest, findings, restored, lost: lost.filter((at) => at <= since).length }
}
