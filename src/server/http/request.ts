import type { Access } from '#src/define/access.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once that is known. */
    access: Access | null
    /** The `code` of the answer's envelope, once there is one. */
    answered: number | null
    /** Whom a sign-in let in. */
    entered: number | null
    /** The machine account that calls, by the id under which it writes: every call of it is logged. */
    machine: number | null
    /** The `code` under which the call stands in the operation log already, written with what it did. */
    logged: number | null
  }
  interface FastifyContextConfig {
    /** Only what is denied stands in the operation log. */
    unlogged?: boolean
    hasSecretBody?: boolean
  }
}
