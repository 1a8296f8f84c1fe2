/** Works off what was asked for, one after the other (BKP-01): progress, cancelling, and what is said when it fails. */

import { basename, join } from 'node:path'
import { sql } from 'kysely'
import type { ProblemKey } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { migrationFolders } from '#src/server/database/migrate.ts'
import { ArchiveError } from '#src/server/database/transfer/archive.ts'
import { write } from '#src/server/work.ts'
import { failureOf } from './failures.ts'
import { type BackupPlace, knownBackups } from './place.ts'
import { proveOnRecord } from './prove.ts'
import { readRecord } from './records.ts'
import { requestRun } from './runs.ts'
import { takeBackup } from './take.ts'
import { judge, wantsProof } from './verdict.ts'

/** Minutes after which a run is taken for dead. */
const LEASE_MINUTES = 5
const MINUTE_MS = 60_000
/** Milliseconds between two looks at whether the run was cancelled. */
const LOOK_MS = 1_500
const LINK = '/databackup'

interface Run {
  readonly id: number
  readonly kind: 'backup' | 'verify'
  readonly file: string | null
  readonly remark: string
  readonly requestedBy: number | null
}

/** Somebody ended the run. */
class Cancelled extends Error {}
/** The server is stopping: the run waits for the next one. */
class Interrupted extends Error {}

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MINUTES * MINUTE_MS)

/** Who gets the notice of a failure: the system administrators and the requester. */
async function concerned(unit: UnitOfWork, { requestedBy }: Pick<Run, 'requestedBy'>): Promise<readonly number[]> {
  const keepers = await unit.usersWithRole('sysAdmin')
  return [...new Set(requestedBy === null ? keepers : [...keepers, requestedBy])]
}

async function tellFailure(unit: UnitOfWork, run: Run, problem: ProblemKey): Promise<void> {
  const key = run.kind === 'backup' ? 'notice.backupFailed' : 'notice.backupVerifyFailed'
  const reason = {
    zhHans: unit.textOf('zhHans', problem) ?? problem,
    en: unit.textOf('en', problem) ?? problem,
  }
  unit.notify({ to: await concerned(unit, run), contentType: 'SYSTEM', title: { key, params: [reason] }, link: LINK })
}

/** Runs whose server went away: what they did is not known, so they failed. */
async function endDead(services: Services): Promise<void> {
  await write(services, async (unit) => {
    const now = unit.clock.now()
    const { rows } = await sql<Run>`
      update backup_run set state = 'failed', problem = 'backup.interrupted', finished_at = ${now}, lease_until = null
      where state = 'running' and lease_until <= ${now} returning id, kind, file, remark, requested_by`.execute(unit.db)
    for (const run of rows) await tellFailure(unit, run, 'backup.interrupted')
  })
}

async function claim(services: Services): Promise<Run | null> {
  return write(services, async (unit) => {
    const now = unit.clock.now()
    const { rows } = await sql<Run>`
      update backup_run set state = 'running', started_at = ${now}, lease_until = ${leaseFrom(now)}
      where id = (select id from backup_run where state = 'waiting'
        and not exists (select 1 from backup_run where state = 'running') order by id limit 1 for update skip locked)
      returning id, kind, file, remark, requested_by`.execute(unit.db)
    return rows[0] ?? null
  })
}

/** Runs `work` with a signal that a cancelled run, a lost lease or the end of the server raises. */
async function watched<T>(
  services: Services,
  { id }: Run,
  stopping: AbortSignal,
  work: (signal: AbortSignal, onProgress: (done: { rows: number; of: number }) => void) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const stop = (): void => ending.abort(new Interrupted())
  let progress = { rows: 0, of: 0 }
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const { rows } = await sql<{ isCancelled: boolean }>`
      update backup_run set rows = ${progress.rows}, total = ${progress.of}, lease_until = ${leaseFrom(services.clock.now())}
      where id = ${id} and state = 'running' returning is_cancelled`.execute(services.database.db)
    if (rows[0]?.isCancelled !== false) ending.abort(new Cancelled())
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => services.log.warn({ err: error, backupRun: id }, 'progress could not be stored'))
      .finally(() => {
        looking = null
      })
  }, LOOK_MS).unref()
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  try {
    return await work(ending.signal, (done) => {
      progress = done
    })
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error
  } finally {
    clearInterval(timer)
    stopping.removeEventListener('abort', stop)
    await looking
  }
}

async function take(services: Services, run: Run, stopping: AbortSignal): Promise<string> {
  const { backups: place, clock, settings, database, mode, auditKeys } = services
  const taken = await watched(services, run, stopping, (signal, onProgress) =>
    takeBackup({
      database,
      dataDir: mode.dataDir,
      place,
      keys: auditKeys,
      takenAt: clock.now(),
      keep: settings.number('backup.keep'),
      trigger: run.requestedBy === null ? 'schedule' : 'manual',
      remark: run.remark,
      signal,
      onProgress,
    }),
  )
  const file = basename(taken.file)
  const isDue =
    run.requestedBy === null && wantsProof(judge(await knownBackups(place.folder), clock.now()), clock.now())
  await write(services, async (unit) => {
    const problem = taken.copyProblem === null ? null : 'backup.copyFailed'
    await sql`
      update backup_run set state = ${problem === null ? 'done' : 'failed'}, problem = ${problem}, detail = ${taken.copyProblem}, file = ${file},
        rows = ${taken.rows}, total = ${taken.rows}, finished_at = ${unit.clock.now()}, lease_until = null
      where id = ${run.id}`.execute(unit.db)
    if (problem !== null) await tellFailure(unit, run, problem)
    if (isDue) await requestRun(unit, { kind: 'verify', file, remark: '', requestedBy: null })
  })
  return file
}

/** @throws ArchiveError where the record says now that the backup is broken */
async function proveApart(
  trial: NonNullable<BackupPlace['proveApart']>,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const before = (await readRecord(file)).trials.length
  try {
    await trial(file, signal)
  } catch (error) {
    const { trials } = await readRecord(file)
    const last = trials.at(-1)
    if (trials.length > before && last?.isSound === false) throw new ArchiveError(last.problem ?? '', { cause: error })
    throw error
  }
}

async function prove(services: Services, run: Run & { readonly file: string }, stopping: AbortSignal): Promise<void> {
  const { backups: place, mode, auditKeys, clock } = services
  const file = join(place.folder, run.file)
  await watched(services, run, stopping, async (signal) => {
    if (place.proveApart !== undefined) return proveApart(place.proveApart, file, signal)
    const folders = migrationFolders(services.modules.map(({ name }) => name))
    await proveOnRecord({ file, dataDir: mode.dataDir, place, keys: auditKeys, folders, now: () => clock.now() })
    signal.throwIfAborted()
  })
  await write(services, async (unit) => {
    await sql`
      update backup_run set state = 'done', finished_at = ${unit.clock.now()}, lease_until = null where id = ${run.id}`.execute(
      unit.db,
    )
  })
}

async function fail(services: Services, run: Run, error: unknown): Promise<void> {
  const wasCancelled = error instanceof Cancelled
  const isOver = !(error instanceof Interrupted)
  const problem: ProblemKey | null = wasCancelled || !isOver ? null : failureOf(run.kind, error)
  if (problem !== null) services.log.error({ err: error, backupRun: run.id }, `${run.kind} failed`)
  const state = wasCancelled ? 'cancelled' : isOver ? 'failed' : 'waiting'
  const detail = problem === null ? null : error instanceof Error ? error.message : String(error)
  await write(services, async (unit) => {
    const { numAffectedRows } = await sql`
      update backup_run set state = ${state}, problem = ${problem}, detail = ${detail}, lease_until = null,
        finished_at = ${isOver ? unit.clock.now() : null}::timestamptz
      where id = ${run.id} and state = 'running'`.execute(unit.db)
    if (numAffectedRows === 1n && problem !== null) await tellFailure(unit, run, problem)
  })
}

/** Works off the queue. */
export async function runBackups(services: Services, stopping: AbortSignal): Promise<void> {
  await endDead(services)
  while (!stopping.aborted) {
    const run = await claim(services)
    if (run === null) return
    try {
      if (run.kind === 'backup') await take(services, run, stopping)
      else if (run.file !== null) await prove(services, { ...run, file: run.file }, stopping)
    } catch (error) {
      await fail(services, run, error)
    }
  }
}
