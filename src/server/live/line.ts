import type { WebSocket } from '@fastify/websocket'
import type { Language } from '#src/define/messages.ts'

/** Close codes of the live connection. */
export const closeCode = {
  /** The token is bad, expired or revoked, or speaks for somebody else (97-api). */
  token: 4401,
  /** The person opened newer lines than one may have; a page that is told so does not come back by itself. */
  crowded: 4429,
  /** No heartbeat in time. */
  silent: 4408,
  /** What was sent is no heartbeat, or too much. */
  abuse: 1008,
  /** The server had a fault of its own. */
  fault: 1011,
} as const

/** Bytes that may wait for a slow reader before it is cut off. */
const MAX_BUFFERED_BYTES = 1024 * 1024

/** One live connection of a signed-in person. */
export class Line {
  readonly socket: WebSocket
  readonly userId: number
  readonly language: Language
  departmentId: number
  sessionId: string
  /** Empty until the first heartbeat of a line that a ticket opened. */
  token: string
  /** When the token, or the time for that first heartbeat, runs out, in milliseconds of the server's clock. */
  expiresAt: number
  /** Seconds since the last heartbeat. */
  silence = 0
  /** Messages of this second. */
  received = 0
  /** A newer token is being looked at. */
  isRenewing = false

  constructor(
    socket: WebSocket,
    person: {
      userId: number
      departmentId: number
      sessionId: string
      language: Language
      token: string
      expiresAt: number
    },
  ) {
    this.socket = socket
    this.userId = person.userId
    this.departmentId = person.departmentId
    this.sessionId = person.sessionId
    this.language = person.language
    this.token = person.token
    this.expiresAt = person.expiresAt
  }

  /** Sends a text; a reader that does not read is cut off instead of filling the memory. */
  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) this.socket.terminate()
    else this.socket.send(text)
  }

  close(code: number): void {
    this.socket.close(code)
  }
}
