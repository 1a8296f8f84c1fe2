/** Tickets that open a live connection: good once and for seconds, so that nothing worth stealing stands in an address. */
import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import { hashToken, newRefreshToken } from '#src/server/access/tokens.ts'

/** Seconds a ticket is good for. */
export const TICKET_SECONDS = 20

/** No access token looks like it: those have dots. */
const PREFIX = 'ticket-'

/** Whether the path of a live connection holds a ticket and not an access token. */
export const isTicket = (text: string): boolean => text.startsWith(PREFIX)

/** A new ticket of the session; only its hash is kept. */
export async function issueTicket(base: Base, sessionId: string): Promise<string> {
  const ticket = PREFIX + newRefreshToken()
  const expiresAt = new Date(base.clock.now().getTime() + TICKET_SECONDS * 1000)
  await sql`
    insert into socket_ticket (hash, session_id, expires_at)
    values (${hashToken(ticket)}, ${sessionId}::uuid, ${expiresAt})`.execute(base.db)
  return ticket
}

/** The session a ticket was issued to; null when it is none, too late, or was used. It is used up by asking. */
export async function spendTicket(base: Base, ticket: string): Promise<string | null> {
  const { rows } = await sql<{ sessionId: string; expiresAt: Date }>`
    delete from socket_ticket where hash = ${hashToken(ticket)} returning session_id, expires_at`.execute(base.db)
  const found = rows[0]
  return found && found.expiresAt > base.clock.now() ? found.sessionId : null
}
