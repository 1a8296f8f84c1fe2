import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { harmless } from '#src/server/records/transfer/workbook.ts'
import { readTable } from '#src/server/uploads/process/table.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type RecordsServer, startRecords } from './server.ts'

const path = '/api/test/device/'
const table = (rows: readonly (readonly (string | number | boolean | Date | null)[])[]): Promise<Buffer> =>
  writeXlsxFile(
    rows.map((row) => [...row]),
    { dateFormat: 'yyyy-mm-dd' },
  ).toBuffer()
const head = ['名称 *', '编号', '紧急程度', '价格', '购置日期', '启用', '保管人', '部门']

describe('cells', () => {
  it('IMPEX-STD are never formulas', () => {
    for (const text of ['=1+1', '+1', '-1', '@a', '\tx', '\rx']) expect(harmless(text)).toBe(`'${text}`)
    expect(harmless('a=1')).toBe('a=1')
  })
  it('do not come out of a file that is none, or that hides something between its parts', async () => {
    for (const content of [Buffer.from('nonsense'), Buffer.alloc(0), Buffer.from('PK\x05\x06')])
      await expect(readTable(content, { rows: 10 })).rejects.toMatchObject({ key: 'import.unreadable' })
    const honest = await table([['x'.repeat(30_000)]])
    expect((await readTable(honest, { rows: 10 })).rows).toEqual([['x'.repeat(30_000)]])
    // Something between the entries would be unpacked by a reader that goes from front to back.
    const entry = honest.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    const [front, back] = [honest.subarray(0, entry), honest.subarray(entry)]
    await expect(
      readTable(Buffer.concat([front, Buffer.from('PK\x03\x04hidden'), back]), { rows: 10 }),
    ).rejects.toMatchObject({ key: 'import.unreadable' })
    // What a part says of its size is not believed.
    honest.writeUInt32LE(1, entry + 24)
    await expect(readTable(honest, { rows: 10 })).rejects.toMatchObject({ key: 'upload.sizesDiffer' })
  })
})

describe.each(oneEngine)('spreadsheets of records on %s', (kind) => {
  let server: RecordsServer
  beforeAll(async () => {
    server = await startRecords(kind)
  })
  afterAll(() => server.close())
  const total = async (query = ''): Promise<unknown> => (await server.call('boss', 'GET', `${path}?${query}`)).total
  const imported = async (rows: Parameters<typeof table>[0], person: 'boss' | 'leader' = 'boss') =>
    server.upload(person, `${path}import_data/`, await table(rows))

  it('offers a template with the column names, required ones marked', async () => {
    const file = await server.download('boss', `${path}import_template/`)
    expect(file.name).toBe('device_template_20260302093000.xlsx')
    const [titles] = await readSheet(file.content)
    expect(titles).toEqual([
      '名称 *',
      '编号',
      '紧急程度',
      '价格',
      '重量',
      '数量',
      '购置日期',
      '检查时间',
      '启用',
      '保管人 *',
      '部门 *',
      '上级设备',
      '标签',
      '账号',
      '联系电话',
      '说明',
      '备注',
    ])
  })

  it('IMPEX-STD offers what a cell can be chosen from, on a sheet of its own', async () => {
    const file = await server.download('boss', `${path}import_template/`)
    const lists = await readSheet(file.content, 2)
    const column = (index: number): readonly unknown[] =>
      lists.flatMap((row) => (row[index] == null ? [] : [row[index]]))
    expect(column(2)).toEqual(['一般', '紧急'])
    expect(column(8)).toEqual(['是', '否'])
    expect(column(10).length).toBeGreaterThan(0)
    expect(column(0)).toEqual([])
  })

  it('imports names, numbers, dates and staff numbers, and says how many rows went in', async () => {
    expect(
      await imported([
        head,
        ['导入一', 'I-1', '紧急', 19.9, new Date('2026-01-31'), true, 'JB0003', '总局/一大队'],
        ['导入二', 'I-2', null, null, null, '否', '钱警官', 'D2'],
      ]),
    ).toMatchObject({ code: 2000, data: { created: 2, updated: 0 } })
    const list = await server.call('boss', 'GET', `${path}?search=导入&ordering=name`)
    expect(list.data).toMatchObject([
      {
        name: '导入一',
        serial: 'I-1',
        urgency: 'urgent',
        price: '19.90',
        boughtOn: '2026-01-31',
        isActive: true,
        keeperId: 3,
        deptId: 2,
      },
      { name: '导入二', urgency: 'normal', price: null, isActive: false, keeperId: 4, deptId: 3 },
    ])
  })

  it('recognises rows by their natural key and updates them', async () => {
    expect(await imported([head, ['旧设备', 'I-3', '一般', 1, null, true, 'JB0003', 'D1']])).toMatchObject({
      data: { created: 1, updated: 0 },
    })
    expect(
      await imported([
        head,
        ['新名字', 'I-3', '一般', 2, null, true, 'JB0003', 'D1'],
        ['另一个', 'I-4', '一般', 2, null, true, 'JB0003', 'D1'],
      ]),
    ).toMatchObject({ data: { created: 1, updated: 1 } })
    expect(await server.call('boss', 'GET', `${path}?search=I-3`)).toMatchObject({
      total: 1,
      data: [{ name: '新名字', price: '2.00', version: 2 }],
    })
  })

  it('IMPEX-STD writes all rows or none, and reports row, column, value and message', async () => {
    const before = await total()
    const answer = await imported([
      head,
      ['好的设备', 'I-10', '一般', 1, null, true, 'JB0003', 'D1'],
      ['x', 'I-11', '很急', -5, null, true, 'JB9999', 'D1'],
      ['禁用名', 'I-12', '一般', 1, null, true, 'JB0003', 'D1'],
    ])
    expect(answer).toMatchObject({
      code: 4000,
      errors: { '3.urgency': ['请从列表中选择'], '3.keeperId': ['所选内容不存在或不可用'] },
    })
    expect(answer.data).toEqual([
      { row: 3, column: '名称', value: 'x', message: '至少填写2个字' },
      { row: 3, column: '紧急程度', value: '很急', message: '请从列表中选择' },
      { row: 3, column: '价格', value: '-5', message: '不能小于0.00' },
      { row: 3, column: '保管人', value: 'JB9999', message: '所选内容不存在或不可用' },
      { row: 4, column: '', value: '', message: '名称不能是禁用名' },
    ])
    const ruled = await imported([
      head,
      ['好的设备', 'I-10', '一般', 1, null, true, 'JB0003', 'D1'],
      ['禁用名', 'I-11', '一般', 1, null, true, 'JB0003', 'D1'],
      ['禁用名', 'I-12', '一般', 1, null, true, 'JB0003', 'D1'],
    ])
    expect(ruled.data).toEqual([3, 4].map((row) => ({ row, column: '', value: '', message: '名称不能是禁用名' })))
    expect(await total()).toBe(before)
  })

  it('IMPEX-STD names every mistake of every row at once: cells, form, duplicates in the file and in the database, rules, by row', async () => {
    expect(await imported([head, ['在库设备', 'I-80', '一般', 1, null, true, 'JB0003', 'D1']])).toMatchObject({
      code: 2000,
    })
    const before = await total()
    const answer = await imported([
      [...head, '密级', '账号', '联系电话'],
      ['x', 'I-81', '很急', -5, '昨天', '也许', 'JB9999', 'D99', '', '1', '电话'],
      ['好的设备', 'I-82', '一般', 1, null, true, 'JB0003', 'D1'],
      ['好的设备', 'I-82', '一般', 1, null, true, 'JB0003', 'D1'],
      ['禁用名', 'I-83', '一般', 1, null, true, 'JB0003', 'D1'],
      ['好的设备', 'I-80', '一般', -1, null, true, 'JB0003', 'D1'],
    ])
    const places = (answer.data as readonly { row: number; column: string; value: string; message: string }[]).map(
      ({ row, column, value, message }) => `${row} ${column} ${value}: ${message}`,
    )
    expect(places).toEqual([
      '1 密级 密级: 没有这一列，请使用导入模板',
      '2 名称 x: 至少填写2个字',
      '2 紧急程度 很急: 请从列表中选择',
      '2 价格 -5: 不能小于0.00',
      '2 购置日期 昨天: 请填写日期，例如 2026-01-31',
      '2 启用 也许: 请从列表中选择',
      '2 保管人 JB9999: 所选内容不存在或不可用',
      '2 部门 D99: 所选内容不存在或不可用',
      '2 账号 1: 请填写10至30位数字账号',
      '2 联系电话 电话: 请填写11位手机号',
      '4 编号 I-82: 与第3行重复',
      '5  : 名称不能是禁用名',
      '6 价格 -1: 不能小于0.00',
    ])
    expect(answer.total).toBe(13)
    expect(await total()).toBe(before)
  })

  it('IMPEX-STD names 500 mistakes and says how many there are', async () => {
    const answer = await imported([
      head,
      ...Array.from({ length: 400 }, () => ['x', null, '很急', 1, null, true, 'JB0003', 'D1']),
    ])
    expect(answer).toMatchObject({ code: 4000, total: 800 })
    expect(answer.data as readonly unknown[]).toHaveLength(500)
  })

  it('refuses unknown, doubled and missing columns, doubled rows, empty and too long tables', async () => {
    expect(
      await imported([
        [...head, '密级'],
        ['设备', 'I-20', '一般', 1, null, true, 'JB0003', 'D1', 'x'],
      ]),
    ).toMatchObject({ code: 4000, data: [{ row: 1, column: '密级', message: expect.stringContaining('没有这一列') }] })
    expect(
      await imported([
        [...head, '名称'],
        ['设备', 'I-20', '一般', 1, null, true, 'JB0003', 'D1', 'x'],
      ]),
    ).toMatchObject({ code: 4000, data: [{ row: 1, column: '名称' }] })
    expect(
      await imported([
        ['名称', '编号'],
        ['设备', 'I-20'],
      ]),
    ).toMatchObject({
      code: 4000,
      data: [
        { row: 1, column: '保管人', message: '缺少必填的列' },
        { row: 1, column: '部门' },
      ],
    })
    expect(
      await imported([
        head,
        ['设备', 'I-21', '一般', 1, null, true, 'JB0003', 'D1'],
        ['设备', 'I-21', '一般', 1, null, true, 'JB0003', 'D1'],
      ]),
    ).toMatchObject({ code: 4000, data: [{ row: 3, value: 'I-21', message: '与第2行重复' }] })
    expect(await imported([head])).toMatchObject({ code: 4013 })
    expect(
      await imported([
        head,
        ...Array.from({ length: 2001 }, () => ['设备', null, '一般', 1, null, true, 'JB0003', 'D1']),
      ]),
    ).toMatchObject({ code: 4013, errKey: 'import.tooManyRows' })
    expect(await server.upload('boss', `${path}import_data/`, Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({
      code: 4013,
      errKey: 'file.tooLarge',
    })
    expect(await server.upload('boss', `${path}import_data/`, Buffer.from('not a table'))).toMatchObject({
      code: 4013,
      errKey: 'import.unreadable',
    })
  })

  it('recognises rows by keys of numbers, and takes a malformed key for a fault of its cell', async () => {
    const rows = (rank: number | string, open: string) =>
      table([
        ['名称', '级别', '开放'],
        ['密级标签', rank, open],
      ])
    const upload = async (rank: number | string, open: string) =>
      server.upload('boss', '/api/test/tag/import_data/', await rows(rank, open))
    expect(await upload(3, '是')).toMatchObject({ code: 2000, data: { created: 1, updated: 0 } })
    expect(await upload('3', '否')).toMatchObject({ code: 2000, data: { created: 0, updated: 1 } })
    expect(await upload('三', '否')).toMatchObject({ code: 4000, data: [{ row: 2, column: '级别', value: '三' }] })
    expect(await server.call('boss', 'GET', '/api/test/tag/?search=密级')).toMatchObject({
      total: 1,
      data: [{ rank: 3, open: false }],
    })
  })

  it('INV-11 does not import into another department', async () => {
    expect(await imported([head, ['越权', 'I-30', '一般', 1, null, true, 'JB0004', 'D2']], 'leader')).toMatchObject({
      code: 4000,
      data: [{ row: 2, column: '部门', message: '不在您的数据范围内' }],
    })
  })

  it('exports the current filter with readable values, masked for the reader, numbers as numbers', async () => {
    await server.call('boss', 'POST', path, {
      name: '=危险公式',
      serial: 'E-1',
      urgency: 'urgent',
      price: '1234.50',
      count: 2,
      keeperId: 3,
      deptId: 2,
      account: '6222000011112222',
      boughtOn: '2026-02-01',
    })
    const file = await server.download('leader', `${path}export_data/?search=E-1`)
    expect(file.name).toBe('device_20260302093000.xlsx')
    const [titles, row, ...rest] = await readSheet(file.content)
    expect(rest).toEqual([])
    const cells = Object.fromEntries((titles ?? []).map((title, index) => [title, row?.[index]]))
    expect(cells).toMatchObject({
      名称: "'=危险公式",
      编号: 'E-1',
      紧急程度: '紧急',
      价格: 1234.5,
      价值: 2469,
      购置日期: '2026-02-01',
      启用: '是',
      保管人: '赵警官',
      部门: '一大队',
      账号: '**** 2222',
    })
  })

  it('what it exported it can import again', async () => {
    const exported = await readSheet((await server.download('boss', `${path}export_data/?search=E-1`)).content)
    const [titles = [], row = []] = exported as unknown as (string | number | null)[][]
    const keep = ['名称', '编号', '紧急程度', '价格', '购置日期', '启用', '保管人', '部门'].map((title) =>
      titles.indexOf(title),
    )
    expect(
      await imported([keep.map((index) => titles[index] ?? null), keep.map((index) => row[index] ?? null)]),
    ).toMatchObject({ code: 2000, data: { created: 0, updated: 1 } })
    expect(await server.call('boss', 'GET', `${path}?search=E-1`)).toMatchObject({
      data: [{ name: '=危险公式', price: '1234.50' }],
    })
  })

  it('imports 2,000 rows at once', async () => {
    const before = Number(await total())
    expect(
      await imported([
        head,
        ...Array.from({ length: 2000 }, (_, index) => [
          `批量设备${index}`,
          `M-${index}`,
          '一般',
          index,
          null,
          true,
          'JB0003',
          'D1',
        ]),
      ]),
    ).toMatchObject({ data: { created: 2000 } })
    expect(await total()).toBe(before + 2000)
  })

  it('LIST-STD exports the chosen rows alone, among those the filter and the scope leave', async () => {
    const made = await Promise.all(
      ['选一', '选二', '选三'].map(async (name, index) => {
        const { data } = await server.call('boss', 'POST', path, { name, keeperId: 3, deptId: index === 2 ? 3 : 2 })
        return (data as { id: number }).id
      }),
    )
    const names = async (person: 'boss' | 'leader', query: string) =>
      (await readSheet((await server.download(person, `${path}export_data/?${query}`)).content))
        .slice(1)
        .map((row) => row[0])
    expect(await names('boss', `ids=${made.join(',')}&ordering=-name`)).toHaveLength(3)
    expect(await names('leader', `ids=${made.join(',')}`)).toHaveLength(2)
    expect(await names('boss', `ids=${made[0]}&search=选二`)).toEqual([])
    expect(await server.call('boss', 'GET', `${path}export_data/?ids=1,x`)).toMatchObject({ code: 4000 })
  })
})
