import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAssetLedger } from '#src/modules/asset/cards/asset-ledger.server.ts'
import { postDepreciation } from '#src/modules/asset/cards/asset-plan.server.ts'
import { moveAsset } from '#src/modules/asset/cards/transfers.server.ts'
import { type WritingUnit, write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { engines, oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { refusal } from '#tests/modules/stock/store.ts'

/** Histories of the test of INV-07: a few in the suite, 10,000 by hand. */
const HISTORIES = Number(process.env.ASSET_HISTORIES ?? 12)

interface Card {
  readonly id: number
  readonly assetNo: string
  readonly state: string
  readonly version: number
  readonly [field: string]: unknown
}

describe.each(oneEngine)('assets on %s', (engine) => {
  let app: TestApp
  let shi: Client
  let lyu: Client
  let ren: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[shi, lyu, ren] = (await Promise.all(['shi22', 'lyu21', 'ren56'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
  })
  afterAll(() => app.close())

  const db = () => app.database.db
  const idOf = async (username: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())
    return rows[0]?.id ?? 0
  }
  const dept = async (key: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from department where key = ${key}`.execute(db())
    return rows[0]?.id ?? 0
  }
  let serial = 0
  const card = async (more: Readonly<Record<string, unknown>> = {}) => {
    serial += 1
    return {
      name: '测试便携机',
      category: 'computer',
      model: 'B14',
      sn: `T-${engine}-${serial}`,
      source: 'purchase',
      buyDate: '2026-03-01',
      startDate: '2026-03-01',
      price: '6000.00',
      residualRate: '0.00',
      method: 'straightLine',
      deptId: await dept('D06'),
      secretLevel: 'none',
      ...more,
    }
  }
  const create = async (more: Readonly<Record<string, unknown>> = {}): Promise<Card> => {
    const answer = await shi.post<Card>('/api/assets/asset/', await card(more))
    if (answer.code !== 2000) throw new Error(`${answer.msg} ${JSON.stringify(answer.errors)}`)
    return answer.data
  }
  const act = (who: Client, of: Pick<Card, 'id'>, action: string, body: object = {}) =>
    who.post<Card>(`/api/assets/asset/${of.id}/${action}/`, body)
  const posted = async (more: Readonly<Record<string, unknown>> = {}): Promise<Card> =>
    (await act(shi, await create(more), 'post')).data
  const idleOnes = async (): Promise<Card> => posted()

  it('takes numbers without a gap and gives a refused card none (E10)', async () => {
    const first = await create()
    const refused = await shi.post('/api/assets/asset/', await card({ sn: first.sn }))
    expect(refused.code).not.toBe(2000)
    const second = await create()
    expect(Number(second.assetNo.slice(6)) - Number(first.assetNo.slice(6))).toBe(1)
    expect(first.assetNo).toMatch(/^ZC2026\d{6}$/)
  })

  it('90.A7 trap 14: ten cards created at once have ten numbers in a row, and of ten with one serial number one is kept', async () => {
    const cards = await Promise.all(Array.from({ length: 10 }, () => create()))
    const numbers = cards.map(({ assetNo }) => Number(assetNo.slice(6))).sort((one, other) => one - other)
    expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place))
    const same = await card({ sn: 'SN-TRAP-14' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => shi.post('/api/assets/asset/', same)))
    expect(answers.map(({ code }) => code).sort()).toEqual([2000, ...Array.from({ length: 9 }, () => 4000)])
    expect(Number((await create()).assetNo.slice(6)) - (numbers.at(-1) ?? 0)).toBe(2)
    // In capitals or small letters it is the same number, and the refusal names the card that has it.
    const kept = answers.find(({ code }) => code === 2000)?.data as Card
    expect(await shi.post('/api/assets/asset/', { ...same, sn: ' sn-trap-14' })).toMatchObject({
      code: 4000,
      errors: { sn: [`序列号已登记在资产${kept.assetNo}`] },
    })
  })

  it('50.5 names the vendor on file with the purchase, and its name alone where there is none', async () => {
    const { rows } = await sql<{ id: number }>`select id from vendor where name = '示例供应商03'`.execute(db())
    const vendorId = rows[0]?.id
    const bought = await create({ vendorId, purchaseNo: 'CG2026-018', vendor: '不留' })
    const { data } = await shi.get<object>(`/api/assets/asset/${bought.id}/`)
    expect(data).toMatchObject({ vendorId, vendorIdLabel: '示例供应商03', vendor: null, purchaseNo: 'CG2026-018' })
    const listed = await shi.get<Card[]>('/api/assets/asset/', { query: { vendorId: String(vendorId), limit: '100' } })
    expect(listed.data.map(({ id }) => id)).toContain(bought.id)
    const elsewhere = await create({ vendor: '已注销的供应商' })
    expect((await shi.get<object>(`/api/assets/asset/${elsewhere.id}/`)).data).toMatchObject({
      vendorId: null,
      vendor: '已注销的供应商',
    })
    await sql`update vendor set state = 'suspended', state_reason = '复核' where id = ${vendorId ?? 0}`.execute(db())
    expect(await shi.post('/api/assets/asset/', await card({ vendorId }))).toMatchObject({
      code: 4000,
      errors: { vendorId: [expect.any(String)] },
    })
  })

  it('50.5 charts the idle rate of a category: of what is in service, how much has no holder', async () => {
    const [pan, ren] = [await idOf('pan42'), await idOf('ren56')]
    const [held, repaired, scrapped] = [
      await posted({ category: 'software', sn: undefined }),
      await posted({ category: 'software', sn: undefined }),
      await posted({ category: 'software', sn: undefined }),
    ]
    await posted({ category: 'software', sn: undefined })
    for (const [one, holderId] of [
      [held, pan],
      [repaired, ren],
    ] as const)
      expect(await act(shi, one, 'allocate', { holderId, reason: '年度统一配发' })).toMatchObject({ code: 2000 })
    expect(await act(shi, repaired, 'repair', { note: '授权失效待处理' })).toMatchObject({ code: 2000 })
    await sql`update asset set state = 'scrapped' where id = ${scrapped.id}`.execute(db())
    const { data } = await shi.get<{ bars: { key: string; value: number }[] }>('/api/assets/asset/chart/', {
      query: { chart: 'idleRate' },
    })
    expect(data.bars.find(({ key }) => key === 'software')?.value).toBe(33.3)
  })

  it('90.A8 prints a label once, and once more only for a reason, each print in the log', async () => {
    const keeper = await app.as('shi22')
    const { data: cards } = await keeper.get<readonly { readonly id: number }[]>('/api/assets/asset/?limit=2')
    const ids = cards.map(({ id }) => id)
    expect((await keeper.post('/api/assets/labels/', { ids })).data).toEqual({ printed: 2, reprinted: 0 })
    expect(await keeper.post('/api/assets/labels/', { ids: ids.slice(0, 1) })).toMatchObject({
      code: 4001,
      errKey: 'asset.labelReprint',
      params: [1],
    })
    const again = await keeper.post('/api/assets/labels/', { ids: ids.slice(0, 1), reason: '原标签脱落' })
    expect(again.data).toEqual({ printed: 1, reprinted: 1 })
    const { data } = await keeper.get<{ readonly labels: readonly { readonly printedAt: string | null }[] }>(
      `/api/assets/labels/?ids=${ids.join(',')}`,
    )
    expect(data.labels.map(({ printedAt }) => printedAt !== null)).toEqual([true, true])
    const log = await keeper.get<readonly { readonly note: string }[]>(
      `/api/assets/log/?assetId=${ids[0]}&action=label`,
    )
    expect(log.data.map(({ note }) => note)).toEqual(['原标签脱落', null])
    expect((await (await app.as('ge43')).post('/api/assets/labels/', { ids })).code).toBe(4003)
    expect((await keeper.post('/api/assets/labels/', { ids: [2_000_000_000] })).code).toBe(4004)
  })

  it('AST-12 removes a draft and nothing that is on the books', async () => {
    const draft = await create()
    expect((await shi.delete(`/api/assets/asset/${draft.id}/`)).code).toBe(2000)
    const kept = await posted()
    expect((await shi.delete(`/api/assets/asset/${kept.id}/`)).code).toBe(4001)
  })

  it('AST-11 hands an asset to one person, asks them to confirm, and takes it back, each step in the log', async () => {
    const laptop = await idleOnes()
    const given = await act(shi, laptop, 'allocate', { holderId: ren.userId, reason: '临时工作需要' })
    expect(given.data).toMatchObject({
      state: 'inUse',
      holderId: ren.userId,
      deptId: await dept('D12'),
      isUnconfirmed: true,
    })
    expect(await act(shi, laptop, 'allocate', { holderId: shi.userId, reason: '临时工作需要' })).toMatchObject({
      code: 4001,
    })

    const own = await ren.get<readonly { id: number; assetNo: string; allocationState: string }[]>('/api/assets/own/')
    const mine = own.data.find(({ assetNo }) => assetNo === laptop.assetNo)
    expect(mine?.allocationState).toBe('unconfirmed')
    expect(await shi.post(`/api/assets/own/${mine?.id}/confirm/`, {})).toMatchObject({
      errKey: 'asset.nothingToConfirm',
    })
    expect((await ren.post(`/api/assets/own/${mine?.id}/confirm/`, {})).data).toEqual({ confirmed: 1 })

    expect((await act(shi, laptop, 'return', { after: 'idle' })).data).toMatchObject({ state: 'idle', holderId: null })
    const { rows } = await sql<{
      action: string
    }>`select action from asset_log where asset_id = ${laptop.id} order by id`.execute(db())
    expect(rows.map(({ action }) => action)).toEqual(['post', 'allocate', 'confirm', 'return'])
  })

  it('INV-07 is held at the commit: a state without its allocation is refused', async () => {
    const laptop = await idleOnes()
    const broken = sql`update asset set state = 'inUse', holder_id = ${ren.userId} where id = ${laptop.id}`.execute(
      db(),
    )
    await expect(broken).rejects.toMatchObject({ constraint: 'asset_allocation_agrees' })
  })

  it('AST-14 changes cost by a document and never by an edit, and depreciates what is left', async () => {
    const laptop = await posted()
    const row = (await shi.get<Card>(`/api/assets/asset/${laptop.id}/`)).data
    expect(await shi.put(`/api/assets/asset/${laptop.id}/`, { ...row, price: '1.00' })).toMatchObject({
      code: 4001,
      errKey: 'rule.AST-14',
    })
    expect((await act(shi, laptop, 'reprice', { price: '7200.00', docNo: '示例评估1号' })).code).toBe(4000)
    const file = await uploadPdf(app, shi)
    const repriced = await act(shi, laptop, 'reprice', { price: '7200.00', docNo: '示例评估1号', file: [file] })
    expect(repriced.data).toMatchObject({ price: '7200.00', netValue: '7200.00' })
    const { rows } = await sql<{ monthly: string; note: string }>`
      select a.monthly, l.note from asset a join asset_log l on l.asset_id = a.id and l.action = 'reprice' where a.id = ${laptop.id}`.execute(
      db(),
    )
    expect(rows).toEqual([{ monthly: '100.00', note: '示例评估1号' }])
  })

  it('refuses a hand-over while an inspection is overdue or the service life has ended', async () => {
    const late = await posted({ category: 'police', name: '酒精检测仪', inspectMonths: 6, inspectedOn: '2025-09-10' })
    const holder = { holderId: ren.userId, reason: '执勤使用需要' }
    expect(await act(shi, late, 'allocate', holder)).toMatchObject({
      errKey: 'asset.inspectionOverdue',
      params: [late.assetNo, '2026-03-10'],
    })
    await act(shi, late, 'inspect', { inspectedOn: '2026-03-11', result: 'passed' })
    expect((await act(shi, late, 'allocate', holder)).code).toBe(2000)
    const vest = await posted({ category: 'police', name: '防刺服', serviceUntil: '2026-03-10' })
    expect(await act(shi, vest, 'allocate', holder)).toMatchObject({ errKey: 'asset.serviceEnded' })
  })

  it('files an inspection that comes late under its day: the last pass says when the next is due and whether it is repaired', async () => {
    const tester = await posted({ category: 'police', name: '酒精检测仪', inspectMonths: 6 })
    const inspected = async (inspectedOn: string, result: string) => {
      expect((await act(shi, tester, 'inspect', { inspectedOn, result })).code).toBe(2000)
      const { data } = await shi.get<{ inspectedOn: string; inspectDue: string; state: string }>(
        `/api/assets/asset/${tester.id}/`,
      )
      return [data.inspectedOn, data.inspectDue, data.state]
    }
    expect(await inspected('2026-03-02', 'passed')).toEqual(['2026-03-02', '2026-09-02', 'idle'])
    expect(await inspected('2025-09-01', 'passed')).toEqual(['2026-03-02', '2026-09-02', 'idle'])
    expect(await inspected('2026-02-20', 'failed')).toEqual(['2026-03-02', '2026-09-02', 'idle'])
    const { rows } = await sql<{ nextDue: string }>`
      select next_due from asset_inspection where asset_id = ${tester.id} and result = 'passed' order by inspected_on`.execute(
      db(),
    )
    expect(rows.map(({ nextDue }) => nextDue)).toEqual(['2026-03-01', '2026-09-02'])
    expect(await inspected('2026-03-11', 'failed')).toEqual(['2026-03-02', '2026-09-02', 'repairing'])
  })

  it('moves an asset only when both leaders have confirmed', async () => {
    const laptop = await posted()
    await act(shi, laptop, 'allocate', { holderId: ren.userId, reason: '临时工作需要' })
    const asked = await act(shi, laptop, 'transfer', {
      toDeptId: await dept('D10'),
      toHolderId: await idOf('pan42'),
      reason: '岗位调整移交',
    })
    expect(asked.code).toBe(2000)
    const { rows } = await sql<{ id: number }>`select id from asset_transfer where asset_id = ${laptop.id}`.execute(
      db(),
    )
    const [feng, zhang] = [await app.as('feng53'), await app.as('zhang39')]
    const step = (who: Client, action: string) =>
      who.post<{ state: string }>(`/api/assets/transfer/${rows[0]?.id}/${action}/`, {})
    expect((await step(zhang, 'release')).code).toBe(4004)
    expect((await step(lyu, 'release')).code).toBe(4003)
    expect((await step(feng, 'release')).data.state).toBe('released')
    expect((await step(zhang, 'receive')).data.state).toBe('done')
    const entries = await shi.get<readonly { action: string; change: string | null }[]>(
      `/api/assets/log/?assetId=${laptop.id}&action=transfer`,
    )
    expect(entries.data.map(({ change }) => change)).toEqual([
      '使用部门：科技信息化支队 → 刑事侦查支队；使用人：任示己 → 潘示乙',
    ])
    expect((await shi.get(`/api/assets/asset/${laptop.id}/`)).data).toMatchObject({
      holderId: await idOf('pan42'),
      deptId: await dept('D10'),
      state: 'inUse',
    })
  })

  it('50.5 a repair entered on a card is that of its work order, until the order ends', async () => {
    const yang = await app.as('yang15')
    const order = async (more: object = {}) => {
      const answer = await yang.post<{ id: number }>('/api/maintenance/order/', {
        category: 'electric',
        location: '三楼会议室',
        description: '设备不能开机，需要检修',
        urgency: 'normal',
        photos: [],
        deptId: await dept('D04'),
        contactName: '杨示戊',
        mobile: '10000000015',
        ...more,
      })
      expect(answer).toMatchObject({ code: 2000 })
      return (
        await sql<{ id: number; no: string; version: number }>`
          select id, no, version from work_order where id = ${answer.data.id}`.execute(db())
      ).rows[0]
    }
    const [first, second] = [await posted(), await posted()]
    const open = await order()
    const send = (one: Card, workOrderId: number | undefined) =>
      act(shi, one, 'repair', { note: '主板故障送修', workOrderId })
    const { data: choices } = await shi.get<{ id: number; label: string }[]>('/api/assets/repair/orders/', {
      query: { search: open?.no ?? '' },
    })
    expect(choices).toEqual([{ id: open?.id, label: expect.stringContaining(open?.no ?? '-') }])
    expect(await ren.get('/api/assets/repair/orders/')).toMatchObject({ code: 4003 })

    expect(await send(first, open?.id)).toMatchObject({ code: 2000 })
    const shown = async () => (await shi.get<Card>(`/api/assets/asset/${first.id}/`)).data
    expect(await shown()).toMatchObject({ state: 'repairing', workOrderId: open?.id })
    const about = await yang.get<{ assetId: number }>(`/api/maintenance/order/${open?.id}/`)
    expect(about.data).toMatchObject({ assetId: first.id })
    // An order is about one asset, and an order that is over takes none.
    expect(await send(second, open?.id)).toMatchObject({
      errKey: 'maintenance.hasAsset',
      errors: { workOrderId: [expect.stringContaining(open?.no ?? '-')] },
    })
    const over = await order({ location: '四楼会议室' })
    const merge = async (id: number | undefined, intoId: number | undefined) => {
      const { data } = await yang.get<{ version: number }>(`/api/maintenance/order/${id}/`)
      const values = { intoId, reason: '同一故障，合并办理', version: data.version }
      expect(await yang.post(`/api/maintenance/order/${id}/merge/`, values)).toMatchObject({ code: 2000 })
    }
    await merge(over?.id, open?.id)
    expect(await send(second, over?.id)).toMatchObject({
      errKey: 'maintenance.notNow',
      errors: { workOrderId: [expect.any(String)] },
    })

    await merge(open?.id, (await order({ location: '五楼会议室' }))?.id)
    expect(await shown()).toMatchObject({ state: 'idle', workOrderId: null })
    const log = await shi.get<{ action: string; workOrderId: number; note: string }[]>(
      `/api/assets/log/?workOrderId=${open?.id}`,
    )
    expect(log.data.map(({ action, note }) => [action, note])).toEqual([
      ['repaired', open?.no],
      ['repair', '主板故障送修'],
    ])
  })

  it('asks for the transfer of many assets at once, all or none, with one notice to each leader (50.5)', async () => {
    const [first, second] = [await posted(), await posted()]
    const lost = await posted()
    await act(shi, lost, 'repair', { note: '主板故障送修' })
    const ask = (assetIds: readonly number[], more: object = {}) =>
      shi.post('/api/assets/transfers/', { assetIds, reason: '部门调整统一转移', ...more })
    const toDeptId = await dept('D10')
    expect(await ask([first.id, lost.id], { toDeptId })).toMatchObject({
      errKey: 'asset.notTransferable',
      params: [lost.assetNo, '维修'],
    })
    const open = async () =>
      (
        await sql<{ assetId: number }>`
          select asset_id from asset_transfer where asset_id = any(${[first.id, second.id, lost.id]}::bigint[]) order by asset_id`.execute(
          db(),
        )
      ).rows.map(({ assetId }) => assetId)
    expect(await open()).toEqual([])
    const before = app.announced.messages.length
    expect(await ask([first.id, second.id], { toDeptId })).toMatchObject({ code: 2000, data: { requested: 2 } })
    expect(await open()).toEqual([first.id, second.id])
    expect(app.announced.messages.slice(before).map(({ title }) => [title.key, title.params])).toEqual([
      ['asset.transfersToRelease', [2]],
    ])
    expect(await ask([second.id], { toDeptId })).toMatchObject({ errKey: 'asset.transferOpen' })
    expect((await (await app.as('zhang23')).post('/api/assets/transfers/', {})).code).toBe(4003)
  })

  it('scraps with two approvals, from 20,000 yuan with finance and a file number, and disposes of computers with proof only', async () => {
    const file = await uploadPdf(app, shi)
    const server = await posted({ price: '26000.00' })
    const request = { condition: 'broken', reason: '主板损坏，超过使用年限无维修价值', proof: [file] }
    expect(await act(shi, server, 'scrap', request)).toMatchObject({ errKey: 'asset.fileNoNeeded' })
    expect((await act(shi, server, 'scrap', { ...request, fileNo: '示例财资〔2026〕1号' })).code).toBe(2000)
    const { rows } = await sql<{ id: number }>`select id from asset_scrap where asset_id = ${server.id}`.execute(db())
    const step = (who: Client, action: string, body: object = {}) =>
      who.post<{ state: string }>(`/api/assets/scrap/${rows[0]?.id}/${action}/`, body)
    expect(await step(shi, 'approve')).toMatchObject({ errKey: 'asset.scrapTwice' })
    expect((await step(lyu, 'approve')).data.state).toBe('reviewed')
    expect((await step(await app.as('han14'), 'approve')).data.state).toBe('reviewed')
    expect((await step(await app.as('you18'), 'approve')).data.state).toBe('approved')
    expect((await shi.get(`/api/assets/asset/${server.id}/`)).data).toMatchObject({ state: 'pendingScrap' })
    const sold = { disposedOn: '2026-03-11', method: 'recycle', income: '0.00', receiver: '示例回收公司' }
    expect(await step(shi, 'dispose', sold)).toMatchObject({ errKey: 'asset.mediumProofNeeded' })
    expect((await step(shi, 'dispose', { ...sold, income: '50.00', mediumProof: [file] })).code).toBe(4000)
    expect((await step(shi, 'dispose', { ...sold, mediumProof: [file] })).data.state).toBe('disposed')
  })

  it('AST-13 switches an account off only when a successor takes what its holder has', async () => {
    const fang = await app.as('fang54')
    const leaver = await idOf('yuan57')
    const refused = await fang.post(`/api/system/user/${leaver}/disable/`, { confirmed: true })
    expect(refused.code).not.toBe(2000)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from asset_allocation where holder_id = ${leaver} and closed_at is null`.execute(
      db(),
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
  })

  it('E1 charges ended months once, none in the month of disposal, and AST-16 adds up', async () => {
    const laptop = await posted({ price: '7200.00' })
    const lost = await posted({ price: '7200.00' })
    const draft = await create({ price: '7200.00' })
    const file = await uploadPdf(app, shi)
    app.clock.set(new Date('2026-05-03T02:00:00Z'))
    const later = await app.as('shi22')
    const gone = await act(later, lost, 'lose', { reason: '外勤途中遗失，已报告督察', report: [file] })
    expect(gone.data.state).toBe('lost')
    for (let run = 0; run < 2; run += 1) await write(app.services, postDepreciation)
    const months = async (id: number) => {
      const { rows } = await sql<{
        month: string
        amount: string
      }>`select month, amount from asset_depreciation where asset_id = ${id} order by month`.execute(db())
      return rows
    }
    expect(await months(laptop.id)).toEqual([
      { month: '2026-03', amount: '100.00' },
      { month: '2026-04', amount: '100.00' },
    ])
    app.clock.set(new Date('2026-06-03T02:00:00Z'))
    await write(app.services, postDepreciation)
    expect((await months(lost.id)).map(({ month }) => month)).toEqual(['2026-03', '2026-04'])
    const { rows } = await sql<{ same: boolean }>`
      select sum(a.net_value) = sum(a.price) - sum(coalesce(d.amount, 0) + coalesce(a.opening_depreciation, 0)) as same
      from asset a left join (select asset_id, sum(amount) as amount from asset_depreciation group by 1) d on d.asset_id = a.id
      where a.state not in ('scrapped', 'lost') and a.deleted_at is null`.execute(db())
    expect(rows[0]?.same).toBe(true)
    // Entered when its months were charged already: they stay, and the next one bears what it missed in one row.
    const late = (await act(await app.as('shi22'), draft, 'post')).data
    await write(app.services, postDepreciation)
    expect(await months(late.id)).toEqual([])
    app.clock.set(new Date('2026-07-03T02:00:00Z'))
    for (let run = 0; run < 2; run += 1) await write(app.services, postDepreciation)
    expect(await months(late.id)).toEqual([{ month: '2026-06', amount: '400.00' }])
    expect((await months(laptop.id)).at(-1)).toEqual({ month: '2026-06', amount: '100.00' })
    app.clock.set(T0)
  })
})

// One connection proves nothing about races (E12).
describe.skipIf(!engines.includes('postgres'))('parallel hand-overs (E12)', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine: 'postgres' })
  })
  afterAll(() => app.close())

  it('INV-07 and AST-11: of twenty people who are given the same asset at once, one has it', async () => {
    const shi = await app.as('shi22')
    const { rows } = await sql<{
      id: number
    }>`select id from asset where state = 'idle' and inspect_months is null order by id limit 3`.execute(
      app.database.db,
    )
    const { rows: people } = await sql<{
      id: number
    }>`select id from app_user where state order by id limit 20`.execute(app.database.db)
    for (const { id } of rows) {
      const answers = await Promise.all(
        people.map((person) =>
          shi.post(`/api/assets/asset/${id}/allocate/`, { holderId: person.id, reason: '同时配发测试' }),
        ),
      )
      expect(answers.filter(({ code }) => code === 2000)).toHaveLength(1)
      expect(answers.filter(({ code }) => code === 4001)).toHaveLength(people.length - 1)
    }
    const { rows: open } = await sql<{ open: number }>`
      select count(*)::int as open from asset_allocation where closed_at is null and asset_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
      app.database.db,
    )
    expect(open[0]?.open).toBe(rows.length)
  })

  it('INV-07 holds after any mix of hand-overs, returns, transfers and reservations at once', {
    timeout: 180_000 + HISTORIES * 1000,
  }, async () => {
    const { db } = app.database
    const { rows: cards } = await sql<{ id: number }>`
      select id from asset where state = 'idle' and inspect_months is null and reserved_ticket_id is null and not is_pool and parent_id is null order by id desc limit 3`.execute(
      db,
    )
    const ids = cards.map(({ id }) => id)
    const { rows: people } = await sql<{ id: number; deptId: number }>`
      select id, dept_id from app_user where state order by id limit 4`.execute(db)
    const { rows: tickets } = await sql<{ id: number }>`select id from ticket order by id limit 12`.execute(db)
    const command = fc.record({
      kind: fc.constantFrom('open', 'close', 'transfer', 'reserve', 'release', 'confirm'),
      card: fc.nat(2),
      more: fc.nat(2),
      person: fc.nat(3),
      ticket: fc.nat(1),
    })
    const refused: readonly (string | null)[] = [
      null,
      'asset.notIdle',
      'asset.reservedFor',
      'asset.notTransferable',
      'asset.notHeld',
      'asset.notInUse',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(command, { minLength: 3, maxLength: 6 }), { minLength: 4, maxLength: 6 }),
        async (callers) => {
          const keys = await Promise.all(
            callers.map(async (commands, caller) => {
              const heard: (string | null)[] = []
              for (const { kind, card, more, person, ticket } of commands) {
                const [assetId, holder] = [ids[card] ?? 0, people[person]!]
                // A decision locks its ticket first (E11), so no two calls for one ticket meet.
                const ticketId = tickets[2 * caller + ticket]?.id ?? 0
                const run = (unit: WritingUnit): Promise<unknown> => {
                  const ledger = createAssetLedger(unit, holder.id)
                  // Two cards in either order: locks go by id (E11).
                  const both = [...new Set([assetId, ids[more] ?? 0])]
                  return {
                    open: () =>
                      ledger.open({
                        assetIds: both,
                        holderId: holder.id,
                        deptId: holder.deptId,
                        roomId: null,
                        ticketId: null,
                        until: null,
                        reason: '同时办理测试',
                      }),
                    close: () => ledger.close(both, 'idle', null, '同时归还'),
                    transfer: () =>
                      moveAsset(
                        { unit, userId: holder.id, ticketId: null },
                        assetId,
                        { deptId: holder.deptId, holderId: holder.id, roomId: null },
                        '同时移交',
                      ),
                    reserve: () => ledger.reserve(both, ticketId),
                    release: () => ledger.release(ticketId),
                    confirm: () => ledger.confirm(ticketId, holder.id),
                  }[kind]()
                }
                heard.push(await refusal(write(app.services, run)))
              }
              return heard
            }),
          )
          for (const key of keys.flat()) expect(refused).toContain(key)
          const { rows } = await sql`
            select a.id, a.state, a.holder_id from asset a left join lateral (
              select count(*)::int as open, min(l.holder_id) as holder from asset_allocation l where l.asset_id = a.id and l.closed_at is null) l on true
            where a.id = any(${ids}::bigint[]) and (l.open > 1 or (a.state = 'inUse') <> (l.open = 1) or a.holder_id is distinct from l.holder
              or (a.reserved_ticket_id is not null and a.state <> 'idle'))`.execute(db)
          expect(rows).toEqual([])
        },
      ),
      { numRuns: HISTORIES, seed: 20260311 },
    )
  })
})
