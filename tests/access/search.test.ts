import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordOption } from '#src/define/answers/records.ts'
import type { SearchAnswer } from '#src/define/records/search.ts'
import { accessOf } from '#src/server/access/access.ts'
import { colleagueQuery, ticketQuery } from '#src/server/search/found.ts'
import { textGrams } from '#src/server/search/match.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { openOffice } from '#tests/journeys/office.ts'

describe.each(oneEngine)('the search of the command palette on %s', (engine) => {
  let app: TestApp
  let staff: Client
  let no: string
  beforeAll(async () => {
    app = await startApp({ engine })
    staff = await app.as('pan42')
    const ticket = await openOffice(app).leave('pan42', '2026-04-20', '2026-04-20')
    no = ticket.data.no
  })
  afterAll(() => app.close())

  const find = async (client: Client, search: string, language: 'zh-Hans' | 'en' = 'zh-Hans'): Promise<SearchAnswer> =>
    (await client.get<SearchAnswer>('/api/system/search/', { query: { search }, language })).data
  const paths = (answer: SearchAnswer): readonly string[] => answer.pages.map((page) => page.path)

  it('finds a page by its title in both languages, by pinyin and by initials, titled in the reader’s language', async () => {
    for (const query of ['申请中', 'Applicat', 'shenqingzhongxin', 'shen qing zhong', 'sqzx'])
      expect([query, paths(await find(staff, query))]).toEqual([
        query,
        expect.arrayContaining(['/workflow/applications']),
      ])
    const english = (await find(staff, 'sqzx', 'en')).pages[0]
    expect(english).toMatchObject({ title: 'Applications', catalogues: ['Workflow'] })
  })

  it('offers a picker the tickets the person may see, by number or id, and none to others (WF-18)', async () => {
    const choices = async (client: Client, query: Readonly<Record<string, string>>) =>
      (await client.get<readonly RecordOption[]>('/api/workflow/ticket/options/', { query })).data
    const [choice] = await choices(staff, { search: no })
    expect(choice?.label).toContain(no)
    expect(await choices(staff, { ids: String(choice?.id) })).toEqual([{ id: choice?.id, label: no }])
    const other = await app.as('hua27')
    expect(await choices(other, { search: no })).toEqual([])
    expect(await choices(other, { ids: String(choice?.id) })).toEqual([])
    const refused = await staff.get('/api/workflow/ticket/options/', { query: { ids: '1,x' } })
    expect(refused.code).toBe(4000)
  })

  it('offers only pages of the person’s own menu', async () => {
    expect(paths(await find(staff, '部门管理'))).toEqual([])
    expect(paths(await find(await app.as('fang54'), '部门管理'))).toEqual(['/system/dept'])
  })

  it.each(['申请休假', '休假', 'apply for leave', 'leave', 'qxj', '请休假'])(
    'finds the application for leave by "%s"',
    async (query) => {
      expect((await find(staff, query)).actions.map(({ key }) => key)).toContain('leaveApproval')
    },
  )

  it.each(['请假', '年假', '病假', '调休', '我要请假', 'vacation', 'time off', 'qj'])(
    'finds the application for leave by its other names and by skipped initials: "%s" (20)',
    async (query) => {
      const { actions, pages } = await find(staff, query)
      expect(actions.map(({ key }) => key)).toContain('leaveApproval')
      if (query === '请假') expect(pages.map(({ path }) => path)).toContain('/workflow/receive/leaveApproval')
    },
  )

  it('finds claims by what they are about, in both languages', async () => {
    for (const query of ['费用', '发票', 'expense'])
      expect((await find(staff, query)).actions.map(({ key }) => key)).toContain('financialReimbursementOne')
  })

  it.each(['警务保障', 'jingwubaozhang', 'jwbz', 'jw bz'])(
    'finds departments by name, pinyin and initials, with what stands above them: "%s" (20)',
    async (query) => {
      const { departments } = await find(staff, query)
      expect(departments[0]?.name).toContain('警务保障')
      expect(departments[0]?.above).toContain('示范市公安局')
      const english = (await find(staff, query, 'en')).departments[0]
      expect(english?.above.join()).toMatch(/[a-z]/)
    },
  )

  it('finds pages by their other names, in both languages, and only those of the menu (20)', async () => {
    const fang = await app.as('fang54')
    for (const query of ['组织机构', '科室', 'organisation'])
      expect([query, paths(await find(fang, query))]).toEqual([query, expect.arrayContaining(['/system/dept'])])
    expect(paths(await find(staff, '组织机构'))).not.toContain('/system/dept')
  })

  it.each(['请休假', '年假', 'vacation', 'leaveType', 'sick'])(
    'finds a dictionary by what it is also called and by what is in it, for those who look after them: "%s" (20)',
    async (query) => {
      const fang = await app.as('fang54')
      expect((await find(fang, query)).dictionaries.map(({ key }) => key)).toContain('leaveType')
      expect((await find(staff, query)).dictionaries).toEqual([])
    },
  )

  it('offers what comes nearest where nothing fits', async () => {
    const answer = await find(staff, '婚嫁假日')
    expect([answer.actions, answer.pages]).toEqual([[], []])
    expect(answer.nearest.map(({ key }) => key)).toContain('leaveApproval')
    expect((await find(staff, 'zzzzqq')).nearest).toEqual([])
  })

  it('offers every application to a verb alone, and none the person may not start', async () => {
    expect((await find(staff, '申请')).actions.length).toBeGreaterThan(1)
    const { db } = app.database
    await sql`delete from role_permission where permission_id = (select id from permission where value = 'leaveApproval:Create')`.execute(
      db,
    )
    await app.services.caches.load()
    expect((await find(staff, '休假')).actions).toEqual([])
  })

  it('finds tickets by number and title, for those who may see them alone (WF-18, INV-11)', async () => {
    for (const query of [no, no.slice(-9), no.toLowerCase(), '潘示乙']) {
      const { tickets } = await find(staff, query)
      expect([query, tickets.map((ticket) => ticket.no)]).toEqual([query, expect.arrayContaining([no])])
    }
    expect((await find(await app.as('zhang39'), no)).tickets.map((ticket) => ticket.no)).toEqual([no])
    expect((await find(await app.as('kong24'), no)).tickets).toEqual([])
  })

  it('finds colleagues by name, family name, pinyin, initials, username and number, without those who left', async () => {
    for (const query of ['章示壬', '章', 'zhangshiren', 'zsr', 'zhang39', 'SJ0039'])
      expect([query, (await find(staff, query)).people.map(({ username }) => username)]).toEqual([
        query,
        expect.arrayContaining(['zhang39']),
      ])
    expect((await find(staff, '史示癸')).people).toEqual([])
    expect(Object.keys((await find(staff, '章示壬')).people[0] ?? {}).sort()).toEqual([
      'deptName',
      'id',
      'name',
      'post',
      'username',
    ])
  })

  it('takes signs of patterns as they are', async () => {
    for (const query of ['%', '_', '%%', '\\', "' or '"]) expect((await find(staff, query)).tickets).toEqual([])
  })

  it('splits a text as the index does', async () => {
    for (const text of ['YC-2026 请休假 A', '章', '', 'a b', '𠮷野家'])
      for (const shortest of [1, 2] as const) {
        const { rows } = await sql<{ grams: string[] }>`select text_grams(${text}, ${shortest}) as grams`.execute(
          app.database.db,
        )
        expect([text, [...textGrams(text, shortest)].sort()]).toEqual([text, [...new Set(rows[0]?.grams)].sort()])
      }
  })

  it.runIf(oneEngine.includes(engine))(
    'asks the index, not every row, in a bureau of twenty thousand tickets and three thousand people',
    async () => {
      const undone = new Error('undone')
      const plans: string[] = []
      const filled = app.database.db.transaction().execute(async (db) => {
        await sql`
        insert into ticket (no, type, version_id, version_hash, title, form_data, data_hash, applicant_id, applicant, dept_id, status, snapshot, created_at, updated_at)
        select 'ZZ-' || n, t.type, t.version_id, t.version_hash, '办公用品领用 ' || md5(n::text), '{}', '', t.applicant_id, '{}', t.dept_id, 'draft', '{}', t.created_at, t.updated_at
        from (select * from ticket limit 1) t, generate_series(1, 20000) n`.execute(db)
        await sql`
        insert into app_user (username, name, emp_no, dept_id, password_hash, password_changed_at, created_at, updated_at)
        select 'many' || n, '众' || n, 'ZZ' || lpad(n::text, 4, '0'), u.dept_id, '', u.created_at, u.created_at, u.created_at
        from (select * from app_user limit 1) u, generate_series(1, 3000) n`.execute(db)
        await sql`analyze ticket`.execute(db)
        await sql`analyze app_user`.execute(db)
        const explain = async (query: RawBuilder<unknown>): Promise<void> => {
          const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(db)
          plans.push(rows.map((row) => Object.values(row)[0]).join('\n'))
        }
        const access = accessOf(
          { userId: staff.userId, name: '', departmentId: 1, sessionId: '' },
          app.services.directory,
        )
        await explain(ticketQuery(access, no))
        await explain(colleagueQuery('章示'))
        throw undone
      })
      await expect(filled).rejects.toBe(undone)
      expect(plans[0]).toContain('ticket_search')
      expect(plans[1]).toContain('app_user_words')
    },
  )
})
