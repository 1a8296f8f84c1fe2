import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remindLateLoans } from '#src/modules/asset/bookings/bookings.server.ts'
import type { PaperReceipt } from '#src/modules/asset/receipts/receipt.types.ts'
import { remindOverdueAllocations, tellInspections } from '#src/modules/asset/reports/due.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'

const strokes = [[10, 10, 60, 40, 120, 20]]

interface Scanned {
  readonly clientId: string
  readonly result: string
  readonly label: string
  readonly before: string | null
  readonly bookRoom: string | null
}

describe.each(oneEngine)('assets at the counter and in a count on %s', (engine) => {
  let app: TestApp
  let shi: Client
  let lyu: Client
  let ren: Client
  let ge: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[shi, lyu, ren, ge] = (await Promise.all(['shi22', 'lyu21', 'ren56', 'ge43'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
      Client,
    ]
  })
  afterAll(() => app.close())

  const one = async <T>(query: { execute: (db: TestApp['database']['db']) => Promise<{ rows: T[] }> }): Promise<T> => {
    const { rows } = await query.execute(app.database.db)
    if (rows[0] === undefined) throw new Error('no row')
    return rows[0]
  }
  const dept = (key: string) => one(sql<{ id: number }>`select id from department where key = ${key}`)
  let serial = 0
  const drafted = async (more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; assetNo: string }> => {
    serial += 1
    const answer = await shi.post<{ id: number; assetNo: string }>('/api/assets/asset/', {
      name: '测试执法记录仪',
      category: 'police',
      model: 'R3',
      sn: `D-${engine}-${serial}`,
      source: 'purchase',
      buyDate: '2026-01-01',
      startDate: '2026-01-01',
      price: '2400.00',
      residualRate: '0.00',
      method: 'straightLine',
      deptId: (await dept('D06')).id,
      secretLevel: 'none',
      ...more,
    })
    if (answer.code !== 2000) throw new Error(`${answer.msg} ${JSON.stringify(answer.errors)}`)
    return answer.data
  }
  const posted: typeof drafted = async (more) => {
    const card = await drafted(more)
    await shi.post(`/api/assets/asset/${card.id}/post/`, {})
    return card
  }
  const room = async (name: string): Promise<number> => {
    serial += 1
    const answer = await shi.post<{ id: number }>('/api/assets/room/', {
      code: `T${serial}`,
      name,
      deptId: (await dept('D06')).id,
    })
    return answer.data.id
  }
  const plan = async (of: Readonly<Record<string, unknown>>, counters: readonly Client[] = [ren]) => {
    const answer = await shi.post<{ id: number; no: string }>('/api/assets/count/', {
      name: '测试盘点',
      startOn: '2026-03-11',
      dueOn: '2026-03-31',
      counterIds: counters.map(({ userId }) => userId),
      // Tests of this file share departments and categories.
      confirmed: true,
      ...of,
    })
    if (answer.code !== 2000) throw new Error(`${answer.msg} ${JSON.stringify(answer.errors)}`)
    return answer.data
  }
  const entry = (code: string, roomId: number | null, more: Readonly<Record<string, unknown>> = {}) => ({
    clientId: randomUUID(),
    code,
    roomId,
    at: app.clock.now().toISOString(),
    method: 'scan',
    ...more,
  })
  const scan = async (who: Client, id: number, ...scans: readonly object[]) =>
    who.post<readonly Scanned[]>(`/api/assets/count/${id}/scans/`, { scans })
  const stateOf = (id: number) =>
    one(sql<{ state: string; roomId: number | null }>`select state, room_id from asset where id = ${id}`)

  it('50.5 asks before a second count over the same assets, with the number of the other, and takes yes for an answer', async () => {
    const here = await room('重复盘点室')
    await posted({ roomId: here })
    const first = await plan({ roomId: here })
    const again = (more: object) =>
      shi.post<{ no: string }>('/api/assets/count/', {
        name: '再次盘点',
        startOn: '2026-03-11',
        dueOn: '2026-03-31',
        counterIds: [ren.userId],
        roomId: here,
        ...more,
      })
    expect(await again({})).toMatchObject({
      code: 4001,
      errKey: 'asset.countRunning',
      params: [first.no, '测试盘点'],
      data: { isQuestion: true },
    })
    expect((await again({ confirmed: true })).code).toBe(2000)
    // Another room is another count.
    const there = await room('另一间')
    await posted({ roomId: there })
    expect((await again({ roomId: there })).code).toBe(2000)
  })

  it('50.5 names the other card at the serial number that differs by case only', async () => {
    const first = await posted()
    const { sn } = await one(sql<{ sn: string }>`select sn from asset where id = ${first.id}`)
    const answer = await shi.post('/api/assets/asset/', {
      name: '测试执法记录仪',
      category: 'police',
      model: 'R3',
      sn: sn.toLowerCase(),
      source: 'purchase',
      buyDate: '2026-01-01',
      startDate: '2026-01-01',
      price: '2400.00',
      residualRate: '0.00',
      method: 'straightLine',
      deptId: (await dept('D06')).id,
      secretLevel: 'none',
    })
    expect(answer).toMatchObject({ code: 4000, errors: { sn: [expect.stringContaining(first.assetNo)] } })
  })

  it('tells found, elsewhere, unexpected, unknown and already scanned apart, by number, address, serial number or last digits', async () => {
    const [here, there] = [await room('一号库'), await room('二号库')]
    const [first, second, third] = [
      await posted({ roomId: here }),
      await posted({ roomId: here }),
      await posted({ roomId: here }),
    ]
    const foreign = await posted()
    const count = await plan({ roomId: here })
    const { data } = await scan(
      ren,
      count.id,
      entry(`http://old-host.example/a/${first.assetNo}`, here),
      entry(second.assetNo.slice(-6), there),
      entry(`d-${engine}-${Number(serial)}`, here),
      entry('ZC1999000001', here),
      entry(first.assetNo, there),
    )
    expect(data.map(({ result, label }) => [result, label])).toEqual([
      ['found', first.assetNo],
      ['elsewhere', second.assetNo],
      ['unexpected', foreign.assetNo],
      ['unknown', 'ZC1999000001'],
      ['already', first.assetNo],
    ])
    expect(data[1]?.bookRoom).toBe('一号库')
    expect((await shi.get<{ missing: number }>(`/api/assets/count/${count.id}/`)).data).toMatchObject({
      expected: 3,
      // What is outside the scope does not make the count look further than it is.
      counted: 2,
      elsewhere: 1,
      unexpected: 1,
      unknown: 1,
      missing: 1,
    })
    expect((await stateOf(third.id)).state).toBe('idle')
  })

  it('50.5 counts the assets that were chosen in the register, wherever they are, and names what cannot be counted', async () => {
    const [here, there] = [await room('甲库'), await room('乙库')]
    const [first, second] = [await posted({ roomId: here }), await posted({ roomId: there })]
    await posted({ roomId: here })
    const draft = await drafted()
    const assets = (...ids: readonly number[]) => ({ assets: ids.map((assetId) => ({ assetId })) })
    const count = await plan(assets(first.id, second.id))
    const { data } = await shi.get<{ lines: { assetId: number }[] }>(`/api/assets/count/${count.id}/sheet/`)
    expect(data.lines.map(({ assetId }) => assetId)).toEqual([first.id, second.id])
    const refused = await shi.post('/api/assets/count/', {
      name: '含草稿的盘点',
      startOn: '2026-03-11',
      dueOn: '2026-03-31',
      counterIds: [ren.userId],
      ...assets(first.id, draft.id),
    })
    expect(refused).toMatchObject({ code: 4000, errors: { 'assets.1.assetId': [expect.stringContaining('待入账')] } })
  })

  it('lets nobody scan who is no counter, and nobody apply a count of their own', async () => {
    const place = await room('三号库')
    const gear = await posted({ roomId: place })
    const count = await plan({ roomId: place }, [ren, shi])
    expect((await scan(ge, count.id, entry(gear.assetNo, place))).code).toBe(4003)
    expect((await ge.get(`/api/assets/count/${count.id}/sheet/`)).code).toBe(4004)
    expect(await shi.post(`/api/assets/count/${count.id}/submit/`, {})).toMatchObject({
      errKey: 'asset.nothingCounted',
    })
    await scan(ren, count.id, entry(gear.assetNo, place))
    await shi.post(`/api/assets/count/${count.id}/submit/`, {})
    expect(await shi.post(`/api/assets/count/${count.id}/apply/`, {})).toMatchObject({ errKey: 'asset.countOwn' })
    expect(await lyu.post(`/api/assets/count/${count.id}/apply/`, {})).toMatchObject({ errKey: 'asset.countUnsigned' })
  })

  it('loses and doubles no scan, whatever the network repeats and in whatever order two counters send (E5)', async () => {
    const place = await room('四号库')
    const gear = [await posted({ roomId: place }), await posted({ roomId: place }), await posted({ roomId: place })]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 12 }),
        async (steps) => {
          const count = await plan({ roomId: place }, [ren, ge])
          const made = steps.map(([index, isRen, isRepeated]) => ({
            who: isRen ? ren : ge,
            isRepeated,
            entry: entry(gear[index]?.assetNo ?? '', place),
          }))
          await Promise.all(
            made.flatMap(({ who, isRepeated, entry: sent }) => [
              scan(who, count.id, sent),
              ...(isRepeated ? [scan(who, count.id, sent)] : []),
            ]),
          )
          const { kept, results } = await one(sql<{ kept: number; results: number }>`
            select (select count(*)::int from asset_count_scan where count_id = ${count.id}) as kept,
              (select count(*)::int from asset_count_line where count_id = ${count.id} and found_at is not null) as results`)
          expect([kept, results]).toEqual([steps.length, new Set(steps.map(([index]) => index)).size])
        },
      ),
      { numRuns: 8 },
    )
  })

  it('90.A7 trap 10: applies rooms and losses, keeps what was moved after the scan, finds what was lost, counts parts with their main asset', async () => {
    const [here, there, later] = [await room('五号库'), await room('六号库'), await room('七号库')]
    const main = await posted({ roomId: here })
    const part = await posted({ roomId: here, parentId: main.id })
    const moved = await posted({ roomId: here })
    const missing = await posted({ roomId: here })
    const lost = await posted({ roomId: here })
    const file = await uploadPdf(app, shi)
    await shi.post(`/api/assets/asset/${lost.id}/lose/`, { reason: '外勤途中遗失，已报告', report: [file] })
    const count = await plan({ roomId: here })
    await scan(
      ren,
      count.id,
      entry(main.assetNo, there, { condition: 'worn', note: '外壳有划痕' }),
      entry(moved.assetNo, there),
      entry(lost.assetNo, there),
    )
    app.clock.set(new Date(app.clock.now().getTime() + 60_000))
    await shi.post(`/api/assets/asset/${moved.id}/allocate/`, {
      holderId: ren.userId,
      roomId: later,
      reason: '盘点后配发使用',
    })
    await shi.post(`/api/assets/count/${count.id}/submit/`, {})
    const sheet = (
      await lyu.get<{ lines: readonly { id: number; label: string; result: string; note: string | null }[] }>(
        `/api/assets/count/${count.id}/sheet/`,
      )
    ).data
    const line = (label: string) => sheet.lines.find((one) => one.label === label)
    expect([main, part, moved, missing, lost].map(({ assetNo }) => line(assetNo)?.result)).toEqual([
      'elsewhere',
      'elsewhere',
      'elsewhere',
      'missing',
      'unexpected',
    ])
    expect(line(main.assetNo)?.note).toBe('外壳有划痕')
    const decide = (reason: string) =>
      lyu.post(`/api/assets/count/${count.id}/decisions/`, {
        lines: [{ lineId: line(missing.assetNo)?.id, decision: 'lose', reason }],
      })
    expect(await decide('')).toMatchObject({ errKey: 'asset.decisionReason' })
    expect((await decide('多次查找未找到')).code).toBe(2000)
    const signed = await lyu.post<{ sheetId: number }>(`/api/assets/count/${count.id}/sign/`, {
      signerId: ren.userId,
      strokes,
    })
    expect(signed.code).toBe(2000)
    // What is signed does not change any more: a scan that comes now is kept and changes nothing.
    expect((await scan(ren, count.id, entry(missing.assetNo, here))).data.map(({ result }) => result)).toEqual(['late'])
    expect((await lyu.post(`/api/assets/count/${count.id}/apply/`, {})).code).toBe(2000)
    expect(await Promise.all([main, part, moved, missing, lost].map(({ id }) => stateOf(id)))).toEqual([
      { state: 'idle', roomId: there },
      { state: 'idle', roomId: there },
      { state: 'inUse', roomId: later },
      { state: 'lost', roomId: here },
      { state: 'idle', roomId: there },
    ])
    const printed = await ren.get<{ body: string; isIntact: boolean }>(
      `/api/assets/sheet/${signed.data.sheetId}/print/`,
    )
    expect(printed.data.isIntact).toBe(true)
    expect(printed.data.body).toContain(missing.assetNo)
    expect((await ge.get(`/api/assets/sheet/${signed.data.sheetId}/print/`)).code).toBe(4004)
  })

  it('has many assets signed for at once, keeps text, signature and hash, and refuses what somebody does not hold', async () => {
    const gear = [await posted(), await posted()]
    for (const { id } of gear)
      await shi.post(`/api/assets/asset/${id}/allocate/`, { holderId: ren.userId, reason: '执勤使用需要' })
    const ids = gear.map(({ id }) => id)
    const receipt = { userId: ren.userId, assetIds: ids, strokes }
    expect((await shi.post('/api/assets/receipts/', { ...receipt, strokes: [] })).code).toBe(4000)
    expect(await shi.post('/api/assets/receipts/', { ...receipt, userId: ge.userId })).toMatchObject({
      errKey: 'asset.notHeldBy',
    })
    const { data } = await shi.post<{ sheetId: number; confirmed: number }>('/api/assets/receipts/', receipt)
    expect(data.confirmed).toBe(2)
    const sheet = await ren.get<{ body: string; hash: string; isIntact: boolean; strokes: unknown }>(
      `/api/assets/sheet/${data.sheetId}/print/`,
    )
    expect(sheet.data).toMatchObject({ isIntact: true, strokes })
    for (const { assetNo } of gear) expect(sheet.data.body).toContain(assetNo)
    // 打印领用单 of the same allocations leads to the sheet that was signed.
    const { rows: open } = await sql<{ id: number }>`
      select id from asset_allocation where asset_id = any(${ids}::bigint[]) and closed_at is null order by id`.execute(
      app.database.db,
    )
    const paper = (who: Client) =>
      who.get<PaperReceipt[]>('/api/assets/receipt/', { query: { ids: open.map(({ id }) => id).join(',') } })
    expect((await paper(shi)).data).toMatchObject([
      {
        holder: '任示己',
        sheetId: data.sheetId,
        lines: gear.map(({ assetNo }) => ({ assetNo, ticketNo: null, confirmedAt: expect.stringMatching(/^2026-/) })),
      },
    ])
    expect((await paper(ge)).code).toBe(4003)
    const change = sql`update asset_sheet set body = 'changed' where id = ${data.sheetId}`.execute(app.database.db)
    await expect(change).rejects.toThrow()
  })

  it('hands everything of a leaver over in one go, to the department or to the store, and ends their bookings', async () => {
    const [first, second] = [await posted(), await posted()]
    const yuan = await app.as('yuan57')
    for (const { id } of [first, second])
      await shi.post(`/api/assets/asset/${id}/allocate/`, { holderId: yuan.userId, reason: '执勤使用需要' })
    const give = (successorId: number | null, assetIds: readonly number[]) =>
      shi.post('/api/assets/handovers/', { userId: yuan.userId, successorId, assetIds, reason: '调离移交', strokes })
    expect(await give(ge.userId, [first.id])).toMatchObject({ errKey: 'asset.successorOfOtherDept' })
    expect((await give(ren.userId, [first.id])).code).toBe(2000)
    const held = (await shi.get<{ assets: readonly { assetId: number }[] }>(`/api/assets/held/${yuan.userId}/`)).data
    const all = held.assets.map(({ assetId }) => assetId)
    expect(all).toContain(second.id)
    expect((await give(null, all)).code).toBe(2000)
    expect(await stateOf(second.id)).toMatchObject({ state: 'idle' })
    const { open } = await one(sql<{ open: number }>`
      select count(*)::int as open from asset_allocation where holder_id = ${yuan.userId} and closed_at is null`)
    expect(open).toBe(0)
  })

  const booking = (assetId: number, startsAt: string, endsAt: string) => ({
    assetId,
    startsAt,
    endsAt,
    purpose: '现场勘查',
  })

  it('books pool equipment by half-open periods and never twice, also not at the same moment', async () => {
    const camera = await posted({ isPool: true })
    const book = (who: Client, startsAt: string, endsAt: string) =>
      who.post<{ id: number }>('/api/assets/booking/', booking(camera.id, startsAt, endsAt))
    expect((await book(ren, '2026-03-12 09:00:00', '2026-03-12 12:00:00')).code).toBe(2000)
    expect((await book(ge, '2026-03-12 12:00:00', '2026-03-12 14:00:00')).code).toBe(2000)
    expect(await book(ge, '2026-03-12 11:59:00', '2026-03-12 12:01:00')).toMatchObject({ errKey: 'asset.bookedBy' })
    expect(await book(ge, '2026-03-13 12:00:00', '2026-03-13 11:00:00')).toMatchObject({
      errKey: 'asset.bookingEndsFirst',
    })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        book(index % 2 === 0 ? ren : ge, `2026-03-20 0${index}:00:00`, '2026-03-20 10:00:00'),
      ),
    )
    expect(answers.filter(({ code }) => code === 2000)).toHaveLength(1)
    const plain = await posted()
    expect(
      await shi.post('/api/assets/booking/', booking(plain.id, '2026-03-12 09:00:00', '2026-03-12 10:00:00')),
    ).toMatchObject({ errKey: 'asset.notPool' })
  })

  it('hands out and takes back what is booked, reminds of what is late by hand and by rule', async () => {
    const camera = await posted({ isPool: true })
    const made = await ren.post<{ id: number }>(
      '/api/assets/booking/',
      booking(camera.id, '2026-03-11 11:00:00', '2026-03-11 15:00:00'),
    )
    const act = (who: Client, action: string, body: object = {}) =>
      who.post<{ state: string }>(`/api/assets/booking/${made.data.id}/${action}/`, body)
    expect((await act(ren, 'handOut')).code).toBe(4003)
    expect((await act(shi, 'handOut')).data.state).toBe('out')
    expect(await stateOf(camera.id)).toMatchObject({ state: 'inUse' })
    const before = app.clock.now()
    app.clock.set(new Date('2026-03-11T08:00:00Z'))
    await write(app.services, remindLateLoans)
    const reminder = await one(sql<{ remindedAt: Date | null }>`
      select reminded_at from asset_booking where id = ${made.data.id}`)
    expect(reminder.remindedAt).not.toBeNull()
    expect((await act(shi, 'remind')).code).toBe(2000)
    expect((await act(shi, 'takeBack', { after: 'idle' })).data.state).toBe('returned')
    expect(await stateOf(camera.id)).toMatchObject({ state: 'idle' })
    app.clock.set(before)
  })

  it('AST-15 leads a label to its asset only for those who may see it', async () => {
    const gear = await posted()
    await shi.post(`/api/assets/asset/${gear.id}/allocate/`, { holderId: ren.userId, reason: '执勤使用需要' })
    const look = (who: Client) => who.get<{ page: string }>(`/api/assets/asset/by_no/${gear.assetNo}/`)
    expect((await look(shi)).data.page).toBe('register')
    expect((await look(ren)).data.page).toBe('own')
    expect((await look(ge)).code).toBe(4004)
  })

  it('refuses as fixed assets what costs less than the threshold, furniture excepted, and gives each card its class', async () => {
    await expect(posted({ price: '1499.99' })).rejects.toThrow('1,500.00')
    const desk = await posted({ category: 'furniture', name: '办公桌', price: '300.00' })
    const laptop = await posted({ category: 'computer', name: '便携式计算机', price: '6000.00' })
    const code = (id: number) => one(sql<{ gbCode: string }>`select gb_code from asset where id = ${id}`)
    expect([await code(desk.id), await code(laptop.id)]).toEqual([{ gbCode: 'A05010000' }, { gbCode: 'A02010108' }])
  })

  it('counts what is due, and tells managers of each due date once (widget assetDue)', async () => {
    const due = async () => (await shi.get<{ inspection: number }>('/api/assets/due/')).data.inspection
    const before = await due()
    await posted({ inspectMonths: 6, inspectedOn: '2025-09-20' })
    expect(await due()).toBe(before + 1)
    const remindedCount = () =>
      one(sql<{ count: number }>`select count(*)::int as count from asset where inspect_told is not null`)
    await write(app.services, tellInspections)
    const first = await remindedCount()
    await write(app.services, tellInspections)
    expect([first.count > 0, await remindedCount()]).toEqual([true, first])
    // The reminder opens the list of what is due.
    const { link } = await one(
      sql<{
        link: string
      }>`select link from notice where recipient_id = ${shi.userId} and title ->> 'key' = 'asset.inspectionsDue'`,
    )
    const asked = new URLSearchParams(link.slice(link.indexOf('?')))
    expect(asked.get('tab')).toBe('cards')
    asked.delete('tab')
    const listed = await shi.get('/api/assets/asset/', { query: Object.fromEntries(asked) })
    expect(listed.total).toBeGreaterThan(0)
    expect((await ge.get('/api/assets/due/')).code).toBe(4003)
  })

  it('AST-05 reminds holder and leader of a loan that is more than three days late', async () => {
    const gear = await posted()
    await shi.post(`/api/assets/asset/${gear.id}/allocate/`, {
      holderId: ren.userId,
      reason: '执勤使用需要',
      until: '2026-03-12',
    })
    const reminded = () =>
      one(sql<{ remindedAt: Date | null }>`
        select reminded_at from asset_allocation where asset_id = ${gear.id} and closed_at is null`)
    app.clock.set(new Date('2026-03-15T02:00:00Z'))
    await write(app.services, remindOverdueAllocations)
    expect((await reminded()).remindedAt).toBeNull()
    app.clock.set(new Date('2026-03-16T02:00:00Z'))
    await write(app.services, remindOverdueAllocations)
    expect((await reminded()).remindedAt).not.toBeNull()
    app.clock.set(T0)
  })
})
