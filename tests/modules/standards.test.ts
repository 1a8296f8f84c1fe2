import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitlements } from '#src/modules/standard/contract.ts'
import { recalculateDue } from '#src/modules/standard/versions/clothing-due.server.ts'
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
  let revisionNo = ''

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

  it('STD-01, 90.A7 trap 12: refuses a second standard of the same target, item and time, also with open ends, by name', async () => {
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

  it('50.7 names several types of people, which no other standard of the item may name too, and lists what is in force on a day', async () => {
    const gloves = await form('防刺服', { kind: 'police', personTypes: ['police', 'auxiliary'] })
    const shared = await lyu.post('/api/standards/standard/', gloves)
    expect(shared).toMatchObject({ code: 4001, errKey: 'rule.STD-01' })
    const others = { ...gloves, personTypes: ['auxiliary', 'contract'] }
    const created = await lyu.post<Row>('/api/standards/standard/', others)
    expect(created).toMatchObject({ code: 2000 })
    expect(
      await lyu.post('/api/standards/standard/', { ...gloves, personTypes: ['contract'], effectiveFrom: '2027-01-01' }),
    ).toMatchObject({ code: 4001, errKey: 'rule.STD-01' })
    const { data: row } = await lyu.get<Row>(`/api/standards/standard/${created.data.id}/`)
    expect(row.personTypes).toEqual(['auxiliary', 'contract'])
    await lyu.delete(`/api/standards/standard/${created.data.id}/`)
    expect(
      (await lyu.post('/api/standards/standard/', { ...others, personTypes: ['police', 'police'] })).errors,
    ).toEqual({ personTypes: [expect.any(String)] })
    expect(await lyu.post('/api/standards/standard/', { ...others, personTypes: ['nobody'] })).toMatchObject({
      code: 4000,
    })
    const inForce = async (day: string) =>
      (await lyu.get<unknown[]>('/api/standards/standard/', { query: { kind: 'office', effectiveOn: day } })).total
    const year = Number(app.clock.today().slice(0, 4))
    expect([await inForce(`${year - 2}-12-31`), await inForce(`${year - 1}-06-01`)]).toEqual([0, 18])
    expect(await inForce(`${year}-01-01`)).toBe(21)
    const { data: sorted } = await lyu.get<{ category: string }[]>('/api/standards/standard/', {
      query: { kind: 'office', limit: '100' },
    })
    const categories = sorted.map(({ category }) => category)
    expect(categories).toEqual([...categories].sort())
    expect(new Set(categories).size).toBeGreaterThan(1)
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
      write(app.services, (unit) =>
        unit.service(entitlements).answer([{ itemId: chair, deptId: d12, userId: null, roomId: null }], {
          versionIds: versionId === null ? [] : [versionId],
        }),
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
    revisionNo = String(draft.standardNo)
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
    const { data: report } = await lyu.get<{
      ruleChanges: readonly Row[]
      impacts: readonly Row[]
      heads: readonly Row[]
    }>(`/api/standards/version/${planned.data.id}/report/`)
    expect(report.ruleChanges).toEqual([
      expect.objectContaining({
        change: 'changed',
        before: expect.objectContaining({ id: old, qty: 100 }),
        after: expect.objectContaining({ no: draft.standardNo, qty: 50, itemName: '办公椅', unit: '把' }),
      }),
    ])
    expect(report.heads.reduce((sum, { count }) => sum + Number(count), 0)).toBe(59)
    expect(report.impacts.find((change) => change.deptId === d12 && change.itemId === chair)).toMatchObject({
      before: 5,
      max: 3,
      held: 5,
      over: 2,
      short: 0,
      cost: '0.00',
    })
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
      [
        `0.5 per person, 5 people counted, 2.5 in total (standard ${revisionNo}, 示例局发〔2026〕8号, version 3)`,
        '2.5 rounded up to 3',
        '5 counted: 5 in use, 0 under repair, 0 in pending requests',
        'Unit price up to CNY 800.00',
      ].join('\n'),
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
    await write(app.services, (unit) => unit.service(entitlements).recount())
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

  it.each([
    ['an end before its begin', { effectiveTo: '2026-03-01' }, 'standard.endBeforeStart', ['effectiveTo']],
    [
      'an area that ends where it begins',
      { targetType: 'area', areaFrom: '18.00', areaTo: '18.00', basis: 'perRoom' },
      'standard.areaOrder',
      ['areaTo'],
    ],
    ['a use without its unit', { lifeUse: 300_000 }, 'standard.useUnit', ['lifeUseUnit']],
    [
      'two tiers that begin alike',
      {
        basis: 'tiers',
        tiers: [
          { from: 0, per: 20, qty: '1.00' },
          { from: 0, per: 30, qty: '1.00' },
        ],
      },
      'standard.tierOrder',
      ['tiers.1.from'],
    ],
    [
      'tiers that begin beyond the first person',
      { basis: 'tiers', tiers: [{ from: 20, per: 20, qty: '1.00' }] },
      'standard.firstTier',
      ['tiers.0.from'],
    ],
    ['an item of another kind', { kind: 'police' }, 'standard.itemOfOtherKind', ['itemId']],
  ])('refuses %s at its place and books nothing', async (_what, wrong, errKey, places) => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from equip_standard`.execute(app.database.db)).rows[0]?.n
    const before = await count()
    const refused = await lyu.post(
      '/api/standards/standard/',
      await form('扫描仪', { targetType: 'post', targetPost: 'technical', ...wrong }),
    )
    expect(refused).toMatchObject({ code: 4001, errKey })
    expect(Object.keys(refused.errors ?? {})).toEqual(places)
    expect(await count()).toBe(before)
  })

  it.each([
    ['negative', { maxQty: '-1.00' }, 'maxQty'],
    ['with three decimals', { maxQty: '0.125' }, 'maxQty'],
    ['with a price limit of nothing', { unitCap: '0.00' }, 'unitCap'],
    ['with a life of no year', { lifeYears: 0 }, 'lifeYears'],
    ['in groups of nobody', { basis: 'tiers', tiers: [{ from: 0, per: 0, qty: '1.00' }] }, 'tiers.0.per'],
    ['for a rank that is not named', { targetType: 'rank' }, 'targetRank'],
  ])('refuses a standard %s at its field', async (_what, wrong, place) => {
    const refused = await lyu.post('/api/standards/standard/', await form('碎纸机', { targetType: 'all', ...wrong }))
    expect(refused.code).toBe(4000)
    expect(Object.keys(refused.errors ?? {})).toEqual([place])
  })

  it('keeps groups of items one step deep and of one kind', async () => {
    const group = (await lyu.get<Row>(`/api/standards/item/${await item('计算机')}/`)).data
    const member = await item('台式计算机')
    const refusal = async (groupId: number) =>
      (await lyu.put(`/api/standards/item/${group.id}/`, { ...group, groupId, version: group.version })).errKey
    expect(await refusal(group.id)).toBe('standard.ownGroup')
    expect(await refusal(member)).toBe('standard.groupInGroup')
    expect(await refusal(await item('警棍'))).toBe('standard.groupOfOtherKind')
  })

  it('refuses an exception that ends before it begins, or for a person of another department', async () => {
    const person = await idOf(sql`select id from app_user where username = 'zhang39'`)
    const exception = async (more: Readonly<Record<string, unknown>>) =>
      lyu.post('/api/standards/exception/', {
        itemId: await item('办公椅'),
        deptId: await dept('D12'),
        qty: 1,
        reason: '专班临时增加座席',
        docNo: '示例局批〔2026〕2号',
        validFrom: '2026-03-11',
        validTo: '2026-06-30',
        ...more,
      })
    expect(await exception({ validTo: '2026-03-10' })).toMatchObject({ errKey: 'standard.exceptionEnd' })
    expect(await exception({ userId: person })).toMatchObject({ errKey: 'standard.exceptionPersonDept' })
    expect((await exception({ qty: 0 })).code).toBe(4000)
  })

  it('publishes the chosen drafts and leaves the others as they are (50.7 bulk publish)', async () => {
    const draft = async (name: string) =>
      (
        await lyu.post<Row>(
          '/api/standards/standard/',
          await form(name, { targetType: 'post', targetPost: 'technical', effectiveFrom: '2026-03-11' }),
        )
      ).data.id
    const [chosen, other] = [await draft('扫描仪'), await draft('碎纸机')]
    const version = await lyu.post<Row>('/api/standards/version/', {
      kind: 'office',
      docNo: '示例局发〔2026〕10号',
      countsAuxiliary: true,
      countsContract: true,
      drafts: [{ standardId: chosen }],
    })
    expect(version.code).toBe(2000)
    expect((await lyu.get('/api/standards/pending/', { query: { kind: 'office' } })).data).toEqual({
      drafts: 2,
      versionId: version.data.id,
      counts: { countsAuxiliary: true, countsContract: true, countsSeconded: false },
    })
    expect((await lyu.post(`/api/standards/version/${version.data.id}/publish/`, {})).code).toBe(2000)
    const { rows } = await sql<{ id: number; state: string }>`
      select id, state from equip_standard where id = any(${[chosen, other]}::bigint[]) order by id`.execute(
      app.database.db,
    )
    expect(rows).toEqual([
      { id: chosen, state: 'published' },
      { id: other, state: 'draft' },
    ])
    const gone = await lyu.post('/api/standards/version/', {
      kind: 'office',
      docNo: '示例局发〔2026〕11号',
      drafts: [{ standardId: chosen }],
    })
    expect(gone).toMatchObject({ errKey: 'standard.draftsGone' })
    expect(Object.keys(gone.errors ?? {})).toEqual(['drafts.0.standardId'])
  })

  it('ends a standard without a successor by the next version', async () => {
    const projector = await idOf(
      sql`select s.id from equip_standard s join standard_item i on i.id = s.item_id where i.name = '投影仪' and s.state = 'published'`,
    )
    const ended = await lyu.post(`/api/standards/standard/${projector}/end/`, { effectiveTo: '2026-03-31' })
    expect(ended.code).toBe(2000)
    expect(await lyu.post(`/api/standards/standard/${projector}/end/`, { effectiveTo: '2026-04-30' })).toMatchObject({
      errKey: 'standard.endsAlready',
    })
    const version = await lyu.post<Row>('/api/standards/version/', {
      kind: 'office',
      docNo: '示例局发〔2026〕12号',
      countsAuxiliary: true,
      countsContract: true,
    })
    const { data } = await lyu.get<{ ruleChanges: readonly Row[] }>(`/api/standards/version/${version.data.id}/report/`)
    expect(data.ruleChanges).toContainEqual(
      expect.objectContaining({
        change: 'ended',
        before: expect.objectContaining({ id: projector, effectiveTo: null }),
        after: expect.objectContaining({ id: projector, effectiveTo: '2026-03-31' }),
      }),
    )
  })

  it('shows department leaders their own departments and nobody the drafts (STD-04, INV-11)', async () => {
    const zhang = await app.as('zhang39')
    const own = await dept('D10')
    const { data } = await zhang.get<readonly Row[]>('/api/standards/compliance/', { query: { limit: '100' } })
    expect(new Set(data.map(({ deptId }) => deptId))).toEqual(new Set([own]))
    const { data: sums } = await zhang.get<readonly Row[]>('/api/standards/compliance/departments/')
    expect(sums.map(({ deptId }) => deptId)).toEqual([own])
    expect((await zhang.get('/api/standards/standard/')).code).toBe(4003)
    expect((await zhang.get('/api/standards/pending/', { query: { kind: 'office' } })).code).toBe(4003)
  })

  it('STD-05 publishing clothing standards moves the next issues by a job, and the preview shows whose before', async () => {
    const [shirt, chen] = [await item('长袖衬衣'), await idOf(sql`select id from app_user where username = 'zhang39'`)]
    const stock = await idOf(sql`select min(id) as id from stock_item`)
    const issued = await idOf(sql`
      insert into clothing_issue (user_id, dept_id, item_id, standard_item_id, qty, value, reason_type, uses_entitlement, cycle_start, next_due_at, at, updated_at)
      select id, dept_id, ${stock}::bigint, ${shirt}::bigint, 2, 0, 'periodic', true, '2026-01-10', '2027-01-10', now(), now() from app_user where id = ${chen} returning id`)
    const due = async () =>
      (
        await sql<{ due: string }>`select next_due_at as due from clothing_issue where id = ${issued}`.execute(
          app.database.db,
        )
      ).rows[0]?.due
    const old = await idOf(sql`select id from equip_standard where item_id = ${shirt} and state = 'published'`)
    const revised = await lyu.post<Row>(`/api/standards/standard/${old}/revise/`, {
      effectiveFrom: '2026-03-11',
      docNo: '示例警装〔2026〕5号',
    })
    const draft = (await lyu.get<Row>(`/api/standards/standard/${revised.data.id}/`)).data
    expect(
      (
        await lyu.put(`/api/standards/standard/${draft.id}/`, {
          ...draft,
          clothingCycle: 'year2',
          version: draft.version,
        })
      ).code,
    ).toBe(2000)
    const version = await lyu.post<Row>('/api/standards/version/', {
      kind: 'clothing',
      docNo: '示例警装〔2026〕5号',
      countsAuxiliary: true,
    })
    const { data: report } = await lyu.get<{ dueDates: { total: number; first: readonly Row[] } }>(
      `/api/standards/version/${version.data.id}/report/`,
    )
    expect(report.dueDates.first).toContainEqual(
      expect.objectContaining({ issueId: issued, itemName: '长袖衬衣', before: '2027-01-10', after: '2028-01-10' }),
    )
    expect((await lyu.post(`/api/standards/version/${version.data.id}/publish/`, {})).code).toBe(2000)
    expect(await due()).toBe('2027-01-10')
    await write(app.services, recalculateDue)
    expect(await due()).toBe('2028-01-10')
    // A second run has nothing to do, also when the date was set by hand meanwhile.
    await sql`update clothing_issue set next_due_at = '2028-02-01' where id = ${issued}`.execute(app.database.db)
    await write(app.services, recalculateDue)
    expect(await due()).toBe('2028-02-01')
  })
})
