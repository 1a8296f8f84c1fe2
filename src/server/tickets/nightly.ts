import { sql } from 'kysely'
import type { Services } from '#src/server/services.ts'
import { read } from '#src/server/work.ts'
import type { Engine } from './engine.ts'
import { replayCheck } from './replayCheck.ts'

const PAGE = 200
/** Closed tickets are checked again for so many days. */
const DAYS = 7

/** 25.11: replays all open and recently closed tickets and reports every difference as an incident; answers the numbers of the tickets that are not sound. */
export async function replayNightly(services: Services, engine: Engine): Promise<readonly string[]> {
  const unsound: string[] = []
  const since = new Date(services.clock.now().getTime() - DAYS * 86_400_000)
  let last = 0
  for (;;) {
    const { rows } = await read(services, (base) =>
      sql<{ id: number; no: string }>`
      select id, no from ticket where id > ${last} and deleted_at is null and round > 0 and (finished_at is null or finished_at >= ${since})
      order by id limit ${PAGE}`.execute(base.db),
    )
    for (const { id, no } of rows) {
      const faults = await read(services, (base) => replayCheck(engine, base, id))
      if (faults.length === 0) continue
      unsound.push(no)
      services.log.error({ ticket: no, faults }, 'a ticket differs from its log')
    }
    if (rows.length < PAGE) return unsound
    last = rows.at(-1)?.id ?? last
  }
}
