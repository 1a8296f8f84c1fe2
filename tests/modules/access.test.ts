import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, momentText } from '#src/define/days.ts'
import { askToLeave } from '#src/modules/access/gate/visits.server.ts'
import { endGrants } from '#src/modules/access/grants/grant-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, submit, type WireTicket } from '#tests/harness/tickets.ts'

const TYPE = 'accessControlDining'
const [GRANT, VISIT, GATE] = ['/api/access/grant/', '/api/access/visit/', '/api/access/gate/']
const HOUR = 3_600_000
const DAY = 24 * HOUR
const TODAY = '2026-03-11'
type Form = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }
interface Guest {
  readonly id: number
  readonly name: string
  readonly problem: { readonly key: string } | null
  readonly visit: { readonly id: number; readonly isLate: boolean; readonly dueAt: string } | null
}
interface Day {
  readonly expected: readonly Guest[]
  readonly inside: readonly Guest[]
}

describe.each(oneEngine)('access on %s', (engine) => {
  let app: TestApp
  let host: Client
  let leader: Client
  let logistics: Client
  let canteen: Client
  let people = 0

  beforeAll(async () => {
    app = await startApp({ engine })
    await signIn()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await signIn()
  })

  /** Sessions do not last as long as a test may move the clock. */
  async function signIn(): Promise<void> {
    ;[host, leader, logistics, canteen] = (await Promise.all(
      ['xi44', 'zhang39', 'yang15', 'qi32'].map((name) => app.as(name)),
    )) as [Client, Client, Client, Client]
  }
  async function at(moment: Date): Promise<void> {
    app.clock.set(moment)
    await signIn()
  }
  const person = (more: Form = {}): Form => {
    people += 1
    return {
      name: `访客${people}`,
      idType: 'idCard',
      idTail4: '002X',
      org: '示例科技公司',
      mobile: `1000001${String(people).padStart(4, '0')}`,
      visitorType: 'visitor',
      ...more,
    }
  }
  const formOf = (more: Form = {}): Form => ({
    reason: '到局里办理业务',
    applyKind: 'new',
    grantKind: 'door',
    hostUserId: host.userId,
    areas: ['building'],
    persons: [person()],
    validFrom: app.clock.today(),
    validTo: app.clock.today(),
    ...more,
  })
  /** Filed and approved by the department and by logistics; the keeper of cards is next. */
  async function approved(more: Form = {}): Promise<WireTicket> {
    const filed = await submit(host, TYPE, formOf(more))
    expect([filed.code, filed.errors]).toEqual([2000, undefined])
    let { data } = filed
    for (const approver of [leader, logistics]) data = (await act(approver, data.id, 'approve')).data
    expect(data.current[0]?.state).toBe('activate')
    return data
  }
  const activate = (id: number, cards: readonly (string | null)[] = []) =>
    act(canteen, id, 'handle', { formData: { cards: cards.map((cardNo, index) => ({ lineNo: index + 1, cardNo })) } })
  async function active(more: Form = {}, cards: readonly (string | null)[] = []): Promise<Row> {
    const ticket = await approved(more)
    const done = await activate(ticket.id, cards)
    expect([done.code, done.errKey, done.data.status]).toEqual([2000, undefined, 'completed'])
    return (await grantsOf(ticket.id))[0]!
  }
  const grantsOf = async (ticketId: number): Promise<readonly Row[]> => {
    const { rows } = await sql<Row>`select * from access_grant where ticket_id = ${ticketId} order by line_no`.execute(
      app.database.db,
    )
    return rows
  }
  const grantNow = async (id: number): Promise<Row> => {
    const { rows } = await sql<Row>`select * from access_grant where id = ${id}`.execute(app.database.db)
    return rows[0]!
  }
  const refusal = (answer: { code: number; errKey?: string | undefined; errors?: object | null | undefined }) => [
    answer.errKey ?? answer.code,
    Object.keys(answer.errors ?? {}).toSorted(),
  ]
  const fields = async (more: Form) => {
    const answer = await submit(host, TYPE, formOf(more))
    return [answer.code === 2000, Object.keys(answer.errors ?? {}).toSorted()]
  }
  const enter = (grantId: number, more: Form = {}) =>
    logistics.post<{ id: number }>(`${GATE}enter/`, { grantId, area: 'building', method: 'list', ...more })
  const leave = (visitId: number, more: Form = {}) => logistics.post(`${GATE}leave/`, { visitId, ...more })
  const gate = async (): Promise<Day> => (await logistics.get<Day>(GATE)).data
  const check = (code: string, area = 'building') => logistics.get<Guest>(`${GATE}check/`, { query: { code, area } })
  const notified = (key: string, from: number) =>
    app.announced.messages
      .slice(from)
      .filter(({ title }) => title.key === key)
      .flatMap(({ to }) => to)

  it('90 B a pass is applied for, approved, activated, checked at the gate, in and out', async () => {
    const ticket = await approved()
    const [waiting] = await grantsOf(ticket.id)
    expect(waiting).toMatchObject({ state: 'pending' })
    expect((await enter(waiting!.id)).errKey).toBe('access.notActive')
    await activate(ticket.id)
    const grant = (await grantsOf(ticket.id))[0]!
    expect(grant).toMatchObject({ state: 'active', activatedBy: canteen.userId })
    expect((await gate()).expected.map(({ id }) => id)).toContain(grant.id)
    const seen = await check(String(grant.passCode))
    expect(seen.data).toMatchObject({ id: grant.id, problem: null, visit: null })
    const entered = await enter(grant.id, { method: 'scan' })
    expect(entered.code).toBe(2000)
    expect((await gate()).inside.map(({ id }) => id)).toContain(grant.id)
    expect((await gate()).expected.map(({ id }) => id)).not.toContain(grant.id)
    expect((await enter(grant.id)).errKey).toBe('access.isInside')
    app.clock.set(new Date(T0.getTime() + HOUR))
    expect((await leave(entered.data.id)).code).toBe(2000)
    expect((await leave(entered.data.id)).code).not.toBe(2000)
    const { data } = await logistics.get<Row[]>(VISIT, { query: { grantId: String(grant.id) } })
    expect(data).toEqual([
      expect.objectContaining({ isInside: false, entryMethod: 'scan', leftAt: momentText(app.clock.now()) }),
    ])
  })

  it('90 B an exit or entry is written down later with its real time, up to 72 hours and never ahead', async () => {
    const grant = await active({ validTo: addDays(TODAY, 5) }, ['LATE0001'])
    await at(new Date(T0.getTime() + 3 * DAY + HOUR))
    const back = (hours: number) => momentText(new Date(app.clock.now().getTime() - hours * HOUR))
    expect(refusal(await enter(grant.id, { at: back(72.1) }))).toEqual(['access.tooLate', ['at']])
    expect(refusal(await enter(grant.id, { at: back(-0.1) }))).toEqual(['access.inFuture', ['at']])
    const entered = await enter(grant.id, { at: back(72) })
    expect(entered.code).toBe(2000)
    expect(refusal(await leave(entered.data.id, { at: back(72.1) }))[0]).toBe('access.tooLate')
    expect((await leave(entered.data.id, { at: back(70) })).code).toBe(2000)
    expect(refusal(await enter(grant.id, { at: back(71) }))).toEqual(['access.overlaps', ['at']])
    const again = await enter(grant.id, { at: back(69) })
    expect(again.code).toBe(2000)
    expect(refusal(await leave(again.data.id, { at: back(70) }))).toEqual(['access.leftBefore', ['at']])
    const { data } = await logistics.get<Row[]>(VISIT, { query: { grantId: String(grant.id), ordering: 'enteredAt' } })
    expect(data.map(({ enteredAt }) => enteredAt)).toEqual([back(72), back(69)])
  })

  it('90 B of two guards who let the same person in at once one does', async () => {
    const grant = await active()
    const answers = await Promise.all([enter(grant.id), enter(grant.id)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([2000, 4001])
    const out = await Promise.all([1, 2].map(() => leave(answers.find(({ code }) => code === 2000)!.data.id)))
    expect(out.filter(({ code }) => code === 2000)).toHaveLength(1)
  })

  it('23.10 the gate refuses anyone who comes too early, too late or elsewhere, and says why', async () => {
    const grant = await active({ validFrom: addDays(TODAY, 1), validTo: addDays(TODAY, 2) }, ['GATE0001'])
    const door = await active({ grantKind: 'dining', meals: ['lunch'], payer: 'self' })
    const problem = async (area = 'building') => (await check('gate0001', area)).data.problem?.key ?? null
    expect(await problem()).toBe('access.notBegun')
    expect(refusal(await enter(grant.id))[0]).toBe('access.notBegun')
    await at(new Date(T0.getTime() + DAY))
    expect(await problem()).toBe(null)
    expect(await problem('gym')).toBe('access.areaNotGranted')
    expect((await enter(grant.id, { area: 'gym' })).errKey).toBe('access.areaNotGranted')
    await at(new Date(T0.getTime() + 2 * DAY))
    expect(await problem()).toBe(null)
    await at(new Date(T0.getTime() + 3 * DAY))
    expect(await problem()).toBe('access.isOver')
    expect((await enter(grant.id)).errKey).toBe('access.isOver')
    expect((await check('unknown1')).errKey).toBe('access.codeUnknown')
    app.clock.set(T0)
    await signIn()
    // Who eats here may go to the canteen.
    expect((await check(String(door.passCode), 'canteen')).data.problem).toBe(null)
  })

  it('90 B anyone who should have left is shown and told of once a day, by the hour for visitors', async () => {
    const stay = { validTo: addDays(TODAY, 3) }
    const visitor = await active(stay, ['DUE00001'])
    const seconded = await active({ ...stay, persons: [person({ visitorType: 'seconded' })] }, ['DUE00002'])
    for (const { id } of [visitor, seconded]) expect((await enter(id)).code).toBe(2000)
    const dueOf = async (id: number) => (await gate()).inside.find((guest) => guest.id === id)?.visit
    expect((await dueOf(visitor.id))?.dueAt).toBe(`${TODAY} 20:00:00`)
    expect((await dueOf(seconded.id))?.dueAt).toBe(`${addDays(TODAY, 3)} 23:59:59`)
    const from = app.announced.messages.length
    const reminders = async (moment: string) => {
      await at(new Date(`${moment}+08:00`))
      await write(app.services, askToLeave)
      return app.announced.messages
        .slice(from)
        .filter(({ title }) => title.key === 'access.stillInside' && title.params?.[0] === visitor.name).length
    }
    expect(await reminders(`${TODAY}T20:00:00`)).toBe(0)
    expect(await reminders(`${TODAY}T20:00:01`)).toBe(1)
    expect(await reminders(`${TODAY}T23:50:00`)).toBe(1)
    expect((await dueOf(visitor.id))?.isLate).toBe(true)
    expect((await dueOf(seconded.id))?.isLate).toBe(false)
    // After days without a server one reminder.
    expect(await reminders(`${addDays(TODAY, 3)}T09:00:00`)).toBe(2)
    expect(notified('access.stillInside', from)).toContain(logistics.userId)
  })

  it('23.10 90 days pass and 91 do not, 365 for people who are seconded alone', async () => {
    const until = (days: number) => ({ validTo: addDays(TODAY, days - 1) })
    const seconded = { visitorType: 'seconded' }
    expect(await fields(until(90))).toEqual([true, []])
    expect(await fields(until(91))).toEqual([false, ['validTo']])
    expect(await fields({ ...until(365), persons: [person(seconded)] })).toEqual([true, []])
    expect(await fields({ ...until(366), persons: [person(seconded)] })).toEqual([false, ['validTo']])
    expect(await fields({ ...until(91), persons: [person(seconded), person()] })).toEqual([false, ['validTo']])
    expect(await fields({ validTo: addDays(TODAY, -1) })).toEqual([false, ['validTo']])
    expect(await fields({ validFrom: addDays(TODAY, -1) })).toEqual([false, ['validFrom']])
    expect(await fields({ validFrom: addDays(TODAY, 2), validTo: addDays(TODAY, 1) })).toEqual([false, ['validTo']])
  })

  it('23.10 the form takes 1 to 30 people, the last four of an ID, areas, and meals of anyone who dines', async () => {
    expect(await fields({ persons: Array.from({ length: 30 }, () => person()) })).toEqual([true, []])
    expect((await fields({ persons: Array.from({ length: 31 }, () => person()) }))[0]).toBe(false)
    expect((await fields({ persons: [] }))[0]).toBe(false)
    for (const idTail4 of ['123', '12345', '12a4', '123x'])
      expect(await fields({ persons: [person({ idTail4 })] })).toEqual([false, ['persons.0.idTail4']])
    const twice = person()
    expect(await fields({ persons: [twice, twice] })).toEqual([false, ['persons.1.name']])
    expect(await fields({ areas: [] })).toEqual([false, ['areas']])
    expect(await fields({ grantKind: 'both', meals: [], payer: null })).toEqual([false, ['meals', 'payer']])
    expect(await fields({ grantKind: 'both', meals: ['lunch'], payer: 'self' })).toEqual([true, []])
  })

  it('23.10 meals the host department pays name a line of meal subsidies, for the settlement of the month', async () => {
    const lineOf = async (subject: string) => {
      const { rows } = await sql<{ id: number }>`
        select l.id from budget_line l where l.subject_code = ${subject} and l.year = 2026 and (l.scope = 'shared' or l.dept_id = (select dept_id from app_user where id = ${host.userId})) order by l.id limit 1`.execute(
        app.database.db,
      )
      return rows[0]!.id
    }
    const hosted = { grantKind: 'dining', meals: ['lunch', 'dinner'], payer: 'hostDept' }
    expect(await fields(hosted)).toEqual([false, ['budgetLineId']])
    expect(await fields({ ...hosted, budgetLineId: await lineOf('30201') })).toEqual([false, ['budgetLineId']])
    const line = await lineOf('30106')
    const grant = await active({ ...hosted, budgetLineId: line })
    const { rows } =
      await sql`select meals, payer, budget_line_id from shared_access_grant where id = ${grant.id}`.execute(
        app.database.db,
      )
    expect(rows).toEqual([{ meals: ['lunch', 'dinner'], payer: 'hostDept', budgetLineId: line }])
  })

  it('23.10 more than one day needs a card at activation, one day goes by the pass', async () => {
    const long = await approved({ validTo: addDays(TODAY, 1) })
    expect(refusal(await activate(long.id))).toEqual(['access.cardMissing', ['cards.0.cardNo']])
    expect((await activate(long.id, ['CARD0001'])).code).toBe(2000)
    const day = await active()
    expect(day).toMatchObject({ state: 'active', cardNo: null })
    const over = await approved()
    await at(new Date(T0.getTime() + DAY))
    expect(refusal(await activate(over.id))).toEqual(['access.periodOver', ['validTo']])
  })

  it('CAN-31 one active grant for each card and for each person, also of two activations at once', async () => {
    const stay = { validTo: addDays(TODAY, 9) }
    const [first, second] = [await approved(stay), await approved(stay)]
    const answers = await Promise.all([first, second].map(({ id }) => activate(id, ['TWICE001'])))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([2000, 4001])
    const lost = answers[0]!.code === 2000 ? second : first
    expect(refusal(await activate(lost.id, ['TWICE001']))).toEqual(['access.cardInUse', ['cards.0.cardNo']])
    expect((await activate(lost.id, ['TWICE002'])).code).toBe(2000)
    const same = person()
    const [one, two] = [await approved({ persons: [same] }), await approved({ persons: [same] })]
    expect((await activate(one.id)).code).toBe(2000)
    expect((await activate(two.id)).errKey).toBe('rule.CAN-31')
    expect(await fields({ persons: [same] })).toEqual([false, ['persons.0.name']])
    // The same name with another number is another person.
    expect(await fields({ persons: [{ ...same, mobile: '10000019999' }] })).toEqual([true, []])
    await at(new Date(T0.getTime() + DAY))
    await write(app.services, endGrants)
    expect(await fields({ persons: [same] })).toEqual([true, []])
  })

  const extension = (ids: readonly number[], validTo: string): Form => ({
    reason: '工作尚未完成，需要延期',
    applyKind: 'extend',
    grants: ids.map((grantId) => ({ grantId })),
    validTo,
  })
  async function extended(ids: readonly number[], validTo: string) {
    const filed = await submit(host, TYPE, extension(ids, validTo))
    if (filed.code !== 2000) return filed
    for (const approver of [leader, logistics]) await act(approver, filed.data.id, 'approve')
    return activate(filed.data.id)
  }

  it('CAN-32 a grant is extended twice by tickets and no third time, each time by at most 90 days', async () => {
    const [one, two] = [
      await active({ validTo: addDays(TODAY, 9) }, ['EXT00001']),
      await active({ validTo: addDays(TODAY, 9) }, ['EXT00002']),
    ]
    expect(refusal(await extended([one.id], addDays(TODAY, 9)))[1]).toEqual(['validTo'])
    expect(refusal(await extended([one.id], addDays(TODAY, 100)))[1]).toEqual(['validTo'])
    expect((await extended([one.id, two.id], addDays(TODAY, 99))).data.status).toBe('completed')
    for (const { id } of [one, two])
      expect(await grantNow(id)).toMatchObject({ validTo: addDays(TODAY, 99), extensions: 1, state: 'active' })
    expect((await extended([one.id], addDays(TODAY, 120))).data.status).toBe('completed')
    expect(refusal(await extended([one.id], addDays(TODAY, 130)))).toEqual(['rule.CAN-32', ['grants.0.grantId']])
    expect(await grantNow(one.id)).toMatchObject({ validTo: addDays(TODAY, 120), extensions: 2 })
    await expect(
      sql`update access_grant set extensions = 3 where id = ${one.id}`.execute(app.database.db),
    ).rejects.toThrow('access_grant_extensions')
  })

  it('CAN-32 an extension that is voided is taken back, one approved after the end puts the grant in force again', async () => {
    const grant = await active({ validTo: addDays(TODAY, 3) }, ['EXT00003'])
    const done = await extended([grant.id], addDays(TODAY, 20))
    expect((await act(canteen, done.data.id, 'void', { comment: '延期申请有误，需要作废' })).code).toBe(2000)
    expect(await grantNow(grant.id)).toMatchObject({ validTo: addDays(TODAY, 3), extensions: 0 })
    const filed = await submit(host, TYPE, extension([grant.id], addDays(TODAY, 20)))
    for (const approver of [leader, logistics]) await act(approver, filed.data.id, 'approve')
    await at(new Date(T0.getTime() + 4 * DAY))
    await write(app.services, endGrants)
    expect(await grantNow(grant.id)).toMatchObject({ state: 'expired' })
    expect((await activate(filed.data.id)).code).toBe(2000)
    expect(await grantNow(grant.id)).toMatchObject({ state: 'active', validTo: addDays(TODAY, 20) })
  })

  it('CAN-32 no person extends what others host', async () => {
    const grant = await active({ validTo: addDays(TODAY, 3) }, ['EXT00004'])
    const answer = await submit(await app.as('pan42'), TYPE, extension([grant.id], addDays(TODAY, 20)))
    expect([answer.code === 2000, Object.keys(answer.errors ?? {})]).toEqual([false, ['grants.0.grantId']])
  })

  it('90 B the host is reminded on day 7 before the end and not on day 8, once, also after a missed run; then it expires', async () => {
    const grant = await active({ validTo: addDays(TODAY, 30) }, ['END00001'])
    const from = app.announced.messages.length
    const run = async (day: number) => {
      app.clock.set(new Date(T0.getTime() + day * DAY))
      await write(app.services, endGrants)
      const reminders = (key: string) =>
        app.announced.messages
          .slice(from)
          .filter(({ title, to }) => title.key === key && title.params?.[0] === grant.name && to.includes(host.userId))
          .length
      return [reminders('access.endsSoon'), reminders('access.ended'), (await grantNow(grant.id)).state]
    }
    expect(await run(22)).toEqual([0, 0, 'active'])
    expect(await run(23)).toEqual([1, 0, 'active'])
    expect(await run(24)).toEqual([1, 0, 'active'])
    expect(await run(30)).toEqual([1, 0, 'active'])
    // The run of the day behind its end was missed.
    expect(await run(33)).toEqual([1, 1, 'expired'])
    expect(await run(34)).toEqual([1, 1, 'expired'])
  })

  it('90 B a server that stood still over day 7 reminds with its next run', async () => {
    const grant = await active({ validTo: addDays(TODAY, 30) }, ['END00002'])
    const from = app.announced.messages.length
    app.clock.set(new Date(T0.getTime() + 27 * DAY))
    await write(app.services, endGrants)
    await write(app.services, endGrants)
    expect(
      app.announced.messages
        .slice(from)
        .filter(({ title }) => title.key === 'access.endsSoon' && title.params?.[0] === grant.name),
    ).toHaveLength(1)
  })

  it('23.10 a revocation ends access at once, is told with its reason, and anyone who is inside can leave', async () => {
    const grant = await active({ validTo: addDays(TODAY, 9) }, ['REV00001'])
    const entered = await enter(grant.id)
    const { version } = await grantNow(grant.id)
    const revoke = (person: Client, reason: string) => person.post(`${GRANT}${grant.id}/revoke/`, { version, reason })
    expect((await revoke(host, '合作已经结束')).code).toBe(4003)
    expect((await revoke(logistics, '结束')).code).toBe(4000)
    const from = app.announced.messages.length
    expect((await revoke(logistics, '合作已经结束')).code).toBe(2000)
    expect(notified('access.revoked', from)).toEqual([host.userId])
    expect(await grantNow(grant.id)).toMatchObject({ state: 'revoked', revokeReason: '合作已经结束' })
    expect((await leave(entered.data.id)).code).toBe(2000)
    expect((await enter(grant.id)).errKey).toBe('access.isRevoked')
    // What the canteen will go by.
    const { rows } = await sql`select state from shared_access_grant where id = ${grant.id}`.execute(app.database.db)
    expect(rows).toEqual([{ state: 'revoked' }])
  })

  it('23.10 voiding or sending back the ticket takes its grants back', async () => {
    const waiting = await approved()
    const back = await act(canteen, waiting.id, 'refuse', { comment: '请核对人员信息后再提交' })
    expect(back.code).toBe(2000)
    expect((await grantsOf(waiting.id)).map(({ state }) => state)).toEqual(['revoked'])
    const grant = await active({ validTo: addDays(TODAY, 9) }, ['VOID0001'])
    const ticket = Number(grant.ticketId)
    expect((await act(canteen, ticket, 'void', { comment: '来访取消，本申请需要作废' })).code).toBe(2000)
    expect(await grantNow(grant.id)).toMatchObject({ state: 'revoked' })
  })

  it('CAN-33 guests of a host who leaves go to the successor, else they are listed for review', async () => {
    const grant = await active({ validTo: addDays(TODAY, 9) }, ['HOST0001'])
    const { hostHolding } = await import('#src/modules/access/grants/grants.server.ts')
    const listed = async () =>
      (await logistics.get<Row[]>(GRANT, { query: { hostGone: 'true', limit: '100' } })).data.map(({ id }) => id)
    expect(await listed()).not.toContain(grant.id)
    const from = app.announced.messages.length
    await write(app.services, async (unit) => {
      expect((await hostHolding.find(unit, host.userId)).count).toBeGreaterThan(0)
      await hostHolding.release?.(unit, host.userId, null)
    })
    expect(notified('access.hostGone', from)).toContain(logistics.userId)
    const state = (is: boolean) =>
      sql`update app_user set state = ${is} where id = ${host.userId}`.execute(app.database.db)
    await state(false)
    expect(await listed()).toContain(grant.id)
    await state(true)
    expect(await listed()).not.toContain(grant.id)
    await write(app.services, (unit) => hostHolding.release!(unit, host.userId, leader.userId))
    expect(await grantNow(grant.id)).toMatchObject({ hostId: leader.userId })
    await sql`update access_grant set host_id = ${host.userId} where host_id = ${leader.userId}`.execute(
      app.database.db,
    )
  })

  it('23.10 registers show the ID masked; a look is asked for, allowed to few, and logged', async () => {
    const grant = await active()
    const seen = (await logistics.get<Row>(`${GRANT}${grant.id}/`)).data
    expect([seen.idTail4, seen.name]).toEqual(['****', grant.name])
    expect(String(grant.idTail4)).toMatch(/^sealed:/)
    const { rows: before } = await sql<{ count: number }>`select count(*)::int as count from operation_log`.execute(
      app.database.db,
    )
    const look = (person: Client) => person.post<Row>(`${GRANT}${grant.id}/reveal/`, { version: seen.version })
    expect((await look(host)).code).toBe(4003)
    expect((await look(await app.as('bao59'))).code).toBe(4003)
    expect((await look(logistics)).data).toMatchObject({ idTail4: '002X' })
    const { rows: after } = await sql<{ count: number }>`select count(*)::int as count from operation_log`.execute(
      app.database.db,
    )
    expect(after[0]!.count).toBeGreaterThan(before[0]!.count)
    expect((await logistics.get<Row[]>(GRANT, { query: { idTail4: '002X' } })).code).not.toBe(2000)
  })

  it('23.10 passes are printed by those who wait for the guest and keep the register, with a code while in force', async () => {
    const ticket = await approved()
    const passes = async (person: Client) =>
      (
        await person.get<{ name: string; passCode: string | null }[]>('/api/access/passes/', {
          query: { ticketId: String(ticket.id) },
        })
      ).data
    expect((await passes(host)).map(({ passCode }) => passCode)).toEqual([null])
    await activate(ticket.id)
    expect((await passes(host))[0]?.passCode).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
    expect(await passes(logistics)).toHaveLength(1)
    expect(await passes(await app.as('pan42'))).toEqual([])
  })

  it('INV-11 the gate belongs to guards, the registers to those who keep, lead and audit, neither to staff', async () => {
    const grant = await active()
    for (const url of [GATE, `${GATE}check/?code=X`]) expect((await host.get(url)).code).toBe(4003)
    expect((await host.post(`${GATE}enter/`, { grantId: grant.id, area: 'building', method: 'list' })).code).toBe(4003)
    expect((await host.get(GRANT)).code).toBe(4003)
    expect((await (await app.as('bao59')).get(GRANT)).code).toBe(2000)
    expect((await enter(999_999_999)).code).toBe(4004)
    expect((await leave(999_999_999)).code).toBe(4004)
    expect((await logistics.post(`${GATE}enter/`, { grantId: 'x', area: 'roof', method: 'list' })).code).toBe(4000)
  })
})
