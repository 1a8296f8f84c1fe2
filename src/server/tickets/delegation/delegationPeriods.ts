/** Tickets follow the windows of substitution (25.8): open tasks go over when one begins that says so, and untouched ones come back when one has ended. */
import { sql } from 'kysely'
import { standingOf } from '#machines/ticket/engine/substitutes.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { bySystem } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { openTicket } from '../commands/open.ts'
import { attempt } from '../links/attempt.ts'
import { lockTicket } from '../ticket.ts'
import { type Engine, engineOf } from '../versions/engine.ts'
import { standInFor } from './standIn.ts'

interface DelegationPeriod {
  readonly id: number
  readonly userId: number
  readonly substituteId: number
  readonly hasEnded: boolean
}

/** Windows looked at one after the other before the job breathes. */
const BATCH = 50
const undone = sql.raw(`('waiting', 'open', 'suspended')`)

/** Windows that have begun or ended since the tickets were last brought after them. */
async function duePeriods(unit: UnitOfWork): Promise<readonly DelegationPeriod[]> {
  const now = unit.clock.now()
  const { rows } = await sql<DelegationPeriod>`
    select id, user_id, substitute_id, until_at <= ${now} as has_ended from substitute
    where (ended_at is null and until_at <= ${now})
      or (takes_open and begun_at is null and from_at <= ${now} and until_at > ${now})
    order by id limit ${BATCH}`.execute(unit.db)
  return rows
}

/** Live tickets in which the place of the person may change hands. */
async function concerned(
  unit: UnitOfWork,
  { userId, substituteId, hasEnded }: DelegationPeriod,
): Promise<readonly number[]> {
  const holder = hasEnded ? substituteId : userId
  const behalf = hasEnded ? sql`k.on_behalf_of = ${userId}` : sql`k.on_behalf_of is null`
  const { rows } = await sql<{ id: number }>`
    select distinct t.id from ticket_task k join ticket t on t.id = k.ticket_id
    where k.assignee_id = ${holder} and ${behalf} and k.status in ${undone}
      and t.status in ('running', 'handling') and t.deleted_at is null order by t.id`.execute(unit.db)
  return rows.map((row) => row.id)
}

/** Brings one ticket after a window, under its lock: what another node or an earlier try has done already is not done again. */
async function follow(engine: Engine, unit: UnitOfWork, ticketId: number, period: DelegationPeriod): Promise<void> {
  const { userId: person, substituteId, hasEnded } = period
  const ticket = await lockTicket(unit.db, ticketId)
  if (!ticket) return
  const organisation = await engine.organisation(unit.db, ticket.organisation)
  const occasion = { type: ticket.type, amount: ticket.amount, at: unit.clock.now().getTime() }
  const standIn = standInFor(organisation, person, occasion, ({ takesOpen }) => hasEnded || takesOpen)
  const goesBack = hasEnded && standIn !== substituteId && organisation.able(person)
  if (!goesBack && (hasEnded || standIn === null)) return
  const { snapshot } = await openTicket(engine, unit, ticket)
  for (const visit of liveVisits(snapshot.context)) {
    const slot = standingOf(visit, person, hasEnded)
    const isMeant = slot !== undefined && (!hasEnded || slot.holder === substituteId)
    const command = { type: 'substitute', visit: visit.id, person, substitute: hasEnded ? null : standIn } as const
    // A substitute who has a place there already, or who applied, takes none.
    if (isMeant) await attempt(unit, (tentative) => dispatch(engine, tentative, ticketId, command, bySystem))
  }
}

/** Brings the tickets after every window that has begun or ended, each in a transaction of its own; then the window is done with. */
export async function settlePeriods(services: Services, signal?: AbortSignal): Promise<void> {
  const engine = engineOf(services)
  for (;;) {
    const periods = await write(services, duePeriods)
    for (const period of periods) {
      for (const id of await write(services, (unit) => concerned(unit, period))) {
        if (signal?.aborted) return
        await write(services, (unit) => follow(engine, unit, id, period))
      }
      await write(services, (unit) => {
        const now = unit.clock.now()
        return period.hasEnded
          ? sql`update substitute set ended_at = ${now} where id = ${period.id} and ended_at is null`.execute(unit.db)
          : sql`update substitute set begun_at = ${now} where id = ${period.id} and begun_at is null`.execute(unit.db)
      })
    }
    if (periods.length < BATCH) return
  }
}
