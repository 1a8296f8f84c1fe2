import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart } from '#tests/harness/files.ts'

interface Dept {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly parent: number | null
  readonly version: number
}

describe.each(oneEngine)('departments on %s', (engine) => {
  let app: TestApp
  let fang: Client
  let ge: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    fang = await app.as('fang54')
    ge = await app.as('ge43')
  })
  afterAll(() => app.close())

  const dept = async (key: string): Promise<Dept> => {
    const { rows } =
      await sql<Dept>`select id, key, name, parent, version from department where key = ${key} and deleted_at is null`.execute(
        app.database.db,
      )
    if (!rows[0]) throw new Error(`no department ${key}`)
    return rows[0]
  }
  const keys = async (): Promise<readonly string[]> =>
    (
      await sql<{ key: string }>`select key from department where deleted_at is null order by key`.execute(
        app.database.db,
      )
    ).rows.map((row) => row.key)
  const create = async (key: string, name: string, parent: string | null, more: Record<string, unknown> = {}) =>
    fang.post<Dept>('/api/system/dept/', {
      key,
      name,
      parent: parent === null ? null : (await dept(parent)).id,
      sort: 1,
      isBudgetUnit: false,
      state: true,
      ...more,
    })
  const move = async (who: Client, key: string, parent: string | null, version?: number) => {
    const own = await dept(key)
    return who.post<Dept>(`/api/system/dept/${own.id}/move/`, {
      parent: parent === null ? null : (await dept(parent)).id,
      sort: 5,
      version: version ?? own.version,
    })
  }
  const importRows = (data: readonly Record<string, unknown>[]) =>
    fang.post<{ created: number; updated: number }>('/api/system/dept/import_dept_data/', { data })

  it('60.3 takes departments out of a spreadsheet in any order, all or none, and names what it refuses', async () => {
    const upload = async (rows: readonly (readonly string[])[]) => {
      const { payload, headers } = multipart(
        'departments.xlsx',
        await writeXlsxFile(rows.map((row) => [...row])).toBuffer(),
      )
      const raw = await app.app.inject({
        method: 'POST',
        url: '/api/system/dept/import_data/',
        payload,
        headers: { ...headers, authorization: `Bearer ${await fang.token()}`, 'accept-language': 'zh-Hans' },
      })
      return raw.json<{ code: number; data: unknown; errors?: unknown }>()
    }
    const template = await fang.get('/api/system/dept/import_template/')
    const [head] = await readSheet(template.raw.rawPayload)
    expect(head).toEqual(['部门名称 *', '英文名称', '部门标识 *', '上级路径', '排序 *', '负责人工号'])
    const root = '示范市公安局'
    const rows = [
      ['示例车间', '', 'XS2', `${root}/示例处`, '2', 'SJ0025'],
      ['示例处', 'Sample', 'XS1', root, '90', ''],
    ]
    const before = await keys()
    const titles = head!.map(String)
    expect(await upload([titles, ...rows, ['', '', 'XS3', '不存在', 'x', 'SJ9999']])).toMatchObject({
      code: 4000,
      errors: {
        '4.部门名称': ['此项必填'],
        '4.排序': ['内容不正确'],
      },
    })
    expect(
      await upload([
        titles,
        ['', '', 'XS3', root, 'x', ''],
        ['示例组', '', 'XS4', '不存在', '1', 'SJ9999'],
        ['示例组', '', 'XS4', root, '1', ''],
        ['坏处', '', '9', root, '1', ''],
        ['下级', '', 'XS6', `${root}/坏处`, '1', ''],
      ]),
    ).toEqual(
      expect.objectContaining({
        code: 4000,
        errors: {
          '2.部门名称': ['此项必填'],
          '2.排序': ['内容不正确'],
          '3.上级路径': [expect.stringContaining('不存在')],
          '3.负责人工号': [expect.stringContaining('SJ9999')],
          '4.部门标识': ['与第3行重复'],
          '5.部门标识': ['内容不正确'],
        },
      }),
    )
    expect(await upload([titles, ...rows, ['示例组', '', 'XS3', '不存在', '1', 'SJ9999']])).toMatchObject({
      code: 4000,
      errors: {
        '4.上级路径': [expect.stringContaining('不存在')],
        '4.负责人工号': [expect.stringContaining('SJ9999')],
      },
    })
    expect(await upload([[...titles, '备注'], ...rows])).toMatchObject({
      code: 4000,
      errors: { '1.备注': ['没有这一列，请使用导入模板'] },
    })
    expect(await keys()).toEqual(before)
    expect(await upload([titles, ...rows])).toMatchObject({ code: 2000, data: { created: 2, updated: 0 } })
    expect((await dept('XS2')).parent).toBe((await dept('XS1')).id)
    for (const key of ['XS2', 'XS1'])
      expect((await fang.delete(`/api/system/dept/${(await dept(key)).id}/`)).code).toBe(2000)
  })

  it('60.3 names departments with their parent, as people choose them', async () => {
    const { data } =
      await ge.get<readonly { id: number; name: string; parent: number | null; sort: number }[]>(
        '/api/system/dept/all_dept/',
      )
    const finance = data.find((one) => one.name === '警务保障部-财务科')
    expect(finance).toMatchObject({ parent: (await dept('D04')).id, sort: expect.any(Number) })
    expect(data.find((one) => one.parent === null)?.name).toBe('示范市公安局')
    const { data: found } = await ge.get<readonly { name: string }[]>('/api/system/dept/all_dept/', {
      query: { name: '财务' },
    })
    expect(found.map((one) => one.name)).toEqual(['警务保障部-财务科'])
  })

  it('creates and moves a department, and everybody sees it at once', async () => {
    const made = await create('D40', '技术保障科', 'D12')
    expect(made).toMatchObject({ code: 2000, data: { key: 'D40' } })
    const moved = await move(fang, 'D40', 'D04')
    expect(moved).toMatchObject({ code: 2000, data: { version: 2 } })
    expect(await dept('D40')).toMatchObject({ parent: (await dept('D04')).id })
    const { data } = await ge.get<readonly { name: string }[]>('/api/system/dept/all_dept/')
    expect(data.map((one) => one.name)).toContain('警务保障部-技术保障科')
    expect(await move(fang, 'D40', 'D12', 1)).toMatchObject({ code: 4009, errKey: 'version.conflict' })
  })

  it('SYS-31 refuses a cycle and a sixth level, whichever way they come', async () => {
    expect(await move(fang, 'D04', 'D05')).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-31',
      msg: '上级部门不能是本部门或其下级，且层级不超过5级',
    })
    expect(await move(fang, 'D04', 'D04')).toMatchObject({ code: 4001, errKey: 'rule.SYS-31' })
    const four = await dept('D04')
    const edited = await fang.put(`/api/system/dept/${four.id}/`, {
      name: four.name,
      key: 'D04',
      parent: (await dept('D05')).id,
      sort: 4,
      isBudgetUnit: true,
      state: true,
      version: four.version,
    })
    expect(edited).toMatchObject({ code: 4001, errKey: 'rule.SYS-31' })

    for (const [key, name, parent] of [
      ['L3', '三级部门', 'D40'],
      ['L4', '四级部门', 'L3'],
    ] as const)
      expect((await create(key, name, parent)).code).toBe(2000)
    expect((await create('L5', '五级部门', 'L4')).code).toBe(4001)
    expect((await create('L5', '五级部门', 'L3')).code).toBe(2000)
    // Two levels below it come along.
    expect(await move(fang, 'L3', 'L5')).toMatchObject({ code: 4001, errKey: 'rule.SYS-31' })
    expect((await move(fang, 'D40', 'D05')).code).toBe(4001)
  })

  it('SYS-31 lets no cycle through when two departments are moved below each other at once', async () => {
    const answers = await Promise.all([move(fang, 'L4', 'L5'), move(fang, 'L5', 'L4')])
    expect(answers.filter((answer) => answer.code === 2000).length).toBeLessThanOrEqual(1)
    const { rows } = await sql<{
      n: number
    }>`with recursive tree as (select id from department where parent is null and deleted_at is null
      union all select department.id from department join tree on tree.id = department.parent where department.deleted_at is null)
      select ((select count(*) from department where deleted_at is null) - (select count(*) from tree))::int as n`.execute(
      app.database.db,
    )
    expect(rows[0]?.n).toBe(0)
  })

  it('60.3 wants a name of its own among siblings, a key of its own, and a leader in service', async () => {
    expect(await create('D41', '财务科', 'D04')).toMatchObject({
      code: 4000,
      errors: { name: [expect.stringContaining('财务科')] },
    })
    expect((await create('D41', '财务科', 'D12')).code).toBe(2000)
    expect(await create('D05', '第二财务科', 'D12')).toMatchObject({
      code: 4000,
      errors: { key: [expect.stringContaining('D05')] },
    })
    const shi = await sql<{ id: number }>`select id from app_user where username = 'shi60'`.execute(app.database.db)
    expect(await create('D42', '法制大队', 'D10', { leaderId: shi.rows[0]?.id })).toMatchObject({
      code: 4000,
      errors: { leaderId: [expect.any(String)] },
    })
    expect(await move(fang, 'D41', 'D04')).toMatchObject({
      code: 4000,
      errors: { parent: [expect.stringContaining('财务科')] },
    })
  })

  it('SYS-32 deletes nothing that still has departments, people or budget lines', async () => {
    const remove = async (key: string) => {
      const { id, version } = await dept(key)
      return fang.delete(`/api/system/dept/${id}/`, { version })
    }
    expect(await remove('L3')).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-32',
      msg: '部门“三级部门”下有下级部门，不能删除',
    })
    expect(await remove('D13')).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-32',
      msg: '部门“督察审计处”下有人员，不能删除',
    })
    await sql`insert into budget_line (year, dept_id, scope, subject_code, created_at, updated_at) select 2026, id, 'own', '30201', now(), now() from department where key = 'D41'`.execute(
      app.database.db,
    )
    expect(await remove('D41')).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-32',
      msg: '部门“财务科”下有预算指标，不能删除',
    })
    const { rows } = await sql<{
      key: string
    }>`select key from department d where key like 'L%' and deleted_at is null and not exists (select from department c where c.parent = d.id and c.deleted_at is null)`.execute(
      app.database.db,
    )
    expect((await remove(rows[0]?.key ?? '')).code).toBe(2000)
  })

  it('imports departments with parents in the same file, and updates those it knows by key', async () => {
    const first = await importRows([
      { key: 'N1', name: '反诈中心', parentPath: '示范市公安局', sort: 20, leader: 'SJ0041' },
      { key: 'N2', name: '预警室', parentPath: '示范市公安局/反诈中心', sort: 1 },
    ])
    expect(first).toMatchObject({ code: 2000, data: { created: 2, updated: 0 } })
    expect((await dept('N2')).parent).toBe((await dept('N1')).id)
    const again = await importRows([{ key: 'N2', name: '预警处置室', parentPath: '示范市公安局/反诈中心', sort: 2 }])
    expect(again).toMatchObject({ code: 2000, data: { created: 0, updated: 1 } })
    expect(await dept('N2')).toMatchObject({ name: '预警处置室', version: 2 })
  })

  it('imports all or none: one bad row keeps the whole file out', async () => {
    const before = await keys()
    const refused = await importRows([
      { key: 'M1', name: '好的部门', parentPath: '示范市公安局', sort: 1 },
      { key: 'M2', name: '没有上级', parentPath: '示范市公安局/不存在', sort: 1 },
      { key: 'M3', name: '没有负责人', parentPath: '示范市公安局', sort: 1, leader: 'SJ9999' },
      { key: 'M4', name: '办公室', parentPath: '示范市公安局', sort: 1 },
    ])
    expect(refused).toMatchObject({
      code: 4000,
      errors: {
        'data.3.name': [expect.stringContaining('办公室')],
        'data.1.parentPath': [expect.stringContaining('不存在')],
        'data.2.leader': [expect.stringContaining('SJ9999')],
      },
    })
    const tooDeep = await importRows(
      ['一', '二', '三', '四', '五'].map((name, index, all) => ({
        key: `P${index}`,
        name: `第${name}级`,
        parentPath: ['示范市公安局', ...all.slice(0, index).map((one) => `第${one}级`)].join('/'),
        sort: 1,
      })),
    )
    expect(tooDeep).toMatchObject({ code: 4001, errKey: 'rule.SYS-31' })
    const cycle = await importRows([
      { key: 'D00', name: '示范市公安局', parentPath: '示范市公安局/警务保障部', sort: 0 },
    ])
    expect(cycle).toMatchObject({ code: 4001, errKey: 'rule.SYS-31' })
    expect(await keys()).toEqual(before)
  })

  it('SYS-33 leaves every action to those who hold its permission', async () => {
    const [liu, bao] = await Promise.all([app.as('liu58'), app.as('bao59')])
    for (const person of [ge, liu]) {
      expect((await person.get('/api/system/dept/')).code).toBe(4003)
      expect((await person.post('/api/system/dept/', {})).code).toBe(4003)
      expect((await move(person, 'D40', 'D12')).code).toBe(4003)
      expect((await person.post('/api/system/dept/import_dept_data/', { data: [] })).code).toBe(4003)
      expect((await person.delete(`/api/system/dept/${(await dept('N2')).id}/`, { version: 2 })).code).toBe(4003)
    }
    expect((await bao.get('/api/system/dept/')).code).toBe(2000)
    expect((await move(bao, 'D40', 'D12')).code).toBe(4003)
  })
})
