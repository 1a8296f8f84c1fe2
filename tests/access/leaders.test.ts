/** SYS-139 SYS-140: nobody makes a leader alone, and nobody changes the own personnel fields alone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { userModel } from '#src/server/organisation/users.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { multipart } from '#tests/harness/files.ts'

describe('leaders and own records', () => {
  let app: TestApp
  let fang: Client
  let yu: Client
  let bao: Client
  beforeAll(async () => {
    app = await startApp()
    ;[fang, yu, bao] = await Promise.all([app.as('fang54'), app.as('yu55'), app.as('bao59')])
  })
  afterAll(() => app.close())

  const dept = async (key: string) =>
    (
      await sql<{
        id: number
        version: number
        sort: number
        parent: number
        leaderId: number | null
        deputyIds: number[]
      }>`select id, version, sort, parent, leader_id, deputy_ids from department where key = ${key}`.execute(
        app.database.db,
      )
    ).rows[0]!
  const idOf = async (username: string): Promise<number> =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(app.database.db)).rows[0]!
      .id
  const confirm = (who: Client, proposal: unknown) => who.post(`/api/proposal/${proposal}/confirm/`)
  const waits = expect.objectContaining({ code: 2000, data: { proposal: expect.any(Number) } })

  it('SYS-139 a leader is named by two people, whoever made the account', async () => {
    const { id, version, leaderId } = await dept('D05')
    const ge = await idOf('ge43')
    const asked = await fang.put<{ proposal: number }>(`/api/system/dept/${id}/`, { leaderId: ge, version })
    expect(asked).toEqual(waits)
    expect((await dept('D05')).leaderId).toBe(leaderId)
    expect((await yu.get(`/api/proposal/${asked.data.proposal}/`)).data).toMatchObject({
      kind: 'leader',
      gains: ['葛示丙将成为“财务科”负责人，审批该部门的申请'],
    })
    expect((await confirm(bao, asked.data.proposal)).code).toBe(2000)
    expect((await dept('D05')).leaderId).toBe(ge)
  })

  it('SYS-139 the end of a leader, a deputy, another key and another place in the tree wait as well', async () => {
    const { id, version, sort } = await dept('D10')
    const below = await dept('D11')
    const url = `/api/system/dept/${id}/`
    const changes = [
      () => fang.put<{ proposal: number }>(url, { leaderId: null, version }),
      async () => fang.put<{ proposal: number }>(url, { deputyIds: [await idOf('ge43')], version }),
      () => fang.put<{ proposal: number }>(url, { key: 'D77', version }),
      () => fang.put<{ proposal: number }>(url, { parent: below.id, version }),
      () => fang.post<{ proposal: number }>(`${url}move/`, { parent: below.id, sort, version }),
    ]
    const before = await dept('D10')
    for (const change of changes) {
      const answer = await change()
      expect(answer).toEqual(waits)
      expect((await fang.post(`/api/proposal/${answer.data.proposal}/withdraw/`)).code).toBe(2000)
    }
    expect(await dept('D10')).toEqual(before)
    // What changes nobody's approver needs nobody.
    const sorted = await fang.post<{ version: number }>(`${url}move/`, { parent: before.parent, sort: 99, version })
    expect(sorted.data).toEqual({ id, version: version + 1 })
  })

  it('SYS-139 an import and a successor propose leaders, and an import moves no department with people', async () => {
    const line = { name: '交通警察支队', key: 'D11', parentPath: '示范市公安局', sort: 11 }
    const { rows } = await sql<{ name: string; empNo: string }>`
      select d.name, u.emp_no from department d, app_user u where d.key = 'D11' and u.username = 'lang47'`.execute(
      app.database.db,
    )
    const row = { ...line, name: rows[0]!.name }
    const before = await dept('D11')
    const imported = await fang.post('/api/system/dept/import_dept_data/', {
      data: [{ ...row, leader: rows[0]!.empNo }],
    })
    expect(imported).toMatchObject({ code: 2000, data: { created: 0, updated: 1, proposed: 1 } })
    expect((await dept('D11')).leaderId).toBe(before.leaderId)
    const moved = await fang.post('/api/system/dept/import_dept_data/', { data: [{ ...row, parentPath: '' }] })
    expect(moved).toMatchObject({ code: 4000, errors: { 'data.0.parentPath': [expect.any(String)] } })

    const { id, leaderId } = await dept('D12')
    const successorId = await idOf('ren56')
    expect((await fang.post(`/api/system/user/${leaderId}/disable/`, { confirmed: true, successorId })).code).toBe(2000)
    expect((await dept('D12')).leaderId).toBe(leaderId)
    const waiting = await sql<{ id: number }>`
      select id from proposal where subject = ${`dept:${id}`} and state = 'open'`.execute(app.database.db)
    expect((await confirm(yu, waiting.rows[0]?.id)).code).toBe(2000)
    expect((await dept('D12')).leaderId).toBe(successorId)
  })

  it('SYS-140 the own rank, department, post type, person type and first day of work wait for a second person', async () => {
    const own = async () =>
      (
        await sql<{ version: number; rankLevel: string; deptId: number }>`
          select version, rank_level, dept_id from app_user where id = ${fang.userId}`.execute(app.database.db)
      ).rows[0]!
    const { version, rankLevel, deptId } = await own()
    const url = `/api/system/user/${fang.userId}/`
    const target = (await dept('D05')).id
    const withdraw = async (proposal: number) =>
      expect((await fang.post(`/api/proposal/${proposal}/withdraw/`)).code).toBe(2000)
    for (const change of [
      { deptId: target },
      { postType: 'field' },
      { personType: 'auxiliary' },
      { workStart: '1990-01-01' },
    ]) {
      const answer = await fang.put<{ proposal: number }>(url, { ...change, version })
      expect([change, answer]).toEqual([change, waits])
      await withdraw(answer.data.proposal)
    }
    const asked = await fang.put<{ proposal: number }>(url, { rankLevel: 'division', version })
    expect(asked).toEqual(waits)
    expect(await own()).toEqual({ version, rankLevel, deptId })
    expect((await confirm(fang, asked.data.proposal)).code).not.toBe(2000)
    expect((await confirm(yu, asked.data.proposal)).code).toBe(2000)
    expect((await own()).rankLevel).toBe('division')
    expect((await fang.post('/api/system/user/multiple_move/', { ids: [fang.userId], deptId: target })).errKey).toBe(
      'rule.SYS-140',
    )
    // What decides nothing is written at once, and another person's fields by who keeps accounts.
    const renamed = await fang.put(url, { email: 'fang@example.org', version: version + 1 })
    expect(renamed).toMatchObject({ code: 2000, data: { email: 'fang@example.org' } })
  })

  it('SYS-140 an import of people proposes what the form would propose, and says how much waits', async () => {
    const upload = async (rows: readonly (readonly string[])[]) => {
      const head = ['姓名', '登录名', '工号', '部门', '职务/岗位', '职级', '人员类别', '性别', '手机']
      const table = [head, ...rows].map((row) => [...row])
      const { payload, headers } = multipart('people.xlsx', await writeXlsxFile(table).toBuffer())
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/system/user/import_data/',
        payload,
        headers: { ...headers, authorization: `Bearer ${await fang.token()}` },
      })
      return answer.json<Answer<{ created: number; updated: number; proposed: number }>>()
    }
    const line = async (username: string, rank: string) => {
      const { rows } = await sql<{ name: string; empNo: string; path: string; mobile: string }>`
        with recursive tree as (
          select id, name::text as path from department where parent is null
          union all select d.id, tree.path || '/' || d.name from department d join tree on tree.id = d.parent)
        select u.name, u.emp_no, tree.path, u.mobile from app_user u join tree on tree.id = u.dept_id where u.username = ${username}`.execute(
        app.database.db,
      )
      const { name, empNo, path, mobile } = rows[0]!
      return [name, username, empNo, path, '民警', rank, '民警', '男', mobile]
    }
    const ranks = async () =>
      (
        await sql<{ username: string; rankLevel: string }>`
          select username, rank_level from app_user where username in ('fang54', 'ge43') order by username`.execute(
          app.database.db,
        )
      ).rows.map(({ rankLevel }) => rankLevel)
    await sql`update app_user set rank_level = 'section' where username in ('fang54', 'ge43')`.execute(app.database.db)
    // As it is declared, an import makes people and changes nobody.
    const declared = await upload([await line('ge43', '县处级')])
    expect(declared).toMatchObject({ code: 4000, errors: { '2.username': [expect.any(String)] } })

    const { definition } = userModel(recordsOf(app.services))
    Object.assign(definition, { naturalKey: ['username'] })
    try {
      const done = await upload([await line('fang54', '县处级'), await line('ge43', '县处级')])
      expect(done).toMatchObject({ code: 2000, data: { created: 0, updated: 1, proposed: 1 } })
    } finally {
      Object.assign(definition, { naturalKey: undefined })
    }
    expect(await ranks()).toEqual(['section', 'division'])
    const { rows } = await sql<{ id: number }>`
      select id from proposal where kind = 'ownRecord' and subject = ${`user:${fang.userId}`} and state = 'open'`.execute(
      app.database.db,
    )
    expect((await confirm(fang, rows[0]?.id)).code).not.toBe(2000)
    expect((await confirm(yu, rows[0]?.id)).code).toBe(2000)
    expect(await ranks()).toEqual(['division', 'division'])
  })
})
