/** Equipment and clothing (23.3): entitlements, cycles, sizes and replacements over EFF-ISSUE. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from '#src/define/tickets/catalogue.ts'
import type { CounterResult, CounterWaiting } from '#src/modules/supplies/counter/counter.types.ts'
import { spreadBy } from '#src/modules/supplies/survey/curve.ts'
import { surveyJobs } from '#src/modules/supplies/survey/order.server.ts'
import type { PasteResult, SurveyMatrix } from '#src/modules/supplies/survey/survey.types.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
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

  it('STD-11, STD-15 the catalogue says what a cycle leaves and fills in the size; what is not for the person is left out', async () => {
    const cards = async (username: string, more = '') => {
      const { data } = await (await counter.as(username)).get<Catalogue>(
        `/api/supplies/catalogue/?type=equipmentClothing${more}`,
      )
      return (id: number) => data.items.find((item) => item.id === id)
    }
    expect((await cards('pan42'))(shirt)).toMatchObject({
      allowance: { max: 2, left: 2, nextDueAt: null },
      cells: { sizeCode: '175' },
      available: 90,
    })
    const fan = await cards('fan45')
    expect([fan(shirt), fan(shoes)?.id]).toEqual([undefined, shoes])
    // What members may have is said by the lines that name them.
    expect((await cards('zhang39', '&forSelf=false'))(shirt)).toMatchObject({ allowance: null, cells: {} })
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
    expect([early.errKey, early.params]).toEqual(['rule.STD-12', [expect.any(String), '2027-03-10', 30]])
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
    // The form of others does not have the choice: a request of theirs is for themselves, whatever is sent.
    const other = await idOf('xi44')
    const own = await ask('pan42', [{ ...line, userId: other }], members)
    expect([own.errors, own.data.formData]).toMatchObject([undefined, { lines: [{ entitlementLeft: 1 }] }])
    expect(own.data.formData.receiveFor ?? null).toBeNull()
    expect(own.data.formData.lines).toEqual([expect.not.objectContaining({ userId: other })])
    await counter.act('pan42', own.data.id, 'withdraw')
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
    const issued = await issue(asked.data.id)
    expect([issued.errors, issued.data.current.map(({ state }) => state)]).toEqual([undefined, ['receiptSerial']])
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

  it('spreads pieces without a size over the sizes of the others, every piece once', () => {
    const known = new Map([
      ['165', 2],
      ['170', 5],
      ['175', 3],
    ])
    expect(spreadBy(known, 4)).toEqual(
      new Map([
        ['165', 1],
        ['170', 2],
        ['175', 1],
      ]),
    )
    expect([spreadBy(new Map(), 3), spreadBy(new Map(), 0)]).toEqual([null, new Map()])
  })

  describe('a size survey of a season (90 A.5)', () => {
    const surveys = '/api/clothing/survey/'
    let manager: Client
    let id: number
    const matrix = async (as = manager) => (await as.get<SurveyMatrix>(`${surveys}${id}/`)).data
    const linesFor = async (userId: number) => (await matrix()).people.find((one) => one.id === userId)?.lines ?? []
    const paste = (text: string) => manager.post<PasteResult>(`${surveys}${id}/paste/`, { text })
    beforeAll(async () => {
      await sql`delete from clothing_survey_line`.execute(app.database.db)
      await sql`delete from clothing_survey`.execute(app.database.db)
      await sql`delete from clothing_issue`.execute(app.database.db)
      await sql`delete from clothing_pending`.execute(app.database.db)
      await sql`delete from clothing_profile`.execute(app.database.db)
      counter.moveClock(AT_NOON)
      manager = await counter.as('shi22')
      await (await counter.as('pan42')).put('/api/clothing/own/sizes/', { height: '170' })
    })

    it('asks everybody who is due, in the size of their measures, and notifies them', async () => {
      const { rows } = await sql<{
        id: number
      }>`select id from department where key in ('D10', 'D11') order by id`.execute(app.database.db)
      const body = {
        name: '2026年夏季换装',
        itemIds: [shirt, shoes],
        deptIds: rows.map((row) => row.id),
        dueDate: '2026-03-20',
      }
      expect(await manager.post(surveys, { ...body, dueDate: '2026-03-01' })).toMatchObject({
        errKey: 'supplies.surveyPast',
      })
      expect(await (await counter.as('pan42')).post(surveys, body)).toMatchObject({ code: 4003 })
      const twin = await garment('长袖衬衣', { sizes: '165', sizeKind: 'height' })
      const twice = await manager.post(surveys, { ...body, itemIds: [shirt, twin] })
      expect([twice.errKey, Object.keys(twice.errors ?? {})]).toEqual(['supplies.surveySameStandard', ['itemIds']])
      const opened = await manager.post<{ id: number }>(surveys, body)
      id = opened.data.id
      expect(await manager.post(surveys, body)).toMatchObject({ errKey: 'supplies.surveyName' })
      const pan = await counter.as('pan42')
      expect(await linesFor(pan.userId)).toEqual([
        { itemId: shirt, dueQty: 2, qty: 2, size: '170', isConfirmed: false },
        expect.objectContaining({ itemId: shoes, size: null, isConfirmed: false }),
      ])
      const { data } = await pan.get<{ title: string }[]>('/api/v1/sms/notice/get_self_receive/')
      expect(data.map(({ title }) => title)).toContain('换季征订“2026年夏季换装”待确认尺码，2026-03-20截止')
    })

    it('takes the answer of a person into their measures, and refuses sizes and quantities there are not', async () => {
      const pan = await counter.as('pan42')
      const answer = (lines: readonly object[]) => pan.put(`${surveys}${id}/own/`, { lines })
      const wrong = await answer([
        { itemId: shirt, size: '190', qty: 2 },
        { itemId: shoes, size: '41', qty: 9 },
      ])
      expect([wrong.code, Object.keys(wrong.errors ?? {}).sort()]).toEqual([4000, ['lines.0.size', 'lines.1.qty']])
      expect((await answer([{ itemId: coat, size: '170', qty: 1 }])).code).toBe(4000)
      const done = await answer([
        { itemId: shirt, size: '175', qty: 1 },
        { itemId: shoes, size: '41', qty: 1 },
      ])
      expect(done.code).toBe(2000)
      expect((await linesFor(pan.userId))[0]).toMatchObject({ qty: 1, size: '175', isConfirmed: true })
      const own = await pan.get<{ sizes: { height: string; shoe: string } }>('/api/clothing/own/')
      expect(own.data.sizes).toMatchObject({ height: '175', shoe: '41' })
    })

    it('tells all mistakes of a pasted table at once and takes nothing, else every cell', async () => {
      const { people, items } = await matrix()
      const [first, second] = people.filter(({ lines }) => lines[0] !== null && !lines[0]?.isConfirmed)
      const head = `工号\t姓名\t${items.map(({ name }) => name).join('\t')}`
      const bad = await paste(
        [head, `${first?.empNo}\t\t190\t`, `X999\t\t170\t41`, `${second?.empNo}\t\t170×9\t41x1`].join('\n'),
      )
      expect(bad.data.problems.map(({ row, column, problem }) => [row, column, problem.key])).toEqual([
        [2, items[0]?.name, 'supplies.sizeUnknown'],
        [3, '工号', 'supplies.surveyPerson'],
        [4, items[0]?.name, 'supplies.surveyQty'],
      ])
      expect((await linesFor(first?.id ?? 0))[0]).toMatchObject({ isConfirmed: false })
      expect((await paste('甲\t乙')).data.problems).toMatchObject([{ problem: { key: 'supplies.surveyHead' } }])
      const good = await paste([head, `${first?.empNo}\t\t165\t0`, `${second?.empNo}\t\t170×1\t`].join('\n'))
      expect(good.data).toEqual({ taken: 3, problems: [] })
      expect(await linesFor(first?.id ?? 0)).toMatchObject([
        { size: '165', qty: 2, isConfirmed: true },
        { qty: 0, isConfirmed: true },
      ])
      expect((await linesFor(second?.id ?? 0))[0]).toMatchObject({ size: '170', qty: 1, isConfirmed: true })
    })

    it('reminds once a day by hand and before the end by itself, only those who are silent', async () => {
      const { survey } = await matrix()
      const sent = await manager.post<{ people: number }>(`${surveys}${id}/remind/`, {})
      expect(sent.data.people).toBe(survey.people - survey.answered)
      expect(await manager.post(`${surveys}${id}/remind/`, {})).toMatchObject({ errKey: 'supplies.surveyReminded' })
      const silent = async () => {
        const before = app.announced.messages.length
        await write(app.services, surveyJobs[0]!.run)
        return app.announced.messages.slice(before).flatMap(({ to }) => to)
      }
      expect(await silent()).toEqual([])
      counter.moveClock('2026-03-17T04:00:00Z')
      expect(new Set(await silent()).size).toBe(survey.people - survey.answered)
      expect(await silent()).not.toContain((await counter.as('pan42')).userId)
      counter.moveClock(AT_NOON)
      manager = await counter.as('shi22')
    })

    it('INV-11 is reminded of, ordered and cancelled only by a manager who reaches all of its departments', async () => {
      const scope = (value: number, departments: string) =>
        sql`update role set data_scope = ${value}, scope_dept_ids = array(select id from department where key = any(string_to_array(${departments}, ','))) where key = 'assetManager'`.execute(
          app.database.db,
        )
      await scope(4, 'D10')
      await app.services.caches.load()
      for (const action of ['remind', 'order', 'cancel'])
        expect([action, (await manager.post(`${surveys}${id}/${action}/`, {})).code]).toEqual([action, 4003])
      await scope(3, '')
      await app.services.caches.load()
    })

    it('ends with demands by size for what the stores do not have, the unknown sizes by the curve', async () => {
      const { totals } = await matrix()
      const pieces = totals.filter(({ itemId }) => itemId === shirt)
      const due = (await matrix()).people.reduce((sum, { lines }) => sum + (lines[0]?.qty ?? 0), 0)
      expect(pieces.reduce((sum, { confirmed, proposed, spread }) => sum + confirmed + proposed + spread, 0)).toBe(due)
      await sql`update stock_balance set reserved = on_hand where item_id = ${shirt}`.execute(app.database.db)
      const wanted = (await matrix()).totals.filter(({ toOrder }) => toOrder > 0)
      const made = await manager.post<{ demands: number; pieces: number }>(`${surveys}${id}/order/`, {})
      expect(made.data.demands).toBe(wanted.length)
      const { rows } = await sql`
        select item_id, size, qty::int as qty, source, reason from purchase_demand where reason = '2026年夏季换装' order by item_id, size`.execute(
        app.database.db,
      )
      expect(rows).toEqual(
        wanted
          .map(({ itemId, size, toOrder }) => ({
            itemId,
            size,
            qty: toOrder,
            source: 'manual',
            reason: '2026年夏季换装',
          }))
          .sort((one, other) => one.itemId - other.itemId || String(one.size).localeCompare(String(other.size))),
      )
      await sql`update stock_balance set reserved = 0 where item_id = ${shirt}`.execute(app.database.db)
      expect(await paste('x')).toMatchObject({ errKey: 'supplies.surveyClosed' })
      expect((await counter.as('pan42').then((pan) => pan.get(`${surveys}own/`))).data).toEqual([])
      expect((await (await counter.as('pan42')).get(`${surveys}${id}/`)).code).toBe(4003)
    })
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
