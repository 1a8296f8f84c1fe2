/** Tickets that open a live connection: good once and for seconds, so that nothing worth stealing stands in an address. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { hashToken, newRefreshToken } from '#src/server/access/tokens.ts'

/** Seconds a ticket is good for. */
export const TICKET_SECONDS = 20

/** No access token looks like it: those have dots. */
const PREFIX = 'ticket-'

/** Whether the path of a live connection holds a ticket and not an access token. */
export const isTicket = (text: string): boolean => text.startsWith(PREFIX)

/** A new ticket of the session; only its hash is kept. */
export async function issueTicket(unit: UnitOfWork, sessionId: string): Promise<string> {
  const ticket = PREFIX + newRefreshToken()
  const expiresAt = new Date(unit.clock.now().getTime() + TICKET_SECONDS * 1000)
  await sql`
    insert into socket_ticket (hash, session_id, expires_at)
    values (${hashToken(ticket)}, ${sessionId}::uuid, ${expiresAt})`.execute(unit.db)
  return ticket
}

/** The session a ticket was issued to; null when it is none, too late, or was used. It is used up by asking. */
export async function spendTicket(unit: UnitOfWork, ticket: string): Promise<string | null> {
  const { rows } = await sql<{ sessionId: string; expiresAt: Date }>`
    delete from socket_ticket where hash = ${hashToken(ticket)} returning session_id, expires_at`.execute(unit.db)
  const found = rows[0]
  return found && found.expiresAt > unit.clock.now() ? found.sessionId : null
}
