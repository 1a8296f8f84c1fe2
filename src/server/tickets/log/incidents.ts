import { sql } from 'kysely'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import { problemOf } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { guardians } from '#src/server/audit/guardians.ts'
import { Aftermath, write } from '#src/server/work.ts'
import type { Version } from '../versions/versions.ts'

/** Bytes of a report at most: what is wrong once is mostly wrong everywhere. */
const MAX_TEXT = 20_000
const PAGE = '/workflow/incident'

/** Quarantines a ticket and opens an incident with the faults; an open one is counted up. The guardians get a notice of the first occurrence. */
export async function openIncident(
  unit: UnitOfWork,
  ticketId: number,
  source: 'replay' | 'commit',
  faults: readonly string[],
): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number; times: number; no: string }>`
    with aside as (update ticket set is_quarantined = true where id = ${ticketId} returning id, no, title)
    insert into ticket_incident as i (ticket_id, ticket_no, ticket_title, source, faults, found_at, seen_at, created_at, updated_at)
    select id, no, title, ${source}, ${faults.join('\n').slice(0, MAX_TEXT)}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz from aside
    on conflict (ticket_id) where state = 'open' and source <> 'nobody' do update set times = i.times + 1, seen_at = excluded.seen_at, faults = excluded.faults,
      updated_at = excluded.updated_at, version = i.version + 1
    returning id, times, ticket_no as no`.execute(unit.db)
  const incident = rows[0]
  if (incident === undefined) return
  unit.changed('ticketIncident', incident.id)
  unit.changed('ticket', ticketId)
  if (incident.times > 1) return
  const title = problemOf('notice.ticketBroken', incident.no)
  unit.notify({ to: await guardians(unit), contentType: 'SYSTEM', title, link: PAGE })
}

/** A decision that would have broken an invariant: it is rolled back, and the ticket set aside. */
export class TicketBroken extends Aftermath {
  readonly ticketId: number
  readonly faults: readonly string[]
  constructor(no: string, ticketId: number, faults: readonly string[]) {
    super(`ticket ${no} would break ${faults.join('; ')}`)
    this.ticketId = ticketId
    this.faults = faults
  }

  async after(services: Services): Promise<void> {
    await write(services, (unit) => openIncident(unit, this.ticketId, 'commit', this.faults))
  }
}

/** Names of the states in which the ticket waits for people. */
const waitingIn = ({ definition }: Version, { context }: TicketSnapshot): readonly string[] =>
  liveVisits(context)
    .filter(({ unattendedSince }) => unattendedSince !== undefined)
    .map(({ state }) => {
      const name = definition.states.find(({ key }) => key === state)?.name
      return `${name?.zhHans ?? state} / ${name?.en ?? state}`
    })

/** Opens the incident of a ticket that waits for people, with a notice to system administrators, and closes it when the ticket waits no longer. Part of the decision's transaction. */
export async function tendIncident(
  unit: UnitOfWork,
  ticketId: number,
  version: Version,
  before: TicketSnapshot,
  after: TicketSnapshot,
): Promise<void> {
  const [had, has] = [waitingIn(version, before), waitingIn(version, after)]
  if (had.length === 0 && has.length === 0) return
  await (has.length > 0 ? openWaiting(unit, ticketId, has) : closeWaiting(unit, ticketId))
}

async function openWaiting(unit: UnitOfWork, ticketId: number, states: readonly string[]): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number; no: string; fresh: boolean }>`
    insert into ticket_incident as i (ticket_id, ticket_no, ticket_title, source, faults, found_at, seen_at, created_at, updated_at)
    select id, no, title, 'nobody', ${states.join('\n')}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from ticket where id = ${ticketId}
    on conflict (ticket_id) where state = 'open' and source = 'nobody' do update set seen_at = excluded.seen_at, faults = excluded.faults,
      updated_at = excluded.updated_at, version = i.version + 1
    returning id, ticket_no as no, xmax = 0 as fresh`.execute(unit.db)
  const incident = rows[0]
  if (incident === undefined) return
  unit.changed('ticketIncident', incident.id)
  if (!incident.fresh) return
  unit.notify({
    to: await unit.usersWithRole('sysAdmin'),
    contentType: 'SYSTEM',
    title: { key: 'notice.ticketWaits', params: [incident.no] },
    link: PAGE,
  })
}

async function closeWaiting(unit: UnitOfWork, ticketId: number): Promise<void> {
  const now = unit.clock.now()
  const reason = (['zhHans', 'en'] as const).map((language) => unit.textOf(language, 'ticket.attended') ?? '')
  const { rows } = await sql<{ id: number }>`
    update ticket_incident set state = 'closed', reason = ${reason.join(' / ')}, closed_at = ${now}, updated_at = ${now}, version = version + 1
    where ticket_id = ${ticketId} and state = 'open' and source = 'nobody' returning id`.execute(unit.db)
  for (const { id } of rows) unit.changed('ticketIncident', id)
}
