import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '#src/server/app/services.ts'
import { appendOperations, type Operation } from '#src/server/audit/operations/log.ts'
import { write } from '#src/server/work.ts'

interface Closed {
  readonly id: number
  readonly url: string
  readonly method: string
}

const entryOf = (services: Services, { id, url, method }: Closed): Operation => ({
  userId: null,
  module: 'system',
  method: 'PUT',
  path: `/api/system/white_list/${id}/`,
  status: 200,
  code: 2000,
  durationMs: 0,
  ip: '127.0.0.1',
  agent: 'release upgrade',
  requestId: randomUUID(),
  request: JSON.stringify({ url, method, reason: 'SYS-132' }),
  diff: JSON.stringify([{ record: 'whiteList', id, before: { state: true }, after: { state: false } }]),
  at: services.clock.now(),
})

/**
 * Switches off the entries that no second person has confirmed: those of earlier releases, which opened writes too (SYS-132).
 * Each leaves an entry in the operation log, in the same transaction. At any later start there is nothing to do.
 */
export async function closeUnconfirmed(services: Services): Promise<number> {
  return write(services, async (unit) => {
    const { rows } = await sql<Closed>`
      update white_list set state = false, updated_at = ${unit.clock.now()}, version = version + 1
      where not shipped and state and confirmed_at is null and deleted_at is null returning id, url, method`.execute(
      unit.db,
    )
    if (rows.length === 0) return 0
    await appendOperations(
      unit,
      services.auditKeys,
      rows.map((row) => entryOf(services, row)),
    )
    unit.changed('whiteList', null)
    return rows.length
  })
}
