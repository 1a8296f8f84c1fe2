import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from '#src/define/tickets/catalogue.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { pngOf, upload, uploadPdf } from '#tests/harness/files.ts'
import { act, submit, ticketOf } from '#tests/harness/tickets.ts'

const devices = 'officeElectronicEquipment'

describe.each(oneEngine)('requests for equipment on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let ren: Client
  let shi: Client
  let feng: Client
  let zhang: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, ren, shi, feng, zhang] = (await Promise.all(
      ['pan42', 'ren56', 'shi22', 'feng53', 'zhang39'].map((name) => app.as(name)),
    )) as [Client, Client, Client, Client, Client]
  })
  afterAll(() => app.close())

  const item = async (name: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from standard_item where name = ${name}`.execute(
      app.database.db,
    )
    return rows[0]?.id ?? 0
  }
  const idle = async (name: string): Promise<readonly number[]> => {
    const { rows } = await sql<{ id: number }>`
      select a.id from asset a join standard_item i on i.id = a.item_id where i.name = ${name} and a.state = 'idle' order by a.id`.execute(
      app.database.db,
    )
    return rows.map(({ id }) => id)
  }
  const form = async (name: string, qty: number, more: Readonly<Record<string, unknown>> = {}) => ({
    reason: '工作需要申请设备',
    mobile: '10000000042',
    applyKind: 'new',
    lines: [{ itemId: await item(name), qty }],
    ...more,
  })

  it('23.6, 23.7 the catalogue says what standards leave, what is idle, favourites and the last request', async () => {
    const of = async (type: string) => (await ren.get<Catalogue>(`/api/assets/catalogue/?type=${type}`)).data
    const laptop = await item('便携式计算机')
    expect((await ren.put(`/api/assets/favourite/${laptop}/`, { isFavourite: true })).code).toBe(2000)
    const { items } = await of(devices)
    expect(items.find(({ id }) => id === laptop)).toMatchObject({
      allowance: { max: 2, left: 1, isByRoom: false },
      available: (await idle('便携式计算机')).length,
      initials: 'bxsjsj',
      isFavourite: true,
      cells: { userId: ren.userId },
    })
    const furniture = await of('officeFurniture')
    expect(furniture.items.filter(({ category }) => category !== 'furniture')).toEqual([])
    expect(items.filter(({ category }) => category === 'furniture')).toEqual([])
    expect(furniture.items.some(({ allowance }) => allowance?.isByRoom)).toBe(true)
    expect((await ren.put('/api/assets/favourite/999999/', { isFavourite: true })).code).toBe(4004)
    expect((await ren.get('/api/assets/catalogue/?type=officeSupplies')).code).toBe(4000)
  })

  it('90.A5 the catalogue shows the picture of a kind to everyone who requests it, and nothing but a picture is taken', async () => {
    const chair = await item('办公椅')
    const path = `/api/standards/item/${chair}/`
    const { data: before } = await shi.get<{ version: number }>(path)
    const put = (picture: readonly number[]) => shi.put(path, { picture, version: before.version })
    expect(await put([await uploadPdf(app, shi)])).toMatchObject({
      code: 4000,
      errors: { picture: ['请上传 jpg 或 png 图片'] },
    })
    const { data: picture } = await upload(app, shi, 'chair.png', pngOf(320, 240))
    expect(await ren.get(`/api/system/file/${picture.id}/`)).toMatchObject({ code: 4004 })
    expect(await put([picture.id])).toMatchObject({ code: 2000 })
    const { data } = await ren.get<Catalogue>('/api/assets/catalogue/?type=officeFurniture')
    expect(data.items.find(({ id }) => id === chair)?.picture).toBe(picture.id)
    expect(await ren.get(`/api/system/file/${picture.id}/`)).toMatchObject({ code: 2000 })
    // Who requests equipment sees the picture, not the record it belongs to.
    expect(await ren.get(path)).toMatchObject({ code: 4003 })
  })

  it('S04 hands a laptop within the standard over and has it signed for', async () => {
    const [laptop = 0] = await idle('便携式计算机')
    const filed = await submit(ren, devices, await form('便携式计算机', 1))
    expect(filed.code).toBe(2000)
    expect(filed.data.formData.lines).toMatchObject([{ standardMax: 2, holding: 1, over: false }])
    expect(filed.data.formData.overStandard).toBe(false)
    expect((await act(feng, filed.data.id, 'approve')).code).toBe(2000)
    expect(await act(shi, filed.data.id, 'approve', { formData: { assetIds: [] } })).toMatchObject({
      errKey: 'asset.chooseAll',
    })
    const offered = async (): Promise<readonly number[]> =>
      (await shi.get<{ id: number }[]>('/api/assets/asset/idle/?search=便携')).data.map(({ id }) => id)
    expect(await offered()).toContain(laptop)
    const reviewed = await act(shi, filed.data.id, 'approve', { formData: { assetIds: [{ assetId: laptop }] } })
    expect(reviewed.data.status).toBe('handling')
    // What is kept for a ticket is offered to no other one.
    expect(await offered()).not.toContain(laptop)
    expect((await act(shi, filed.data.id, 'handle')).code).toBe(2000)
    const { rows } = await sql`select state, holder_id, is_unconfirmed from asset where id = ${laptop}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ state: 'inUse', holderId: ren.userId, isUnconfirmed: true }])
    // The register of the type lists what its tickets handed out, and nothing of the others.
    const register = async (ticketType: string) =>
      (
        await shi.get<{ ticketId: number; ticketType: string }[]>('/api/assets/allocation/', {
          query: { ticketType, limit: '100' },
        })
      ).data
    const devicesOut = await register(devices)
    expect(devicesOut.map(({ ticketId }) => ticketId)).toContain(filed.data.id)
    expect(new Set(devicesOut.map(({ ticketType }) => ticketType))).toEqual(new Set([devices]))
    expect((await register('officeFurniture')).map(({ ticketId }) => ticketId)).not.toContain(filed.data.id)
    // Its 领用单 is printed by whoever handles the type.
    const held = await sql<{ id: number }>`select id from asset_allocation where ticket_id = ${filed.data.id}`.execute(
      app.database.db,
    )
    const paper = async () =>
      (await shi.get<{ lines: object[] }[]>('/api/assets/receipt/', { query: { ids: String(held.rows[0]?.id) } })).data
    expect(await paper()).toMatchObject([{ lines: [{ ticketNo: filed.data.no, confirmedAt: null }] }])
    const grant = sql`role_id = (select id from role where key = 'assetManager') and permission_id = (select id from permission where value = 'officeElectronicEquipment:Handle')`
    const { rows: taken } = await sql<{
      roleId: number
      permissionId: number
    }>`delete from role_permission where ${grant} returning role_id, permission_id`.execute(app.database.db)
    await app.services.caches.load()
    expect(await paper()).toEqual([])
    await sql`insert into role_permission (role_id, permission_id) values (${taken[0]?.roleId}, ${taken[0]?.permissionId})`.execute(
      app.database.db,
    )
    await app.services.caches.load()
    expect((await act(ren, filed.data.id, 'handle')).data.status).toBe('completed')
    const own = await ren.get<readonly { assetId: number; allocationState: string }[]>('/api/assets/own/')
    expect(own.data.find(({ assetId }) => assetId === laptop)?.allocationState).toBe('confirmed')
  })

  it('AST-02 refuses more than the standard without a reason, counting what other requests ask for', async () => {
    expect(await submit(ren, devices, await form('便携式计算机', 5))).toMatchObject({
      errKey: 'standard.exceeded',
      params: ['便携式计算机', 2],
    })
    const over = await submit(ren, devices, await form('便携式计算机', 5, { overReason: '专案侦办需要集中办公' }))
    expect(over.data.formData).toMatchObject({ overStandard: true })
    await act(ren, over.data.id, 'withdraw')
    const { rows } = await sql`select 1 from asset_pending where ticket_id = ${over.data.id}`.execute(app.database.db)
    expect(rows).toEqual([])
    const [one, two] = await Promise.all([
      submit(pan, devices, await form('扫描仪', 1)),
      submit(zhang, devices, await form('扫描仪', 1)),
    ])
    expect([one.code, two.code].sort()).toEqual([2000, 4001])
  })

  it('S04.3 five laptops over the standard need a reason and the head of logistics, are to be bought, and wait for the goods', async () => {
    const overReason = '专案侦办需要集中办公'
    const filed = await submit(ren, devices, await form('便携式计算机', 5, { overReason }))
    expect(filed.data.formData).toMatchObject({ overStandard: true })
    await act(feng, filed.data.id, 'approve')
    const reviewed = await act(shi, filed.data.id, 'approve', { formData: { needPurchase: true } })
    // 23.6: the estimate is quantity by price limit unless the reviewer writes another.
    expect(reviewed.data.formData).toMatchObject({ needPurchase: true, estimate: '35000.00' })
    const han = await app.as('han14')
    expect((await act(han, filed.data.id, 'approve')).data.status).toBe('handling')
    const { rows } = await sql`
      select item_name, qty::int as qty, state, need_at from purchase_demand where ticket_id = ${filed.data.id}`.execute(
      app.database.db,
    )
    // One shortage is one demand, and its people wait from the day of the approval on.
    expect(rows).toEqual([{ itemName: '便携式计算机', qty: 5, state: 'open', needAt: '2026-03-11' }])
    const early = await act(shi, filed.data.id, 'handle')
    expect(early).toMatchObject({ errKey: 'asset.waitsForGoods', params: [5, 0] })
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p
      where r.key = 'bureauLeader' and p.value = 'ticket:Void' on conflict do nothing`.execute(app.database.db)
    await app.services.caches.load()
    const zhao = await app.as('zhao01')
    expect((await act(zhao, filed.data.id, 'void', { comment: '项目调整，不再需要采购' })).data.status).toBe('voided')
    const after = await sql`select state from purchase_demand where ticket_id = ${filed.data.id}`.execute(
      app.database.db,
    )
    expect(after.rows).toEqual([{ state: 'cancelled' }])
  })

  it('AST-01 gives an asset that two reviewers chose to the first', async () => {
    const [, printer = 0] = await idle('台式计算机')
    const ids: number[] = []
    for (const person of [pan, ren]) {
      const filed = await submit(person, devices, await form('台式计算机', 1, { overReason: '原设备性能不能满足工作' }))
      expect(filed.code).toBe(2000)
      ids.push(filed.data.id)
      await act(person === pan ? zhang : feng, filed.data.id, 'approve')
      await act(shi, filed.data.id, 'approve', { formData: { assetIds: [{ assetId: printer }] } })
    }
    const han = await app.as('han14')
    const answers = []
    for (const id of ids) answers.push(await act(han, id, 'approve'))
    expect(answers.map(({ code, errKey }) => errKey ?? code)).toEqual([2000, 'asset.reservedFor'])
    expect((await ticketOf(han, ids[1] ?? 0)).status).toBe('running')
    // The list marks it and names the ticket it waits for.
    const { data: marked } = await shi.get<{ reservedTicketId: number }>(`/api/assets/asset/${printer}/`)
    const { rows: tickets } = await sql<{ no: string }>`select no from ticket where id = ${ids[0]}`.execute(
      app.database.db,
    )
    expect(marked.reservedTicketId).toBe(ids[0])
    expect(JSON.stringify(marked)).toContain(tickets[0]?.no ?? 'no number')
  })

  it('AST-03 replaces one for one, and before the minimum life only with proof', async () => {
    const { rows } = await sql<{ id: number }>`
      select a.id from asset a join standard_item i on i.id = a.item_id where a.holder_id = ${pan.userId} and i.name = '台式计算机' and a.life_end > ${'2026-03-11'}::date`.execute(
      app.database.db,
    )
    const old = { applyKind: 'replace', oldAssets: rows.map(({ id }) => ({ assetId: id })) }
    expect(rows).toHaveLength(1)
    expect(
      await submit(pan, devices, await form('台式计算机', 2, { ...old, overReason: '原设备性能不能满足工作' })),
    ).toMatchObject({ errKey: 'asset.replaceOneForOne' })
    expect(
      await submit(pan, devices, await form('台式计算机', 1, { ...old, overReason: '原设备性能不能满足工作' })),
    ).toMatchObject({ errKey: 'rule.AST-03' })
    const file = await uploadPdf(app, pan)
    const filed = await submit(
      pan,
      devices,
      await form('台式计算机', 1, { ...old, overReason: '原设备性能不能满足工作', repairProof: [file] }),
    )
    expect(filed.code).toBe(2000)
  })

  it('AST-04 asks for the room of furniture that is allocated by area, and goes by its area', async () => {
    const { rows } = await sql<{
      id: number
      areaM2: string
    }>`select id, area_m2 from asset_room order by area_m2 limit 1`.execute(app.database.db)
    expect(await submit(pan, 'officeFurniture', await form('书柜', 1))).toMatchObject({ errKey: 'rule.AST-04' })
    const roomId = rows[0]?.id
    expect(
      await submit(
        pan,
        'officeFurniture',
        await form('书柜', 1, { lines: [{ itemId: await item('书柜'), qty: 3, roomId }] }),
      ),
    ).toMatchObject({
      errKey: 'standard.exceeded',
      params: ['书柜', 2],
    })
    expect(await submit(pan, 'officeFurniture', await form('台式计算机', 1))).toMatchObject({
      errKey: 'asset.itemOfOtherType',
    })
  })

  it('AST-05 lends nothing to somebody with a loan more than 15 days overdue', async () => {
    await sql`update asset_allocation set until = '2026-02-20' where id = (select min(id) from asset_allocation where holder_id = ${pan.userId} and closed_at is null)`.execute(
      app.database.db,
    )
    expect(
      await submit(pan, devices, await form('投影仪', 1, { applyKind: 'borrow', borrowUntil: '2026-04-01' })),
    ).toMatchObject({ errKey: 'rule.AST-05' })
  })

  it('takes a returned asset back into store', async () => {
    const { rows } = await sql<{ id: number }>`
      select a.id from asset a join standard_item i on i.id = a.item_id where a.holder_id = ${ren.userId} and i.name = '办公椅'`.execute(
      app.database.db,
    )
    const filed = await submit(ren, 'officeFurniture', {
      reason: '岗位调整不再使用',
      mobile: '10000000056',
      applyKind: 'return',
      oldAssets: [{ assetId: rows[0]?.id }],
    })
    expect(filed.code).toBe(2000)
    await act(feng, filed.data.id, 'approve')
    await act(shi, filed.data.id, 'approve')
    await act(shi, filed.data.id, 'handle')
    const { rows: after } = await sql`select state, holder_id from asset where id = ${rows[0]?.id}`.execute(
      app.database.db,
    )
    expect(after).toEqual([{ state: 'idle', holderId: null }])
  })

  it('23.6 who takes old equipment in says what becomes of it; what is beyond repair waits for its request to be scrapped', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from asset where holder_id = ${ren.userId} and state = 'inUse' and category = 'computer' order by id limit 1`.execute(
      app.database.db,
    )
    const id = rows[0]?.id ?? 0
    const filed = await submit(ren, devices, {
      reason: '设备损坏无法使用，申请退回',
      mobile: '10000000056',
      applyKind: 'return',
      oldAssets: [{ assetId: id }],
    })
    expect(filed.code).toBe(2000)
    await act(feng, filed.data.id, 'approve')
    await act(shi, filed.data.id, 'approve')
    expect(await act(shi, filed.data.id, 'handle', { formData: { oldAfter: 'pendingScrap' } })).toMatchObject({
      code: 2000,
    })
    const state = async () => (await shi.get<{ state: string }>(`/api/assets/asset/${id}/`)).data.state
    expect(await state()).toBe('pendingScrap')
    const scrap = {
      condition: 'broken',
      reason: '主板损坏，超过使用年限无维修价值',
      proof: [await uploadPdf(app, shi)],
    }
    expect(await shi.post(`/api/assets/asset/${id}/scrap/`, scrap)).toMatchObject({ code: 2000 })
    const request = await sql<{ id: number }>`select id from asset_scrap where asset_id = ${id}`.execute(
      app.database.db,
    )
    const lyu = await app.as('lyu21')
    const refused = await lyu.post(`/api/assets/scrap/${request.rows[0]?.id}/refuse/`, { refusal: '可维修后调剂使用' })
    expect(refused).toMatchObject({ code: 2000 })
    expect(await state()).toBe('idle')
  })
})
