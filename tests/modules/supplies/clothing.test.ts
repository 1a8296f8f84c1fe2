/** Equipment and clothing (23.3): entitlements, cycles, sizes and replacements over EFF-ISSUE. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CounterResult, CounterWaiting } from '#src/modules/supplies/counter/counter-wire.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { type Counter, openCounter } from './counter.ts'

const TYPE = 'equipmentClothing'
const AT_NOON = '2026-03-10T04:00:00Z'

describe.each(oneEngine)('equipment and clothing on %s', (engine) => {
  let app: TestApp
  let counter: Counter
  let shirt: number
  let coat: number
  let shoes: number
  let baton: number

  const standardItem = async (name: string): Promise<number> =>
    (await sql<{ id: number }>`select id from standard_item where name = ${name}`.execute(app.database.db)).rows[0]
      ?.id ?? 0
  const garment = async (
    standard: string,
    given: { sizes?: string; sizeKind?: string; auxiliary?: boolean; serial?: boolean } = {},
  ): Promise<number> => {
    const id = await counter.item({ category: given.serial ? 'equipment' : 'clothing' })
    await sql`update stock_item set size_list = ${given.sizes ?? ''}, size_kind = ${given.sizeKind ?? null}, auxiliary = ${given.auxiliary ?? false},
      serial_managed = ${given.serial ?? false}, standard_item_id = ${await standardItem(standard)} where id = ${id}`.execute(
      app.database.db,
    )
    for (const size of given.sizes?.split(',') ?? [''])
      await counter.store.receive({ itemId: id, size, qty: 30, amount: '3000.00' })
    return id
  }

  beforeAll(async () => {
    app = await startApp({ engine })
    counter = await openCounter(app)
    counter.moveClock(AT_NOON)
    // What the demo has issued is out of the way.
    await sql`delete from clothing_issue`.execute(app.database.db)
    await sql`delete from clothing_pending`.execute(app.database.db)
    await sql`delete from clothing_profile`.execute(app.database.db)
    shirt = await garment('长袖衬衣', { sizes: '165,170,175', sizeKind: 'height' })
    coat = await garment('冬执勤服', { sizes: '165,170,175', sizeKind: 'height' })
    shoes = await garment('作训鞋', { sizes: '40,41,42', sizeKind: 'shoe', auxiliary: true })
    baton = await garment('警棍', { serial: true })
  })
  afterAll(() => app.close())

  type Line = Record<string, unknown>
  const ask = (username: string, lines: readonly Line[], more: Line = {}) =>
    counter.ask(username, TYPE, lines, { receiveFor: 'self', reasonType: 'periodic', ...more })
  const reviewed = async (id: number, formData?: Line, leader = 'zhang39'): Promise<number> => {
    await counter.act(leader, id, 'approve')
    const answer = await counter.act('shi22', id, 'approve', formData)
    expect(answer.errors).toBeUndefined()
    return id
  }
  const issue = (id: number, rows: readonly number[] = [1], more: Line = {}) =>
    counter.act('zhang23', id, 'handle', {
      issues: rows.map((issuedQty, index) => ({ lineNo: index + 1, issuedQty })),
      ...more,
    })
  const given = async (username: string, lines: readonly Line[], more: Line = {}): Promise<number> => {
    const asked = await ask(username, lines, more)
    expect(asked.errors).toBeUndefined()
    await reviewed(asked.data.id)
    const issued = await issue(
      asked.data.id,
      lines.map(({ qty }) => Number(qty)),
    )
    expect(issued.errors).toBeUndefined()
    return asked.data.id
  }
  const records = async (ticketId: number) =>
    (
      await sql`select size, qty, returned_qty, ended_qty, reason_type, uses_entitlement, cycle_start, next_due_at, self_pay from clothing_issue where ticket_id = ${ticketId} order by id`.execute(
        app.database.db,
      )
    ).rows
  const proof = async (username: string) => [await uploadPdf(app, await counter.as(username))]

  it('fills in the size by the person’s measures, refuses others and writes the size back', async () => {
    const pan = await counter.as('pan42')
    const saved = await pan.put('/api/clothing/own/sizes/', { height: '172', shoe: '41' })
    expect(saved.data).toMatchObject({ height: '172', shoe: '41', hat: null })
    const wrong = await ask('pan42', [{ itemId: shirt, sizeCode: '190', qty: 1 }])
    expect([wrong.errKey, Object.keys(wrong.errors ?? {})]).toEqual(['supplies.sizeUnknown', ['lines.0.sizeCode']])
    const asked = await ask('pan42', [{ itemId: shirt, qty: 1 }])
    expect(asked.data.formData.lines).toMatchObject([
      { sizeCode: '175', entitlementLeft: 2, stockAvailable: 30, unitPrice: '100.00' },
    ])
    await counter.act('pan42', asked.data.id, 'withdraw')
    const own = await pan.get<{ sizes: { height: string } }>('/api/clothing/own/')
    expect(own.data.sizes.height).toBe('175')
  })

  it('STD-11, 90.A7 trap 11: counts what was issued and what is asked for in the cycle, also of two requests at once', async () => {
    const over = await ask('pan42', [{ itemId: shirt, sizeCode: '170', qty: 3 }])
    expect([over.errKey, over.params, Object.keys(over.errors ?? {})]).toEqual([
      'entitlement.exceeded',
      [expect.any(String), 2, 0],
      ['lines.0.qty'],
    ])
    const split = await ask('pan42', [
      { itemId: shirt, sizeCode: '170', qty: 1 },
      { itemId: shirt, sizeCode: '175', qty: 2 },
    ])
    expect(Object.keys(split.errors ?? {})).toEqual(['lines.1.qty'])
    const both = await Promise.all([1, 2].map(() => ask('ge43', [{ itemId: shirt, sizeCode: '170', qty: 2 }])))
    expect(both.map(({ code }) => code).sort()).toEqual([2000, 4001])
    expect(both.find(({ code }) => code === 4001)?.errKey).toBe('entitlement.exceeded')
    const first = await given('xi44', [{ itemId: shirt, sizeCode: '170', qty: 1 }])
    expect(await records(first)).toMatchObject([
      { qty: 1, usesEntitlement: true, cycleStart: '2026-03-10', nextDueAt: '2027-03-10' },
    ])
    const rest = await given('xi44', [{ itemId: shirt, sizeCode: '170', qty: 1 }])
    expect(await records(rest)).toMatchObject([{ cycleStart: '2026-03-10', nextDueAt: '2027-03-10' }])
  })

  it('STD-12 a renewal is refused until 30 days before it is due, and the next cycle begins where the last ends', async () => {
    const early = await ask('xi44', [{ itemId: shirt, sizeCode: '170', qty: 1 }])
    expect([early.errKey, early.params]).toEqual(['rule.STD-12', [expect.any(String), '2027-03-10']])
    counter.moveClock('2027-02-07T15:59:00Z')
    expect((await ask('xi44', [{ itemId: shirt, sizeCode: '170', qty: 1 }])).errKey).toBe('rule.STD-12')
    counter.moveClock('2027-02-07T16:01:00Z')
    const next = await given('xi44', [{ itemId: shirt, sizeCode: '170', qty: 2 }])
    expect(await records(next)).toMatchObject([{ cycleStart: '2027-03-10', nextDueAt: '2028-03-10' }])
    counter.moveClock(AT_NOON)
  })

  it('STD-13 the set of a newcomer is issued once', async () => {
    const set = [
      { itemId: shirt, sizeCode: '170', qty: 2 },
      { itemId: coat, sizeCode: '170', qty: 1 },
    ]
    const asked = await ask('su41', set, { reasonType: 'newcomer' })
    expect(asked.errors).toBeUndefined()
    const again = await ask('su41', [{ itemId: shoes, sizeCode: '41', qty: 1 }], { reasonType: 'newcomer' })
    expect([again.errKey, Object.keys(again.errors ?? {})]).toEqual(['rule.STD-13', ['lines.0.itemId']])
    await counter.act('su41', asked.data.id, 'withdraw')
    expect((await ask('su41', set, { reasonType: 'newcomer' })).code).toBe(2000)
  })

  it('STD-15 auxiliary police take only what is flagged for them', async () => {
    const refused = await ask('fan45', [{ itemId: shirt, sizeCode: '170', qty: 1 }])
    expect([refused.errKey, Object.keys(refused.errors ?? {})]).toEqual(['rule.STD-15', ['lines.0.itemId']])
    expect((await ask('fan45', [{ itemId: shoes, sizeCode: '41', qty: 1 }])).code).toBe(2000)
  })

  it('a leader asks for the members of the department, and for nobody else', async () => {
    const line = { itemId: coat, sizeCode: '170', qty: 1 }
    const idOf = (username: string) => counter.store.personOf(username)
    const members = { receiveFor: 'members' }
    const staff = await ask('pan42', [{ ...line, userId: await idOf('xi44') }], members)
    expect([staff.errKey, Object.keys(staff.errors ?? {})]).toEqual(['supplies.membersByLeader', ['receiveFor']])
    const foreign = await ask('zhang39', [{ ...line, userId: await idOf('lu48') }], members)
    expect(foreign.errKey).toBe('supplies.notMember')
    const asked = await ask(
      'zhang39',
      [
        { ...line, userId: await idOf('pan42') },
        { ...line, userId: await idOf('xi44'), sizeCode: '175' },
      ],
      members,
    )
    expect(asked.errors).toBeUndefined()
    const { current } = await counter.ticket(asked.data.id, 'zhang39')
    if (current[0]?.state === 'deptLeader') await counter.act('sun03', asked.data.id, 'approve')
    await counter.act('shi22', asked.data.id, 'approve')
    expect((await issue(asked.data.id, [1, 1])).errors).toBeUndefined()
    const { rows } = await sql<{ username: string; size: string }>`
      select u.username, c.size from clothing_issue c join app_user u on u.id = c.user_id where c.ticket_id = ${asked.data.id} order by 1`.execute(
      app.database.db,
    )
    expect(rows).toEqual([
      { username: 'pan42', size: '170' },
      { username: 'xi44', size: '175' },
    ])
    const issued = await sql<{
      n: number
    }>`select count(distinct person_id)::int as n from stock_issue where ticket_id = ${asked.data.id}`.execute(
      app.database.db,
    )
    expect(issued.rows).toEqual([{ n: 2 }])
  })

  it('lost pieces are paid for by the life that was left; damaged ones come back, and what is reusable goes to stock as used', async () => {
    const worn = await given('pan42', [{ itemId: shirt, sizeCode: '170', qty: 2 }])
    const bare = await ask('pan42', [{ itemId: shirt, sizeCode: '170', qty: 1 }], { reasonType: 'lost' })
    expect(Object.keys(bare.errors ?? {})).toEqual(['damageProof'])
    const none = await ask('pan42', [{ itemId: shoes, sizeCode: '41', qty: 1 }], {
      reasonType: 'lost',
      damageProof: await proof('pan42'),
    })
    expect(none.errKey).toBe('supplies.nothingHeld')
    counter.moveClock('2026-09-09T04:00:00Z')
    const lost = await ask('pan42', [{ itemId: shirt, sizeCode: '170', qty: 1 }], {
      reasonType: 'lost',
      damageProof: await proof('pan42'),
    })
    expect(lost.errors).toBeUndefined()
    // 182 of 365 days are left of a shirt of 100.00.
    expect(lost.data.formData).toMatchObject({ selfPay: '49.86' })
    await reviewed(lost.data.id)
    await issue(lost.data.id)
    expect(await records(lost.data.id)).toMatchObject([
      { usesEntitlement: false, selfPay: '49.86', cycleStart: '2026-03-10', nextDueAt: '2027-03-10' },
    ])
    expect(await records(worn)).toMatchObject([{ qty: 2, endedQty: 1 }])

    const damaged = await ask('pan42', [{ itemId: shirt, sizeCode: '170', qty: 1 }], {
      reasonType: 'damaged',
      damageProof: await proof('pan42'),
    })
    await reviewed(damaged.data.id)
    const keeper = await counter.as('zhang23')
    const { data } = await keeper.get<CounterWaiting>('/api/supplies/counter/')
    expect(data.tickets.find(({ id }) => id === damaged.data.id)?.lines).toMatchObject([
      { size: '170', person: null, asksOldPiece: true, short: 0 },
    ])
    const silent = await issue(damaged.data.id)
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['supplies.oldPieceMissing', ['oldReturns']])
    const before = (await counter.available(shirt)) ?? 0
    const done = await keeper.post<readonly CounterResult[]>('/api/supplies/counter/issue/', {
      tickets: [
        {
          id: damaged.data.id,
          rows: [{ lineNo: 1, qty: 1 }],
          oldReturns: [{ lineNo: 1, returnedQty: 1, grade: 'reusable' }],
        },
      ],
    })
    expect(done.data).toMatchObject([{ ok: true }])
    const used = await sql<{ qty: number; size: string }>`
      select qty::int as qty, size from stock_batch where item_id = ${shirt} and batch_no = 'USED'`.execute(
      app.database.db,
    )
    expect(used.rows).toEqual([{ qty: 1, size: '170' }])
    // Reserved before, one went out and one came back.
    expect(await counter.available(shirt)).toBe(before + 1)
    counter.moveClock(AT_NOON)
  })

  it('STD-14 a piece with a serial number is handed over as a card, and the old one comes back when it is damaged', async () => {
    const spare = async (sn: string): Promise<number> =>
      (
        await sql<{ id: number }>`
          insert into asset (asset_no, name, category, item_id, model, sn, source, buy_date, start_date, price, life_years, dept_id, state, created_at, updated_at)
          select ${sn}, '警棍', 'police', ${await standardItem('警棍')}, 'JG-1', ${sn}, 'purchase', '2026-01-01', '2026-01-01', 300, 5, d.id, 'idle', now(), now()
          from department d where d.key = 'D06' returning id`.execute(app.database.db)
      ).rows[0]?.id ?? 0
    const [one, two] = [await spare('JG-000001'), await spare('JG-000002')]
    const asked = await ask('pan42', [{ itemId: baton, qty: 1 }])
    expect(asked.errors).toBeUndefined()
    await counter.act('zhang39', asked.data.id, 'approve')
    const missing = await counter.act('shi22', asked.data.id, 'approve')
    expect([missing.errKey, Object.keys(missing.errors ?? {})]).toEqual(['supplies.gearMissing', ['gear']])
    await counter.act('shi22', asked.data.id, 'approve', { gear: [{ lineNo: 1, assetId: one }] })
    expect((await issue(asked.data.id)).errors).toBeUndefined()
    const cards = () =>
      sql`select asset_no, state, holder_id, is_unconfirmed from asset where id = any(${[one, two]}::bigint[]) order by id`.execute(
        app.database.db,
      )
    const holder = await counter.store.personOf('pan42')
    expect((await cards()).rows[0]).toEqual({
      assetNo: 'JG-000001',
      state: 'inUse',
      holderId: holder,
      isUnconfirmed: true,
    })
    await counter.act('pan42', asked.data.id, 'handle', { receiptResult: 'received' })
    expect((await cards()).rows[0]).toMatchObject({ isUnconfirmed: false })
    // One is held, so that another is more than the standard.
    expect((await ask('pan42', [{ itemId: baton, qty: 1 }])).errKey).toBe('rule.STD-12')
    const proofs = { reasonType: 'damaged', damageProof: await proof('pan42') }
    const silent = await ask('pan42', [{ itemId: baton, qty: 1 }], proofs)
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['rule.STD-14', ['lines.0.oldAssetId']])
    const exchanged = await ask('pan42', [{ itemId: baton, qty: 1, oldAssetId: one }], proofs)
    await reviewed(exchanged.data.id, { gear: [{ lineNo: 1, assetId: two }] })
    expect((await issue(exchanged.data.id)).errors).toBeUndefined()
    expect((await cards()).rows).toMatchObject([
      { state: 'pendingScrap', holderId: null },
      { state: 'inUse', holderId: holder },
    ])
  })

  it('exchanges a size within 30 days in one act, without using an entitlement', async () => {
    const id = await given('yun40', [{ itemId: coat, sizeCode: '170', qty: 1 }])
    const keeper = await counter.as('zhang23')
    const { data } =
      await keeper.get<readonly { id: number; version: number; ticketId: number }[]>(`/api/clothing/issue/?limit=100`)
    const row = data.find(({ ticketId }) => ticketId === id)
    const path = `/api/clothing/issue/${row?.id}/exchange/`
    const send = async (body: Line) =>
      (await counter.as('zhang23')).post(path, { version: row?.version, exchangedQty: 1, ...body })
    expect(await send({ sizeCode: '199' })).toMatchObject({ errKey: 'supplies.sizeUnknown' })
    expect(await send({ sizeCode: '170' })).toMatchObject({ errKey: 'supplies.exchangeSame' })
    expect(await send({ sizeCode: '175', exchangedQty: 2 })).toMatchObject({ errKey: 'supplies.exchangeTooMuch' })
    counter.moveClock('2026-04-10T04:00:00Z')
    expect(await send({ sizeCode: '175' })).toMatchObject({ errKey: 'supplies.exchangeLate' })
    counter.moveClock('2026-04-09T04:00:00Z')
    expect((await send({ sizeCode: '175' })).code).toBe(2000)
    counter.moveClock(AT_NOON)
    expect(await records(id)).toMatchObject([
      { size: '170', qty: 1, returnedQty: 1 },
      { size: '175', qty: 1, reasonType: 'exchange', cycleStart: '2026-03-10', nextDueAt: '2029-03-10' },
    ])
    const again = await ask('yun40', [{ itemId: coat, sizeCode: '170', qty: 1 }])
    expect(again.errKey).toBe('rule.STD-12')
  })

  it('a withdrawn request frees stock and entitlement', async () => {
    const asked = await ask('pan42', [{ itemId: shoes, sizeCode: '42', qty: 1 }])
    const free = await counter.available(shoes)
    await counter.act('pan42', asked.data.id, 'withdraw')
    expect(await counter.available(shoes)).toBe((free ?? 0) + 1)
    const { rows } = await sql`select from clothing_pending where ticket_id = ${asked.data.id}`.execute(app.database.db)
    expect(rows).toEqual([])
  })
})
