import { randomUUID } from 'node:crypto'
import type { Services } from '#src/server/app/services.ts'
import type { Operation } from './log.ts'

/** How the auditor finds a command in the operation log: nobody was signed in, and it came from the machine itself. `path` is `/setup/{command}/`. */
export const commandOperation = (
  services: Pick<Services, 'clock'>,
  path: `/setup/${string}/`,
  request: object,
): Operation => ({
  userId: null,
  module: 'setup',
  method: 'POST',
  path,
  status: 200,
  code: 2000,
  durationMs: 0,
  ip: '127.0.0.1',
  agent: 'command line',
  requestId: randomUUID(),
  request: JSON.stringify(request),
  diff: null,
  at: services.clock.now(),
})
