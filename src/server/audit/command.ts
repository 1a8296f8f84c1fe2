/** `npm run audit`: says whether the audit logs are as they were written (SYS-134). */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Environment } from '#src/server/app/environment.ts'
import { connect, type Database, inTransaction } from '#src/server/database/connect.ts'
import { FolderLockedError } from '#src/server/database/lock.ts'
import { auditSecrets } from '#src/server/secret.ts'
import { type AuditReport, audit } from './audit.ts'
import { headLine, keepHead, readHeads } from './heads.ts'
import { type AuditKeys, createAuditKeys } from './keys.ts'
import type { AuditedTable } from './logs.ts'
import { appendOperations } from './operations/log.ts'
import { BEFORE_ALL } from './seals.ts'

/** Exit codes: as it was written, tampered with, could not be checked. */
export const SOUND = 0
export const TAMPERED = 1
export const UNCHECKED = 2

type Print = (line: string) => void

const names: Readonly<Record<AuditedTable, string>> = {
  operation_log: 'operation log',
  ticket_event: 'ticket log',
  login_log: 'sign-in log',
  frontend_log: 'frontend log',
}

/** Ends the check with a sentence for the operator. */
class Unchecked extends Error {}

function keysOf({ auditKey, dataDir }: Environment): AuditKeys {
  const file = join(resolve(dataDir), 'audit.key')
  if (auditKey === null && !existsSync(file))
    throw new Unchecked(`there is no key: set AUDIT_KEY to that of the server (the demo keeps its own in ${file})`)
  return createAuditKeys(auditSecrets(auditKey, resolve(dataDir)))
}

async function open({ databaseUrl, dataDir }: Environment): Promise<Database> {
  const folder = join(resolve(dataDir), 'database')
  if (databaseUrl === null && !existsSync(folder)) throw new Unchecked(`there is no database in ${folder}`)
  try {
    return await connect({ databaseUrl: databaseUrl ?? undefined, dataDir: folder })
  } catch (error) {
    if (error instanceof FolderLockedError)
      throw new Unchecked(
        `${error.message}. The embedded database serves one process: stop the server and run this again, or let the server do it itself by the job log.verify on its page /system/job`,
      )
    throw new Unchecked(`the database cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Rows that were there before there was a key, and since when they are covered. */
async function adopted(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ log: AuditedTable; toId: number; unsignedTo: number; createdAt: Date }>`
    select log, to_id, unsigned_to, created_at from audit_seal where no = 1 order by log`.execute(database.db)
  return rows
    .filter(({ toId, unsignedTo }) => Math.max(toId, unsignedTo) > BEFORE_ALL)
    .map(
      ({ log, toId, unsignedTo, createdAt }) =>
        `  The ${names[log]} had rows up to ${Math.max(toId, unsignedTo)} before there was a key: of them it is proved that nobody has changed them since ${createdAt.toISOString()}, not what happened before.`,
    )
}

function describe({ logs, heads, findings }: AuditReport, print: Print): void {
  for (const { log, rows, seals, unsealed, findings: own } of logs) {
    const state = own.length === 0 ? 'as written' : `${own.length} findings`
    print(`  ${names[log].padEnd(14)} ${rows} rows read, ${seals} seals, ${unsealed} rows not sealed yet: ${state}`)
  }
  if (heads) {
    print(`  heads kept outside the database: ${heads.lines}, the newest of ${heads.newest ?? 'never'}`)
    if (heads.restored)
      print(
        `  On ${heads.restored.at} ${heads.restored.by} gave notice of a restore ("${heads.restored.reason}"); ${heads.lost} earlier heads are missing since.`,
      )
  }
  for (const { log, detail } of findings) print(`  ! ${names[log]}: ${detail}`)
}

function verdict({ findings }: AuditReport, print: Print): number {
  if (findings.length === 0) {
    print('Verdict: SOUND. Nothing was changed, removed or added behind the back of the program.')
    return SOUND
  }
  if (findings.every(({ kind }) => kind === 'key')) {
    print('Verdict: UNKNOWN. A key is missing: AUDIT_KEY must name the old keys as well, separated by commas.')
    return UNCHECKED
  }
  print(
    `Verdict: TAMPERED. ${findings.length} findings. Keep the database and the folder of the heads as they are, and look into it.`,
  )
  return TAMPERED
}

/** Says in the heads and in the operation log that a restore was meant. */
async function noteRestore(database: Database, keys: AuditKeys, auditDir: string, reason: string): Promise<void> {
  const at = new Date()
  const by = userInfo().username
  await inTransaction(database, (db) =>
    appendOperations({ db }, keys, [
      {
        userId: null,
        module: 'audit',
        method: 'POST',
        path: '/audit/restored/',
        status: 200,
        code: 2000,
        durationMs: 0,
        ip: '127.0.0.1',
        agent: 'command line',
        requestId: randomUUID(),
        request: JSON.stringify({ reason, by }),
        diff: null,
        at,
      },
    ]),
  )
  await keepHead(auditDir, at, headLine(keys, at, await readHeads(database.db), { reason, by }))
}

/** Checks the logs and prints a verdict; `--restored REASON` gives notice of a restore first. The answer is the exit code. */
export async function runAudit(environment: Environment, given: readonly string[], print: Print): Promise<number> {
  const [option, reason = ''] = given
  if (option !== undefined && (option !== '--restored' || reason.trim() === '')) {
    print('usage: npm run audit [-- --restored "why a backup was restored"]')
    return UNCHECKED
  }
  let database: Database | undefined
  try {
    const keys = keysOf(environment)
    database = await open(environment)
    const { rows } = await sql<{ seal: string | null }>`select to_regclass('audit_seal')::text as seal`.execute(
      database.db,
    )
    if (rows[0]?.seal == null)
      throw new Unchecked('this database was not started with this release yet: start the server once')
    const [dataDir, auditDir] = [resolve(environment.dataDir), resolve(environment.auditDir)]
    if (option === '--restored') await noteRestore(database, keys, auditDir, reason.trim())
    print('Audit logs:')
    const report = await audit(database.db, keys, { dataDir, auditDir })
    describe(report, print)
    for (const line of await adopted(database)) print(line)
    return verdict(report, print)
  } catch (error) {
    if (!(error instanceof Unchecked)) throw error
    print(`Verdict: UNKNOWN. The logs could not be checked: ${error.message}`)
    return UNCHECKED
  } finally {
    await database?.close()
  }
}
