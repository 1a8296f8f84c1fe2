/** A node that is about to end says so first and goes on working, until those who send it people have looked; only then it lets nobody in. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds without a call after which nobody sends people here any more. */
const IDLE_AFTER_MS = 300
/** Milliseconds after which it ends all the same. */
const DRAIN_TIMEOUT_MS = 5_000
/** What supervisors ask does not count as somebody at work, nor does a live line, which lasts. */
const uncounted: ReadonlySet<string | undefined> = new Set(['/healthz', '/readiness', '/metrics', '/ws/:token/'])

export interface Draining {
  /** Watches who comes; while it drains every answer closes its connection, so that nobody stays for the next call. */
  watch(app: FastifyInstance): void
  /** Whether the node is about to end. */
  isOver(): boolean
  /** Says so from now on, and resolves when it is quiet. */
  begin(): Promise<void>
}

export function createDraining(): Draining {
  let isOver = false
  let working = 0
  let lastCall = performance.now()
  return {
    watch(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (uncounted.has(request.routeOptions.url)) return done()
        working += 1
        lastCall = performance.now()
        reply.raw.once('close', () => {
          working -= 1
        })
        done()
      })
      app.addHook('onSend', (_request, reply, payload, done) => {
        if (isOver) reply.header('connection', 'close')
        done(null, payload)
      })
    },
    isOver: () => isOver,
    async begin() {
      isOver = true
      const end = performance.now() + DRAIN_TIMEOUT_MS
      for (let now = performance.now(); now < end; now = performance.now()) {
        const wait = Math.max(lastCall + IDLE_AFTER_MS - now, working > 0 ? IDLE_AFTER_MS / 10 : 0)
        if (wait <= 0) return
        await setTimeout(Math.min(wait, end - now))
      }
    },
  }
}
