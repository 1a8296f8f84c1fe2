import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import { guardians } from '#src/server/operations/verify.ts'
import type { Services } from '#src/server/services.ts'
import { Aftermath, write } from '#src/server/work.ts'

/** Bytes of a report at most: what is wrong once is mostly wrong everywhere. */
const MOST_TEXT = 20_000
const PAGE = '/workflow/incident'

/** Sets a ticket aside and says why; found again, the open incident counts it. The guardians are told the first time. */
export async function openIncident(
  base: Base,
  ticketId: number,
  source: 'replay' | 'commit',
  faults: readonly string[],
): Promise<void> {
  const now = base.clock.now()
  const { rows } = await sql<{ id: number; times: number; no: string }>`
    with aside as (update ticket set is_quarantined = true where id = ${ticketId} returning id, no, title)
    insert into ticket_incident as i (ticket_id, ticket_no, ticket_title, source, faults, found_at, seen_at, created_at, updated_at)
    select id, no, title, ${source}, ${faults.join('\n').slice(0, MOST_TEXT)}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz from aside
    on conflict (ticket_id) where state = 'open' do update set times = i.times + 1, seen_at = excluded.seen_at, faults = excluded.faults,
      updated_at = excluded.updated_at, version = i.version + 1
    returning id, times, ticket_no as no`.execute(base.db)
  const incident = rows[0]
  if (incident === undefined) return
  base.changed('ticketIncident', incident.id)
  base.changed('ticket', ticketId)
  if (incident.times > 1) return
  const title = { key: 'notice.ticketBroken', params: [incident.no] }
  base.notify({ to: await guardians(base), contentType: 'SYSTEM', title, link: PAGE })
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
    await write(services, (base) => openIncident(base, this.ticketId, 'commit', this.faults))
  }
}
