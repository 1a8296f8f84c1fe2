/** The whole check of the audit logs, at night and by `npm run audit` (SYS-134). */
import type { ProblemKey } from '#src/define/names.ts'
import type { Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { verifyArchives } from './archive.ts'
import { guardians } from './guardians.ts'
import { type HeadReport, type Heads, headLine, keepHead, readHeads, tailsOf, verifyHeads } from './heads.ts'
import type { AuditKeys } from './keys.ts'
import { type AuditedTable, auditedLogs } from './logs.ts'
import { sealLogs } from './seals.ts'
import { cutTails } from './tails.ts'
import { type Finding, type LogReport, verifyLog } from './verify.ts'

export interface AuditReport {
  readonly logs: readonly LogReport[]
  /** Null where no folder for heads is set up. */
  readonly heads: HeadReport | null
  readonly findings: readonly Finding[]
}

/** Where what belongs to the logs lies outside the database. */
export interface AuditPlaces {
  readonly dataDir: string
  readonly auditDir: string | null
}

/** Checks every log, its archives, and the heads outside the database. */
export async function audit(db: Executor, keys: AuditKeys, { dataDir, auditDir }: AuditPlaces): Promise<AuditReport> {
  const logs: LogReport[] = []
  for (const log of auditedLogs) logs.push(await verifyLog(db, keys, log))
  const archives = await verifyArchives(db, keys, dataDir)
  const heads = auditDir === null ? null : await verifyHeads(db, keys, auditDir)
  const isUnknown =
    heads !== null && heads.lines === 0 && heads.findings.length === 0 && logs.some(({ seals }) => seals > 0)
  const none: Finding = { log: 'operation_log', id: 0, kind: 'head', detail: `no head is kept in ${auditDir}` }
  const findings = [...logs.flatMap((log) => log.findings), ...archives, ...(heads?.findings ?? [])]
  return { logs, heads, findings: isUnknown ? [...findings, none] : findings }
}

/** Seals what is new and keeps the heads outside the database; nothing is kept when nothing is new. */
export async function keepHeads(services: Services, auditDir: string, stored: string): Promise<string> {
  await sealLogs(services)
  const heads = await readHeads(services.database.db)
  const now = JSON.stringify(heads)
  const at = services.clock.now()
  if (now !== stored) await keepHead(auditDir, at, headLine(services.auditKeys, at, heads))
  return now
}

/** Compares the rows that are not sealed yet with those of the last look: what was cut off in between is written down outside the database at once. Answers the heads of now. */
export async function watchTails(
  { db, keys, auditDir, log }: { db: Executor; keys: AuditKeys; auditDir: string; log: Pick<Services['log'], 'error'> },
  at: Date,
  before: Heads | null,
): Promise<Heads> {
  const heads = await readHeads(db)
  const cut = before === null ? [] : await cutTails(db, tailsOf(before, at.toISOString()))
  if (before !== null && cut.length > 0) {
    await keepHead(auditDir, at, headLine(keys, at, before))
    for (const { log: table, rows, toId } of cut)
      log.error({ log: table, rows, toId }, 'rows of an audit log are missing that were not sealed yet')
  }
  return heads
}

/** Milliseconds between two heads. */
const EVERY = 60_000
/** Milliseconds between two looks at what is not sealed yet. */
const WATCH_EVERY = 5_000

/** Seals the logs and keeps their heads, at once and every minute; `close` does so for the last time. */
export async function startHeads(services: Services, auditDir: string): Promise<{ close(): Promise<void> }> {
  let stored = ''
  let running: Promise<void> = Promise.resolve()
  const keep = (): Promise<void> => {
    running = running.then(async () => {
      try {
        stored = await keepHeads(services, auditDir, stored)
      } catch (error) {
        services.log.error({ err: error }, 'the heads of the audit logs could not be kept')
      }
    })
    return running
  }
  await keep()
  let before: Heads | null = null
  const watch = (): void => {
    running = running.then(async () => {
      const { database, auditKeys: keys, log } = services
      try {
        before = await watchTails({ db: database.db, keys, auditDir, log }, services.clock.now(), before)
      } catch (error) {
        services.log.error({ err: error }, 'the ends of the audit logs could not be read')
      }
    })
  }
  const timer = setInterval(() => void keep(), EVERY).unref()
  const watching = setInterval(watch, WATCH_EVERY).unref()
  return {
    close: () => {
      clearInterval(timer)
      clearInterval(watching)
      return keep()
    },
  }
}

/** Page of a log, and the key of the message about it. */
const notices: Readonly<Record<AuditedTable, readonly [link: string, key: ProblemKey]>> = {
  operation_log: ['/system/log/operationLog', 'notice.logBroken'],
  ticket_event: ['/workflow/incident', 'notice.ticketLogBroken'],
  login_log: ['/system/log/loginLog', 'notice.loginLogBroken'],
  frontend_log: ['/system/log/frontendLog', 'notice.frontendLogBroken'],
}

/** SYS-94, SYS-134: checks everything every night and warns the guardians of each log that is not as it was written. */
export async function verifyNightly(services: Services): Promise<void> {
  await sealLogs(services)
  const { dataDir, auditDir = null } = services.mode
  const { findings } = await audit(services.database.db, services.auditKeys, { dataDir, auditDir })
  for (const finding of findings) services.log.error(finding, 'an audit log was tampered with')
  if (findings.length === 0) return
  await write(services, async (unit) => {
    const to = await guardians(unit)
    for (const { table } of auditedLogs) {
      const first = findings.find(({ log, kind }) => log === table && kind !== 'head')
      const [link, key] = notices[table]
      if (first) unit.notify({ to, contentType: 'SYSTEM', title: { key, params: [first.id] }, link })
    }
    const [link] = notices.operation_log
    if (findings.some(({ kind }) => kind === 'head'))
      unit.notify({ to, contentType: 'SYSTEM', title: { key: 'notice.logHeadLost' }, link })
  })
}
