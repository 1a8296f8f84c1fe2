import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/harness/engines.ts'
import { type Person, type RecordsServer, startRecords } from './server.ts'

const path = '/api/test/device/'
type Shown = { id: number; name: string } & Record<string, unknown>

describe.each(engines)('reading records on %s', (kind) => {
  let server: RecordsServer
  beforeAll(async () => {
    server = await startRecords(kind)
    const rows = [
      {
        name: '台式机甲',
        serial: 'A-1',
        price: '100.00',
        count: 1,
        boughtOn: '2026-01-01',
        keeperId: 3,
        deptId: 2,
        urgency: 'normal',
        account: '6222000011112222',
        contact: '13900001111',
      },
      {
        name: '台式机乙',
        serial: 'A-2',
        price: '200.00',
        count: 3,
        boughtOn: '2026-01-31',
        keeperId: 2,
        deptId: 2,
        urgency: 'urgent',
        isActive: false,
        checkedAt: '2026-02-01 23:59:59',
        contact: '13900002222',
      },
      {
        name: '打印机',
        serial: 'B-1',
        price: '300.00',
        count: 1,
        boughtOn: '2026-02-01',
        keeperId: 4,
        deptId: 3,
        urgency: 'urgent',
        helperIds: [3],
      },
      { name: '100%_扫描仪', serial: 'B-2', keeperId: 1, deptId: 1, urgency: 'normal' },
    ]
    for (const row of rows) expect(await server.call('boss', 'POST', path, row)).toMatchObject({ code: 2000 })
    await server.call('boss', 'POST', '/api/test/tag/', { label: '公开', open: true })
    await server.call('boss', 'POST', '/api/test/tag/', { label: '内部', open: false })
  })
  afterAll(() => server.close())

  const list = async (person: Person, query = ''): Promise<readonly Shown[]> => {
    const answer = await server.call(person, 'GET', `${path}?ordering=id&${query}`)
    expect(answer).toMatchObject({ code: 2000 })
    return answer.data
  }
  const names = async (person: Person, query = ''): Promise<readonly string[]> =>
    (await list(person, query)).map((row) => row.name)

  it('answers the rows of given ids as it answers each of them, those in reach only', async () => {
    const all = await list('boss')
    const chosen = [all[3], all[0]].map((row) => row?.id)
    const rows = await list('boss', `ids=${chosen.join(',')}`)
    expect(rows).toEqual([all[0], all[3]])
    const one = await server.call('boss', 'GET', `${path}${chosen[1]}/`)
    expect(one.data).toEqual(rows[0])
    expect((await list('leader', `ids=${all.map(({ id }) => id).join(',')}`)).length).toBe(
      (await list('leader')).length,
    )
    const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join(',')
    for (const ids of ['1,x', tooMany])
      expect(await server.call('boss', 'GET', `${path}?ids=${ids}`)).toMatchObject({
        code: 4000,
        errors: { ids: [expect.any(String)] },
      })
  })

  it('LIST-STD answers a page in the flat envelope, newest first', async () => {
    const answer = await server.call('boss', 'GET', `${path}?limit=3`)
    expect(answer).toMatchObject({ code: 2000, page: 1, limit: 3, total: 4, is_next: true, is_previous: false })
    expect((answer.data as Shown[]).map((row) => row.name)).toEqual(['100%_扫描仪', '打印机', '台式机乙'])
    expect(await server.call('boss', 'GET', `${path}?limit=3&page=2`)).toMatchObject({
      is_next: false,
      is_previous: true,
      data: [{ name: '台式机甲' }],
    })
    expect(await server.call('boss', 'GET', `${path}?page=99`)).toMatchObject({ code: 2000, total: 4, data: [] })
    expect(await server.call('boss', 'GET', path)).toMatchObject({ limit: 20 })
  })

  it('shows names beside ids', async () => {
    const [row] = await list('boss', 'name=打印机')
    expect(row).toMatchObject({
      keeperId: 4,
      keeperIdLabel: '钱警官',
      deptId: 3,
      deptIdLabel: '二大队',
      helperIdsLabel: ['赵警官'],
      createdByName: '白局',
      value: '300.00',
    })
    const english = await server.call('boss', 'GET', `${path}?name=打印机`, undefined, 'en')
    expect(english).toMatchObject({ data: [{ deptIdLabel: 'Second team' }] })
  })

  it('filters by value, by several values, by department with those below, by ranges that include their ends', async () => {
    expect(await names('boss', 'urgency=urgent')).toEqual(['台式机乙', '打印机'])
    expect(await names('boss', 'urgency=urgent,normal')).toHaveLength(4)
    expect(await names('boss', 'deptId=1')).toHaveLength(4)
    expect(await names('boss', 'deptId=2')).toEqual(['台式机甲', '台式机乙'])
    expect(await names('boss', 'boughtOn_after=2026-01-31&boughtOn_before=2026-02-01')).toEqual(['台式机乙', '打印机'])
    expect(await names('boss', 'price_after=100.01&price_before=200')).toEqual(['台式机乙'])
    expect(await names('boss', 'checkedAt_before=2026-02-01')).toEqual(['台式机乙'])
    expect(await names('boss', 'checkedAt_before=2026-01-31')).toEqual([])
    expect(await names('boss', 'isActive=0')).toEqual(['台式机乙'])
    expect(await names('boss', 'isActive=True&count=1&helperIds=3')).toEqual(['打印机'])
    expect(await names('boss', 'createdAt_after=2026-03-02&createdAt_before=2026-03-02')).toHaveLength(4)
    expect(await names('boss', 'urgency=&price_after=')).toHaveLength(4)
  })

  it('searches text fields literally', async () => {
    expect(await names('boss', 'search=台式')).toEqual(['台式机甲', '台式机乙'])
    expect(await names('boss', 'search=b-')).toEqual(['打印机', '100%_扫描仪'])
    expect(await names('boss', `search=${encodeURIComponent('%_')}`)).toEqual(['100%_扫描仪'])
    expect(await server.call('boss', 'GET', `${path}?search=${'x'.repeat(51)}`)).toMatchObject({ code: 4000 })
  })

  it('sorts by shown columns, people by pinyin, computed ones too, ties by id', async () => {
    const sorted = async (ordering: string) =>
      (await server.call('boss', 'GET', `${path}?ordering=${ordering}`)).data as unknown as Shown[]
    expect((await sorted('-value')).map((row) => row.value)).toEqual(['600.00', '300.00', '100.00', '0.00'])
    expect((await sorted('keeperId')).map((row) => row.keeperIdLabel)).toEqual(['白局', '李队', '钱警官', '赵警官'])
    const ids = (await sorted('urgency')).map((row) => row.id)
    expect(ids).toEqual(
      [...ids]
        .sort((a, b) => a - b)
        .filter((_, i) => i === 0 || i === 3)
        .concat(ids.slice(2)),
    )
  })

  it('refuses unknown filters, orders and values with 4000', async () => {
    for (const query of [
      'state=1',
      'ordering=account',
      'ordering=version;drop table device',
      'ordering=helperIds',
      'price=abc',
      'boughtOn_after=2026-02-30',
      'keeperId=1%20or%201=1',
      'limit=0',
      'limit=101',
      'limit=x',
      'page=0',
      'note=x',
      'name_after=a',
      'isActive=perhaps',
      `deptId=${Array(51).fill('1').join(',')}`,
    ]) {
      expect(await server.call('boss', 'GET', `${path}?${query}`), query).toMatchObject({ code: 4000 })
    }
  })

  it('never answers 5xx to any query', async () => {
    const keys = fc.constantFrom(
      'page',
      'limit',
      'ordering',
      'search',
      'urgency',
      'price_after',
      'boughtOn',
      'checkedAt_before',
      'keeperId',
      'helperIds',
      'isActive',
      'name',
      'account',
      '__proto__',
      'constructor',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(keys, fc.string({ maxLength: 20 })), { maxLength: 3 }), async (pairs) => {
        const answer = await server.app.inject({
          method: 'GET',
          url: `${path}?${new URLSearchParams(pairs).toString()}`,
          headers: { authorization: server.authorization('boss') },
        })
        expect([2000, 4000]).toContain(answer.json<{ code: number }>().code)
      }),
      { numRuns: 150 },
    )
  })

  describe('INV-11 the data scope', () => {
    it('holds for lists and their totals', async () => {
      expect(await names('leader')).toEqual(['台式机甲', '台式机乙'])
      expect(await names('staff')).toEqual(['台式机甲'])
      expect(await names('other')).toEqual(['打印机'])
      expect(await server.call('staff', 'GET', path)).toMatchObject({ total: 1 })
      expect(await names('leader', 'deptId=3')).toEqual([])
    })

    it('answers 4004 for rows outside it, the same as for rows that do not exist', async () => {
      const [outside] = await list('boss', 'name=打印机')
      const url = `${path}${outside?.id}/`
      const missing = await server.call('leader', 'GET', `${path}987654/`)
      expect(missing).toMatchObject({ code: 4004 })
      for (const [method, at, body] of [
        ['GET', url, undefined],
        ['GET', `${url}timeline/`, undefined],
        ['PUT', url, { note: 'x', version: 1 }],
        ['DELETE', url, undefined],
        ['POST', `${url}retire/`, { reason: '已经损坏不能用' }],
      ] as const) {
        expect(await server.call('leader', method, at, body)).toEqual(missing)
      }
      expect(await server.call('leader', 'DELETE', `${path}multiple_delete/`, { keys: [outside?.id] })).toMatchObject({
        code: 4004,
      })
    })

    it('refuses to create in or to move to another department', async () => {
      expect(
        await server.call('leader', 'POST', path, { name: '越权设备', keeperId: 4, deptId: 3, urgency: 'normal' }),
      ).toMatchObject({ code: 4000, errors: { deptId: ['不在您的数据范围内'] } })
      const [own] = await list('leader', 'name=台式机甲')
      expect(
        await server.call('leader', 'PUT', `${path}${own?.id}/`, { deptId: 3, version: own?.version }),
      ).toMatchObject({ code: 4000 })
      expect(await names('boss', 'deptId=3')).toEqual(['打印机'])
    })

    it('does not let a form point at rows the person cannot reach', async () => {
      const [outside] = await list('boss', 'name=打印机')
      expect(
        await server.call('leader', 'POST', path, {
          name: '附属设备',
          keeperId: 3,
          deptId: 2,
          urgency: 'normal',
          parentId: outside?.id,
        }),
      ).toMatchObject({ code: 4000, errors: { parentId: expect.any(Array) } })
    })

    it('4003 without the permission', async () => {
      for (const [method, url, body] of [
        ['GET', path, undefined],
        ['POST', path, {}],
        ['GET', `${path}export_data/`, undefined],
        ['GET', '/api/test/tag/', undefined],
      ] as const) {
        expect(await server.call('blind', method, url, body)).toMatchObject({ code: 4003 })
      }
    })
  })

  it('masks what may not be seen, everywhere, and does not answer questions about it', async () => {
    const [seen] = await list('boss', 'name=台式机甲')
    const [hidden] = await list('leader', 'name=台式机甲')
    expect([seen?.account, hidden?.account]).toEqual(['6222000011112222', '**** 2222'])
    expect(await server.call('leader', 'GET', `${path}${hidden?.id}/`)).toMatchObject({
      data: { account: '**** 2222' },
    })
    for (const person of ['leader', 'boss'] as const)
      expect(await server.call(person, 'GET', `${path}?account=6222000011112222`)).toMatchObject({ code: 4000 })
    const { rows } = await server.services.database.pool.query(
      `select account || (select string_agg(changes::text, '') from record_history h where h.record_id = d.id) as stored from device d where id = $1`,
      [hidden?.id],
    )
    expect(rows[0].stored).toMatch(/^sealed:/)
    expect(rows[0].stored).not.toContain('6222000011112222')
    const saved = await server.call('leader', 'PUT', `${path}${hidden?.id}/`, { ...hidden, note: '改了说明' })
    expect(saved).toMatchObject({ code: 2000, data: { account: '**** 2222', note: '改了说明' } })
    expect((await list('boss', 'name=台式机甲'))[0]).toMatchObject({ account: '6222000011112222' })
  })

  it('60.1 a mobile is shown in the rows the revealing permission reaches, and found only by who sees all of them', async () => {
    const contacts = async (person: Person) =>
      (await list(person)).map((row) => row.contact).filter((contact) => contact !== null)
    expect(await contacts('boss')).toEqual(['13900001111', '13900002222'])
    // The leader may call from devices of their own only.
    expect(await contacts('leader')).toEqual(['1******1111', '13900002222'])
    expect(await contacts('staff')).toEqual(['1******1111'])
    expect(await names('boss', 'contact=13900001111')).toEqual(['台式机甲'])
    expect(await names('boss', 'search=13900001111')).toEqual(['台式机甲'])
    for (const person of ['leader', 'staff'] as const) {
      expect(await server.call(person, 'GET', `${path}?contact=13900001111`)).toMatchObject({ code: 4000 })
      expect(await names(person, 'search=13900001111')).toEqual([])
    }
    const [first, second] = await list('leader')
    const saved = await server.call('leader', 'PUT', `${path}${first?.id}/`, { ...first, note: '换了位置' })
    expect(saved).toMatchObject({ code: 2000, data: { contact: '1******1111' } })
    expect((await list('boss'))[0]?.contact).toBe('13900001111')
    await server.call('leader', 'PUT', `${path}${second?.id}/`, { ...second, contact: '13900003333' })
    const timeline = async (person: Person, id: number | undefined) => {
      const { data } = await server.call(person, 'GET', `${path}${id}/timeline/`)
      return (data as { changes: { field: string; after: string }[] }[])
        .flatMap((entry) => entry.changes)
        .filter((change) => change.field === 'contact')
        .map((change) => change.after)
    }
    expect(await timeline('leader', second?.id)).toEqual(['13900002222', '13900003333'])
    expect(await timeline('leader', first?.id)).toEqual(['1******1111'])
  })

  describe('pickers', () => {
    it('offer what the search permission reaches, found by title', async () => {
      expect(await server.call('leader', 'GET', `${path}options/`)).toMatchObject({
        data: [{ label: '台式机乙 A-2' }, { label: '台式机甲 A-1' }],
      })
      expect(await server.call('leader', 'GET', `${path}options/?search=甲`)).toMatchObject({
        data: [{ label: '台式机甲 A-1' }],
      })
      const all = (await server.call('boss', 'GET', `${path}options/`)).data as { id: number; label: string }[]
      const printer = all.find((option) => option.label.startsWith('打印机'))
      expect(await server.call('boss', 'GET', `${path}options/?ids=${printer?.id}`)).toMatchObject({
        data: [{ id: printer?.id }],
      })
      expect((await server.call('leader', 'GET', `${path}options/?ids=${printer?.id}`)).data).toEqual([])
      expect(await server.call('boss', 'GET', `${path}options/?urgency=urgent&search=机`)).toMatchObject({
        data: [{ label: '打印机 B-1' }, { label: '台式机乙 A-2' }],
      })
    })
    it('offer to everybody what the record opens', async () => {
      expect((await server.call('staff', 'GET', '/api/test/tag/options/')).data).toEqual([{ id: 1, label: '公开' }])
      expect((await server.call('boss', 'GET', '/api/test/tag/options/')).data).toHaveLength(2)
      expect(await server.call('blind', 'GET', `${path}options/`)).toMatchObject({ code: 4003 })
      expect(
        await server.call('staff', 'POST', path, {
          name: '带标签的',
          keeperId: 3,
          deptId: 2,
          urgency: 'normal',
          tagId: 2,
        }),
      ).toMatchObject({ code: 4000, errors: { tagId: expect.any(Array) } })
    })
  })
})
