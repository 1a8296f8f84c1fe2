/** Dispatchers, drivers and applicants of the bureau with what they do to trips, through the API. */
import { sql } from 'kysely'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import type { EngineKind } from '#tests/harness/engines.ts'
import { act, submit } from '#tests/harness/tickets.ts'

export const APPOINTMENT = 'officialCarAppointment'

/** The six checks before a departure (95.4), some of them with another result. */
export const checked = (other: Readonly<Record<number, object>> = {}) => ({
  checks: Array.from({ length: 6 }, (_, index) => ({ result: 'pass', ...other[index] })),
})
export const checks = checked()
export const A = '示A0001警'
export const B = '示A0002警'

export interface Fleet {
  readonly app: TestApp
  readonly pan: Client
  readonly zhang: Client
  readonly yan: Client
  readonly hua: Client
  readonly car: (plate: string) => Promise<number>
  readonly driver: (username: string) => Promise<number>
  /** Files an appointment and has it approved up to the dispatch. Answers its id. */
  readonly waiting: (values: Readonly<Record<string, unknown>>, applicant?: Client, leader?: Client) => Promise<number>
  readonly dispatch: (ticket: number, plate: string, username: string, by?: Client) => ReturnType<typeof act>
  readonly tripOf: (ticket: number) => Promise<{ id: number; state: string; version: number }>
  readonly onTrip: (
    person: Client,
    trip: number,
    action: string,
    values?: Readonly<Record<string, unknown>>,
  ) => Promise<{ code: number; errKey?: string | undefined; params?: unknown }>
}

export async function openFleet(engine: EngineKind): Promise<Fleet> {
  const app = await startApp({ engine })
  const [pan, zhang, yan, hua] = (await Promise.all(
    ['pan42', 'zhang39', 'yan26', 'hua27'].map((name) => app.as(name)),
  )) as [Client, Client, Client, Client]
  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
    (await query.execute(app.database.db)).rows[0]?.id ?? 0
  const car = (plate: string) => idOf(sql<{ id: number }>`select id from car where plate_no = ${plate}`)
  const driver = (username: string) =>
    idOf(
      sql<{ id: number }>`select d.id from driver d join app_user u on u.id = d.user_id where u.username = ${username}`,
    )
  return {
    app,
    pan,
    zhang,
    yan,
    hua,
    car,
    driver,
    async waiting(values, applicant = pan, leader = zhang) {
      const filed = await submit(applicant, APPOINTMENT, values)
      if (filed.code !== 2000) throw new Error(`${filed.errKey}: ${filed.msg}`)
      if (values.purpose !== 'emergency') await act(leader, filed.data.id, 'approve')
      return filed.data.id
    },
    dispatch: async (ticket, plate, username, by = yan) =>
      act(by, ticket, 'approve', { formData: { carId: await car(plate), driverId: await driver(username) } }),
    async tripOf(ticket) {
      const { rows } = await sql<{ id: number; state: string; version: number }>`
        select t.id, t.state, t.version from car_trip t join car_trip_ticket l on l.trip_id = t.id where l.ticket_id = ${ticket} order by t.id desc limit 1`.execute(
        app.database.db,
      )
      return rows[0] ?? { id: 0, state: '', version: 0 }
    },
    async onTrip(person, trip, action, values = {}) {
      const { rows } = await sql<{ version: number }>`select version from car_trip where id = ${trip}`.execute(
        app.database.db,
      )
      return person.post(`/api/cars/trip/${trip}/${action}/`, { version: rows[0]?.version, ...values })
    },
  }
}
