import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart } from '#tests/harness/files.ts'

const ITEM = '/api/supervision/item/'
type Values = Readonly<Record<string, unknown>>
type Row = Values & { readonly id: number; readonly version: number; readonly state: string; readonly no: string }
type Cells = readonly (readonly string[])[]

const names = ['feng08', 'peng46', 'feng53', 'li04', 'lang47', 'zhao01', 'yan26'] as const
type Name = (typeof names)[number]

const HEAD = ['督办事项 *', '依据文件', '具体要求 *', '牵头部门 *', '承办人', '督办领导', '办结期限 *']
const basis = '局长办公会纪要第3号'
const rowOf = (title: string, dept: string, more: Partial<Record<number, string>> = {}): readonly string[] =>
  [title, basis, '对重点路段开展隐患排查并形成整改清单。', dept, '', '李示丁', '2026-04-10'].map(
    (cell, index) => more[index] ?? cell,
  )

describe.each(oneEngine)('many items of supervision on %s', (engine) => {
  let app: TestApp
  const people = new Map<string, Client>()
  const as = (name: Name): Client => people.get(name)!
  const signIn = async () => {
    for (const name of names) people.set(name, await app.as(name))
  }
  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await signIn()
  })

  const send = async (who: Name, name: string, content: Buffer) => {
    const { payload, headers } = multipart(name, content)
    const raw = await app.app.inject({
      method: 'POST',
      url: `${ITEM}import_data/`,
      payload,
      headers: { ...headers, authorization: `Bearer ${await as(who).token()}`, 'accept-language': 'zh-Hans' },
    })
    return raw.json<{ code: number; msg: string; data: Values & { length: number } }>()
  }
  const paste = (rows: Cells, who: Name = 'feng08') =>
    send(who, 'pasted.txt', Buffer.from(rows.map((cells) => cells.join('\t')).join('\r\n')))
  const sheet = async (rows: Cells) =>
    send('feng08', 'minutes.xlsx', await writeXlsxFile(rows.map((row) => [...row])).toBuffer())
  const count = async () =>
    Number(
      (await sql<{ count: number }>`select count(*)::int as count from supervision_item`.execute(app.database.db))
        .rows[0]?.count,
    )

  it.each([
    ['pasted', paste],
    ['in a spreadsheet', sheet],
  ] as const)(
    'E14 matters of minutes that come %s become drafts, each with its handler and number',
    async (_how, bring) => {
      const before = await count()
      const made = await bring([
        HEAD,
        rowOf('落实道路交通安全整治', '交通警察支队'),
        rowOf('推进机房设备更新', '科技信息化支队', { 6: '2026/5/8' }),
      ])
      expect([made.msg, made.code]).toEqual([made.msg, 2000])
      expect(made.data).toMatchObject({ created: 2, updated: 0 })
      expect(await count()).toBe(before + 2)
      const list = await as('feng08').get<readonly Row[]>(ITEM, { query: { state: 'draft', limit: '100' } })
      const found = list.data.filter(({ sourceDoc, title }) => sourceDoc === basis && title === '推进机房设备更新')
      expect(found.at(-1)).toMatchObject({
        source: 'meeting',
        state: 'draft',
        handlerId: as('feng53').userId,
        leaderId: as('li04').userId,
        dueDate: '2026-05-08',
        firstDueDate: '2026-05-08',
        startDate: '2026-03-11',
      })
    },
  )

  it('E14, E15 faults stand beside their rows, and nothing is imported while there is one', async () => {
    const before = await count()
    const refused = await paste([
      HEAD,
      rowOf('落实道路交通安全整治', '交通警察支队'),
      rowOf('四个字呀', '交通警察支队'),
      rowOf('推进机房设备更新', '没有这个部门'),
      rowOf('推进机房设备更新', '科技信息化支队', { 4: 'peng46' }),
      rowOf('推进机房设备更新', '科技信息化支队', { 6: '2027-04-10' }),
      rowOf('推进机房设备更新', '科技信息化支队', { 1: ' ' }),
    ])
    expect(refused.code).toBe(4000)
    const faults = refused.data as unknown as readonly { row: number; column: string; message: string }[]
    expect(faults.map(({ row, column }) => [row, column])).toEqual([
      [3, '督办事项'],
      [4, '牵头部门'],
      [5, '承办人'],
      [6, '办结期限'],
      [7, '依据文件'],
    ])
    expect(faults.every(({ message }) => message.length > 3)).toBe(true)
    expect(await count()).toBe(before)
  })

  it('E14 what is no table is refused, and so is one who may not import', async () => {
    for (const rows of [[['请各部门抓好落实。']], [['请各部门抓好落实。'], ['一、交通安全整治']], [HEAD]])
      expect((await paste(rows)).code).not.toBe(2000)
    expect((await paste([HEAD, rowOf('落实道路交通安全整治', '交通警察支队')], 'peng46')).code).toBe(4003)
    // A division leader brings matters of the division alone, under the own name.
    const own = await paste([HEAD, rowOf('落实道路交通安全整治', '交通警察支队', { 5: '' })], 'li04')
    expect([own.msg, own.code]).toEqual([own.msg, 2000])
    expect((await paste([HEAD, rowOf('落实办案区改造', '刑事侦查支队', { 5: '' })], 'li04')).code).not.toBe(2000)
  })

  const make = async (dueDate = '2026-04-10', dept = 'D11'): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from department where key = ${dept}`.execute(app.database.db)
    const { data, msg, code } = await as('feng08').post<Row>(ITEM, {
      title: '落实道路交通安全整治',
      source: 'other',
      content: '对重点路段开展隐患排查并形成整改清单。',
      urgency: 'normal',
      leadDeptId: rows[0]?.id,
      leaderId: as('li04').userId,
      startDate: '2026-03-11',
      dueDate,
      feedbackCycle: 7,
    })
    expect([msg, code]).toEqual([msg, 2000])
    return data.id
  }
  const many = (name: 'urge' | 'assign' | 'officer', ids: readonly number[], who: Name = 'feng08', more: Values = {}) =>
    as(who).post<{ done: number; skipped: number }>(`/api/supervision/${name}/`, { ids, ...more })
  const row = async (id: number): Promise<Row> => (await as('feng08').get<Row>(`${ITEM}${id}/`)).data

  it('10.5 many drafts go to their handlers at once; one whose due date has passed stays a draft', async () => {
    const ids = [await make(), await make('2026-03-11'), await make()]
    app.clock.set(new Date('2026-03-12T10:00:00+08:00'))
    await signIn()
    expect((await many('assign', ids)).data).toEqual({ done: 2, skipped: 1 })
    expect((await Promise.all(ids.map(row))).map(({ state }) => state)).toEqual(['assigned', 'draft', 'assigned'])
    expect((await many('assign', ids)).data).toEqual({ done: 0, skipped: 3 })
  })

  it('SUP-03 many are urged at once, each at most once in 24 hours', async () => {
    const ids = [await make(), await make(), await make()]
    const [first, second, draft] = ids as [number, number, number]
    await many('assign', [first, second])
    await as('feng08').post(`${ITEM}${first}/urge/`, {})
    expect((await many('urge', ids)).data).toEqual({ done: 1, skipped: 2 })
    expect((await Promise.all(ids.map(row))).map(({ urgeCount }) => urgeCount)).toEqual([1, 1, 0])
    app.clock.set(new Date(T0.getTime() + 24 * 3_600_000 - 1000))
    await signIn()
    expect((await many('urge', [first, second, draft])).data).toEqual({ done: 0, skipped: 3 })
    app.clock.set(new Date(T0.getTime() + 24 * 3_600_000))
    expect((await many('urge', [first, second, draft])).data).toEqual({ done: 2, skipped: 1 })
    expect((await many('urge', ids, 'peng46')).code).toBe(4003)
    expect((await many('urge', [])).code).toBe(4000)
  })

  it('10.5 an officer is assigned to many items, hears of it once, and of what the leader hears', async () => {
    const ids = [await make(), await make()]
    const officer = { officerId: as('feng08').userId }
    const versions = (await Promise.all(ids.map(row))).map(({ version }) => version)
    expect((await many('officer', ids, 'zhao01', { officerId: as('yan26').userId })).errors).toHaveProperty('officerId')
    expect((await many('officer', ids, 'peng46', officer)).code).toBe(4003)
    app.announced.messages.length = 0
    expect((await many('officer', ids, 'zhao01', officer)).data).toEqual({ done: 2, skipped: 0 })
    expect(app.announced.messages.map(({ to, title }) => [to, title.key, title.params])).toEqual([
      [[as('feng08').userId], 'supervision.officer', [2]],
    ])
    expect((await many('officer', ids, 'zhao01', officer)).data).toEqual({ done: 0, skipped: 2 })
    const now = await Promise.all(ids.map(row))
    expect(now.map(({ officerId }) => officerId)).toEqual([as('feng08').userId, as('feng08').userId])
    expect(now.every(({ version }, index) => version > (versions[index] ?? 0))).toBe(true)
    await many('assign', ids)
    app.announced.messages.length = 0
    await as('peng46').post(`${ITEM}${ids[0]}/decline/`, { reason: '该事项属科信支队职责' })
    expect(app.announced.messages.flatMap(({ to }) => to)).toContain(as('feng08').userId)
    // What the caller does not reach is left as it is.
    expect((await many('officer', [await make('2026-04-10', 'D10')], 'li04', officer)).data).toEqual({
      done: 0,
      skipped: 1,
    })
  })
})
