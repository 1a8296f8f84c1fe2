/** Articles as their readers get them (10.4). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announceDue } from '#src/modules/articles/announce.server.ts'
import type { ArticleLine, ArticleText } from '#src/modules/articles/reading.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPdf, upload } from '#tests/harness/files.ts'

const PATH = '/api/article/published/'
const DAY = 86_400_000

describe.each(oneEngine)('articles for readers on %s', (engine) => {
  let app: TestApp
  let reader: Client
  let editor: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    ;[reader, editor] = await Promise.all([app.as('pan42'), app.as('jiang12')])
  })
  afterAll(() => app.close())

  const list = (query: Record<string, string> = {}, by = reader, language?: 'en') =>
    by.get<readonly ArticleLine[]>(PATH, { query, ...(language && { language }) })
  const titles = async (query: Record<string, string> = {}, by = reader): Promise<readonly string[]> =>
    (await list({ limit: '100', ...query }, by)).data.map(({ title }) => title)
  /** A published article of the editor. */
  const publish = async (values: object): Promise<number> => {
    const { data } = await editor.post<{ id: number; version: number }>('/api/article/', {
      category: 'notice',
      body: '**正文**',
      ...values,
    })
    expect((await editor.post(`/api/article/${data.id}/publish/`, { version: data.version })).code).toBe(2000)
    return data.id
  }
  const text = (id: number, by = reader) => by.get<ArticleText>(`${PATH}${id}/`)
  const department = async (key: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from department where key = ${key}`.execute(app.database.db)
    return rows[0]?.id ?? 0
  }

  it('10.4 lists published ones only, pinned first, then the newest, in the reader’s language', async () => {
    const { data, total } = await list({ limit: '100' })
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from article where state = 'published' and deleted_at is null`.execute(app.database.db)
    expect([total, data.length]).toEqual([rows[0]?.n, rows[0]?.n])
    const order = data.map(
      ({ isPinned, publishAt, id }) => `${isPinned ? 1 : 0} ${publishAt} ${String(id).padStart(9)}`,
    )
    expect(order).toEqual(order.toSorted().toReversed())
    expect(data[0]).toMatchObject({
      title: '关于集中办理年度公务交通补贴登记的通知',
      category: 'notice',
      isPinned: true,
      isNew: true,
      isUnread: true,
      readCount: 0,
    })
    expect((await list({}, reader, 'en')).data[0]?.title).toBe('Registration for the yearly transport allowance')
    expect((await list({ page: '2', limit: '5' })).data.map(({ id }) => id)).toEqual(
      data.slice(5, 10).map(({ id }) => id),
    )
  })

  it('ART-01 what is meant for another department is neither listed nor found, and an audience holds what is below it', async () => {
    const [own, parent, other] = await Promise.all(['D10', 'D01', 'D09'].map(department))
    const mine = await publish({ title: '只给本部门', targetDeptIds: [own] })
    const theirs = await publish({ title: '只给采购', targetDeptIds: [other] })
    const { rows } = await sql<{ parent: number | null }>`select parent from department where id = ${own}`.execute(
      app.database.db,
    )
    const above = await publish({ title: '给上级及下属', targetDeptIds: [rows[0]?.parent ?? parent] })
    const shown = await titles()
    expect(['只给本部门', '只给采购', '给上级及下属'].map((title) => shown.includes(title))).toEqual([
      true,
      false,
      true,
    ])
    expect((await text(mine)).code).toBe(2000)
    expect((await text(above)).code).toBe(2000)
    expect(await text(theirs)).toMatchObject({ code: 4004 })
    expect((await reader.post(`${PATH}${theirs}/read/`)).code).toBe(4004)
    const buyer = await app.as('shui37')
    expect((await text(theirs, buyer)).code).toBe(2000)
    expect((await text(mine, buyer)).code).toBe(4004)
  })

  it('ART-04 a scheduled one is invisible before its time and after its end, a withdrawn one at once', async () => {
    const now = app.clock.now().getTime()
    const at = (days: number) => new Date(now + days * DAY + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const id = await publish({ title: '定时文章', publishAt: at(1), expireAt: at(3) })
    expect((await text(id)).code).toBe(4004)
    app.clock.advance(1.5 * DAY)
    reader = await app.as('pan42')
    editor = await app.as('jiang12')
    expect((await text(id)).code).toBe(2000)
    app.clock.advance(2 * DAY)
    reader = await app.as('pan42')
    editor = await app.as('jiang12')
    expect((await text(id)).code).toBe(4004)
    const gone = await publish({ title: '将撤回' })
    expect((await text(gone)).code).toBe(2000)
    const { data } = await editor.get<{ version: number }>(`/api/article/${gone}/`)
    await editor.post(`/api/article/${gone}/withdraw/`, { version: data.version, withdrawReason: '内容有误，更正' })
    expect((await text(gone)).code).toBe(4004)
  })

  it('ART-03 an audience gets one message for each publication, at its time, and none for what was withdrawn before', async () => {
    const [own, other] = [await department('D10'), await department('D07')]
    const recipients = async (id: number): Promise<readonly string[]> =>
      (
        await sql<{ username: string }>`
          select u.username from notice n join app_user u on u.id = n.recipient_id
          where n.link = ${`/publicarticles/${id}`} and n.title->>'key' = 'article.announced' order by 1`.execute(
          app.database.db,
        )
      ).rows.map(({ username }) => username)
    const id = await publish({ title: '刑侦内部通知', targetDeptIds: [own] })
    const first = await recipients(id)
    expect(first).toContain('pan42')
    expect(first).not.toContain('jiang12')
    const act = async (of: number, action: string, values: object = {}) => {
      const { data } = await editor.get<{ version: number }>(`/api/article/${of}/`)
      return (await editor.post(`/api/article/${of}/${action}/`, { version: data.version, ...values })).code
    }
    expect(await act(id, 'withdraw', { withdrawReason: '内容有误，更正' })).toBe(2000)
    expect(await act(id, 'publish')).toBe(2000)
    expect(await recipients(id)).toEqual([...first, ...first].toSorted())
    const publishAt = new Date(app.clock.now().getTime() + 32 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const [kept, taken] = [
      await publish({ title: '定时通知', targetDeptIds: [other], publishAt }),
      await publish({ title: '定时后撤回', targetDeptIds: [other], publishAt }),
    ]
    expect(await act(taken, 'withdraw', { withdrawReason: '不再需要发布' })).toBe(2000)
    await write(app.services, announceDue)
    expect(await recipients(kept)).toEqual([])
    app.clock.advance(2 * DAY)
    await Promise.all([write(app.services, announceDue), write(app.services, announceDue)])
    const late = await recipients(kept)
    expect(late).toContain('yan26')
    expect(new Set(late).size).toBe(late.length)
    expect(await recipients(taken)).toEqual([])
    reader = await app.as('pan42')
    editor = await app.as('jiang12')
  })

  it('ART-02 counts each reader once, and shows who has not read it yet', async () => {
    const id = await publish({ title: '阅读计数' })
    const other = await app.as('zhang39')
    expect(await titles({ unread: '1', search: '阅读计数' })).toEqual(['阅读计数'])
    await Promise.all([1, 2, 3].map(() => reader.post(`${PATH}${id}/read/`)))
    await other.post(`${PATH}${id}/read/`)
    expect((await text(id)).data).toMatchObject({ isUnread: false, readCount: 2, body: '**正文**' })
    expect(await titles({ unread: '1', search: '阅读计数' })).toEqual([])
    expect(await titles({ search: '阅读计数' })).toEqual(['阅读计数'])
  })

  it('10.4 narrows by category, keyword, department and day, and takes signs of patterns as they are', async () => {
    await publish({ title: '百分之百100%_完成', category: 'news', body: '独一无二的内容' })
    expect(await titles({ search: '100%_' })).toEqual(['百分之百100%_完成'])
    expect(await titles({ search: '独一无二' })).toEqual(['百分之百100%_完成'])
    expect(await titles({ search: '%_%_%' })).toEqual([])
    const news = (await list({ category: 'news', limit: '100' })).data
    expect(new Set(news.map(({ category }) => category))).toEqual(new Set(['news']))
    const today = app.clock.today()
    expect(await titles({ publishAt_after: today, publishAt_before: today })).toContain('百分之百100%_完成')
    expect(await titles({ publishAt_after: '2199-01-01' })).toEqual([])
    const { rows } = await sql<{ deptId: number }>`select dept_id from app_user where username = 'jiang12'`.execute(
      app.database.db,
    )
    expect((await list({ deptId: String(rows[0]?.deptId) })).total).toBe((await list()).total)
    expect((await list({ deptId: String(await department('D09')) })).total).toBe(0)
    expect((await list({ publishAt_after: 'soon' })).code).toBe(4000)
    expect((await list({ limit: '101' })).code).toBe(4000)
  })

  it('10.4 leads to the newer and the older one that this person may read', async () => {
    const [first, , third] = (await list({ category: 'policy' })).data
    const { data } = await text(third!.id)
    expect(data.newer).not.toBeNull()
    const back = await text(data.newer!.id)
    expect(back.data.older?.id).toBe(third!.id)
    expect((await text(first!.id)).data.authorName).not.toBe('')
  })

  it('SYS-83 opens attachments to whoever may read the article, and to nobody else', async () => {
    const file = (await upload(app, editor, 'notice.pdf', tinyPdf)).data.id
    const id = await publish({ title: '带附件', attachments: [file], targetDeptIds: [await department('D10')] })
    expect((await text(id)).data.attachments).toEqual([file])
    const opened = async (by: Client): Promise<number> => (await by.get(`/api/system/file/${file}/`)).code
    expect(await opened(reader)).toBe(2000)
    expect(await opened(await app.as('shui37'))).toBe(4004)
  })

  it('reads the newest page of 20,000 articles by an index', async () => {
    await sql`
      insert into article (title, category, body, state, publish_at, created_at, updated_at)
      select 'n' || n, 'news', 'x', 'published', timestamptz '2020-01-01' + n * interval '1 minute', now(), now()
      from generate_series(1, 20000) n`.execute(app.database.db)
    await sql`analyze article`.execute(app.database.db)
    const { rows } = await sql`explain
      select r.id from article r where r.state = 'published' and r.deleted_at is null and r.publish_at <= now()
      order by (r.pinned_until is not null) desc, r.publish_at desc, r.id desc limit 20`.execute(app.database.db)
    expect(JSON.stringify(rows)).toMatch(/Index Scan using article_for_readers/)
    expect(JSON.stringify(rows)).not.toMatch(/Sort/)
  })
})
