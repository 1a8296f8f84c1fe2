import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { remindOfBackfills } from '#src/modules/car/trips/emergencies.server.ts'
import { markOverdue, offerUnreturned } from '#src/modules/car/trips/trip-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const OFFER = '/api/supervision/offer/'
type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

describe.each(oneEngine)('trips that are put before supervision on %s', (engine) => {
  let app: TestApp
  let [feng, hua, pan, li]: readonly Client[] = []
  let trips = 0
  const goTo = async (at: string) => {
    app.clock.set(new Date(`${at}+08:00`))
    ;[feng, hua, pan, li] = await Promise.all(['feng08', 'hua27', 'pan42', 'li04'].map((name) => app.as(name)))
  }
  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(() => goTo('2026-03-11T10:00:00'))

  interface Trip {
    readonly state: 'reserved' | 'departed'
    readonly endAt: string
    readonly backfillDue?: string
  }
  /** A trip of hua27 that pan42 asked for. */
  const trip = async ({ state, endAt, backfillDue }: Trip): Promise<number> => {
    trips += 1
    const hasLeft = state === 'departed'
    const { rows } = await sql<{ id: number }>`
      insert into car_trip (no, car_id, driver_id, driver_user_id, requester_id, dept_id, purpose, start_at, end_at, from_place, to_place, people, state,
        departed_at, mileage_out, backfill_due, created_at, updated_at)
      select ${`CC-S${trips}`}, (select min(id) from car), d.id, d.user_id, p.id, p.dept_id, 'official', ${endAt}::timestamptz - interval '2 hours', ${endAt}::timestamptz,
        '示例市公安局', '示例大桥', 2, ${state}, case when ${hasLeft}::boolean then ${endAt}::timestamptz - interval '2 hours' end,
        case when ${hasLeft}::boolean then 1000 end, ${backfillDue ?? null}::timestamptz, now(), now()
      from driver d join app_user u on u.id = d.user_id and u.username = 'hua27', app_user p where p.username = 'pan42' returning id`.execute(
      app.database.db,
    )
    return rows[0]!.id
  }
  const offersOf = async (kind: string, id: number): Promise<readonly Row[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from supervision_offer where kind = ${kind} and key = ${String(id)}`.execute(app.database.db)
    const list = await feng!.get<readonly Row[]>(OFFER, { query: { kind, limit: '100' } })
    return list.data.filter((row) => rows.some((one) => one.id === row.id))
  }
  const noticesOf = (no: string) =>
    app.announced.messages.filter(
      ({ to, link, title }) =>
        to.includes(feng!.userId) &&
        link === '/supervision?tab=offers&state=open' &&
        (title as { params?: readonly unknown[] }).params?.[0] === no,
    ).length

  it('CAR-33 a vehicle that is not back a day after its trip is offered to supervision once, not a second before, also after missed runs', async () => {
    const id = await trip({ state: 'departed', endAt: '2026-03-11T12:00:00+08:00' })
    const no = `CC-S${trips}`
    const counts: [string, number, number][] = []
    for (const at of ['2026-03-11T13:00:01', '2026-03-12T11:59:59', '2026-03-12T12:00:00', '2026-03-12T12:10:00']) {
      await goTo(at)
      await write(app.services, markOverdue)
      await write(app.services, offerUnreturned)
      counts.push([at, (await offersOf('carReturn', id)).length, noticesOf(no)])
    }
    expect(counts).toEqual([
      ['2026-03-11T13:00:01', 0, 0],
      ['2026-03-12T11:59:59', 0, 0],
      ['2026-03-12T12:00:00', 1, 1],
      ['2026-03-12T12:10:00', 1, 1],
    ])
    // No run for days: the next one offers it, once.
    const second = await trip({ state: 'departed', endAt: '2026-03-14T12:00:00+08:00' })
    await goTo('2026-03-18T09:00:00')
    for (let run = 0; run < 2; run += 1) {
      await write(app.services, markOverdue)
      await write(app.services, offerUnreturned)
    }
    expect([await offersOf('carReturn', second), noticesOf(`CC-S${trips}`)]).toMatchObject([
      [{ subject: `CC-S${trips} 示例大桥`, state: 'open', handlerId: hua!.userId, ticketId: null }],
      1,
    ])
  })

  it('CAR-33 what came back in time, or was reserved and never left, is not offered', async () => {
    const reserved = await trip({ state: 'reserved', endAt: '2026-03-11T12:00:00+08:00' })
    const back = await trip({ state: 'departed', endAt: '2026-03-11T12:00:00+08:00' })
    await sql`update car_trip set state = 'returned', returned_at = end_at + interval '3 hours', mileage_in = 1100 where id = ${back}`.execute(
      app.database.db,
    )
    await goTo('2026-03-13T12:00:00')
    await write(app.services, markOverdue)
    await write(app.services, offerUnreturned)
    expect([await offersOf('carReturn', reserved), await offersOf('carReturn', back)]).toEqual([[], []])
  })

  it('CAR-07 an emergency without its application is offered after its 24 hours, once, also after missed runs, and becomes an item of its requester', async () => {
    const id = await trip({
      state: 'reserved',
      endAt: '2026-03-11T12:00:00+08:00',
      backfillDue: '2026-03-12T08:30:00+08:00',
    })
    const no = `CC-S${trips}`
    const run = async (at: string) => {
      await goTo(at)
      await write(app.services, remindOfBackfills)
      return [(await offersOf('carBackfill', id)).length, noticesOf(no)]
    }
    expect(await run('2026-03-11T08:30:00')).toEqual([0, 0])
    expect(await run('2026-03-12T08:30:00')).toEqual([0, 0])
    // No run on the 13th: the next one offers it.
    expect(await run('2026-03-14T08:30:00')).toEqual([1, 1])
    expect(await run('2026-03-15T08:30:00')).toEqual([1, 1])
    const [offer] = await offersOf('carBackfill', id)
    const taken = await feng!.post<Row>(`${OFFER}${offer!.id}/take/`, {
      version: offer!.version,
      leaderId: li!.userId,
      dueDate: '2026-03-20',
      requirement: '请尽快补办应急用车申请手续，并说明原因。',
    })
    expect([taken.msg, taken.code]).toEqual([taken.msg, 2000])
    const item = await pan!.get<Row>(`/api/supervision/item/${String(taken.data.itemId)}/`)
    expect(item.data).toMatchObject({ state: 'assigned', handlerId: pan!.userId, title: `${no} 示例大桥` })
  })
})
