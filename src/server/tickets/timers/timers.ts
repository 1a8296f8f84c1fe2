import { sql } from 'kysely'
import { Refusal, RuleError } from '#src/define/problem.ts'
import type { Services } from '#src/server/app/services.ts'
import { MAX_CLOCK_SKEW_MS } from '#src/server/clock.ts'
import { write } from '#src/server/work.ts'
import { bySystem, type Command } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { type Engine, engineOf } from '../versions/engine.ts'

interface DueTimer {
  readonly ticketId: number
  readonly visit: number
  readonly rule: string
  readonly attempts: number
  readonly dueAt: Date
}

/** Timers taken at once. */
const BATCH = 50
const MINUTE = 60_000
/** The first lease; it doubles with every attempt, so that a ticket that cannot be moved does not keep the clock busy. */
const LEASE = MINUTE
const MAX_DOUBLINGS = 10

/** Takes due timers for this node, in the order they were due, those of tickets that rest left out; another node, or this one after a crash, gets them when the lease is over. */
async function claimTimers(services: Services): Promise<readonly DueTimer[]> {
  return write(services, async (unit) => {
    const now = unit.clock.now()
    // A longer lease was taken by a clock that was wrong, on a node that went meanwhile.
    const longest = new Date(now.getTime() + LEASE * 2 ** MAX_DOUBLINGS + MAX_CLOCK_SKEW_MS)
    const { rows } = await sql<DueTimer>`
      update ticket_timer t set attempts = t.attempts + 1,
        lease_until = ${now}::timestamptz + (${LEASE} * power(2, least(t.attempts, ${MAX_DOUBLINGS}))) * interval '1 millisecond'
      from (select d.ticket_id, d.visit, d.rule from ticket_timer d join ticket k on k.id = d.ticket_id
        where d.due_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now} or d.lease_until > ${longest}) and not k.is_quarantined
        order by d.due_at limit ${BATCH} for update of d skip locked) due
      where t.ticket_id = due.ticket_id and t.visit = due.visit and t.rule = due.rule
      returning t.ticket_id, t.visit, t.rule, t.attempts, t.due_at`.execute(unit.db)
    // An update answers its rows in any order.
    return rows.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
  })
}

const commandOf = (timer: DueTimer): Command =>
  timer.rule === 'open'
    ? { type: 'open', visit: timer.visit }
    : { type: 'timeout', visit: timer.visit, rule: timer.rule }

/** Fires one timer. One whose visit is over is a no-op (25.8); one whose action is refused otherwise stays for its next lease. */
async function fire(services: Services, engine: Engine, timer: DueTimer): Promise<void> {
  try {
    await write(services, (unit) => dispatch(engine, unit, timer.ticketId, commandOf(timer), bySystem))
  } catch (error) {
    const isOver = error instanceof Refusal || (error instanceof RuleError && error.problem.key === 'wf.stateChanged')
    if (!isOver) {
      services.log.error({ err: error, timer }, 'a ticket timer could not fire')
      return
    }
    await write(services, (unit) =>
      sql`delete from ticket_timer where ticket_id = ${timer.ticketId} and visit = ${timer.visit} and rule = ${timer.rule}`.execute(
        unit.db,
      ),
    )
  }
}

/** Fires every timer that is due, each in its own transaction, until none is left; answers how many. */
export async function runDueTimers(services: Services): Promise<number> {
  const engine = engineOf(services)
  let fired = 0
  for (;;) {
    const timers = await claimTimers(services)
    for (const timer of timers) await fire(services, engine, timer)
    fired += timers.length
    if (timers.length < BATCH) return fired
  }
}
