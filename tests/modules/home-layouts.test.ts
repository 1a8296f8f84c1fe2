import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HomeLayout, LayoutRevision, ShownLayout } from '#src/modules/home/home.types.ts'
import { MAX_LAYOUTS, MAX_REVISIONS } from '#src/modules/home/layouts/layouts.server.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const URL = '/api/home/layouts/'
const tasks = { id: 'myTasks', x: 0, y: 0, w: 8, h: 6 } as const
const notices = { id: 'notices', x: 8, y: 0, w: 4, h: 6 } as const

describe.each(oneEngine)('layouts of the home page on %s', (engine) => {
  let app: TestApp
  let staff: Client
  let other: Client
  let administrator: Client

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await sql`delete from home_layout`.execute(app.database.db)
    app.clock.set(T0)
    ;[staff, other, administrator] = await Promise.all([app.as('pan42'), app.as('ge43'), app.as('fang54')])
  })

  const later = () => app.clock.set(new Date(app.clock.now().getTime() + 60_000))
  const create = (client: Client, name: string, more: object = {}) =>
    client.post<HomeLayout>(URL, { name, widgets: [tasks, notices], isDefault: false, ...more })
  const made = async (client: Client, name: string, more: object = {}) => (await create(client, name, more)).data
  const shown = async (client: Client) => (await client.get<ShownLayout>('/api/home/layout/')).data

  it('a person sees the own default, and without one what the page decides itself', async () => {
    expect(await shown(staff)).toEqual({ layout: null, offered: null })
    const mine = await made(staff, '我的', { isDefault: true })
    expect((await shown(staff)).layout).toEqual(mine)
    expect(await shown(other)).toEqual({ layout: null, offered: null })
    const next = await made(staff, '另一个', { isDefault: true })
    expect((await shown(staff)).layout?.id).toBe(next.id)
    expect((await staff.post(`${URL}${next.id}/default/`, { isDefault: false })).code).toBe(2000)
    expect((await shown(staff)).layout).toBeNull()
  })

  it('HOM-04 twenty widgets are kept at most, none over another, none twice, none outside the columns', async () => {
    const refused = async (widgets: readonly object[]) => (await create(staff, '一', { widgets })).errKey
    expect(await refused([tasks, { ...notices, x: 7 }])).toBe('home.overlap')
    expect(await refused([tasks, { ...tasks, y: 6 }])).toBe('home.sameWidget')
    expect(await refused([{ ...tasks, x: 5 }])).toBe('home.outside')
    expect(await refused([{ ...tasks, w: 2 }])).toBe('home.outside')
    // There are fewer kinds than twenty: one more than the limit can only be a repeated one, and the limit is named first.
    const many = Array.from({ length: 21 }, (_, place) => ({ ...tasks, w: 3, h: 3, x: 0, y: place * 3 }))
    expect(await refused(many)).toBe('home.tooManyWidgets')
    expect(await refused(many.slice(0, 20))).toBe('home.sameWidget')
    expect(
      (
        await create(staff, '一', {
          widgets: [
            { ...tasks, x: 4 },
            { ...notices, y: 6 },
          ],
        })
      ).code,
    ).toBe(2000)
  })

  it('whoever changed a layout meanwhile is named, with what stands there now', async () => {
    const mine = await made(staff, '我的')
    later()
    const change = (version: number, widgets: readonly object[]) =>
      staff.put<HomeLayout>(`${URL}${mine.id}/`, { name: '我的', widgets, version })
    const [first, late] = [await change(1, [tasks]), await change(1, [notices])]
    expect(first.data.version).toBe(2)
    expect([late.code, late.errKey, late.msg]).toEqual([
      4009,
      'home.layoutChanged',
      '潘示乙已于2026-03-11 10:01:00修改该布局',
    ])
    expect(late.data).toMatchObject({ version: 2, widgets: [tasks] })
    // Saving what is there already is no change, and no false alarm for others.
    expect((await change(2, [tasks])).data.version).toBe(2)
  })

  it('twenty earlier states are kept, newest first, and no stranger reads them', async () => {
    const mine = await made(staff, '我的')
    for (let version = 1; version <= MAX_REVISIONS + 2; version++)
      await staff.put(`${URL}${mine.id}/`, { name: `第${version}版`, widgets: [tasks], version })
    const { data } = await staff.get<LayoutRevision[]>(`${URL}${mine.id}/history/`)
    expect(data.map(({ version }) => version)).toEqual(Array.from({ length: MAX_REVISIONS }, (_, n) => 22 - n))
    expect(data.at(-1)).toMatchObject({ version: 3, name: '第2版', savedBy: '潘示乙' })
    expect((await other.get(`${URL}${mine.id}/history/`)).code).toBe(4004)
  })

  it('ten layouts are kept, and no two of one name', async () => {
    for (let n = 1; n <= MAX_LAYOUTS; n++) expect((await create(staff, `布局${n}`)).code).toBe(2000)
    expect((await create(staff, '布局11')).errKey).toBe('home.layoutsFull')
    expect((await create(other, '布局1')).code).toBe(2000)
    expect((await create(other, '布局1')).errKey).toBe('home.sameName')
  })

  it('a layout given to a role is shown to its people, and offered to those who have their own', async () => {
    await made(staff, '我的', { isDefault: true })
    const draft = await made(administrator, '办案部门')
    later()
    const roleKeys = ['staff']
    expect((await staff.post(`${URL}${draft.id}/publish/`, { version: 1, roleKeys })).code).toBe(4003)
    const unknown = await administrator.post(`${URL}${draft.id}/publish/`, { version: 1, roleKeys: ['nobody'] })
    expect(unknown.errKey).toBe('home.unknownRole')
    const given = await administrator.post<HomeLayout>(`${URL}${draft.id}/publish/`, { version: 1, roleKeys })
    expect(given.data).toMatchObject({ scope: 'system', roleKeys })
    expect((await shown(other)).layout?.id).toBe(given.data.id)
    const mine = await shown(staff)
    expect([mine.layout?.name, mine.offered?.id]).toEqual(['我的', given.data.id])
    // Kept: not offered again, until a newer one comes.
    later()
    expect((await staff.post(`${URL}${mine.layout?.id}/keep/`)).code).toBe(2000)
    expect((await shown(staff)).offered).toBeNull()
    later()
    await administrator.put(`${URL}${given.data.id}/`, { name: '办案部门', widgets: [tasks], version: 1 })
    expect((await shown(staff)).offered?.version).toBe(2)
    // Withdrawn from the role, it is nobody's.
    await administrator.post(`${URL}${given.data.id}/publish/`, { version: 2, roleKeys: [] })
    expect([(await shown(other)).layout, (await shown(staff)).offered]).toEqual([null, null])
  })

  it('strangers neither change nor delete a layout, nor make it their own', async () => {
    const mine = await made(staff, '我的')
    const body = { name: '别人的', widgets: [tasks], version: 1 }
    const answers = [
      await other.put(`${URL}${mine.id}/`, body),
      await administrator.put(`${URL}${mine.id}/`, body),
      await other.post(`${URL}${mine.id}/default/`, { isDefault: true }),
      await other.post(`${URL}${mine.id}/keep/`),
      await other.delete(`${URL}${mine.id}/`),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 4004))
    expect((await staff.delete(`${URL}${mine.id}/`)).code).toBe(2000)
    expect((await staff.get<HomeLayout[]>(URL)).data).toEqual([])
  })
})
