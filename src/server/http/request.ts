import type { Access } from '#src/define/access.ts'
import type { Trace } from '#src/define/server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once that is known. */
    access: Access | null
    /** What the call changed, for the operation log; null when nothing. */
    traces: readonly Trace[] | null
    /** The `code` of the answer's envelope, once there is one. */
    answered: number | null
    /** Whom a sign-in let in. */
    entered: number | null
  }
}
