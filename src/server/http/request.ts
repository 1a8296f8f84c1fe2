import type { Access } from '#src/define/access.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once that is known. */
    access: Access | null
  }
}
