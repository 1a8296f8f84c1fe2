/** Tickets follow the windows of substitution (25.8): open tasks go over when one begins that says so, and untouched ones come back when one has ended. */
import { sql } from 'kysely'
import { standingOf } from '#machines/ticket/substitutes.ts'
import { liveVisits } from '#machines/ticket/visits.ts'
import type { Base } from '#src/define/server.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { bySystem, dispatch } from './dispatch.ts'
import { type Engine, engineOf } from './engine.ts'
import { attempt } from './family/attempt.ts'
import { openTicket } from './open.ts'
import { standInFor } from './standIn.ts'
import { lockTicket } from './ticket.ts'

interface Window {
  readonly id: number
  readonly userId: number
  readonly substituteId: number
  readonly hasEnded: boolean
}

/** Windows looked at one after the other before the job breathes. */
const BATCH = 50
const undone = sql.raw(`('waiting', 'open', 'suspended')`)

/** Windows that have begun or ended since the tickets were last brought after them. */
async function dueWindows(base: Base): Promise<readonly Window[]> {
  const now = base.clock.now()
  const { rows } = await sql<Window>`
    select id, user_id, substitute_id, until_at <= ${now} as has_ended from substitute
    where (ended_at is null and until_at <= ${now})
      or (takes_open and begun_at is null and from_at <= ${now} and until_at > ${now})
    order by id limit ${BATCH}`.execute(base.db)
  return rows
}

/** Live tickets in which the place of the person may change hands. */
async function concerned(base: Base, { userId, substituteId, hasEnded }: Window): Promise<readonly number[]> {
  const holder = hasEnded ? substituteId : userId
  const behalf = hasEnded ? sql`k.on_behalf_of = ${userId}` : sql`k.on_behalf_of is null`
  const { rows } = await sql<{ id: number }>`
    select distinct t.id from ticket_task k join ticket t on t.id = k.ticket_id
    where k.assignee_id = ${holder} and ${behalf} and k.status in ${undone}
      and t.status in ('running', 'handling') and t.deleted_at is null order by t.id`.execute(base.db)
  return rows.map((row) => row.id)
}

/** Brings one ticket after a window, under its lock: what another node or an earlier try has done already is not done again. */
async function follow(engine: Engine, base: Base, ticketId: number, window: Window): Promise<void> {
  const { userId: person, substituteId, hasEnded } = window
  const ticket = await lockTicket(base.db, ticketId)
  if (!ticket) return
  const organisation = await engine.organisation(base.db, ticket.organisation)
  const occasion = { type: ticket.type, amount: ticket.amount, at: base.clock.now().getTime() }
  const standIn = standInFor(organisation, person, occasion, ({ takesOpen }) => hasEnded || takesOpen)
  const goesBack = hasEnded && standIn !== substituteId && organisation.able(person)
  if (!goesBack && (hasEnded || standIn === null)) return
  const { snapshot } = await openTicket(engine, base, ticket)
  for (const visit of liveVisits(snapshot.context)) {
    const slot = standingOf(visit, person, hasEnded)
    const isMeant = slot !== undefined && (!hasEnded || slot.holder === substituteId)
    const wish = { type: 'substitute', visit: visit.id, person, substitute: hasEnded ? null : standIn } as const
    // A substitute who has a place there already, or who applied, takes none.
    if (isMeant) await attempt(base, (tentative) => dispatch(engine, tentative, ticketId, wish, bySystem))
  }
}

/** Brings the tickets after every window that has begun or ended, each in a transaction of its own; then the window is done with. */
export async function settleWindows(services: Services, signal?: AbortSignal): Promise<void> {
  const engine = engineOf(services)
  for (;;) {
    const windows = await write(services, dueWindows)
    for (const window of windows) {
      for (const id of await write(services, (base) => concerned(base, window))) {
        if (signal?.aborted) return
        await write(services, (base) => follow(engine, base, id, window))
      }
      await write(services, (base) => {
        const now = base.clock.now()
        return window.hasEnded
          ? sql`update substitute set ended_at = ${now} where id = ${window.id} and ended_at is null`.execute(base.db)
          : sql`update substitute set begun_at = ${now} where id = ${window.id} and begun_at is null`.execute(base.db)
      })
    }
    if (windows.length < BATCH) return
  }
}
