import { sql } from 'kysely'
import type { Base, Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { type Operation, operationHash } from './log.ts'

const BATCH = 1_000

/** Roles that are told of a broken chain (SYS-94). */
const GUARDIANS = ['securityAdmin', 'auditor']

interface Row extends Operation {
  readonly id: number
  readonly prevHash: string
  readonly hash: string
}

/** Id of the first row that was altered, or whose predecessor was removed; null when the chain holds. */
export async function firstBroken(db: Executor): Promise<number | null> {
  let after = 0
  let hash = ''
  for (;;) {
    const { rows } = await sql<Row>`
      select id, user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, request, at, prev_hash, hash
      from operation_log where id > ${after} order by id limit ${BATCH}`.execute(db)
    for (const row of rows) {
      if (row.prevHash !== hash || row.hash !== operationHash(row, hash)) return row.id
      hash = row.hash
      after = row.id
    }
    if (rows.length < BATCH) return null
  }
}

/** Who is told of a log that was tampered with. */
export async function guardians(base: Base): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id
    where r.key = any(${GUARDIANS}::text[]) and u.state and u.deleted_at is null`.execute(base.db)
  return rows.map((row) => row.id)
}

/** SYS-94: recomputes the chain and warns the guardians when it is broken. */
export async function verifyLog(services: Services): Promise<void> {
  const broken = await firstBroken(services.database.db)
  if (broken === null) return
  services.log.error({ row: broken }, 'the chain of the operation log is broken')
  await write(services, async (base) => {
    base.notify({
      to: await guardians(base),
      contentType: 'SYSTEM',
      title: { key: 'notice.logBroken', params: [broken] },
    })
  })
}
