import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { driveTrips, pastOfFleet } from '#src/modules/car/car-seed.server.ts'
import type { Engine } from '#src/server/tickets/versions/engine.ts'
import type { Fleet } from './car-stories.ts'
import { type Book, moduleBook } from './world.server.ts'

const types = ['officialCarAppointment', 'officialCarMaintenance', 'officialCarRefueling'] as const

/** Requests for cars, repairs and fuel run by the product's own form and effects: what they reserve is taken on the board. */
export const openCarBook = (engine: Engine): Book =>
  // Trips of days that are over were driven.
  moduleBook(engine, types, 'car.', driveTrips)

export async function openFleet(unit: UnitOfWork): Promise<Fleet> {
  const { rows: cars } = await sql<{ key: string; id: number }>`select plate_no as key, id from shared_car`.execute(
    unit.db,
  )
  const { rows: drivers } = await sql<{ key: string; id: number }>`
    select u.username as key, d.id from shared_driver d join shared_app_user u on u.id = d.user_id`.execute(unit.db)
  const byKey = (rows: readonly { key: string; id: number }[]) => new Map(rows.map(({ key, id }) => [key, id]))
  const { rows: cards } = await sql<{ key: string; id: number }>`
    select c.plate_no as key, k.id from shared_fuel_card k join shared_car c on c.id = k.car_id`.execute(unit.db)
  const { rows: shops } = await sql<{ id: number }>`
    select id from shared_vendor where is_car_repair and state = 'active' order by id`.execute(unit.db)
  const { rows: readings } = await sql<{ plate: string; at: Date; km: number }>`
    select c.plate_no as plate, o.at, o.km from shared_car_odometer o join shared_car c on c.id = o.car_id order by o.at, o.km`.execute(
    unit.db,
  )
  return {
    ...(await pastOfFleet(unit)),
    cars: byKey(cars),
    drivers: byKey(drivers),
    cards: byKey(cards),
    shops: shops.map(({ id }) => id),
    km: (plate, at) => readings.findLast((reading) => reading.plate === plate && reading.at <= at)?.km ?? 0,
  }
}
