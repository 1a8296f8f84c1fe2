import { sql } from 'kysely'
import type { Base, EffectRun } from '#src/define/server.ts'
import { driveTrips } from '#src/modules/car/car-seed.server.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import type { Fleet } from './car-stories.ts'
import type { Book } from './world.server.ts'

/** Requests for cars run by the product's own form and effects: what they reserve is taken on the board. */
export function openCarBook(engine: Engine): Book {
  const type = 'officialCarAppointment'
  const server = engine.servers.get(type)
  return {
    types: server ? { [type]: server } : {},
    effects: Object.fromEntries(
      [...engine.effects].flatMap(([name, { run }]): [string, EffectRun][] =>
        name.startsWith('car.') ? [[name, run]] : [],
      ),
    ),
    /** Trips of days that are over were driven. */
    write: driveTrips,
  }
}

export async function openFleet(base: Base): Promise<Fleet> {
  const { rows: cars } = await sql<{ key: string; id: number }>`select plate_no as key, id from shared_car`.execute(
    base.db,
  )
  const { rows: drivers } = await sql<{ key: string; id: number }>`
    select u.username as key, d.id from shared_driver d join shared_app_user u on u.id = d.user_id`.execute(base.db)
  const byKey = (rows: readonly { key: string; id: number }[]) => new Map(rows.map(({ key, id }) => [key, id]))
  return { cars: byKey(cars), drivers: byKey(drivers) }
}
