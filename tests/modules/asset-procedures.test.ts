import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'

interface Card {
  readonly id: number
  readonly assetNo: string
  readonly state: string
  readonly version: number
}

/** Department, holder and reason of a transfer that nothing speaks against. */
interface Transfer {
  readonly toDeptId: number
  readonly toHolderId: number
  readonly reason: string
}

describe.each(oneEngine)('one procedure of an asset at once on %s', (engine) => {
  let app: TestApp
  let shi: Client
  let feng: Client
  let zhang: Client
  let proof: number
  let transfer: Transfer
  let serial = 0

  const db = () => app.database.db
  const numberOf = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
    (await query.execute(db())).rows[0]?.id ?? 0
  const idOf = (username: string) => numberOf(sql<{ id: number }>`select id from app_user where username = ${username}`)
  const dept = (key: string) => numberOf(sql<{ id: number }>`select id from department where key = ${key}`)

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[shi, feng, zhang] = (await Promise.all(['shi22', 'feng53', 'zhang39'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
    proof = await uploadPdf(app, shi)
    transfer = { toDeptId: await dept('D10'), toHolderId: await idOf('pan42'), reason: '岗位调整移交' }
  })
  afterAll(() => app.close())

  const act = (of: Pick<Card, 'id'>, action: string, body: object = {}) =>
    shi.post<Card>(`/api/assets/asset/${of.id}/${action}/`, body)
  const idle = async (): Promise<Card> => {
    serial += 1
    const { data } = await shi.post<Card>('/api/assets/asset/', {
      name: '测试便携机',
      category: 'computer',
      model: 'B14',
      sn: `P-${engine}-${serial}`,
      source: 'purchase',
      buyDate: '2026-03-01',
      startDate: '2026-03-01',
      price: '6000.00',
      residualRate: '0.00',
      method: 'straightLine',
      deptId: await dept('D12'),
      secretLevel: 'none',
    })
    return (await act(data, 'post')).data
  }
  const held = async (): Promise<Card> => {
    const card = await idle()
    return (await act(card, 'allocate', { holderId: await idOf('ren56'), reason: '临时工作需要' })).data
  }
  const scrap = () => ({ condition: 'broken', reason: '主板烧毁且无维修价值', proof: [proof] })
  const openOf = async (card: Card) =>
    (
      await sql<{ kind: string }>`select kind from asset_procedure where asset_id = ${card.id} order by kind`.execute(
        db(),
      )
    ).rows.map(({ kind }) => kind)
  const transferOf = (card: Card) =>
    numberOf(sql<{ id: number }>`select id from asset_transfer where asset_id = ${card.id} order by id desc limit 1`)
  const stateOf = async (card: Card): Promise<string | undefined> =>
    (
      await sql<{
        state: string
      }>`select state from asset_transfer where asset_id = ${card.id} order by id desc limit 1`.execute(db())
    ).rows[0]?.state
  const logOf = async (card: Card): Promise<readonly string[]> =>
    (
      await sql<{ action: string }>`select action from asset_log where asset_id = ${card.id} order by id`.execute(db())
    ).rows.map(({ action }) => action)

  it('AST-11 an asset on its way is not scrapped, and one to be scrapped goes nowhere, for all who ask at once', async () => {
    const [onWay, toScrap] = [await held(), await held()]
    expect((await act(onWay, 'transfer', transfer)).code).toBe(2000)
    expect(await act(onWay, 'scrap', scrap())).toMatchObject({ errKey: 'asset.transferOpen', params: [onWay.assetNo] })
    expect((await act(toScrap, 'scrap', scrap())).code).toBe(2000)
    expect(await act(toScrap, 'transfer', transfer)).toMatchObject({ errKey: 'asset.scrapOpen' })
    const many = await shi.post('/api/assets/transfers/', { assetIds: [toScrap.id], ...transfer })
    expect(many).toMatchObject({ errKey: 'asset.scrapOpen' })
    expect((await act(toScrap, 'return', { after: 'idle' })).code).toBe(2000)
    expect(await act(toScrap, 'allocate', { holderId: transfer.toHolderId, reason: '临时工作需要' })).toMatchObject({
      errKey: 'asset.scrapOpen',
    })
    for (let round = 0; round < 6; round += 1) {
      const card = await held()
      const answers = await Promise.all([act(card, 'transfer', transfer), act(card, 'scrap', scrap())])
      expect(answers.map(({ code }) => code).sort()).toEqual([2000, 4001])
      expect(await openOf(card)).toHaveLength(1)
    }
  })

  it('INV-07 a second open procedure of an asset is refused by the database', async () => {
    const card = await held()
    await act(card, 'transfer', transfer)
    const second = sql`
      insert into asset_scrap (asset_id, dept_id, review_dept_id, condition, reason, requested_by, created_at, updated_at)
      select id, dept_id, dept_id, 'broken', '', ${shi.userId}, now(), now() from asset where id = ${card.id}`.execute(
      db(),
    )
    await expect(second).rejects.toThrow(/asset_procedure_open/)
  })

  it('50.5 a return and an allocation end the open transfer, with a line in the log and a notice', async () => {
    const [returned, handedOut] = [await held(), await idle()]
    for (const card of [returned, handedOut])
      expect((await act(card, 'transfer', transfer)).data.version).toBe(card.version + 1)
    const before = app.announced.messages.length
    expect((await act(returned, 'return', { after: 'idle' })).code).toBe(2000)
    expect((await act(handedOut, 'allocate', { holderId: transfer.toHolderId, reason: '临时工作需要' })).code).toBe(
      2000,
    )
    for (const card of [returned, handedOut]) {
      expect([await stateOf(card), await openOf(card)]).toEqual(['cancelled', []])
      expect((await logOf(card)).filter((action) => action.endsWith('Transfer'))).toEqual([
        'requestTransfer',
        'cancelTransfer',
      ])
      const release = await feng.post(`/api/assets/transfer/${await transferOf(card)}/release/`, {})
      expect(release).toMatchObject({ errKey: 'record.stateInvalid' })
    }
    const notices = app.announced.messages.slice(before).filter(({ title }) => title.key === 'asset.transferCancelled')
    expect(notices.map(({ title, to }) => [title.params?.[0], to.includes(feng.userId)])).toEqual([
      [returned.assetNo, true],
      [handedOut.assetNo, true],
    ])
    expect((await act(returned, 'scrap', scrap())).code).toBe(2000)
  })

  it('50.5 the leader who releases is refused what the one who receives would be, and may refuse the transfer', async () => {
    const [repaired, moved] = [await held(), await held()]
    for (const card of [repaired, moved]) await act(card, 'transfer', transfer)
    await act(repaired, 'repair', { note: '主板故障送修' })
    const step = async (who: Client, card: Card, action: string, body: object = {}) =>
      who.post(`/api/assets/transfer/${await transferOf(card)}/${action}/`, body)
    expect(await step(feng, repaired, 'release')).toMatchObject({
      errKey: 'asset.notTransferable',
      params: [repaired.assetNo, '维修'],
    })
    expect((await step(feng, repaired, 'refuse', { reason: '设备送修中暂不移交' })).code).toBe(2000)
    await sql`update app_user set dept_id = ${await dept('D06')} where id = ${transfer.toHolderId}`.execute(db())
    expect(await step(feng, moved, 'release')).toMatchObject({ code: 4001, errKey: 'asset.holderOfOtherDept' })
    await sql`update app_user set dept_id = ${transfer.toDeptId} where id = ${transfer.toHolderId}`.execute(db())
    expect((await step(feng, moved, 'release')).code).toBe(2000)
    expect((await step(zhang, moved, 'receive')).code).toBe(2000)
    expect(await openOf(moved)).toEqual([])
  })

  it('50.5 what is lost is neither transferred nor scrapped any more', async () => {
    const [onWay, toScrap] = [await held(), await held()]
    await act(onWay, 'transfer', transfer)
    await act(toScrap, 'scrap', scrap())
    for (const card of [onWay, toScrap])
      expect((await act(card, 'lose', { reason: '搬迁途中遗失并已报案处理', report: [proof] })).code).toBe(2000)
    expect([await openOf(onWay), await openOf(toScrap)]).toEqual([[], []])
  })

  it('E2 of two actions prepared on one version of an asset the second is refused, whichever they are', async () => {
    const first: Readonly<Record<string, () => Promise<object>>> = {
      return: async () => ({ after: 'idle' }),
      transfer: async () => transfer,
      repair: async () => ({ note: '主板故障送修' }),
      inspect: async () => ({ inspectedOn: T0.toISOString().slice(0, 10), result: 'passed' }),
      reprice: async () => ({ price: '6500.00', docNo: '财资2026-1', file: [proof] }),
      scrap: async () => scrap(),
      lose: async () => ({ reason: '搬迁途中遗失并已报案处理', report: [proof] }),
    }
    for (const [action, form] of Object.entries(first)) {
      const card = await held()
      expect([action, (await act(card, action, { ...(await form()), version: card.version })).code]).toEqual([
        action,
        2000,
      ])
      for (const second of Object.keys(first))
        expect([action, second, (await act(card, second, { version: card.version })).code]).toEqual([
          action,
          second,
          4009,
        ])
    }
  })
})
