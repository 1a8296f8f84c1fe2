import { sql } from 'kysely'
import type { Base, Executor } from '#src/define/server.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { brokenArchive, newestArchive } from './archive.ts'
import { logColumns, operationHash, type Row } from './log.ts'
import { brokenSeal, sealedLogs } from './seals.ts'

const BATCH = 1_000

/** Roles that are told of a broken chain (SYS-94). */
const GUARDIANS = ['securityAdmin', 'auditor']

/** Id of the first row that was altered, or whose predecessor was removed other than into an archive (SYS-91); null when the chain holds. */
export async function firstBroken(db: Executor): Promise<number | null> {
  const archive = await newestArchive(db)
  let after = archive?.toId ?? 0
  let hash = archive?.lastHash ?? ''
  for (;;) {
    const { rows } = await sql<Row>`
      select ${logColumns} from operation_log where id > ${after} order by id limit ${BATCH}`.execute(db)
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

/** Page of a log, and the key of the message about it. */
const places = {
  operation_log: ['/system/log/operationLog', 'notice.logBroken'],
  login_log: ['/system/log/loginLog', 'notice.loginLogBroken'],
  frontend_log: ['/system/log/frontendLog', 'notice.frontendLogBroken'],
} as const

/** SYS-94: recomputes every chain and warns the guardians of each that is broken. */
export async function verifyLogs(services: Services): Promise<void> {
  const { db } = services.database
  await report(services, 'operation_log', (await brokenArchive(db)) ?? (await firstBroken(db)))
  for (const log of sealedLogs) await report(services, log.table, await brokenSeal(db, log))
}

async function report(services: Services, log: keyof typeof places, broken: number | null): Promise<void> {
  if (broken === null) return
  services.log.error({ log, row: broken }, 'the chain of a log is broken')
  const [link, key] = places[log]
  await write(services, async (base) => {
    base.notify({ to: await guardians(base), contentType: 'SYSTEM', title: { key, params: [broken] }, link })
  })
}
