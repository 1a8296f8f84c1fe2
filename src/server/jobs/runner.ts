import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { MAX_CLOCK_SKEW_MS } from '#src/server/clock.ts'
import { write } from '#src/server/work.ts'
import { type Duty, dutiesOf } from './duties.ts'
import { type FinishedRun, keepRun } from './history.ts'
import { firstDue, MAX_RETRY_MS, nextDue, retryDue } from './schedule.ts'

/** Minutes after which a duty is taken from a node that has not finished it. */
const LEASE_MINUTES = 15
const MINUTE = 60_000
/** Milliseconds between two renewals of a lease. */
const RENEW_MS = (LEASE_MINUTES * MINUTE) / 3
/** Milliseconds between two looks for due duties. */
const LOOK_EVERY = 5_000
const MAX_TEXT = 2_000

interface Claim {
  readonly name: string
  readonly attempts: number
  readonly lastStartedAt: Date
  readonly requestedBy: number | null
  readonly token: string
}

/** Makes a row for every duty that has none yet; the first of several nodes decides when it is due. */
export async function enlist(services: Services, duties: readonly Duty[]): Promise<void> {
  const rows = duties.map((duty) => ({ name: duty.name, due_at: firstDue(duty.every, services.clock) }))
  await sql`
    insert into job (name, due_at) select name, due_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, due_at timestamptz)
    on conflict do nothing`.execute(services.database.db)
}

/** Duties that are due later than any clock that is right could have said stood still until then: they are due when they should be. Leases likewise. */
async function setRight(services: Services, duties: readonly Duty[]): Promise<void> {
  const now = services.clock.now().getTime()
  const rows = duties.map(({ name, every }) => ({ name, due_at: nextDue(every, services.clock) }))
  await sql`
    update job j set due_at = least(j.due_at, r.due_at), lease_until = case when j.lease_until <= ${new Date(now + LEASE_MINUTES * MINUTE + MAX_CLOCK_SKEW_MS)} then j.lease_until end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, due_at timestamptz)
    where j.name = r.name and (j.lease_until > ${new Date(now + LEASE_MINUTES * MINUTE + MAX_CLOCK_SKEW_MS)}
      or j.due_at > greatest(r.due_at, case when j.attempts > 0 then ${new Date(now + MAX_RETRY_MS)}::timestamptz end) + ${MAX_CLOCK_SKEW_MS} * interval '1 millisecond')`.execute(
    services.database.db,
  )
}

/** Takes one due duty that nobody has; the lease frees it again should this node die. */
async function claim(services: Services, names: readonly string[]): Promise<Claim | null> {
  const now = services.clock.now()
  const token = randomUUID()
  const { rows } = await sql<Omit<Claim, 'token'>>`
    update job set lease_until = ${new Date(now.getTime() + LEASE_MINUTES * MINUTE)}, lease_token = ${token}::uuid, last_started_at = ${now}
    where name = (
      select name from job where name = any(${[...names]}::text[]) and due_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by due_at, name for update skip locked limit 1)
    returning name, attempts, last_started_at, requested_by`.execute(services.database.db)
  return rows[0] ? { ...rows[0], token } : null
}

/** @throws Error when the lease went to another node meanwhile; then this run must leave nothing behind. */
async function finish(unit: UnitOfWork, duty: Duty, claimed: Claim): Promise<void> {
  const { token } = claimed
  const { numAffectedRows } = await sql`
    update job set due_at = ${nextDue(duty.every, unit.clock)}, lease_until = null, lease_token = null, attempts = 0, last_error = null, requested_by = null, last_finished_at = ${unit.clock.now()}
    where name = ${duty.name} and lease_token = ${token}::uuid`.execute(unit.db)
  if (numAffectedRows === 0n) throw new Error(`the lease of ${duty.name} was lost`)
  await keepRun(unit, runOf(claimed, null))
}

const runOf = ({ name, attempts, lastStartedAt, requestedBy }: Claim, error: string | null): FinishedRun => ({
  name,
  startedAt: lastStartedAt,
  attempt: attempts + 1,
  error,
  requestedBy,
})

async function fail(services: Services, claimed: Claim, error: unknown): Promise<void> {
  const { name, attempts, token } = claimed
  services.log.error({ err: error, job: name }, 'job failed')
  const text = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MAX_TEXT)
  await write(services, async (unit) => {
    const { numAffectedRows } = await sql`
      update job set due_at = ${retryDue(attempts + 1, services.clock)}, lease_until = null, lease_token = null, attempts = attempts + 1, last_error = ${text},
        requested_by = null
      where name = ${name} and lease_token = ${token}::uuid`.execute(unit.db)
    if (numAffectedRows === 1n) await keepRun(unit, runOf(claimed, text))
  })
}

/** Keeps the lease of a duty that may take longer than it lasts. */
async function holding(services: Services, { name, token }: Claim, work: () => Promise<void>): Promise<void> {
  const renew = async (): Promise<void> => {
    const until = new Date(services.clock.now().getTime() + LEASE_MINUTES * MINUTE)
    await sql`update job set lease_until = ${until} where name = ${name} and lease_token = ${token}::uuid`.execute(
      services.database.db,
    )
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) => services.log.warn({ err: error, job: name }, 'the lease could not be renewed'))
  }, RENEW_MS).unref()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/** A duty of one transaction is finished in it, so it happens exactly once; the others are finished behind their last. */
async function perform(services: Services, duty: Duty, claimed: Claim, signal: AbortSignal): Promise<void> {
  try {
    if ('work' in duty) await holding(services, claimed, () => duty.work(services, signal))
    await write(services, async (unit) => {
      if ('run' in duty) await duty.run(unit)
      await finish(unit, duty, claimed)
    })
    services.figures.jobs.add({ job: duty.name, outcome: 'done' })
  } catch (error) {
    services.figures.jobs.add({ job: duty.name, outcome: 'failed' })
    await fail(services, claimed, error)
  }
}

/** Runs everything that is due by the server's clock, one duty after the other; the answer names what ran. */
export async function runDueJobs(
  services: Services,
  duties: readonly Duty[] = dutiesOf(services),
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly string[]> {
  await setRight(services, duties)
  const known = new Map(duties.map((duty) => [duty.name, duty]))
  const ran: string[] = []
  for (;;) {
    const claimed = await claim(
      services,
      [...known.keys()].filter((name) => !ran.includes(name)),
    )
    const duty = claimed ? known.get(claimed.name) : undefined
    if (!claimed || !duty) return ran
    await perform(services, duty, claimed, signal)
    ran.push(duty.name)
  }
}

/** The duties of a running server. */
export interface JobRunner {
  /** Waits for the duties that are running; long ones break off. */
  close(): Promise<void>
}

/** Looks for due duties from now on: the long ones beside the others. */
export async function startJobs(services: Services): Promise<JobRunner> {
  const duties = dutiesOf(services)
  await enlist(services, duties)
  const lengthOf = (duty: Duty) => ('work' in duty ? duty.isLong : undefined)
  const stopping = new AbortController()
  const lanes = ([undefined, true, 'apart'] as const).map((length) =>
    startLane(
      services,
      duties.filter((duty) => lengthOf(duty) === length),
      stopping.signal,
    ),
  )
  return {
    async close() {
      stopping.abort()
      await Promise.all(lanes.map((close) => close()))
    },
  }
}

/** One duty after the other; the answer stops it. */
function startLane(services: Services, duties: readonly Duty[], signal: AbortSignal): () => Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const look = (): void => {
    running = runDueJobs(services, duties, signal)
      .catch((error: unknown) => services.log.error({ err: error }, 'due jobs could not be read'))
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(look, LOOK_EVERY).unref()
      })
  }
  look()
  return () => {
    clearTimeout(timer)
    return running
  }
}
