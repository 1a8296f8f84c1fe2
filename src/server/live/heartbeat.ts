import { decodeJwt } from 'jose'
import { z } from 'zod'
import { authenticate } from '#src/server/access/authenticate.ts'
import { closeCode, type Line } from './line.ts'
import type { Live } from './live.ts'

/** When a verified token runs out, in milliseconds. */
export const expiryOf = (token: string): number => (decodeJwt(token).exp ?? 0) * 1000

/** What a client sends. */
export const heartbeat = z.object({ token: z.string() })

/** The token of a heartbeat `{token}`; null for anything else. */
function tokenIn(text: string): string | null {
  try {
    return heartbeat.safeParse(JSON.parse(text)).data?.token ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A newer token of the same person takes the place of the old one; any other token ends the line. */
async function renew(live: Live, line: Line, token: string): Promise<void> {
  const signedIn = await authenticate(live.services, token)
  if (!signedIn || signedIn.access.userId !== line.userId) {
    live.drop(line, closeCode.token)
    return
  }
  const expiresAt = expiryOf(token)
  if (line.token !== '' && expiresAt < line.expiresAt) return
  line.token = token
  line.expiresAt = expiresAt
  line.sessionId = signedIn.access.sessionId
}

/** Takes a message of the client: nothing but heartbeats is expected. */
export async function hear(live: Live, line: Line, text: string): Promise<void> {
  line.received += 1
  const token = tokenIn(text)
  if (token === null) {
    live.drop(line, closeCode.abuse)
    return
  }
  line.silence = 0
  if (token === line.token || line.isRenewing) return
  line.isRenewing = true
  try {
    await renew(live, line, token)
  } catch (error) {
    // The database did not answer; the old token still counts and the next heartbeat tries again.
    live.services.log.warn({ err: error }, 'a live connection could not be renewed')
  } finally {
    line.isRenewing = false
  }
}
