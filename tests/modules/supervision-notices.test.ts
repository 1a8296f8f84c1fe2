import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readTable } from '#src/server/uploads/process/table.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const [ITEM, NOTICE] = ['/api/supervision/item/', '/api/supervision/notice/']
type Values = Readonly<Record<string, unknown>>
type Row = Values & { readonly id: number; readonly version: number; readonly no: string }

const names = ['feng08', 'peng46', 'feng53', 'li04', 'lang47', 'zhao01'] as const
type Name = (typeof names)[number]
const report = '已召开专题会议，正在逐项整改落实。'

describe.each(oneEngine)('notices of supervision on %s', (engine) => {
  let app: TestApp
  const people = new Map<string, Client>()
  const depts = new Map<string, number>()
  const as = (name: Name): Client => people.get(name)!
  const goTo = async (day: string) => {
    app.clock.set(new Date(`${day}T10:00:00+08:00`))
    for (const name of names) people.set(name, await app.as(name))
  }
  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
    await sql`update supervision_item set deleted_at = now()`.execute(app.database.db)
    const { rows } = await sql<{ key: string; id: number }>`select key, id from department`.execute(app.database.db)
    for (const { key, id } of rows) depts.set(key, id)
    await goTo('2026-03-01')
    // Of D11: one closed in time, one closed late, one late and open. Of D12: one closed in time, one that was extended after March.
    const [inTime, lateClosed] = [
      await doing('peng46', 'D11', '2026-03-10'),
      await doing('peng46', 'D11', '2026-03-10'),
    ]
    await doing('peng46', 'D11', '2026-03-20')
    const other = await doing('feng53', 'D12', '2026-03-15')
    const extended = await doing('feng53', 'D12', '2026-03-30')
    const early = await doing('feng53', 'D12', '2026-04-04')
    expect(early).toBeGreaterThan(0)
    await must('peng46', extended === 0 ? extended : inTime, 'submit', { report })
    await goTo('2026-03-10')
    await must('li04', inTime, 'close', { newScore: 90 })
    await must('feng53', other, 'submit', { report })
    await must('peng46', lateClosed, 'submit', { report })
    await goTo('2026-03-13')
    await must('li04', lateClosed, 'close', { newScore: 70 })
    await must('li04', other, 'close', { newScore: 95 })
    await goTo('2026-03-30')
    await must('feng53', extended, 'extend', { newDueDate: '2026-04-20', reason: '外部单位配合时间推迟，需延期' })
    await goTo('2026-04-02')
    await must('li04', extended, 'approveExtension')
  })
  afterAll(() => app.close())
  beforeEach(() => goTo('2026-04-02'))

  async function must(who: Name, id: number, action: string, values: Values = {}): Promise<void> {
    const answer = await as(who).post<Row>(`${ITEM}${id}/${action}/`, values)
    expect([action, answer.msg, answer.code]).toEqual([action, answer.msg, 2000])
  }
  async function doing(handler: Name, dept: string, dueDate: string): Promise<number> {
    const { data, msg, code } = await as('feng08').post<Row>(ITEM, {
      title: `落实整治任务（${dept}，${dueDate}）`,
      source: 'inspection',
      content: '对重点路段开展隐患排查并形成整改清单。',
      urgency: 'normal',
      leadDeptId: depts.get(dept),
      leaderId: as('li04').userId,
      startDate: '2026-03-01',
      dueDate,
      feedbackCycle: 7,
    })
    expect([msg, code]).toEqual([msg, 2000])
    await must('feng08', data.id, 'assign')
    await must(handler, data.id, 'signFor')
    return data.id
  }
  const march = { title: '3月份督办事项办理情况通报', periodFrom: '2026-03-01', periodTo: '2026-03-31', opening: null }
  const publish = (values: Values = {}, who: Name = 'feng08') =>
    as(who).post<Row>(NOTICE, { ...march, confirmed: true, ...values })

  it('90 B 5, SUP-02 a notice says how departments stood at the end of its period, ranked by their share in time', async () => {
    const made = await publish()
    expect([made.msg, made.code]).toEqual([made.msg, 2000])
    expect(made.data).toMatchObject({ inTime: 2, lateClosed: 1, lateOpen: 2, rate: 40 })
    expect(made.data.no).toMatch(/^TB2026\d{4}$/)
    // The extension of 2 April does not count in March.
    expect(made.data.departments).toEqual([
      expect.objectContaining({ rank: 1, rate: 50, inTime: 1, lateClosed: 0, lateOpen: 1, near: 1, normal: 0 }),
      expect.objectContaining({ rank: 2, rate: 33, inTime: 1, lateClosed: 1, lateOpen: 1, near: 0, normal: 0 }),
    ])
    const late = made.data.late as readonly Values[]
    expect(late.map(({ dueDate, closedOn, daysLate }) => [dueDate, closedOn, daysLate])).toEqual([
      ['2026-03-10', '2026-03-13', 3],
      ['2026-03-20', null, 11],
      ['2026-03-30', null, 1],
    ])
    const english = await as('feng08').get<Row>(`${NOTICE}${made.data.id}/`, { language: 'en' })
    expect((english.data.departments as readonly Values[]).map(({ dept }) => dept)).toEqual([
      'Technology and IT',
      'Traffic police',
    ])
    // The heads of departments with late items hear of it.
    const heard = app.announced.messages.filter(({ title }) => title.key === 'supervision.noticed')
    expect(heard.flatMap(({ to }) => to).toSorted()).toEqual([as('peng46').userId, as('feng53').userId].toSorted())
  })

  it('SUP-05 an item is late in a notice the day after its due date, and not on it', async () => {
    const lateAt = async (periodTo: string) => (await publish({ periodTo })).data.lateOpen
    expect([await lateAt('2026-03-20'), await lateAt('2026-03-21')]).toEqual([0, 1])
    expect([await lateAt('2026-03-30'), await lateAt('2026-03-31')]).toEqual([1, 2])
  })

  it('90 B 5 what is published stays: neither the items nor anybody changes it, and it is seen before it goes out', async () => {
    const asked = await publish({ confirmed: undefined })
    expect(asked).not.toMatchObject({ code: 2000 })
    expect(asked.msg).toContain('不能修改')
    const { data } = await publish()
    const seen = () => as('zhao01').get<Row>(`${NOTICE}${data.id}/`)
    const before = (await seen()).data
    await sql`update supervision_item set title = '改名后的督办事项', due_date = due_date + 1 where deleted_at is null and state <> 'closed'`.execute(
      app.database.db,
    )
    await sql`update department set name = name || '（新）' where key in ('D11', 'D12')`.execute(app.database.db)
    expect((await seen()).data).toEqual(before)
    expect((await as('feng08').put(`${NOTICE}${data.id}/`, { ...march, version: 1 })).code).not.toBe(2000)
    expect((await as('feng08').delete(`${NOTICE}${data.id}/`)).code).not.toBe(2000)
    await expect(
      sql`update supervision_notice set late = '[]' where id = ${data.id}`.execute(app.database.db),
    ).rejects.toThrow()
    await expect(sql`delete from supervision_notice where id = ${data.id}`.execute(app.database.db)).rejects.toThrow()
    await sql`update supervision_item set due_date = due_date - 1 where deleted_at is null and state <> 'closed'`.execute(
      app.database.db,
    )
    await sql`update department set name = replace(name, '（新）', '') where key in ('D11', 'D12')`.execute(
      app.database.db,
    )
  })

  it('90 B 5 leaders and the officer publish, heads of departments read and export, others see nothing', async () => {
    const { data } = await publish()
    expect((await publish({}, 'peng46')).code).toBe(4003)
    expect((await as('lang47').get(NOTICE)).code).toBe(4003)
    expect((await as('lang47').get(`${NOTICE}${data.id}/sheet/`)).code).toBe(4003)
    expect((await as('peng46').get<Row>(`${NOTICE}${data.id}/`)).data.lateOpen).toBe(2)
    const sheet = await as('peng46').get(`${NOTICE}${data.id}/sheet/`)
    const { rows } = await readTable(sheet.raw.rawPayload, { rows: 10 })
    expect(rows.map((row) => row.at(-1))).toEqual(['逾期天数', 3, 11, 1])
    expect((await as('peng46').get(`${NOTICE}999999/sheet/`)).code).toBe(4004)
    // A division leader's notice has the departments of the division.
    const own = await publish({}, 'li04')
    expect((own.data.departments as readonly Values[]).length).toBe(2)
  })

  it('90 B 5 the period ends today at the latest, not before it begins, and covers a year at most', async () => {
    const refusedAt = async (values: Values) => Object.keys((await publish(values)).errors ?? {})
    expect(await refusedAt({ periodTo: '2026-04-02' })).toEqual([])
    expect(await refusedAt({ periodTo: '2026-04-03' })).toEqual(['periodTo'])
    expect(await refusedAt({ periodTo: '2026-02-28' })).toEqual(['periodTo'])
    expect(await refusedAt({ periodFrom: '2025-03-31' })).toEqual([])
    expect(await refusedAt({ periodFrom: '2025-03-30' })).toEqual(['periodTo'])
    expect(await refusedAt({ title: '通报' })).toEqual(['title'])
  })
})
