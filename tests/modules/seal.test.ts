import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { momentText } from '#src/define/days.ts'
import { lockUse, register } from '#src/modules/seal/register/register.server.ts'
import { askForSeals, expireUses } from '#src/modules/seal/takeOut/seal-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPdf, tinyPng, upload } from '#tests/harness/files.ts'
import { act, submit, ticketOf, type WireTicket } from '#tests/harness/tickets.ts'

const [SEAL, USE, ENTRY] = ['/api/seals/seal/', '/api/seals/use/', '/api/seals/entry/']
const HOUR = 3_600_000
const DAY = 24 * HOUR
type Form = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

describe.each(oneEngine)('seals on %s', (engine) => {
  let app: TestApp
  let xi: Client
  let leader: Client
  let head: Client
  let inCharge: Client
  let keeper: Client
  let backup: Client
  let files = 0
  let made = 0

  beforeAll(async () => {
    app = await startApp({ engine })
    await signIn()
    await sql`insert into user_role (user_id, role_id) select ${backup.userId}, id from role where key = 'sealKeeper'`.execute(
      app.database.db,
    )
    await app.services.caches.load()
  })
  afterAll(() => app.close())
  beforeEach(() => app.clock.set(T0))

  /** Sessions do not last as long as a test may move the clock. */
  async function signIn(): Promise<void> {
    ;[xi, leader, head, inCharge, keeper, backup] = (await Promise.all(
      ['xi44', 'zhang39', 'wu06', 'sun03', 'zheng07', 'chen09'].map((name) => app.as(name)),
    )) as [Client, Client, Client, Client, Client, Client]
  }
  async function fileOf(person: Client, name = '文件.pdf', content = tinyPdf): Promise<number> {
    files += 1
    const end = name.endsWith('.pdf') ? Buffer.from(`%${files}\n`) : Buffer.alloc(0)
    return (await upload(app, person, name, Buffer.concat([content, end]))).data.id
  }
  /** A seal of its own, kept by the keeper; of the unit unless said. */
  async function newSeal(more: Form = {}): Promise<number> {
    made += 1
    const answer = await keeper.post<Row>(SEAL, {
      name: `测试印章${made}`,
      sealType: 'dept',
      deptId: await deptOf('D02'),
      keeperId: keeper.userId,
      enabledAt: '2026-01-01',
      imprint: [await fileOf(keeper, '印模.png', tinyPng)],
      state: true,
      ...more,
    })
    expect([answer.code, answer.errors]).toEqual([2000, undefined])
    return answer.data.id
  }
  const deptOf = async (key: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from department where key = ${key}`.execute(app.database.db)
    return rows[0]?.id ?? 0
  }
  const formOf = async (sealId: number, more: Form = {}, person = xi): Promise<Form> => ({
    reason: '报送材料需要用印',
    sealId,
    docTitle: '关于协查情况的函',
    docType: 'letter',
    sendTo: '示例县公安局',
    copies: 2,
    stamps: 2,
    docFile: [await fileOf(person)],
    pages: 3,
    notBlank: true,
    ...more,
  })
  const stamping = async (more: Form = {}): Promise<Form> => ({
    stampedAt: app.clock.today(),
    stampedCount: 2,
    scanFile: [await fileOf(keeper)],
    scanPages: 3,
    ...more,
  })
  /** Registers a part of what is approved, on the page of the register. */
  async function stampPart({ id, version }: Row, partCount: number) {
    const { stampedCount: _, ...part } = await stamping()
    return keeper.post(`${USE}${id}/stampPart/`, { version, ...part, partCount })
  }
  const later = (hours: number): string => momentText(new Date(app.clock.now().getTime() + hours * HOUR))
  const outside = (from: number, to: number): Form => ({
    takeOut: true,
    takeOutFrom: later(from),
    takeOutTo: later(to),
    takeOutPlace: '示例市政务服务中心',
    escortId: leader.userId,
  })
  /** Filed and approved by everybody its chain asks. */
  async function approved(sealId: number, more: Form = {}): Promise<WireTicket> {
    const filed = await submit(xi, 'useSeal', await formOf(sealId, more))
    expect([filed.code, filed.errors]).toEqual([2000, undefined])
    let { data } = filed
    for (const person of [leader, head, inCharge])
      if (data.status === 'running' && data.current[0]?.handlers.some(({ id }) => id === person.userId))
        data = (await act(person, data.id, 'approve')).data
    return data
  }
  const rowsOf = async (path: string, sealId: number): Promise<readonly Row[]> =>
    (await keeper.get<Row[]>(path, { query: { sealId: String(sealId), limit: '100' } })).data.toSorted(
      (one, other) => one.id - other.id,
    )
  const useOf = async (sealId: number): Promise<Row> => (await rowsOf(USE, sealId)).at(-1)!
  const numbers = async (sealId: number) => (await rowsOf(ENTRY, sealId)).map(({ registerNo }) => registerNo).toSorted()
  const handle = async (person: Client, id: number, formData: Form = {}) => act(person, id, 'handle', { formData })
  /** Who was told something of a ticket since then, each as often as they were. */
  const notified = (key: string, from: number, ticketId: number) =>
    app.announced.messages
      .slice(from)
      .filter(({ title, link }) => title.key === key && link === `/workflow/ticket/${ticketId}`)
      .flatMap(({ to }) => to)
      .toSorted((a, b) => a - b)
  const sorted = (...people: readonly Client[]) => people.map(({ userId }) => userId).toSorted((a, b) => a - b)

  it('CH-SEAL asks the head of the office and the leader in charge for weighty seals and outside use alone', async () => {
    const states = async (type: string, more: Form = {}) => {
      const sealId = await newSeal({ sealType: type })
      const ticket = await approved(sealId, more)
      const { rows } = await sql<{ state: string }>`
        select distinct on (visit) state from ticket_task where ticket_id = ${ticket.id} and status <> 'skipped' order by visit`.execute(
        app.database.db,
      )
      return rows.map(({ state }) => state)
    }
    expect(await states('dept')).toEqual(['deptLeader', 'stamp'])
    expect(await states('contract')).toEqual(['deptLeader', 'officeHead', 'stamp'])
    expect(await states('bureau')).toEqual(['deptLeader', 'officeHead', 'divisionLeader', 'stamp'])
    expect(await states('finance', outside(1, 5))).toEqual(['deptLeader', 'officeHead', 'handOut'])
  })

  it('S1 a stamping is registered under the next number of the seal in the year of its day', async () => {
    const sealId = await newSeal()
    app.clock.set(new Date('2026-12-31T06:00:00Z'))
    await signIn()
    const [first, second] = [await approved(sealId), await approved(sealId)]
    await handle(keeper, first.id, await stamping())
    app.clock.set(new Date('2027-01-02T02:00:00Z'))
    await signIn()
    const third = await approved(sealId)
    const late = await handle(keeper, second.id, await stamping({ stampedAt: '2026-12-31' }))
    expect([late.code, late.data.status]).toEqual([2000, 'completed'])
    await handle(keeper, third.id, await stamping())
    expect(await numbers(sealId)).toEqual(['2026-0001', '2026-0002', '2027-0001'])
    expect(await useOf(sealId)).toMatchObject({ state: 'stamped', stampedCount: 2 })
    app.clock.set(T0)
    await signIn()
  })

  it('S08.3 a contract of 118,000.00 with its legal review is stamped under the next number, without a gap', async () => {
    const sealId = await newSeal({ sealType: 'contract' })
    const contract = async (): Promise<Form> => ({
      docTitle: '警务装备采购合同',
      docType: 'contract',
      contractAmount: '118000.00',
      legalReviewed: [await fileOf(xi, '法制审核意见.pdf')],
    })
    const [before, ours] = [await approved(sealId), await approved(sealId, await contract())]
    await handle(keeper, before.id, await stamping())
    const done = await handle(keeper, ours.id, await stamping())
    expect([done.code, done.data.status]).toEqual([2000, 'completed'])
    expect(await numbers(sealId)).toEqual(['2026-0001', '2026-0002'])
    const [use] = (await rowsOf(USE, sealId)).filter(({ ticketId }) => Number(ticketId) === ours.id)
    expect(use).toMatchObject({ state: 'stamped', stampedCount: 2, docType: 'contract' })
  })

  it('S1 E10 thirty stampings at once, a third of them rolled back, leave no gap and no double', async () => {
    const sealId = await newSeal()
    const ticket = await approved(sealId, { stamps: 999 })
    const scan = await fileOf(keeper)
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        write(app.services, async (unit) => {
          const { use } = await lockUse(unit, ticket.id)
          const one = { on: app.clock.today(), count: 1, scan: [scan], scanPages: 3, photos: [] }
          await register(unit, use, one, keeper.userId)
          if (index % 3 === 0) throw new Error('forced rollback')
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await numbers(sealId)).toEqual(
      Array.from({ length: 20 }, (_, index) => `2026-${String(index + 1).padStart(4, '0')}`),
    )
    expect(await useOf(sealId)).toMatchObject({ stampedCount: 20 })
  })

  it('SEA-01 keepers do not stamp their own application: the backup keeper does, and without one it is not filed', async () => {
    const alone = await newSeal()
    const own = { mobile: '10000000007' }
    const refused = await submit(keeper, 'useSeal', await formOf(alone, own, keeper))
    expect([refused.errKey, Object.keys(refused.errors ?? {})]).toEqual(['rule.SEA-01', ['sealId']])
    const sealId = await newSeal({ backupKeeperId: backup.userId })
    const { data } = await submit(keeper, 'useSeal', await formOf(sealId, own, keeper))
    await act(head, data.id, 'approve')
    expect((await handle(keeper, data.id, await stamping())).errKey).toBe('rule.SEA-01')
    const scan = await fileOf(backup)
    expect((await handle(backup, data.id, await stamping({ scanFile: [scan] }))).data.status).toBe('completed')
  })

  it('23.12 who holds the role and does not keep the seal is refused', async () => {
    const { id } = await approved(await newSeal())
    const scan = await fileOf(backup)
    expect((await handle(backup, id, await stamping({ scanFile: [scan] }))).errKey).toBe('seal.notKeeper')
  })

  it('SEA-02 stamps up to the approved number pass, one more is refused, and the rest is not used later', async () => {
    const sealId = await newSeal()
    const { id } = await approved(sealId, { stamps: 3 })
    expect((await handle(keeper, id, await stamping({ stampedCount: 4 }))).errKey).toBe('rule.SEA-02')
    const use = await useOf(sealId)
    expect((await stampPart(use, 2)).code).toBe(2000)
    expect((await handle(keeper, id, await stamping({ stampedCount: 2 }))).errKey).toBe('rule.SEA-02')
    expect((await handle(keeper, id, await stamping({ stampedCount: 1 }))).data.status).toBe('completed')
    expect(await numbers(sealId)).toEqual(['2026-0001', '2026-0002'])
    expect(await useOf(sealId)).toMatchObject({ state: 'stamped', stampedCount: 3 })
  })

  it('SEA-02 on day 5 applicant and keeper are told once, on day 7 what is left is cancelled and the ticket ends', async () => {
    const [unused, begun] = [await newSeal(), await newSeal()]
    const first = await approved(unused)
    const second = await approved(begun)
    const use = await useOf(begun)
    expect((await stampPart(use, 1)).code).toBe(2000)
    const from = app.announced.messages.length
    const run = async (days: number) => {
      app.clock.set(new Date(T0.getTime() + days * DAY))
      await write(app.services, expireUses)
    }
    const about = () => notified('seal.expires', from, first.id)
    await run(4)
    expect(about()).toEqual([])
    await run(5)
    await run(5)
    await run(6)
    expect(about()).toEqual(sorted(xi, keeper))
    expect((await ticketOf(xi, first.id)).status).toBe('handling')
    await run(7)
    expect(await useOf(unused)).toMatchObject({ state: 'cancelled', stampedCount: 0 })
    expect(await useOf(begun)).toMatchObject({ state: 'stamped', stampedCount: 1 })
    expect(notified('seal.expired', from, first.id)).toEqual(sorted(xi, keeper))
    expect(notified('seal.restExpired', from, second.id)).toEqual(sorted(xi, keeper))
    for (const { id } of [first, second]) expect((await ticketOf(xi, id)).status).toBe('completed')
  })

  it('SEA-02 a server that stood still tells and cancels with its next run', async () => {
    const sealId = await newSeal()
    const { id } = await approved(sealId)
    app.clock.set(new Date(T0.getTime() + 12 * DAY))
    await write(app.services, expireUses)
    expect(await useOf(sealId)).toMatchObject({ state: 'cancelled' })
    expect((await ticketOf(xi, id)).status).toBe('completed')
    expect((await handle(keeper, id, await stamping())).code).not.toBe(2000)
  })

  it('SEA-02 outside use that nobody fetched ends behind its period, all its steps at once, and frees the seal', async () => {
    const sealId = await newSeal()
    const { id } = await approved(sealId, outside(8 * 24, 9 * 24))
    app.clock.set(new Date(T0.getTime() + 8 * DAY))
    await write(app.services, expireUses)
    expect(await useOf(sealId)).toMatchObject({ state: 'pending' })
    app.clock.set(new Date(T0.getTime() + 10 * DAY))
    await write(app.services, expireUses)
    expect(await useOf(sealId)).toMatchObject({ state: 'cancelled' })
    expect(await ticketOf(xi, id)).toMatchObject({ status: 'completed', current: [] })
    const { rows } = await sql`select from seal_reservation where seal_id = ${sealId} and is_active`.execute(
      app.database.db,
    )
    expect(rows).toEqual([])
  })

  it('SEA-03 an entry is never edited: it is struck through with a reason and written again under the next number', async () => {
    const sealId = await newSeal()
    const { id } = await approved(sealId)
    await handle(keeper, id, await stamping({ stampedCount: 1 }))
    const [entry] = await rowsOf(ENTRY, sealId)
    expect((await keeper.put(`${ENTRY}${entry!.id}/`, { stampedCount: 2 })).code).not.toBe(2000)
    const change = sql`update seal_entry set stamped_count = 2 where id = ${entry!.id}`
    await expect(change.execute(app.database.db)).rejects.toThrow()
    await expect(sql`delete from seal_entry where id = ${entry!.id}`.execute(app.database.db)).rejects.toThrow()
    const strike = (more: Form) =>
      keeper.post(`${ENTRY}${entry!.id}/strike/`, {
        version: entry!.version,
        reason: '登记次数有误',
        rewrite: true,
        stampedAt: app.clock.today(),
        stampedCount: 2,
        ...more,
      })
    expect((await strike({ reason: '错' })).code).toBe(4000)
    expect((await strike({ stampedCount: 3 })).errKey).toBe('rule.SEA-02')
    const both = await Promise.all([strike({}), strike({})])
    expect(both.map(({ code }) => code === 2000).toSorted()).toEqual([false, true])
    const [old, corrected] = await rowsOf(ENTRY, sealId)
    expect(old).toMatchObject({
      registerNo: '2026-0001',
      isStruck: true,
      struckReason: '登记次数有误',
      stampedCount: 1,
    })
    expect(corrected).toMatchObject({ registerNo: '2026-0002', isStruck: false, stampedCount: 2, correctsId: old!.id })
    expect(await useOf(sealId)).toMatchObject({ stampedCount: 2 })
    const book = await keeper.get<Row[]>('/api/seals/book/', { query: { sealId: String(sealId), year: '2026' } })
    expect(book.data.map(({ registerNo, struckReason }) => [registerNo, struckReason])).toEqual([
      ['2026-0001', '登记次数有误'],
      ['2026-0002', null],
    ])
  })

  it('SEA-04 a seal with a register is switched off and keeps it; one that was never used is removed', async () => {
    const [used, unused] = [await newSeal(), await newSeal()]
    const waiting = await approved(used)
    const rowOf = async (id: number) => (await keeper.get<Row>(`${SEAL}${id}/`)).data
    expect((await keeper.delete(`${SEAL}${used}/`, { version: (await rowOf(used)).version })).errKey).toBe(
      'rule.SEA-04',
    )
    expect((await keeper.delete(`${SEAL}${unused}/`, { version: (await rowOf(unused)).version })).code).toBe(2000)
    const row = await rowOf(used)
    const off = { ...row, state: false }
    expect((await keeper.put(`${SEAL}${used}/`, off)).code).toBe(4000)
    expect((await keeper.put(`${SEAL}${used}/`, { ...off, stateReason: '单位更名停用' })).code).toBe(2000)
    expect((await submit(xi, 'useSeal', await formOf(used))).code).not.toBe(2000)
    expect((await handle(keeper, waiting.id, await stamping())).errKey).toBe('seal.unavailable')
    expect(await rowsOf(USE, used)).toHaveLength(1)
  })

  it('23.12 the scan has the pages of the approved file and is not the file itself', async () => {
    const document = await fileOf(xi)
    const { id } = await approved(await newSeal(), { docFile: [document] })
    expect((await ticketOf(xi, id)).formData.docHash).toMatch(/^[0-9a-f]{64}$/)
    for (const scanPages of [2, 4])
      expect((await handle(keeper, id, await stamping({ scanPages }))).errKey).toBe('seal.pagesDiffer')
    const content = Buffer.concat([tinyPdf, Buffer.from('%same\n')])
    const sealId = await newSeal()
    const same = (await upload(app, xi, '正文.pdf', content)).data.id
    const copy = (await upload(app, keeper, '扫描.pdf', content)).data.id
    const other = await approved(sealId, { docFile: [same] })
    expect((await handle(keeper, other.id, await stamping({ scanFile: [copy] }))).errKey).toBe('seal.scanIsDraft')
    expect((await handle(keeper, other.id, await stamping())).code).toBe(2000)
  })

  it('23.12 the form refuses blank pages, a contract without review and amount, and a period or escort that cannot be', async () => {
    const sealId = await newSeal()
    const refused = async (more: Form) => {
      const answer = await submit(xi, 'useSeal', await formOf(sealId, more))
      return [answer.code === 2000, Object.keys(answer.errors ?? {}).toSorted()]
    }
    expect(await refused({ notBlank: false })).toEqual([false, ['notBlank']])
    expect(await refused({ docType: 'contract' })).toEqual([false, ['contractAmount', 'legalReviewed']])
    const review = [await fileOf(xi)]
    expect(await refused({ docType: 'contract', legalReviewed: review, contractAmount: '118000.00' })).toEqual([
      true,
      [],
    ])
    expect(await refused({ ...outside(1, 5), escortId: xi.userId })).toEqual([false, ['escortId']])
    expect(await refused(outside(-1, 5))).toEqual([false, ['takeOutFrom']])
    expect(await refused(outside(5, 5))).toEqual([false, ['takeOutTo']])
    expect(await refused(outside(1, 73.1))).toEqual([false, ['takeOutTo']])
    expect(await refused(outside(1, 73))).toEqual([true, []])
    expect(await refused({ copies: 0 })).toEqual([false, ['copies']])
    expect(await refused({ copies: 501 })).toEqual([false, ['copies']])
    expect(await refused({ stamps: 1000 })).toEqual([false, ['stamps']])
    expect(await refused({ copies: 500, stamps: 999 })).toEqual([true, []])
  })

  it('23.12 of two approvals of one time at once one takes the seal, the other meets seal.unavailable', async () => {
    const sealId = await newSeal()
    const tickets = await Promise.all(
      [outside(2, 10), outside(9, 20)].map(async (more) => submit(xi, 'useSeal', await formOf(sealId, more))),
    )
    for (const { data } of tickets) await act(leader, data.id, 'approve')
    const answers = await Promise.all(tickets.map(({ data }) => act(head, data.id, 'approve')))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([2000, 4001])
    expect(answers.find(({ code }) => code === 4001)?.errKey).toBe('seal.unavailable')
    // What begins when the other ends does not overlap.
    const behind = await submit(xi, 'useSeal', await formOf(sealId, outside(answers[0]!.code === 2000 ? 10 : 20, 24)))
    expect(behind.code).toBe(2000)
  })

  it('23.12 a seal goes out by the hands of both, blocks its use, and comes back with what was stamped', async () => {
    const sealId = await newSeal()
    const out = await approved(sealId, outside(3, 8))
    const inside = await approved(sealId)
    expect((await handle(keeper, out.id)).errKey).toBe('seal.tooEarly')
    app.clock.set(new Date(T0.getTime() + HOUR))
    expect((await handle(keeper, out.id)).data.current[0]).toMatchObject({ state: 'sealReceipt' })
    expect(await useOf(sealId)).toBeDefined()
    expect((await handle(keeper, inside.id, await stamping())).errKey).toBe('seal.unavailable')
    expect((await act(inCharge, out.id, 'void', { comment: '申请有误需要作废处理' })).code).not.toBe(2000)
    expect((await handle(xi, out.id)).data.current[0]).toMatchObject({ state: 'takeBack' })
    const from = app.announced.messages.length
    const back = await handle(keeper, out.id, await stamping())
    expect([back.code, back.data.status]).toEqual([2000, 'completed'])
    expect(notified('seal.takenBack', from, out.id)).toEqual(sorted(xi, leader))
    const [use] = await rowsOf(USE, sealId)
    expect(use).toMatchObject({ state: 'returned', isLate: false, stampedCount: 2, takenBackBy: keeper.userId })
    expect((await handle(keeper, inside.id, await stamping())).code).toBe(2000)
    expect(await numbers(sealId)).toEqual(['2026-0001', '2026-0002'])
  })

  it('23.12 a seal that comes back unused leaves no entry', async () => {
    const sealId = await newSeal()
    const { id } = await approved(sealId, outside(1, 8))
    await handle(keeper, id)
    await handle(xi, id)
    expect((await handle(keeper, id, { stampedCount: 0 })).data.status).toBe('completed')
    expect(await numbers(sealId)).toEqual([])
  })

  it('23.12 a late seal is asked for every hour, before it once, and the head of the office hears of it', async () => {
    const sealId = await newSeal()
    const { id } = await approved(sealId, outside(1, 8))
    await handle(keeper, id)
    const from = app.announced.messages.length
    const run = async (hours: number) => {
      app.clock.set(new Date(T0.getTime() + hours * HOUR))
      await write(app.services, askForSeals)
      return [
        notified('seal.returnSoon', from, id).length,
        notified('seal.late', from, id).filter((one) => one === xi.userId).length,
      ]
    }
    expect(await run(5.9)).toEqual([0, 0])
    expect(await run(6)).toEqual([2, 0])
    expect(await run(8)).toEqual([2, 0])
    expect(await run(8.01)).toEqual([2, 1])
    expect(await run(9)).toEqual([2, 1])
    expect(await run(9.01)).toEqual([2, 2])
    // After hours without a server one reminder, not five.
    expect(await run(14)).toEqual([2, 3])
    expect([...new Set(notified('seal.late', from, id))]).toEqual(sorted(xi, leader, keeper, head))
    expect(await useOf(sealId)).toMatchObject({ state: 'takenOut', isLate: true })
  })

  it('S1 a registered stamping is not undone with its ticket; one that waits is', async () => {
    const sealId = await newSeal()
    const [waits, done] = [await approved(sealId), await approved(sealId)]
    await handle(keeper, done.id, await stamping())
    const voided = (id: number) => act(keeper, id, 'void', { comment: '申请有误需要作废处理' })
    expect((await voided(done.id)).errKey).toBe('seal.registered')
    expect((await voided(waits.id)).code).toBe(2000)
    expect((await rowsOf(USE, sealId)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'stamped'])
  })

  it('90 C the keeper sees the day at once, and says when a document can be sealed', async () => {
    const sealId = await newSeal()
    const { id } = await approved(sealId)
    const outSeal = await newSeal()
    const out = await approved(outSeal, outside(1, 8))
    await handle(keeper, out.id)
    type Day = Readonly<Record<'toStamp' | 'toHandOut' | 'out', readonly { ticketId: number; isLate: boolean }[]>>
    app.clock.set(new Date(T0.getTime() + 9 * HOUR))
    const { data } = await keeper.get<Day>('/api/seals/day/')
    expect(data.toStamp.map(({ ticketId }) => ticketId)).toContain(id)
    expect(data.out.find(({ ticketId }) => ticketId === out.id)).toMatchObject({ isLate: true })
    expect((await backup.get<Day>('/api/seals/day/')).data.toStamp.map(({ ticketId }) => ticketId)).not.toContain(id)
    const from = app.announced.messages.length
    const use = await useOf(sealId)
    const ready = await keeper.post(`${USE}${use.id}/ready/`, { version: use.version, readyAt: later(24) })
    expect([ready.code, notified('seal.ready', from, id)]).toEqual([2000, [xi.userId]])
    const month = await keeper.get<{ sealId: number }[]>('/api/seals/out/', { query: { month: '2026-03' } })
    expect(month.data.filter((one) => one.sealId === outSeal)).toHaveLength(1)
  })

  it('23.12 the imprint is seen by keepers, the register by those who lead and audit, neither by staff', async () => {
    const sealId = await newSeal()
    expect((await keeper.get<Row>(`${SEAL}${sealId}/`)).data.imprint).toHaveLength(1)
    const auditor = await app.as('bao59')
    const { imprint } = (await keeper.get<{ imprint: number[] }>(`${SEAL}${sealId}/`)).data
    const see = async (person: Client) => (await person.get(`/api/system/file/${imprint[0]}/download/`)).code
    expect((await auditor.get<Row>(`${SEAL}${sealId}/`)).data).toMatchObject({ id: sealId, imprint: null })
    expect((await xi.get(`${SEAL}${sealId}/`)).code).toBe(4003)
    expect([await see(backup), await see(auditor), await see(xi)]).toEqual([undefined, 4004, 4004])
    expect((await xi.get(ENTRY)).code).toBe(4003)
    expect((await auditor.get(ENTRY)).code).toBe(2000)
    expect((await auditor.get('/api/seals/day/')).code).toBe(4003)
    const options = await xi.get<{ id: number; label: string }[]>(`${SEAL}options/`, {
      query: { search: `测试印章${made}` },
    })
    expect(options.data.find(({ id }) => id === sealId)).toBeDefined()
  })

  it('AST-13 whoever leaves hands the seals on: to the successor, else to the backup keeper', async () => {
    const sealId = await newSeal({ keeperId: backup.userId, backupKeeperId: keeper.userId })
    const { sealHolding } = await import('#src/modules/seal/register/seals.server.ts')
    await write(app.services, async (unit) => {
      expect((await sealHolding.find(unit, backup.userId)).count).toBeGreaterThan(0)
      await sealHolding.release?.(unit, backup.userId, null)
    })
    expect((await keeper.get<Row>(`${SEAL}${sealId}/`)).data).toMatchObject({
      keeperId: keeper.userId,
      backupKeeperId: null,
    })
  })
})
