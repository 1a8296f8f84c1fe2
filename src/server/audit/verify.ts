/** Checks the audit logs against their signatures and seals (SYS-134): page by page, outside any transaction. */
import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { AuditKeys } from './keys.ts'
import type { AuditedLog, AuditedRow, AuditedTable } from './logs.ts'
import {
  archivedTo,
  BEFORE_ALL,
  contentOf,
  createDigest,
  legacyDigest,
  PAGE_ROWS,
  type Seal,
  sealColumns,
} from './seals.ts'

/** Something that is not as it was written. */
export interface Finding {
  readonly log: AuditedTable
  /** Id of the row, or of the last row under the seal. */
  readonly id: number
  /** `key`: it was signed with a key that is not here, so nothing can be said of it. */
  readonly kind: 'changed' | 'missing' | 'added' | 'unsigned' | 'seal' | 'head' | 'key'
  /** For operators. */
  readonly detail: string
}

/** What came of the check of one log. */
export interface LogReport {
  readonly log: AuditedTable
  /** Rows that were read. */
  readonly rows: number
  readonly seals: number
  /** Rows that no seal covers yet; they are signed all the same. */
  readonly unsealed: number
  readonly findings: readonly Finding[]
}

const SEALS_AT_ONCE = 200
/** Findings of one log at most: what follows says nothing new. */
const MAX_FINDINGS = 20

/** What is wrong with a seal by itself and with its place in the chain. */
function sealFault(keys: AuditKeys, before: Seal | null, seal: Seal): Finding | null {
  const { log, no, toId: id } = seal
  const found = (kind: Finding['kind'], detail: string): Finding => ({ log, id, kind, detail })
  const wanted = (before?.no ?? 0) + 1
  if (no !== wanted) return found('seal', `seal ${wanted} is missing`)
  const check = keys.check(contentOf(seal), seal)
  if (check === 'unknownKey') return found('key', `seal ${no} was made with the key ${seal.keyId}, which is not here`)
  if (check === 'wrong') return found('seal', `seal ${no} was changed`)
  const isNext =
    before === null ? seal.prevMac === '' : seal.prevMac === before.mac && seal.unsignedTo === before.unsignedTo
  return isNext ? null : found('seal', `seal ${no} does not continue the seal before it`)
}

/** Rows whose own signatures do not hold. */
function rowFaults(keys: AuditKeys, log: AuditedLog, unsignedTo: number, rows: readonly AuditedRow[]): Finding[] {
  const { table, check } = log
  if (check === null) return []
  return rows.flatMap(({ id, name, stored }): Finding[] => {
    const found = (kind: Finding['kind'], detail: string): Finding[] => [{ log: table, id, kind, detail }]
    if (stored['keyId'] === null && id > unsignedTo) return found('unsigned', `${name} is not signed`)
    const result = check(keys, stored)
    if (result === 'unknownKey')
      return found('key', `${name} was signed with the key ${String(stored['keyId'])}, which is not here`)
    return result === 'wrong' ? found('changed', `${name} was changed`) : []
  })
}

interface Covered {
  readonly rows: number
  readonly digest: string
  readonly findings: readonly Finding[]
}

/** Reads the rows in (after, to]. */
async function readRows(
  db: Executor,
  keys: AuditKeys,
  log: AuditedLog,
  unsignedTo: number,
  after: number,
  to: number,
): Promise<Covered> {
  const digest = createDigest()
  const findings: Finding[] = []
  let [from, rows] = [after, 0]
  for (let isMore = true; isMore; ) {
    const page = await log.read(db, from, to, PAGE_ROWS)
    digest.add(page)
    findings.push(...rowFaults(keys, log, unsignedTo, page))
    rows += page.length
    from = page.at(-1)?.id ?? from
    isMore = page.length === PAGE_ROWS
  }
  return { rows, digest: digest.end(), findings }
}

/** What is wrong with the rows under a seal. */
export function coverFaults(seal: Seal, covered: Covered): readonly Finding[] {
  const { log, no, toId: id } = seal
  const isWhole = covered.rows === seal.rows && covered.digest === seal.digest
  if (isWhole || covered.findings.length > 0) return covered.findings
  const kind = covered.rows < seal.rows ? 'missing' : covered.rows > seal.rows ? 'added' : 'changed'
  const detail =
    kind === 'changed'
      ? `of the ${seal.rows} rows up to ${id} under seal ${no} at least one was changed`
      : `seal ${no} covers ${seal.rows} rows up to ${id}, and there are ${covered.rows}`
  return [{ log, id, kind, detail }]
}

/** The first seal covers what was there before it. */
async function beginningFaults(db: Executor, log: AuditedLog, first: Seal): Promise<readonly Finding[]> {
  const { table } = log
  const findings: Finding[] = []
  if ((await legacyDigest(db, table, first.toId)) !== first.digest)
    findings.push({
      log: table,
      id: first.toId,
      kind: 'changed',
      detail: 'what was sealed and archived before was changed',
    })
  const [stray] = await log.read(db, BEFORE_ALL, first.toId, 1)
  if (stray) findings.push({ log: table, id: stray.id, kind: 'added', detail: `${stray.name} was added` })
  return findings
}

/** Checks one log from its first seal to its newest row. */
export async function verifyLog(db: Executor, keys: AuditKeys, log: AuditedLog): Promise<LogReport> {
  const { table } = log
  const findings: Finding[] = []
  let gone = await archivedTo(db, table)
  let last: Seal | null = null
  let [rows, seals] = [0, 0]
  const report = (unsealed: number): LogReport => ({ log: table, rows, seals, unsealed, findings })
  const under = async (seal: Seal, after: number): Promise<readonly Finding[]> => {
    const covered = await readRows(db, keys, log, seal.unsignedTo, after, seal.toId)
    rows += covered.rows
    const faults = coverFaults(seal, covered)
    if (faults.length > 0) gone = await archivedTo(db, table)
    // It may have gone to an archive meanwhile.
    return seal.toId <= gone ? [] : faults
  }
  for (let isMore = true; isMore; ) {
    const from: number = last?.no ?? 0
    const { rows: page } = await sql<Seal>`
      select ${sealColumns} from audit_seal where log = ${table} and no > ${from} order by no limit ${SEALS_AT_ONCE}`.execute(
      db,
    )
    for (const seal of page) {
      const fault = sealFault(keys, last, seal)
      if (fault !== null) {
        findings.push(fault)
        return report(0)
      }
      if (last === null) findings.push(...(await beginningFaults(db, log, seal)))
      else if (seal.toId > gone) findings.push(...(await under(seal, last.toId)))
      if (findings.length >= MAX_FINDINGS) return report(0)
      last = seal
      seals += 1
    }
    isMore = page.length === SEALS_AT_ONCE
  }
  const rest = await readRows(
    db,
    keys,
    log,
    last?.unsignedTo ?? BEFORE_ALL,
    last?.toId ?? BEFORE_ALL,
    Number.MAX_SAFE_INTEGER,
  )
  rows += rest.rows
  findings.push(...rest.findings.slice(0, MAX_FINDINGS))
  if (last === null && rest.rows > 0)
    findings.push({ log: table, id: 0, kind: 'seal', detail: 'the log has rows and no seal at all' })
  return report(rest.rows)
}

/** Checks the rows of an archive file against the seals that cover them. */
export async function verifyArchivedRows(
  db: Executor,
  keys: AuditKeys,
  log: AuditedLog,
  range: { readonly fromId: number; readonly toId: number },
  stored: AsyncIterable<Readonly<Record<string, unknown>>>,
): Promise<readonly Finding[]> {
  const { table } = log
  const { rows: seals } = await sql<Seal>`
    select ${sealColumns} from audit_seal where log = ${table} and to_id >= ${range.fromId} and to_id <= ${range.toId} and no > 1
    order by no`.execute(db)
  const findings: Finding[] = []
  let [place, count, digest] = [0, 0, createDigest()]
  const finish = (seal: Seal): void => {
    findings.push(...coverFaults(seal, { rows: count, digest: digest.end(), findings: [] }))
    digest = createDigest()
    count = 0
    place += 1
  }
  for await (const one of stored) {
    const row = log.rowOf(one)
    for (let seal = seals[place]; seal && row.id > seal.toId; seal = seals[place]) finish(seal)
    findings.push(...rowFaults(keys, log, seals[place]?.unsignedTo ?? BEFORE_ALL, [row]))
    digest.add([row])
    count += 1
  }
  for (let seal = seals[place]; seal; seal = seals[place]) finish(seal)
  if (count > 0)
    findings.push({
      log: table,
      id: range.toId,
      kind: 'added',
      detail: `an archive holds ${count} rows that no seal covers`,
    })
  return findings
}
