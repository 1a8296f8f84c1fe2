import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type RecordsServer, startRecords } from '#tests/records/server.ts'

interface Group {
  readonly record: string
  readonly total: number
  readonly rows: readonly { readonly id: number; readonly title: string }[]
}

describe.each(oneEngine)('what a row is connected with on %s', (engine) => {
  let server: RecordsServer
  beforeAll(async () => {
    server = await startRecords(engine)
  })
  afterAll(() => server.close())
  const create = async (path: string, values: object): Promise<number> =>
    ((await server.call('boss', 'POST', path, values)) as unknown as { data: { id: number } }).data.id

  it('DETAIL-STD names what the row points at and what points at it, also out of sub-tables, each within the reader’s scope', async () => {
    const tag = await create('/api/test/tag/', { label: '公开' })
    const parent = await create('/api/test/device/', { name: '主机', serial: 'P-1', keeperId: 2, deptId: 2 })
    const child = await create('/api/test/device/', {
      name: '屏幕',
      keeperId: 2,
      deptId: 2,
      parentId: parent,
      tagId: tag,
    })
    const far = await create('/api/test/device/', {
      name: '键盘',
      keeperId: 4,
      deptId: 3,
      parentId: parent,
      parts: [{ name: '键帽', quantity: 1, tagId: tag }],
    })
    const related = async (person: 'boss' | 'leader', url: string) =>
      (await server.call(person, 'GET', `${url}related/`)).data as readonly Group[]
    expect(await related('boss', `/api/test/device/${parent}/`)).toEqual([
      {
        record: 'device',
        total: 2,
        rows: [
          { id: far, title: '键盘' },
          { id: child, title: '屏幕' },
        ],
      },
    ])
    expect(await related('leader', `/api/test/device/${parent}/`)).toEqual([
      { record: 'device', total: 1, rows: [{ id: child, title: '屏幕' }] },
    ])
    expect(await related('boss', `/api/test/tag/${tag}/`)).toMatchObject([{ record: 'device', total: 2 }])
    expect(await related('boss', `/api/test/device/${child}/`)).toEqual([
      { record: 'device', total: 1, rows: [{ id: parent, title: '主机 P-1' }] },
      { record: 'tag', total: 1, rows: [{ id: tag, title: '公开' }] },
    ])
    expect(await server.call('leader', 'GET', `/api/test/device/${far}/related/`)).toMatchObject({ code: 4004 })
  })
})

describe.each(oneEngine)('what a claim is connected with on %s', (engine) => {
  let app: TestApp
  let finance: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    finance = await app.as('qin17')
  })
  afterAll(() => app.close())

  it('DETAIL-STD leads to its ticket, its ledger entries and its payment', async () => {
    const paid = await finance.get<{ id: number; ticketId: number }[]>('/api/finance/claim/', {
      query: { payState: 'paid', kind: 'one', limit: '1' },
    })
    const claim = paid.data[0]
    const related = (await finance.get<Group[]>(`/api/finance/claim/${claim?.id}/related/`)).data
    expect(related.map(({ record }) => record)).toEqual(
      expect.arrayContaining(['ticket', 'budgetLine', 'budgetEntry', 'payment', 'invoice']),
    )
    expect(related[0]).toMatchObject({ record: 'ticket', total: 1, rows: [{ id: claim?.ticketId }] })
  })
})
