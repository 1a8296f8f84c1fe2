import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import type { SupervisionDue } from '#src/modules/supervision/home/due.types.ts'
import { refreshLights, remindDue, remindFeedback, remindSigning } from '#src/modules/supervision/jobs/jobs.server.ts'
import { repeatYearly } from '#src/modules/supervision/jobs/yearly.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'

const ITEM = '/api/supervision/item/'
const TODAY = '2026-03-11'
const report = '已召开专题会议，正在逐项整改落实。'
type Values = Readonly<Record<string, unknown>>
type Row = Values & { readonly id: number; readonly version: number; readonly no: string; readonly state: string }

const names = ['feng08', 'peng46', 'li04', 'zhao01', 'lang47', 'feng53', 'zhang39', 'pan42', 'wu06', 'bao59'] as const
type Name = (typeof names)[number]

describe.each(oneEngine)('supervision on %s', (engine) => {
  let app: TestApp
  const people = new Map<string, Client>()
  const depts = new Map<string, number>()
  const as = (name: Name): Client => people.get(name)!
  const signIn = async () => {
    for (const name of names) people.set(name, await app.as(name))
  }
  beforeAll(async () => {
    app = await startApp({ engine })
    await signIn()
    const { rows } = await sql<{ key: string; id: number }>`select key, id from department`.execute(app.database.db)
    for (const { key, id } of rows) depts.set(key, id)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await signIn()
  })

  /** Sessions do not last as long as a test may move the clock. */
  const goTo = async (day: string, hour = '10:00') => {
    app.clock.set(new Date(`${day}T${hour}:00+08:00`))
    await signIn()
  }
  const form = (values: Values = {}): Values => ({
    title: '落实道路交通安全整治',
    source: 'meeting',
    sourceDoc: '局长办公会纪要第3号',
    content: '对重点路段开展隐患排查并形成整改清单。',
    urgency: 'normal',
    leadDeptId: depts.get('D11'),
    leaderId: as('li04').userId,
    startDate: TODAY,
    dueDate: '2026-04-10',
    feedbackCycle: 7,
    ...values,
  })
  const row = async (id: number): Promise<Row> => (await as('feng08').get<Row>(`${ITEM}${id}/`)).data
  const make = (values: Values = {}, who: Name = 'feng08') => as(who).post<Row>(ITEM, form(values))
  const on = async (who: Name, id: number, action: string, values: Values = {}) =>
    as(who).post<Row>(`${ITEM}${id}/${action}/`, { version: (await row(id)).version, ...values })
  const must = async (who: Name, id: number, action: string, values: Values = {}) => {
    const answer = await on(who, id, action, values)
    expect([action, answer.msg, answer.code]).toEqual([action, answer.msg, 2000])
    return answer.data
  }
  /** An item that its handler works on. */
  const doing = async (values: Values = {}): Promise<number> => {
    const { data } = await make(values)
    await must('feng08', data.id, 'assign')
    await must('peng46', data.id, 'signFor')
    return data.id
  }
  /** Messages with this key about the item that a person was sent. */
  const sent = (who: Name, key: string, no: string) =>
    app.announced.messages.filter(
      ({ to, title }) => to.includes(as(who).userId) && title.key === key && title.params?.[0] === no,
    ).length

  it('10.5 an item goes from the draft to the department, is signed for, reported on and closed with a score', async () => {
    const made = await make()
    expect(made).toMatchObject({
      code: 2000,
      data: { state: 'draft', handlerId: as('peng46').userId, firstDueDate: '2026-04-10', light: 'green', progress: 0 },
    })
    const { id, no } = made.data
    expect(no).toMatch(/^DB2026\d{4}$/)
    await must('feng08', id, 'assign')
    expect(sent('peng46', 'supervision.assigned', no)).toBe(1)
    expect(await on('lang47', id, 'signFor')).toMatchObject({ code: 4004 })
    await must('peng46', id, 'signFor')
    await must('peng46', id, 'reply', { newProgress: 40, report, nextStep: '下周完成整改' })
    expect(await row(id)).toMatchObject({ state: 'doing', progress: 40, lastReply: report })
    await must('peng46', id, 'submit', { report })
    expect(sent('li04', 'supervision.replied', no)).toBe(1)
    await must('li04', id, 'close', { newScore: 90 })
    expect(await row(id)).toMatchObject({
      state: 'closed',
      score: 90,
      light: 'over',
      progress: 100,
      closedLate: false,
      closedLateFirst: false,
      remainingDays: null,
    })
    const replies = await as('peng46').get<readonly Values[]>('/api/supervision/reply/', {
      query: { itemId: String(id) },
    })
    expect(replies.data.map(({ kind, progress }) => [kind, progress])).toEqual([
      ['result', 100],
      ['lead', 40],
    ])
  })

  it('10.5 the form refuses what the page says, each side of its limits', async () => {
    const refusedAt = async (values: Values) => Object.keys((await make(values)).errors ?? {})
    expect(await refusedAt({ title: '四个字呀' })).toEqual(['title'])
    expect(await refusedAt({ sourceDoc: null })).toEqual(['sourceDoc'])
    expect(await refusedAt({ source: 'other', sourceDoc: null })).toEqual([])
    expect(await refusedAt({ dueDate: addDays(TODAY, -1) })).toEqual(['dueDate'])
    expect(await refusedAt({ dueDate: TODAY })).toEqual([])
    expect(await refusedAt({ dueDate: addDays(TODAY, 365) })).toEqual([])
    expect(await refusedAt({ dueDate: addDays(TODAY, 366) })).toEqual(['dueDate'])
    expect(await refusedAt({ feedbackCycle: 91 })).toEqual(['feedbackCycle'])
    expect(await refusedAt({ coDeptIds: [depts.get('D11')] })).toEqual(['coDeptIds'])
    expect(await refusedAt({ handlerId: as('pan42').userId })).toEqual(['handlerId'])
    expect(await refusedAt({ leaderId: as('wu06').userId })).toEqual(['leaderId'])
    expect(await refusedAt({ leaderId: null })).toEqual(['leaderId'])
    const weights = (one: number, two: number) => [
      { name: '排查隐患', dueDate: '2026-03-20', weight: one },
      { name: '完成整改', dueDate: '2026-04-10', weight: two },
    ]
    expect(await refusedAt({ milestones: weights(40, 59) })).toEqual(['milestones'])
    expect(await refusedAt({ milestones: weights(40, 60) })).toEqual([])
    expect(await refusedAt({ milestones: [{ name: '完成整改', dueDate: '2026-04-11', weight: 100 }] })).toEqual([
      'milestones.0.dueDate',
    ])
    // A leader who enters it supervises it.
    const own = await make({ leaderId: null }, 'li04')
    expect(own).toMatchObject({ code: 2000, data: { leaderId: as('li04').userId } })
    // A due date that has passed is mended before it is given to anybody.
    const { data } = await make({ dueDate: TODAY })
    await goTo('2026-03-12')
    expect(await on('feng08', data.id, 'assign')).toMatchObject({ errKey: 'supervision.duePast' })
  })

  it('90 B 5 a handler has two workdays to sign for an item, or says that it is not theirs', async () => {
    const { data } = await make()
    await must('feng08', data.id, 'assign')
    const { id, no } = data
    expect(await row(id)).toMatchObject({ signDue: '2026-03-13' })
    for (const [day, times] of [
      ['2026-03-13', 0],
      ['2026-03-14', 1],
      ['2026-03-16', 1],
    ] as const) {
      await goTo(day)
      await write(app.services, remindSigning)
      expect([day, sent('peng46', 'supervision.unsigned', no), sent('li04', 'supervision.unsigned', no)]).toEqual([
        day,
        times,
        times,
      ])
    }
    expect(await on('peng46', id, 'decline', { reason: '无关' })).toMatchObject({ code: 4000 })
    await must('peng46', id, 'decline', { reason: '该事项属科信支队职责' })
    expect(await row(id)).toMatchObject({ state: 'draft', declineReason: '该事项属科信支队职责' })
    expect(sent('li04', 'supervision.declined', no)).toBe(1)
    const again = await as('feng08').put<Row>(`${ITEM}${id}/`, {
      ...(await row(id)),
      leadDeptId: depts.get('D12'),
      handlerId: as('feng53').userId,
    })
    expect([again.msg, again.code]).toEqual([again.msg, 2000])
    await must('feng08', id, 'assign')
    await must('feng53', id, 'signFor')
    expect(await on('peng46', id, 'signFor')).toMatchObject({ code: 4004 })
  })

  it('SUP-01 progress never decreases', async () => {
    const id = await doing()
    await must('peng46', id, 'reply', { newProgress: 50, report })
    expect(await on('peng46', id, 'reply', { newProgress: 49, report })).toMatchObject({ errKey: 'rule.SUP-01' })
    await must('peng46', id, 'reply', { newProgress: 50, report })
    expect(await on('peng46', id, 'reply', { report })).toMatchObject({ code: 4000 })
    expect(await on('peng46', id, 'reply', { newProgress: 101, report })).toMatchObject({ code: 4000 })
    await expect(
      sql`update supervision_item set progress = 49 where id = ${id}`.execute(app.database.db),
    ).rejects.toThrow('never decreases')
  })

  it('SUP-02 two extensions of sixty days in all, and the first due date stays', async () => {
    const id = await doing()
    const ask = (newDueDate: string) =>
      on('peng46', id, 'extend', { newDueDate, reason: '外部单位配合时间推迟，需延期' })
    expect(await ask('2026-04-10')).toMatchObject({ errKey: 'supervision.notLater' })
    expect(await ask('2026-06-10')).toMatchObject({ errKey: 'rule.SUP-02' })
    expect(await ask('2026-04-20')).toMatchObject({ code: 2000 })
    expect(await row(id)).toMatchObject({ state: 'extending', dueDate: '2026-04-10', askedDueDate: '2026-04-20' })
    expect(await on('peng46', id, 'approveExtension')).toMatchObject({ code: 4003 })
    await must('li04', id, 'refuseExtension', { comment: '请先说明已采取的措施' })
    expect(await row(id)).toMatchObject({ state: 'doing', dueDate: '2026-04-10', extensionCount: 0 })
    await ask('2026-04-20')
    await must('li04', id, 'approveExtension')
    expect(await row(id)).toMatchObject({
      state: 'doing',
      dueDate: '2026-04-20',
      firstDueDate: '2026-04-10',
      extensionCount: 1,
    })
    // 60 days after the first due date, and not one more.
    expect(await ask('2026-06-10')).toMatchObject({ errKey: 'rule.SUP-02' })
    expect(await ask('2026-06-09')).toMatchObject({ code: 2000 })
    await must('li04', id, 'approveExtension')
    expect(await ask('2026-06-09')).not.toMatchObject({ code: 2000 })
    expect(await row(id)).toMatchObject({ extensionCount: 2, dueDate: '2026-06-09', firstDueDate: '2026-04-10' })
    await expect(
      sql`update supervision_item set first_due_date = '2026-04-11' where id = ${id}`.execute(app.database.db),
    ).rejects.toThrow('never changes')
    // In time by the current date, late by the first.
    await goTo('2026-06-09')
    await must('peng46', id, 'submit', { report })
    await must('li04', id, 'close', { newScore: 80 })
    expect(await row(id)).toMatchObject({ closedLate: false, closedLateFirst: true })
  })

  it('SUP-03 one reminder in 24 hours for each item', async () => {
    const { data } = await make()
    const { id, no } = data
    expect(await on('feng08', id, 'urge')).toMatchObject({ errKey: 'record.stateInvalid' })
    await must('feng08', id, 'assign')
    await must('li04', id, 'urge')
    expect(sent('peng46', 'supervision.urged', no)).toBe(1)
    app.clock.set(new Date(T0.getTime() + 24 * 3_600_000 - 1000))
    await signIn()
    expect(await on('feng08', id, 'urge')).toMatchObject({ errKey: 'rule.SUP-03' })
    app.clock.set(new Date(T0.getTime() + 24 * 3_600_000))
    await must('feng08', id, 'urge')
    expect(await row(id)).toMatchObject({ urgeCount: 2 })
  })

  it('SUP-04 a cycle without a reply reminds the handler, two of them tell the supervising leader, also after a stop', async () => {
    const id = await doing()
    const { no } = await row(id)
    const run = async (day: string) => {
      await goTo(day)
      await write(app.services, remindFeedback)
      return [sent('peng46', 'supervision.noReply', no), sent('li04', 'rule.SUP-04', no)]
    }
    // Signed for on 11 March with a cycle of seven days.
    expect(await run('2026-03-18')).toEqual([0, 0])
    expect(await run('2026-03-19')).toEqual([1, 0])
    expect(await run('2026-03-20')).toEqual([1, 0])
    await must('peng46', id, 'reply', { newProgress: 10, report })
    expect(await run('2026-03-27')).toEqual([1, 0])
    // No run on the 28th: the next one says it.
    expect(await run('2026-03-30')).toEqual([2, 0])
    expect(await run('2026-04-03')).toEqual([2, 0])
    expect(await run('2026-04-04')).toEqual([3, 1])
    expect(await run('2026-04-11')).toEqual([4, 1])
  })

  it('SUP-05 overdue the day after the due date until it is closed, and that it was stays', async () => {
    const id = await doing({ dueDate: '2026-03-20' })
    for (const [day, light, remainingDays] of [
      ['2026-03-12', 'green', 8],
      ['2026-03-13', 'yellow', 7],
      ['2026-03-20', 'yellow', 0],
      ['2026-03-21', 'red', -1],
    ] as const) {
      await goTo(day)
      await write(app.services, refreshLights)
      expect(await row(id)).toMatchObject({ light, remainingDays, wasOverdue: light === 'red' })
    }
    const overdue = await as('li04').get<readonly Row[]>(ITEM, { query: { light: 'red' } })
    expect(overdue.data.map((one) => one.id)).toContain(id)
    await must('peng46', id, 'submit', { report })
    expect(await row(id)).toMatchObject({ state: 'replied', light: 'red' })
    await must('li04', id, 'close', { newScore: 70 })
    expect(await row(id)).toMatchObject({ light: 'over', closedLate: true, closedLateFirst: true, wasOverdue: true })
    // Late ones come first, then what is due next, and what is over last.
    const list = await as('feng08').get<readonly Row[]>(ITEM, { query: { limit: '100' } })
    const order = list.data.map(({ state, dueDate }) =>
      state === 'closed' || state === 'terminated' ? '9999-12-31' : String(dueDate),
    )
    expect(order).toEqual(order.toSorted())
  })

  it('SUP-06 only the supervising leader or the bureau chief closes, and no handler their own item', async () => {
    const id = await doing()
    await must('peng46', id, 'submit', { report })
    const close = (who: Name, values: Values = { newScore: 90 }) => on(who, id, 'close', values)
    expect(await close('feng08')).toMatchObject({ errKey: 'rule.SUP-06' })
    expect(await close('peng46')).toMatchObject({ code: 4003 })
    expect(await on('feng08', id, 'terminate', { reason: '会议决定不再督办' })).toMatchObject({ errKey: 'rule.SUP-06' })
    await must('zhao01', id, 'sendBack', { comment: '请补充整改清单' })
    expect(await row(id)).toMatchObject({ state: 'doing', progress: 100 })
    await must('peng46', id, 'submit', { report })
    // Below 60 it is said why.
    expect(await close('zhao01', { newScore: 59 })).toMatchObject({
      code: 4000,
      errors: { comment: expect.anything() },
    })
    expect(await close('zhao01', { newScore: 59, comment: '不合格' })).toMatchObject({ code: 4000 })
    expect(await close('zhao01', { newScore: 0 })).toMatchObject({ code: 4000 })
    expect(await close('zhao01', { newScore: 101 })).toMatchObject({ code: 4000 })
    expect(await close('zhao01', { newScore: 60 })).toMatchObject({ code: 2000 })
    await must('zhao01', id, 'rescore', { newScore: 75, comment: '复核后调整评分' })
    expect(await row(id)).toMatchObject({ state: 'closed', score: 75 })
    // A leader who handles an item leaves it to the chief.
    const own = await make({ leadDeptId: depts.get('D01'), handlerId: as('li04').userId, leaderId: as('li04').userId })
    await must('feng08', own.data.id, 'assign')
    await must('li04', own.data.id, 'signFor')
    await must('li04', own.data.id, 'submit', { report })
    expect(await on('li04', own.data.id, 'close', { newScore: 100 })).not.toMatchObject({ code: 2000 })
    await must('zhao01', own.data.id, 'close', { newScore: 80 })
  })

  it('SUP-07 an assisting department reports and does not set the progress', async () => {
    const id = await doing({ coDeptIds: [depts.get('D12')] })
    await must('peng46', id, 'reply', { newProgress: 30, report })
    expect(await on('feng53', id, 'reply', { newProgress: 31, report })).toMatchObject({ errKey: 'rule.SUP-07' })
    await must('feng53', id, 'reply', { newProgress: 30, report })
    await must('feng53', id, 'reply', { report })
    expect(await row(id)).toMatchObject({ progress: 30 })
    expect(await on('feng53', id, 'submit', { report })).toMatchObject({ errKey: 'supervision.notHandler' })
    expect(await on('zhang39', id, 'reply', { report })).toMatchObject({ code: 4004 })
    const mine = await as('feng53').get<readonly Row[]>(ITEM, { query: { assistedBy: String(depts.get('D12')) } })
    expect(mine.data.map((one) => one.id)).toContain(id)
  })

  it('90 B 5 milestones with their proof make the progress', async () => {
    const id = await doing({
      milestones: [
        { name: '排查隐患', dueDate: '2026-03-20', weight: 40 },
        { name: '完成整改', dueDate: '2026-04-10', weight: 60 },
      ],
    })
    expect(await on('peng46', id, 'submit', { report })).toMatchObject({ errKey: 'supervision.milestonesOpen' })
    await must('peng46', id, 'reply', { report })
    const list = await as('peng46').get<readonly Row[]>('/api/supervision/milestone/', {
      query: { itemId: String(id) },
    })
    const proof = [await uploadPdf(app, as('peng46'))]
    const reach = (one: Row, who: Name, values: Values) =>
      as(who).post(`/api/supervision/milestone/${one.id}/reach/`, { version: one.version, ...values })
    const [first, second] = list.data as readonly [Row, Row]
    expect(await reach(first, 'peng46', { reachedOn: TODAY })).toMatchObject({ code: 4000 })
    expect(await reach(first, 'peng46', { reachedOn: addDays(TODAY, 1), reachedProof: proof })).toMatchObject({
      code: 4000,
    })
    expect(await reach(first, 'peng46', { reachedOn: TODAY, reachedProof: proof })).toMatchObject({ code: 2000 })
    expect(await row(id)).toMatchObject({ progress: 40 })
    expect(
      await reach(second, 'peng46', { reachedOn: TODAY, reachedProof: [await uploadPdf(app, as('peng46'))] }),
    ).toMatchObject({ code: 2000 })
    expect(await row(id)).toMatchObject({ progress: 100 })
    await must('peng46', id, 'submit', { report })
  })

  it('90 B 5 a matter of several departments has an item for each, and is as far as they are on average', async () => {
    const id = await doing({ leadDeptId: depts.get('D11') })
    const parts = [
      { deptId: depts.get('D12'), handlerId: null, dueDate: '2026-04-01' },
      { deptId: depts.get('D10'), handlerId: null, dueDate: '2026-04-10' },
    ]
    expect(await on('feng08', id, 'split', { parts: [{ ...parts[0], dueDate: '2026-04-11' }] })).toMatchObject({
      code: 4000,
    })
    await must('feng08', id, 'split', { parts })
    const made = await as('feng08').get<readonly Row[]>(ITEM, { query: { parentId: String(id) } })
    expect(made.data.map(({ state, handlerId, dueDate }) => [state, handlerId, dueDate])).toEqual([
      ['assigned', as('feng53').userId, '2026-04-01'],
      ['assigned', as('zhang39').userId, '2026-04-10'],
    ])
    const [one, two] = made.data as readonly [Row, Row]
    expect(await on('feng08', one.id, 'split', { parts })).toMatchObject({ errKey: 'supervision.splitTwice' })
    await must('feng53', one.id, 'signFor')
    await must('feng53', one.id, 'reply', { newProgress: 51, report })
    expect(await row(id)).toMatchObject({ progress: 25 })
    expect(await on('peng46', id, 'submit', { report })).toMatchObject({ errKey: 'supervision.partsOpen' })
    await must('feng53', one.id, 'submit', { report })
    await must('li04', one.id, 'close', { newScore: 95 })
    await must('zhao01', two.id, 'terminate', { reason: '该部门无此项任务' })
    expect(await row(id)).toMatchObject({ progress: 100 })
    await must('peng46', id, 'submit', { report })
  })

  it('90 B 5 the handler and the head are reminded seven, three and one days before the due date, also after a stop', async () => {
    const { data } = await make({ dueDate: '2026-03-31', handlerId: as('lang47').userId })
    await must('feng08', data.id, 'assign')
    const run = async (day: string) => {
      await goTo(day)
      await write(app.services, remindDue)
      return [sent('lang47', 'supervision.dueSoon', data.no), sent('peng46', 'supervision.dueSoon', data.no)]
    }
    expect(await run('2026-03-23')).toEqual([0, 0])
    expect(await run('2026-03-24')).toEqual([1, 1])
    expect(await run('2026-03-25')).toEqual([1, 1])
    expect(await run('2026-03-27')).toEqual([1, 1])
    // No run on the 28th and 29th: one message stands for the third day before.
    expect(await run('2026-03-29')).toEqual([2, 2])
    expect(await run('2026-03-30')).toEqual([3, 3])
    expect(await run('2026-03-31')).toEqual([3, 3])
    expect(await run('2026-04-01')).toEqual([3, 3])
  })

  it('90 B 5 a matter of every year has the draft of the next one ready thirty days before it begins, once', async () => {
    const id = await doing({
      isYearly: true,
      startDate: '2025-04-20',
      dueDate: '2026-03-20',
      milestones: [{ name: '完成演练', dueDate: '2026-02-28', weight: 100 }],
    })
    const drafts = async (day: string) => {
      await goTo(day)
      await write(app.services, repeatYearly)
      const { rows } = await sql`
        select state, start_date, due_date, first_due_date, milestones -> 0 ->> 'dueDate' as milestone, progress, is_yearly
        from supervision_item where repeats_id = ${id}`.execute(app.database.db)
      return rows
    }
    expect(await drafts('2026-03-20')).toEqual([])
    const next = {
      state: 'draft',
      startDate: '2026-04-20',
      dueDate: '2027-03-20',
      firstDueDate: '2027-03-20',
      milestone: '2027-02-28',
      progress: 0,
      isYearly: true,
    }
    expect(await drafts('2026-03-21')).toEqual([next])
    // The run of a later day makes no second one.
    expect(await drafts('2026-03-25')).toEqual([next])
    const stopped = await doing({ isYearly: true, startDate: '2025-04-15' })
    await must('zhao01', stopped, 'terminate', { reason: '不再列为年度事项' })
    await write(app.services, repeatYearly)
    expect(
      (await sql`select from supervision_item where repeats_id = ${stopped}`.execute(app.database.db)).rows,
    ).toEqual([])
  })

  it('HOM-02 the home page counts by light what the list shows, and names what is late first', async () => {
    await write(app.services, refreshLights)
    for (const who of ['feng08', 'li04', 'peng46', 'pan42'] as const) {
      const { data } = await as(who).get<SupervisionDue>('/api/supervision/due/')
      for (const light of ['red', 'yellow', 'green'] as const)
        expect([who, light, data[light]]).toEqual([
          who,
          light,
          (await as(who).get(ITEM, { query: { light, limit: '1' } })).total,
        ])
      expect(data.first.map(({ daysLeft }) => daysLeft)).toEqual(
        data.first.map(({ daysLeft }) => daysLeft).toSorted((one, other) => one - other),
      )
    }
    const { data } = await as('feng08').get<SupervisionDue>('/api/supervision/due/')
    expect(data.red).toBe(5)
    expect(data.first[0]).toMatchObject({ light: 'red', daysLeft: -6, title: '重点路段交通安全隐患整改' })
  })

  it('INV-11 an item is read by its departments, its handler and those over them, and by nobody else', async () => {
    const { data } = await make({ handlerId: as('lang47').userId, coDeptIds: [depts.get('D12')] })
    const seen = async (who: Name) => (await as(who).get(`${ITEM}${data.id}/`)).code
    expect(Object.fromEntries(await Promise.all(names.map(async (name) => [name, await seen(name)] as const)))).toEqual(
      {
        feng08: 2000,
        peng46: 2000,
        li04: 2000,
        zhao01: 2000,
        lang47: 2000,
        feng53: 2000,
        zhang39: 4004,
        pan42: 4004,
        wu06: 4004,
        bao59: 2000,
      },
    )
    // Staff handle what they are given and give nothing to others.
    expect(await make({}, 'lang47')).toMatchObject({ code: 4003 })
    expect(await make({ leaderId: as('li04').userId, leadDeptId: depts.get('D10') }, 'li04')).toMatchObject({
      code: 4000,
    })
    const deleted = await as('feng08').delete(`${ITEM}${data.id}/`)
    expect(deleted.code).toBe(2000)
  })
})
