import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine } from '#tests/harness/engines.ts'
import { device } from './devices.ts'
import { type RecordsServer, startRecords } from './server.ts'

const path = '/api/test/device/'
const laptop = { name: '笔记本电脑', urgency: 'normal', keeperId: 3, deptId: 2 }

describe.each(oneEngine)('writing records on %s', (kind) => {
  let server: RecordsServer
  beforeAll(async () => {
    server = await startRecords(kind)
  })
  afterAll(() => server.close())
  const create = async (body: object): Promise<{ id: number; version: number } & Record<string, unknown>> => {
    const answer = await server.call('boss', 'POST', path, { ...laptop, ...body })
    expect(answer).toMatchObject({ code: 2000 })
    return answer.data
  }

  it('stores every field kind and returns it in wire form with names beside ids', async () => {
    const tag = await server.call('boss', 'POST', '/api/test/tag/', { label: '涉密' })
    const parent = await create({ name: '机柜' })
    const tagId = (tag.data as { id: number }).id
    const answer = await server.call('boss', 'POST', path, {
      ...laptop,
      serial: 'SN-1',
      price: '1234.5',
      weight: '1.25',
      count: '2',
      boughtOn: '2026-03-01',
      checkedAt: '2026-03-02 09:00',
      isActive: 'True',
      helperIds: [2, 4],
      parentId: parent.id,
      tagId,
      account: '6222000011112222',
      note: '第一行\n第二行',
      parts: [{ name: '电源', quantity: 1, tagId }],
      remark: '备注',
    })
    expect(answer).toEqual({
      code: 2000,
      msg: '成功',
      data: {
        id: expect.any(Number),
        name: '笔记本电脑',
        serial: 'SN-1',
        urgency: 'normal',
        price: '1234.50',
        weight: '1.250',
        count: 2,
        boughtOn: '2026-03-01',
        checkedAt: '2026-03-02 09:00:00',
        isActive: true,
        keeperId: 3,
        keeperIdLabel: '赵警官',
        helperIds: [2, 4],
        helperIdsLabel: ['李队', '钱警官'],
        deptId: 2,
        deptIdLabel: '一大队',
        parentId: parent.id,
        parentIdLabel: '机柜',
        tagId,
        tagIdLabel: '涉密',
        account: '6222000011112222',
        contact: null,
        note: '第一行\n第二行',
        papers: null,
        papersLabel: [],
        parts: [{ name: '电源', quantity: 1, tagId, tagIdLabel: '涉密' }],
        value: '2469.00',
        remark: '备注',
        version: 1,
        createdAt: '2026-03-02 09:30:00',
        createdBy: 1,
        createdByLabel: '白局',
        createdByName: '白局',
        updatedAt: '2026-03-02 09:30:00',
        updatedBy: 1,
        updatedByLabel: '白局',
      },
    })
    expect(server.announced).toContainEqual({ record: 'device', id: (answer.data as { id: number }).id })
    const sentBack = await server.call('boss', 'PUT', `${path}${(answer.data as { id: number }).id}/`, answer.data)
    expect(sentBack).toMatchObject({
      code: 2000,
      data: { version: 2, parts: [{ name: '电源' }], account: '6222000011112222' },
    })
  })

  it('answers 4000 with a sentence for each field, in the language of the caller', async () => {
    const body = { name: 'x', keeperId: 3, deptId: 2, price: '-1', urgency: 'gone', state: 1, parts: [{ quantity: 0 }] }
    expect(await server.call('boss', 'POST', path, body)).toEqual({
      code: 4000,
      msg: expect.any(String),
      errors: {
        name: ['至少填写2个字'],
        price: ['不能小于0.00'],
        state: ['没有这一项，不能提交'],
        'parts.0.name': ['此项必填'],
        'parts.0.quantity': ['不能小于1'],
      },
    })
    expect(await server.call('boss', 'POST', path, { ...laptop, name: 'x' }, 'en')).toMatchObject({
      errors: { name: ['Enter at least 2 characters'] },
    })
    expect(await server.call('boss', 'POST', path, [])).toMatchObject({ code: 4000 })
  })

  it('refuses what points at nothing: closed entries, people, departments, records, files', async () => {
    const answer = await server.call('boss', 'POST', path, {
      ...laptop,
      urgency: 'gone',
      keeperId: 99,
      deptId: 99,
      parentId: 99,
      helperIds: [98],
      parts: [{ name: '电源', quantity: 1, tagId: 97 }],
    })
    expect(Object.keys(answer.errors as object).sort()).toEqual([
      'deptId',
      'helperIds',
      'keeperId',
      'parentId',
      'parts.0.tagId',
      'urgency',
    ])
  })

  it('lets a rule of the module refuse with its error key', async () => {
    expect(await server.call('boss', 'POST', path, { ...laptop, name: '禁用名' })).toMatchObject({
      code: 4001,
      errKey: 'rule.DEV-01',
      msg: '名称不能是禁用名',
    })
  })

  it('says which field repeats a unique value', async () => {
    await create({ serial: 'SN-UNIQUE' })
    expect(await server.call('boss', 'POST', path, { ...laptop, serial: 'SN-UNIQUE' })).toMatchObject({
      code: 4000,
      errors: { serial: ['已存在相同的记录'] },
    })
  })

  it('keeps what was not sent, and refuses a stale version with 4009', async () => {
    const row = await create({ price: '10.00', note: '旧' })
    expect(await server.call('boss', 'PUT', `${path}${row.id}/`, { note: '新', version: 1 })).toMatchObject({
      code: 2000,
      data: { note: '新', price: '10.00', version: 2 },
    })
    expect(await server.call('boss', 'PUT', `${path}${row.id}/`, { note: '再新', version: 1 })).toMatchObject({
      code: 4009,
      errKey: 'version.conflict',
    })
    expect(await server.call('boss', 'PUT', `${path}${row.id}/`, { note: '再新' })).toMatchObject({
      code: 4000,
      errors: { version: ['此项必填'] },
    })
  })

  it('two updates from one version at once: one wins, the other gets 4009', async () => {
    const row = await create({})
    const answers = await Promise.all(
      ['甲', '乙', '丙'].map((note) => server.call('boss', 'PUT', `${path}${row.id}/`, { note, version: 1 })),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([2000, 4009, 4009])
  })

  it('does not change what is immutable or computed', async () => {
    const row = await create({ serial: 'SN-FIX', count: 1, price: '5' })
    expect(await server.call('boss', 'PUT', `${path}${row.id}/`, { serial: 'SN-OTHER', version: 1 })).toMatchObject({
      code: 4000,
      errors: { serial: ['创建后不能修改'] },
    })
    // Computed fields and those of every record are refused by name as invented ones are; a row that is put back passes.
    expect(
      await server.call('boss', 'PUT', `${path}${row.id}/`, {
        value: '9999.00',
        createdBy: 4,
        id: 1,
        invented: 1,
        version: 1,
      }),
    ).toMatchObject({
      code: 4000,
      errors: {
        value: ['由系统填写，不能修改'],
        createdBy: ['由系统填写，不能修改'],
        id: ['由系统填写，不能修改'],
        invented: [expect.any(String)],
      },
    })
    const { data: read } = await server.call('boss', 'GET', `${path}${row.id}/`)
    expect(await server.call('boss', 'PUT', `${path}${row.id}/`, read)).toMatchObject({ code: 2000 })
    const { serial: _, ...copied } = read as Record<string, unknown>
    expect(await server.call('boss', 'POST', path, { ...copied, serial: 'SN-COPY' })).toMatchObject({
      code: 4000,
      errors: { id: [expect.any(String)], value: [expect.any(String)], createdAt: [expect.any(String)] },
    })
  })

  it('an old value may stay although its limit has moved past it', async () => {
    const row = await create({})
    await server.services.database.pool.query("update device set bought_on = '2001-01-01' where id = $1", [row.id])
    expect(
      await server.call('boss', 'PUT', `${path}${row.id}/`, { note: '改', boughtOn: '2001-01-01', version: 1 }),
    ).toMatchObject({ code: 2000 })
    expect(await server.call('boss', 'PUT', `${path}${row.id}/`, { boughtOn: '2002-01-01', version: 2 })).toMatchObject(
      { code: 4000 },
    )
  })

  it('DEL-STD deletes softly, refuses with ref.inUse while something points at the row', async () => {
    const cabinet = await create({ name: '机柜二' })
    const inside = await create({ parentId: cabinet.id })
    expect(await server.call('boss', 'DELETE', `${path}${cabinet.id}/`, { id: cabinet.id })).toMatchObject({
      code: 4001,
      errKey: 'ref.inUse',
      msg: '机柜二已被使用，不能删除',
    })
    expect(await server.call('boss', 'DELETE', `${path}${inside.id}/`)).toMatchObject({ code: 2000 })
    expect(await server.call('boss', 'DELETE', `${path}${cabinet.id}/`)).toMatchObject({ code: 2000 })
    expect(await server.call('boss', 'GET', `${path}${cabinet.id}/`)).toMatchObject({ code: 4004 })
    expect(await server.call('boss', 'DELETE', `${path}${cabinet.id}/`)).toMatchObject({ code: 4004 })
    const { rows } = await server.services.database.pool.query('select deleted_at from device where id = $1', [
      cabinet.id,
    ])
    expect(rows[0]).toMatchObject({ deleted_at: expect.any(Date) })
  })

  it('DEL-STD finds references inside sub-tables', async () => {
    const tag = (await server.call('boss', 'POST', '/api/test/tag/', { label: '部件用' })).data as { id: number }
    await create({ parts: [{ name: '电源', quantity: 1, tagId: tag.id }] })
    expect(await server.call('boss', 'DELETE', `/api/test/tag/${tag.id}/`)).toMatchObject({
      code: 4001,
      errKey: 'ref.inUse',
    })
  })

  it('multiple_delete removes all or none', async () => {
    const [a, b] = [await create({}), await create({ name: '被引用' })]
    const child = await create({ parentId: b.id })
    expect(await server.call('boss', 'DELETE', `${path}multiple_delete/`, { keys: [a.id, b.id] })).toMatchObject({
      code: 4001,
    })
    expect(await server.call('boss', 'GET', `${path}${a.id}/`)).toMatchObject({ code: 2000 })
    expect(await server.call('boss', 'DELETE', `${path}multiple_delete/`, { keys: [a.id, child.id] })).toMatchObject({
      code: 2000,
    })
    expect(await server.call('boss', 'GET', `${path}${a.id}/`)).toMatchObject({ code: 4004 })
    expect(await server.call('boss', 'DELETE', `${path}multiple_delete/`, { keys: [] })).toMatchObject({ code: 4000 })
  })

  it('INV-03 an append-only record has no update and no delete', async () => {
    const row = await create({})
    const made = await server.call('boss', 'POST', '/api/test/reading/', { deviceId: row.id, figure: 5 })
    expect(made).toMatchObject({ code: 2000, data: { figure: 5 } })
    const { id } = made.data as { id: number }
    for (const [method, body] of [
      ['PUT', { figure: 6, version: 1 }],
      ['DELETE', {}],
    ] as const) {
      expect((await server.app.inject({ method, url: `/api/test/reading/${id}/`, payload: body })).statusCode).toBe(404)
    }
    expect(await server.call('boss', 'GET', '/api/test/reading/')).toMatchObject({ code: 2000, total: 1 })
  })

  it('answers anything a client may send with a refusal or a row, never with a fault', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string(),
      fc.constantFrom(
        '',
        ' ',
        '\u0000',
        '\ud800',
        '1e999',
        -0,
        2 ** 53,
        '9'.repeat(400),
        ['1'],
        { toString: 1 },
        '2026-02-30',
        "'; drop table device; --",
      ),
    )
    const body = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(...Object.keys(device.fields), '__proto__', 'constructor', 'id', 'version', 'deptIdLabel'),
        value,
      ),
    )
    const row = await create({})
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (data, isNew) => {
        const mixed = isNew || typeof data !== 'object' || data === null ? data : { ...data, version: row.version }
        const answer = await server.app.inject({
          method: isNew ? 'POST' : 'PUT',
          url: isNew ? path : `${path}${row.id}/`,
          payload: JSON.stringify(mixed),
          headers: { authorization: server.authorization('boss'), 'content-type': 'application/json' },
        })
        expect([2000, 4000, 4009]).toContain(answer.json<{ code: number }>().code)
      }),
      { numRuns: 200 },
    )
  })

  describe('actions', () => {
    it('run with their small form, only in the state they are for, and answer with the row', async () => {
      const row = await create({})
      expect(await server.call('boss', 'POST', `${path}${row.id}/retire/`, { reason: '短' })).toMatchObject({
        code: 4000,
        errors: { reason: ['至少填写5个字'] },
      })
      expect(
        await server.call('boss', 'POST', `${path}${row.id}/retire/`, { reason: '已经损坏不能用', version: 7 }),
      ).toMatchObject({ code: 4009 })
      expect(await server.call('boss', 'POST', `${path}${row.id}/retire/`, { reason: '已经损坏不能用' })).toMatchObject(
        { code: 2000, data: { isActive: false, note: '已经损坏不能用' } },
      )
      expect(await server.call('boss', 'POST', `${path}${row.id}/retire/`, { reason: '已经损坏不能用' })).toMatchObject(
        { code: 4001, errKey: 'record.stateInvalid' },
      )
    })
  })

  it('keeps a timeline of who changed what, from what to what', async () => {
    const row = await create({ price: '10.00', account: '6222000011112222' })
    await server.call('leader', 'PUT', `${path}${row.id}/`, {
      price: '1200',
      keeperId: 2,
      account: '6222000033334444',
      version: 1,
    })
    await server.call('boss', 'POST', `${path}${row.id}/retire/`, { reason: '已经损坏不能用' })
    const timeline = await server.call('boss', 'GET', `${path}${row.id}/timeline/`)
    expect((timeline.data as { action: string }[]).map((entry) => entry.action)).toEqual(['create', 'update', 'retire'])
    const seenByLeader = await server.call('leader', 'GET', `${path}${row.id}/timeline/`)
    expect((seenByLeader.data as object[])[1]).toMatchObject({
      userIdLabel: '李队',
      at: '2026-03-02 09:30:00',
      changes: expect.arrayContaining([
        { field: 'price', before: '10.00', after: '1,200.00' },
        { field: 'keeperId', before: '赵警官', after: '李队' },
        { field: 'account', before: '**** 2222', after: '**** 4444' },
      ]),
    })
  })
})
