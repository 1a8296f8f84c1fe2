import { sql } from 'kysely'
import type { Services } from '#src/server/app/services.ts'
import { read, write } from '#src/server/work.ts'
import { openIncident } from '../log/incidents.ts'
import { replayCheck } from '../log/replayCheck.ts'
import type { Engine } from '../versions/engine.ts'

const PAGE = 200
/** Closed tickets are checked again for so many days. */
const DAYS = 7

/** 25.11: replays all open and recently closed tickets, opens an incident for every difference and writes a report; answers the numbers of the tickets that are not sound. */
export async function replayNightly(services: Services, engine: Engine): Promise<readonly string[]> {
  const unsound: string[] = []
  const startedAt = services.clock.now()
  const since = new Date(startedAt.getTime() - DAYS * 86_400_000)
  let [last, checked] = [0, 0]
  for (;;) {
    const { rows } = await read(services, (unit) =>
      sql<{ id: number; no: string }>`
      select id, no from ticket where id > ${last} and deleted_at is null and round > 0 and (finished_at is null or finished_at >= ${since})
      order by id limit ${PAGE}`.execute(unit.db),
    )
    for (const { id, no } of rows) {
      const faults = await read(services, (unit) => replayCheck(engine, unit, id))
      if (faults.length === 0) continue
      // A decision may have come between two reads of the check, so faults count only under the lock of the ticket.
      const isBroken = await write(services, async (unit) => {
        await sql`select from ticket where id = ${id} for update`.execute(unit.db)
        const found = await replayCheck(engine, unit, id)
        if (found.length > 0) await openIncident(unit, id, 'replay', found)
        return found.length > 0
      })
      if (!isBroken) continue
      unsound.push(no)
      services.log.error({ ticket: no, faults }, 'a ticket differs from its log')
    }
    checked += rows.length
    if (rows.length < PAGE) break
    last = rows.at(-1)?.id ?? last
  }
  await write(services, async (unit) => {
    const now = unit.clock.now()
    await sql`
      insert into ticket_replay_report (started_at, finished_at, checked, unsound, created_at, updated_at)
      values (${startedAt}, ${now}, ${checked}, ${unsound.length}, ${now}, ${now})`.execute(unit.db)
    unit.changed('ticketReplayReport', null)
  })
  return unsound
}
