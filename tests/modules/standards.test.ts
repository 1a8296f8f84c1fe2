import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitlements } from '#src/define/assets/entitlements.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

describe.each(oneEngine)('allocation standards on %s', (engine) => {
  let app: TestApp
  let lyu: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    lyu = await app.as('lyu21')
  })
  afterAll(() => app.close())

  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> => {
    const { rows } = await query.execute(app.database.db)
    if (!rows[0]) throw new Error('nothing found')
    return rows[0].id
  }
  const item = (name: string) => idOf(sql`select id from standard_item where name = ${name}`)
  const dept = (key: string) => idOf(sql`select id from department where key = ${key}`)
  const form = async (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
    kind: 'office',
    itemId: await item(name),
    targetType: 'all',
    basis: 'perPerson',
    maxQty: '1.00',
    rounding: 'ceil',
    docNo: '示例局发〔2026〕9号',
    effectiveFrom: '2026-04-01',
    ...more,
  })

  it('STD-01 refuses a second standard of the same target, item and time, also with open ends, by name', async () => {
    const refused = await lyu.post('/api/standards/standard/', await form('办公桌'))
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.STD-01' })
    expect(Object.keys(refused.errors ?? {})).toEqual(['effectiveFrom', 'itemId'])
    const other = await lyu.post<Row>(
      '/api/standards/standard/',
      await form('办公桌', { targetType: 'post', targetPost: 'technical' }),
    )
    expect(other.code).toBe(2000)
    await lyu.delete(`/api/standards/standard/${other.data.id}/`)
  })

  it('STD-01 is held by the table where two are written at once', async () => {
    const values = (no: string) => sql`
      insert into equip_standard (standard_no, kind, item_id, target_type, basis, max_qty, rounding, doc_no, effective_from, created_at, updated_at)
      select ${no}, 'office', id, 'all', 'perPerson', 1, 'ceil', 'doc', '2026-01-01', now(), now() from standard_item where name = '投影仪'`
    await values('A').execute(app.database.db)
    await expect(values('B').execute(app.database.db)).rejects.toMatchObject({
      constraint: 'equip_standard_no_overlap',
    })
    await sql`delete from equip_standard where standard_no = 'A'`.execute(app.database.db)
  })

  it('STD-02 and STD-03: a published revision decides, with the reasons, while tickets keep their version', async () => {
    const chair = await item('办公椅')
    const d12 = await dept('D12')
    const asked = (versionId: number | null) =>
      write(app.services, (base) =>
        base.ledger(entitlements).answer([{ itemId: chair, deptId: d12, userId: null, roomId: null }], { versionId }),
      )
    const [before] = await asked(null)
    expect(before).toMatchObject({ max: 5, holding: 5, left: 0, unitCap: '800.00', lifeYears: 15, level: 'dept' })
    const old = await idOf(sql`select id from equip_standard where item_id = ${chair} and state = 'published'`)
    const revised = await lyu.post<Row>(`/api/standards/standard/${old}/revise/`, {
      effectiveFrom: '2026-03-11',
      docNo: '示例局发〔2026〕8号',
    })
    expect(revised.code).toBe(2000)
    const draft = (await lyu.get<Row>(`/api/standards/standard/${revised.data.id}/`)).data
    const changed = await lyu.put(`/api/standards/standard/${draft.id}/`, {
      ...draft,
      maxQty: '0.50',
      version: draft.version,
    })
    expect(changed.code).toBe(2000)

    const planned = await lyu.post<Row>('/api/standards/version/', {
      kind: 'office',
      docNo: '示例局发〔2026〕8号',
      countsAuxiliary: true,
      countsContract: true,
    })
    expect(planned.code).toBe(2000)
    const preview = (await lyu.get<Row>(`/api/standards/version/${planned.data.id}/`)).data
    expect(preview).toMatchObject({ state: 'draft', headcount: 59 })
    const changes = preview.changes as readonly Row[]
    expect(changes.find((change) => change.deptId === d12 && change.itemId === chair)).toMatchObject({
      before: 5,
      max: 3,
      held: 5,
      over: 2,
      short: 0,
      cost: '0.00',
    })
    expect(preview.ruleChanges).toContainEqual(
      expect.objectContaining({ change: 'changed', standardNo: draft.standardNo }),
    )
    expect((await asked(null))[0]?.max).toBe(5)

    const published = await lyu.post<Row>(`/api/standards/version/${planned.data.id}/publish/`, {})
    expect(published.data).toMatchObject({ state: 'published', no: 3 })
    const [after] = await asked(null)
    expect(after).toMatchObject({ max: 3, holding: 5, left: -2, versionId: planned.data.id })
    expect(after?.because.map(({ key }) => key)).toEqual([
      'entitlement.perPerson',
      'entitlement.rounded',
      'entitlement.held',
      'entitlement.unitCap',
    ])
    expect((await asked(before?.versionId ?? null))[0]?.max).toBe(5)
    const frozen = sql`update standard_version set heads = '[]' where id = ${planned.data.id}`.execute(app.database.db)
    await expect(frozen).rejects.toMatchObject({ constraint: 'standard_version_frozen' })
  })

  it('STD-04 lists who is over and short with the reasons in the language of the reader', async () => {
    const d12 = await dept('D12')
    const { data: over } = await lyu.get<readonly Row[]>('/api/standards/compliance/', {
      query: { standing: 'over', limit: '100' },
      language: 'en',
    })
    const chair = over.find((row) => row.itemIdLabel === '办公椅' && row.deptId === d12)
    expect(chair).toMatchObject({ holding: 5, overQty: 2, shortQty: 0 })
    expect(chair?.because).toBe(
      '0.5 per person, 5 people counted, 2.5 in total (示例局发〔2026〕8号, version 3); 2.5 rounded up to 3; 5 held (in use, under repair or requested elsewhere); Unit price up to CNY 800.00',
    )
    expect(over.every((row) => Number(row.overQty) > 0)).toBe(true)
  })

  it('STD-04 nets exceptions off until they end', async () => {
    const chair = await item('办公椅')
    const d12 = await dept('D12')
    const given = await lyu.post<Row>('/api/standards/exception/', {
      itemId: chair,
      deptId: d12,
      qty: 2,
      reason: '专班临时增加座席',
      docNo: '示例局批〔2026〕1号',
      validFrom: '2026-03-11',
      validTo: '2026-06-30',
    })
    expect(given.code).toBe(2000)
    await write(app.services, (base) => base.ledger(entitlements).recount())
    const { data } = await lyu.get<readonly Row[]>('/api/standards/compliance/', {
      query: { deptId: String(d12), itemId: String(chair) },
    })
    expect(data).toMatchObject([{ maxQty: 5, exceptionQty: 2, overQty: 0, standing: 'met' }])
  })

  it('refuses to publish when nothing changed, and to touch what is in force', async () => {
    const version = await lyu.post<Row>('/api/standards/version/', {
      kind: 'police',
      docNo: '示例警装〔2026〕3号',
      countsAuxiliary: true,
    })
    expect(await lyu.post(`/api/standards/version/${version.data.id}/publish/`, {})).toMatchObject({
      errKey: 'standard.nothingToPublish',
    })
    const inForce = await idOf(sql`select id from equip_standard where state = 'published' order by id`)
    expect((await lyu.delete(`/api/standards/standard/${inForce}/`)).code).toBe(4001)
  })
})
