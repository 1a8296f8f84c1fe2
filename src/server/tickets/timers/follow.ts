/** Deadlines of open tickets when the work calendar changes: a holiday or a worked weekend that is entered late moves what runs over it. */
import { sql } from 'kysely'
import { liveTimers } from '#machines/ticket/engine/projection.ts'
import { momentText, parseMoment } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork, WorkCalendar } from '#src/define/server.ts'
import { provideService, type ServiceProvision, ticketDeadlines } from '#src/define/services.ts'
import type { Services } from '#src/server/app/services.ts'
import { type OpenedTicket, openTicket } from '../commands/open.ts'
import { lockTicket, type Ticket } from '../ticket.ts'
import { engineOf } from '../versions/engine.ts'
import { beginsAt, stoodStill } from './due.ts'

type Pauses = Parameters<typeof stoodStill>[0]
interface Calendars {
  readonly before: WorkCalendar
  readonly after: WorkCalendar
}
interface VisitClock {
  readonly begins: Date
  readonly pauses: Pauses
}

/** The deadline with the working hours it was armed with; itself where the calendar did not arm it. */
export function movedDue({ before, after }: Calendars, { begins, pauses }: VisitClock, due: Date): Date {
  if (due <= begins) return due
  const hours = before.hoursBetween(begins, due)
  if (before.addHours(begins, hours).getTime() !== due.getTime()) return due
  return after.addHours(begins, hours - stoodStill(pauses, before) + stoodStill(pauses, after))
}

interface OpenTask {
  readonly slot: string
  readonly visit: number
  readonly holder: number
  readonly status: string
  readonly dueAt: Date
}
interface OpenTimer {
  readonly visit: number
  readonly rule: string
  readonly dueAt: Date
}
/** What of a ticket became due at another moment. */
interface Moved {
  readonly timers: readonly OpenTimer[]
  readonly tasks: readonly (OpenTask & { readonly was: Date })[]
  readonly dueAt: Date | null
}

const differ = (one: Date, other: Date): boolean => one.getTime() !== other.getTime()

function movedOf(
  { version, snapshot: { context } }: OpenedTicket,
  ticket: Ticket,
  calendars: Calendars,
  armed: readonly OpenTimer[],
  open: readonly OpenTask[],
): Moved {
  const clockOf = (visit: number): VisitClock | null => {
    const found = context.visits.find(({ id }) => id === visit)
    if (found === undefined) return null
    return { begins: beginsAt(version, found.state, new Date(found.openedAt), ticket.formData), pauses: [] }
  }
  const due = (clock: VisitClock | null, at: Date): Date => (clock === null ? at : movedDue(calendars, clock, at))
  const live = liveTimers(version.definition, context)
  const timers = armed.flatMap((timer) => {
    const rule = live.find(({ visit, key }) => visit === timer.visit && key === timer.rule)
    const clock = clockOf(timer.visit)
    // What opens on the day of its field opens on that day.
    if (rule === undefined || rule.due.action === 'open' || clock === null) return []
    const dueAt = due({ ...clock, pauses: rule.pauses }, timer.dueAt)
    return differ(dueAt, timer.dueAt) ? [{ ...timer, dueAt }] : []
  })
  const tasks = open.flatMap((task) => {
    const dueAt = due(clockOf(task.visit), task.dueAt)
    return differ(dueAt, task.dueAt) ? [{ ...task, dueAt, was: task.dueAt }] : []
  })
  // A ticket is due with one of its tasks.
  const own = ticket.dueAt
  const first = tasks.find(({ was }) => own !== null && !differ(was, own))
  return { timers, tasks, dueAt: first?.dueAt ?? own }
}

async function write(unit: UnitOfWork, { id }: Ticket, { timers, tasks, dueAt }: Moved): Promise<void> {
  await sql`
    with timers as (update ticket_timer t set due_at = r.due_at
      from jsonb_to_recordset(${JSON.stringify(timers.map(({ visit, rule, dueAt: due_at }) => ({ visit, rule, due_at })))}::jsonb) as r (visit int, rule text, due_at timestamptz)
      where t.ticket_id = ${id} and t.visit = r.visit and t.rule = r.rule),
    tasks as (update ticket_task k set due_at = r.due_at
      from jsonb_to_recordset(${JSON.stringify(tasks.map(({ slot, dueAt: due_at }) => ({ slot, due_at })))}::jsonb) as r (slot text, due_at timestamptz)
      where k.ticket_id = ${id} and k.slot = r.slot)
    update ticket set due_at = ${dueAt} where id = ${id}`.execute(unit.db)
  unit.changed('ticket', id)
}

/** Tells everybody once whose open tasks have less time than before, and by when the first is due. */
function tellEarlier(unit: UnitOfWork, moved: readonly Moved[]): void {
  const earlier = new Map<number, Date[]>()
  for (const { holder, status, was, dueAt } of moved.flatMap(({ tasks }) => tasks))
    if (status === 'open' && dueAt < was) earlier.set(holder, [...(earlier.get(holder) ?? []), dueAt])
  for (const [holder, due] of earlier) {
    const first = momentText(new Date(Math.min(...due.map((at) => at.getTime())))).slice(0, 16)
    unit.notify({
      to: [holder],
      contentType: 'REMIND',
      title: { key: 'notice.ticket.dueEarlier', params: [due.length, first] },
      link: '/workflow/ticketApproval',
    })
  }
}

/** Tickets with something due after the first of the days, in the order in which tickets are locked. */
async function touchedBy(unit: UnitOfWork, days: readonly string[]): Promise<readonly number[]> {
  const first = parseMoment([...days].sort()[0] ?? '')
  const { rows } = await sql<{ id: number }>`
    select id from ticket t where deleted_at is null and status in ('running', 'handling') and (
      exists (select from ticket_timer m where m.ticket_id = t.id and m.due_at > ${first})
      or exists (select from ticket_task k where k.ticket_id = t.id and k.status in ('waiting', 'open', 'suspended') and k.due_at > ${first}))
    order by id`.execute(unit.db)
  return rows.map(({ id }) => id)
}

async function moveTicket(
  services: Services,
  unit: UnitOfWork,
  id: number,
  calendars: Calendars,
): Promise<Moved | null> {
  const ticket = await lockTicket(unit.db, id)
  if (ticket === null) return null
  try {
    const opened = await openTicket(engineOf(services), unit, ticket)
    const { rows: timers } = await sql<OpenTimer>`
      select visit, rule, due_at from ticket_timer where ticket_id = ${id}`.execute(unit.db)
    const { rows: tasks } = await sql<OpenTask>`
      select slot, visit, assignee_id as holder, status, due_at from ticket_task
      where ticket_id = ${id} and status in ('waiting', 'open', 'suspended') and due_at is not null`.execute(unit.db)
    const moved = movedOf(opened, ticket, calendars, timers, tasks)
    if (moved.timers.length === 0 && moved.tasks.length === 0) return null
    await write(unit, ticket, moved)
    return moved
  } catch (error) {
    // One that cannot be read rests until its incident is closed; the others follow.
    if (!(error instanceof RuleError) || error.problem.key !== 'wf.quarantined') throw error
    services.log.warn({ err: error, ticket: ticket.no }, 'the deadlines of a ticket do not follow the work calendar')
    return null
  }
}

export function ticketDeadlinesService(services: () => Services): ServiceProvision {
  return provideService(ticketDeadlines, (unit) => ({
    async follow(before, after) {
      const { calendar, log } = services()
      const calendars = { before: calendar.withDays(before), after: calendar.withDays(after) }
      const days = [...after.keys()].filter((day) => calendars.before.isWorkday(day) !== calendars.after.isWorkday(day))
      if (days.length === 0) return 0
      const moved: Moved[] = []
      for (const id of await touchedBy(unit, days)) {
        const found = await moveTicket(services(), unit, id, calendars)
        if (found !== null) moved.push(found)
      }
      tellEarlier(unit, moved)
      log.info({ days, tickets: moved.length }, 'deadlines of tickets follow the work calendar')
      return moved.length
    },
  }))
}
