/** The duties as the page of the system administrator shows them: when they ran, how it went, and a run out of turn. */
import { sql } from 'kysely'
import type { DutyRow } from '#src/define/answers/files.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { namedIn } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Duty } from './duties.ts'

/** Runs of one duty that are kept. */
const MAX_RUNS = 50

/** One run that is over. */
export interface FinishedRun {
  readonly name: string
  readonly startedAt: Date
  readonly attempt: number
  readonly error: string | null
  readonly requestedBy: number | null
}

/** Keeps a run, and forgets all but the latest of its duty. */
export async function keepRun(unit: Pick<UnitOfWork, 'db' | 'clock'>, run: FinishedRun): Promise<void> {
  await sql`
    insert into job_run (name, started_at, finished_at, attempt, error, requested_by)
    values (${run.name}, ${run.startedAt}, ${unit.clock.now()}, ${run.attempt}, ${run.error}, ${run.requestedBy})`.execute(
    unit.db,
  )
  await sql`
    delete from job_run where name = ${run.name}
      and id <= (select id from job_run where name = ${run.name} order by id desc offset ${MAX_RUNS} limit 1)`.execute(
    unit.db,
  )
}

interface JobRow {
  readonly name: string
  readonly dueAt: Date
  readonly leaseUntil: Date | null
  readonly attempts: number
  readonly lastStartedAt: Date | null
  readonly lastFinishedAt: Date | null
  readonly lastError: string | null
  readonly requestedBy: number | null
  readonly seconds: number | null
}

const moment = (at: Date | null): string | null => (at === null ? null : momentText(at))

const isRunning = ({ leaseUntil }: Pick<JobRow, 'leaseUntil'>, now: Date): boolean =>
  leaseUntil !== null && leaseUntil > now

/** Every duty of this server, in the order of its program. */
export async function listJobs(unit: UnitOfWork, duties: readonly Duty[]): Promise<readonly DutyRow[]> {
  const now = unit.clock.now()
  const { rows } = await sql<JobRow>`
    select j.name, j.due_at, j.lease_until, j.attempts, j.last_started_at, j.last_finished_at, j.last_error, j.requested_by,
      (select extract(epoch from r.finished_at - r.started_at)::float8 from job_run r where r.name = j.name order by r.id desc limit 1) as seconds
    from job j where j.name = any(${duties.map((duty) => duty.name)}::text[])`.execute(unit.db)
  const known = new Map(rows.map((row) => [row.name, row]))
  return duties.flatMap(({ name, every }) => {
    const row = known.get(name)
    if (!row) return []
    return {
      name,
      every,
      state: isRunning(row, now)
        ? 'running'
        : row.lastError !== null
          ? 'failed'
          : row.lastFinishedAt === null
            ? 'never'
            : 'done',
      isRequested: row.requestedBy !== null && !isRunning(row, now),
      dueAt: moment(row.dueAt),
      startedAt: moment(row.lastStartedAt),
      finishedAt: moment(row.lastFinishedAt),
      seconds: row.seconds,
      attempts: row.attempts,
      error: row.lastError,
    }
  })
}

/** The latest runs of a duty, newest first. */
export async function jobHistory(unit: UnitOfWork, name: string, language: Language) {
  const person = namedIn(language, 'u')
  const { rows } = await sql<
    Omit<FinishedRun, 'name'> & { id: number; finishedAt: Date; requestedByName: string | null }
  >`
    select r.id, r.started_at, r.finished_at, r.attempt, r.error, r.requested_by, ${person} as requested_by_name
    from job_run r left join app_user u on u.id = r.requested_by where r.name = ${name} order by r.id desc limit ${MAX_RUNS}`.execute(
    unit.db,
  )
  return rows.map(({ startedAt, finishedAt, ...row }) => ({
    ...row,
    startedAt: momentText(startedAt),
    finishedAt: momentText(finishedAt),
    seconds: (finishedAt.getTime() - startedAt.getTime()) / 1000,
  }))
}

/** Makes a duty due at once. @throws Refusal 4004 for a name that is none, RuleError job.running while it runs. */
export async function requestRun(
  unit: UnitOfWork,
  duties: readonly Duty[],
  name: string,
  userId: number,
): Promise<void> {
  if (!duties.some((duty) => duty.name === name)) throw notFound()
  const now = unit.clock.now()
  const { rows } = await sql<Pick<JobRow, 'leaseUntil' | 'dueAt'>>`
    select lease_until, due_at from job where name = ${name} for update`.execute(unit.db)
  const job = rows[0]
  if (!job) throw notFound()
  if (isRunning(job, now)) throw new RuleError('job.running')
  await sql`update job set due_at = ${now}, requested_by = ${userId} where name = ${name}`.execute(unit.db)
  unit.traced({
    record: 'job',
    id: 0,
    before: { name, dueAt: momentText(job.dueAt) },
    after: { name, dueAt: momentText(now) },
  })
}
