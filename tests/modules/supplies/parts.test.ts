/** Electronic parts and consumables (23.2): device, page counter and old part over EFF-ISSUE. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from '#src/define/tickets/catalogue.ts'
import type { CounterResult, CounterWaiting } from '#src/modules/supplies/counter/counter.types.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { personOf } from '#tests/journeys/roles.ts'
import { type Counter, openCounter } from './counter.ts'

const TYPE = 'electronicPartsAndConsumables'

describe.each(oneEngine)('electronic parts and consumables on %s', (engine) => {
  let app: TestApp
  let counter: Counter
  let printer: number
  let computer: number
  let toner: number
  let disk: number

  const assetOf = async (where: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select a.id from asset a join app_user u on u.id = a.holder_id join department d on d.id = a.dept_id
      where a.state = 'inUse' and ${where} order by a.id limit 1`.execute(app.database.db)
    return rows[0]?.id ?? 0
  }
  const part = async (partKind: string, models = '', ratedYield: number | null = null): Promise<number> => {
    const id = await counter.item({ category: 'electronicParts' })
    await sql`update stock_item set part_kind = ${partKind}, compatible_models = ${models}, rated_yield = ${ratedYield} where id = ${id}`.execute(
      app.database.db,
    )
    await counter.store.receive({ itemId: id, qty: 20, amount: '200.00' })
    return id
  }

  beforeAll(async () => {
    app = await startApp({ engine })
    counter = await openCounter(app)
    printer = await assetOf(sql`a.category = 'office' and d.key = 'D10'`)
    computer = await assetOf(sql`a.name = '台式计算机' and u.username = 'pan42'`)
    toner = await part('toner', 'ZC-P1, ZC-P2', 2000)
    disk = await part('disk')
  })
  afterAll(() => app.close())

  const ask = (itemId: number, more: Record<string, unknown> = {}) =>
    counter.ask('pan42', TYPE, [{ itemId, qty: 1 }], { oldPartReturn: 'yes', ...more })
  const issue = (id: number, more: Record<string, unknown> = {}) =>
    counter.act('zhang23', id, 'handle', { issues: [{ lineNo: 1, issuedQty: 1 }], ...more })
  const approved = async (itemId: number, more: Record<string, unknown>): Promise<number> => {
    const asked = await ask(itemId, more)
    expect(asked.errors).toBeUndefined()
    await counter.act('zhang39', asked.data.id, 'approve')
    return asked.data.id
  }
  const uses = async (ticketId: number) =>
    (
      await sql`select asset_id, part_kind, print_counter, old_part_received, old_part_sn, undone from supply_part_use where ticket_id = ${ticketId}`.execute(
        app.database.db,
      )
    ).rows

  it('asks for the device of a toner and its page counter, and refuses devices of others', async () => {
    const bare = await ask(toner)
    expect(Object.keys(bare.errors ?? {}).sort()).toEqual(['assetId', 'printCounter'])
    const foreign = await assetOf(sql`a.category = 'office' and d.key = 'D11'`)
    const other = await ask(toner, { assetId: foreign, printCounter: 10 })
    expect(Object.keys(other.errors ?? {})).toEqual(['assetId'])
    const offered = await (await counter.as('pan42')).get<readonly { id: number }[]>(
      '/api/assets/asset/serving/?search=ZC-P1',
    )
    expect(offered.data.map(({ id }) => id)).toEqual([printer])
  })

  it('STK-23 a part that does not fit the model of the device is refused with the models it fits', async () => {
    const wrong = await ask(toner, { assetId: computer, printCounter: 10 })
    expect([wrong.errKey, Object.keys(wrong.errors ?? {})]).toEqual(['rule.STK-23', ['lines.0.itemId']])
    expect(wrong.msg).toContain('ZC-P1')
  })

  it('23.2 the catalogue offers only what fits the device, and everything without one of theirs', async () => {
    const other = await part('toner', 'ZC-X9', 2000)
    const pan = await counter.as('pan42')
    const offered = async (assetId?: number): Promise<readonly number[]> => {
      const { data } = await pan.get<Catalogue>(
        `/api/supplies/catalogue/?type=${TYPE}${assetId === undefined ? '' : `&assetId=${assetId}`}`,
      )
      return data.items.map(({ id }) => id).filter((id) => [toner, disk, other].includes(id))
    }
    expect(await offered()).toEqual([toner, disk, other])
    expect(await offered(printer)).toEqual([toner, disk])
    expect(await offered(computer)).toEqual([disk])
    expect(await offered(await assetOf(sql`a.category = 'office' and d.key = 'D11'`))).toEqual([toner, disk, other])
    expect((await pan.get(`/api/supplies/catalogue/?type=${TYPE}&assetId=x`)).code).toBe(4000)
  })

  it('STK-21 toner changed before 60 % of its rated pages needs a reason; a counter never runs backwards', async () => {
    const first = await approved(toner, { assetId: printer, printCounter: 5000 })
    expect((await issue(first, { oldPartReceived: true })).code).toBe(2000)
    expect(await uses(first)).toEqual([
      {
        assetId: printer,
        partKind: 'toner',
        printCounter: 5000,
        oldPartReceived: true,
        oldPartSn: null,
        undone: false,
      },
    ])
    const back = await ask(toner, { assetId: printer, printCounter: 4999 })
    expect([back.errKey, Object.keys(back.errors ?? {})]).toEqual(['supplies.counterBackward', ['printCounter']])
    const early = await ask(toner, { assetId: printer, printCounter: 6199 })
    expect([early.errKey, early.params, Object.keys(early.errors ?? {})]).toEqual([
      'rule.STK-21',
      [expect.any(String), 1199, 2000, 60],
      ['earlyReason'],
    ])
    const reasoned = await ask(toner, { assetId: printer, printCounter: 6199, earlyReason: '打印缺墨，硒鼓破损' })
    expect(reasoned.errors).toBeUndefined()
    expect(reasoned.data.formData).toMatchObject({ early: true, pagesSince: 1199, lastCounter: 5000 })
    const due = await ask(toner, { assetId: printer, printCounter: 6200 })
    expect(due.data.formData).toMatchObject({ early: false, pagesSince: 1200 })
  })

  it('STK-22 a storage medium goes out against the old one, into the log of the device', async () => {
    const kept = await ask(disk, { assetId: computer, oldPartReturn: 'no', oldPartSn: 'HDD-0042' })
    expect([kept.errKey, Object.keys(kept.errors ?? {})]).toEqual(['rule.STK-22', ['oldPartReturn']])
    expect(Object.keys((await ask(disk, { assetId: computer })).errors ?? {})).toEqual(['oldPartSn'])
    const id = await approved(disk, { assetId: computer, oldPartSn: 'HDD-0042' })
    const silent = await issue(id)
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['rule.STK-22', ['oldPartReceived']])
    expect(await counter.issued(id)).toEqual([])
    expect((await issue(id, { oldPartReceived: true })).code).toBe(2000)
    expect(await uses(id)).toMatchObject([{ oldPartSn: 'HDD-0042', oldPartReceived: true }])
    const { rows } = await sql<{ action: string; note: string }>`
      select action, note from asset_log where ticket_id = ${id}`.execute(app.database.db)
    expect(rows).toEqual([{ action: 'maintain', note: expect.stringContaining('× 1') }])
  })

  it('STK-22 the counter asks for the old medium by its serial number and hands nothing out without it', async () => {
    const id = await approved(disk, { assetId: computer, oldPartSn: 'HDD-0050' })
    const keeper = await counter.as('zhang23')
    const { data } = await keeper.get<CounterWaiting>('/api/supplies/counter/')
    expect(data.tickets.find((ticket) => ticket.id === id)).toMatchObject({ oldPartSn: 'HDD-0050' })
    const issueThere = async (more: Record<string, unknown>) =>
      (
        await keeper.post<readonly CounterResult[]>('/api/supplies/counter/issue/', {
          tickets: [{ id, rows: [{ lineNo: 1, qty: 1 }], ...more }],
        })
      ).data
    expect(await issueThere({})).toMatchObject([{ ok: false, problem: { key: 'rule.STK-22' } }])
    expect(await issueThere({ oldPartReceived: true })).toMatchObject([{ ok: true }])
    expect(await uses(id)).toMatchObject([{ oldPartSn: 'HDD-0050', oldPartReceived: true }])
  })

  it('STK-22 a medium of a classified device is copied to the security administrator', async () => {
    await sql`update asset set secret_level = 'internal' where id = ${computer}`.execute(app.database.db)
    const id = await approved(disk, { assetId: computer, oldPartSn: 'HDD-0043' })
    const copied = await sql<{ username: string }>`
      select u.username from ticket_cc c join app_user u on u.id = c.user_id where c.ticket_id = ${id} order by 1`.execute(
      app.database.db,
    )
    expect(copied.rows.map(({ username }) => username)).toContain(personOf.securityAdmin)
    await sql`update asset set secret_level = 'none' where id = ${computer}`.execute(app.database.db)
    const open = await approved(disk, { assetId: computer, oldPartSn: 'HDD-0044' })
    const none = await sql`select from ticket_cc where ticket_id = ${open}`.execute(app.database.db)
    expect(none.rows).toEqual([])
  })

  it('a voided ticket no longer counts as the last change', async () => {
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p
      where r.key = 'bureauLeader' and p.value = 'ticket:Void'`.execute(app.database.db)
    await app.services.caches.load()
    const id = await approved(toner, { assetId: printer, printCounter: 9000 })
    await issue(id, { oldPartReceived: true })
    const voided = await counter.act('zhao01', id, 'void', undefined, { comment: '重复申请，经核实予以作废' })
    expect(voided.data.status).toBe('voided')
    expect(await uses(id)).toMatchObject([{ undone: true }])
  })

  it('STK-21 the pages between two toners follow the counters, whatever is issued late or voided', async () => {
    const pages = async (): Promise<Readonly<Record<string, number | null>>> => {
      const { data } = await (await counter.as('zhang23')).get<
        readonly { printCounter: number; pages: number | null; undone: boolean }[]
      >(`/api/supplies/part/?assetId=${printer}&partKind=toner&limit=100`)
      return Object.fromEntries(data.flatMap(({ printCounter, pages: n }) => [[String(printCounter), n] as const]))
    }
    const first = await approved(toner, { assetId: printer, printCounter: 20_000 })
    const second = await approved(toner, { assetId: printer, printCounter: 25_000 })
    await issue(second, { oldPartReceived: true })
    expect(await pages()).toMatchObject({ 5000: null, 25000: 20_000 })
    // Of the two the one that was asked for first goes out last.
    await issue(first, { oldPartReceived: true })
    expect(await pages()).toMatchObject({ 20000: 15_000, 25000: 5000 })
    const voided = await counter.act('zhao01', first, 'void', undefined, { comment: '重复申请，经核实予以作废' })
    expect(voided.data.status).toBe('voided')
    expect(await pages()).toMatchObject({ 25000: 20_000 })
  })

  it('S10.2 of two requests for the last toner one is reserved, and nobody takes the reserved unit', async () => {
    const last = await counter.item({ category: 'electronicParts' })
    await counter.store.receive({ itemId: last, qty: 1 })
    const both = await Promise.all(
      ['pan42', 'ge43'].map((name) => counter.ask(name, TYPE, [{ itemId: last, qty: 1 }], { oldPartReturn: 'na' })),
    )
    expect(both.map(({ code }) => code).sort()).toEqual([2000, 4001])
    expect(both.find(({ code }) => code === 4001)?.errKey).toBe('stock.insufficient')
    expect(await counter.available(last)).toBe(0)
  })
})
