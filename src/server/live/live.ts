import { MAX_TOKEN_LIFE_MS } from '#src/server/access/tokens.ts'
import type { Services } from '#src/server/app/services.ts'
import { listen } from '#src/server/database/notify.ts'
import { createDelivery } from './delivery.ts'
import { createHub } from './hub.ts'
import { closeCode, type Line } from './line.ts'
import { type LiveOutbox, OUTBOX_CHANNEL } from './outbox.ts'
import { createPresence, REPORT_EVERY } from './presence.ts'
import { standingSessions } from './sessions.ts'

const SECOND = 1000
/** Lines of one person on one node: windows of several browsers. The oldest gives way to a new one. */
const MAX_LINES = 10
/** Seconds without a heartbeat after which a line is closed (97-api). */
const MAX_SILENCE = 10
/** Messages a second; a heartbeat comes every two. */
const MAX_RECEIVED = 20
/** Seconds between two looks at the sessions of all lines, in case a notification was lost. */
const REVIEW_EVERY = 15

/** The live connections of this node and what keeps them true. */
export interface Live {
  readonly services: Services
  /** Open connections. */
  readonly size: number
  /** Takes a line in; it leaves with its socket. `missed`: milliseconds its page has been reading without it. */
  join(line: Line, missed?: number): void
  drop(line: Line, code: number): void
  /** One second has passed: closes the silent, the expired and the flooding. */
  tick(): void
  /** Sends what was announced; resolves when it is on its way. */
  deliver(): Promise<void>
  /** Closes the lines whose session no longer stands. */
  review(): Promise<void>
  close(): Promise<void>
}

/** Starts hearing the database; `ticking: false` leaves the seconds to the caller. */
export async function openLive(
  services: Services,
  outbox: LiveOutbox,
  options: { readonly ticking: boolean } = { ticking: true },
): Promise<Live> {
  const { database, clock, log } = services
  const hub = createHub()
  const delivery = createDelivery(services, hub)
  const presence = createPresence(services, hub)
  let seconds = 0
  // A session may end between the look at its token and the line's first moment.
  const revoked = new Set<string>()

  const review = async (): Promise<void> => {
    if (hub.size === 0) return
    await services.caches.load()
    const lines = hub.lines()
    const standing = await standingSessions(database.db, [...new Set(lines.map((line) => line.sessionId))], clock.now())
    for (const line of lines) {
      const departmentId = standing.get(line.sessionId)
      if (departmentId === undefined) hub.drop(line, closeCode.token)
      else line.departmentId = departmentId
    }
  }
  const reviewSoon = (): void =>
    void review().catch((error: unknown) => log.error({ err: error }, 'sessions of live connections could not be read'))

  const missed = (): void => {
    void delivery.wake()
    reviewSoon()
  }
  const end = (sessionId: string): void => {
    revoked.add(sessionId)
    for (const line of hub.lines()) if (line.sessionId === sessionId) hub.drop(line, closeCode.token)
  }

  const tick = (): void => {
    const now = clock.now().getTime()
    for (const line of hub.lines()) {
      line.silence += 1
      if (line.received > MAX_RECEIVED) hub.drop(line, closeCode.abuse)
      else if (line.expiresAt <= now || line.expiresAt > now + MAX_TOKEN_LIFE_MS) hub.drop(line, closeCode.token)
      else if (line.silence > MAX_SILENCE) hub.drop(line, closeCode.silent)
      line.received = 0
    }
    seconds += 1
    if (seconds % REPORT_EVERY === 0) presence.report()
    if (seconds % REVIEW_EVERY === 0) {
      revoked.clear()
      missed()
    }
  }

  const ends = [
    outbox.onWake(() => void delivery.wake()),
    await listen(database, OUTBOX_CHANNEL, (node) => void (node !== outbox.node && delivery.wake()), missed),
    await listen(database, 'session_revoked', end, missed),
    await listen(database, 'revision', (name) => name === 'access' && reviewSoon(), missed),
  ]
  await delivery.wake()
  const timer = options.ticking ? setInterval(tick, SECOND) : undefined
  timer?.unref()

  return {
    services,
    get size() {
      return hub.size
    },
    join(line, missed) {
      const own = [...hub.linesOf(line.userId)]
      const most = Math.max(0, own.length + 1 - MAX_LINES)
      for (const oldest of own.slice(0, most)) hub.drop(oldest, closeCode.crowded)
      hub.add(line)
      presence.came(line.sessionId)
      if (revoked.has(line.sessionId)) hub.drop(line, closeCode.token)
      else if (missed !== undefined) delivery.catchUp(line, missed)
      line.socket.on('close', () => {
        hub.remove(line)
        presence.left(line.sessionId)
        if (hub.linesOf(line.userId).size === 0) delivery.forget(line.userId)
      })
    },
    drop: (line, code) => hub.drop(line, code),
    tick,
    deliver: () => delivery.wake(),
    review,
    async close() {
      clearInterval(timer)
      for (const line of hub.lines()) hub.drop(line, 1001)
      for (const stop of ends) await stop()
    },
  }
}
