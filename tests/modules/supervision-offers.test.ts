import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { suggestSupervision } from '#src/modules/affairs/supervision.server.ts'
import type { SupervisedTicket } from '#src/modules/supervision/offers/ticket.types.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, submit } from '#tests/harness/tickets.ts'

const [ITEM, OFFER] = ['/api/supervision/item/', '/api/supervision/offer/']
const HOUR = 3_600_000
type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

const names = ['feng08', 'qian02', 'pan42', 'zhang39', 'yang15', 'peng46', 'zhao01'] as const
type Name = (typeof names)[number]

describe.each(oneEngine)('what is offered to supervision on %s', (engine) => {
  let app: TestApp
  const people = new Map<string, Client>()
  const as = (name: Name): Client => people.get(name)!
  const goTo = async (at: Date) => {
    app.clock.set(at)
    for (const name of names) people.set(name, await app.as(name))
  }
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(() => goTo(T0))

  const requirement = '请尽快办结该工单，并反馈办理结果。'
  /** Other business that waits for yang15 to handle it. */
  const assigned = async (): Promise<number> => {
    const form = {
      reason: '会议室需要维护',
      bizType: 'suggestion',
      content: '请协调会议室使用安排。',
      urgency: 'normal',
    }
    const { data } = await submit(as('pan42'), 'otherBusiness', form)
    await act(as('zhang39'), data.id, 'approve')
    await act(as('yang15'), data.id, 'approve', { formData: { handlerId: as('yang15').userId } })
    return data.id
  }
  const detail = async (who: Name, id: number) => (await as(who).get<TicketDetail>(`/api/workflow/ticket/${id}/`)).data
  /** Open offers about a ticket, as a person sees them. */
  const offersOf = async (who: Name, ticket: number) =>
    (await as(who).get<readonly Row[]>(OFFER, { query: { state: 'open', limit: '100' } })).data.filter(
      ({ ticketId }) => ticketId === ticket,
    )

  it('OTH-02 what nobody has handled for five workdays is offered once and becomes an item by one action', async () => {
    const id = await assigned()
    await goTo(new Date('2026-03-17T00:30:00Z'))
    await write(app.services, suggestSupervision)
    expect(await offersOf('feng08', id)).toEqual([])
    await goTo(new Date('2026-03-18T00:30:00Z'))
    await write(app.services, suggestSupervision)
    await write(app.services, suggestSupervision)
    const [offer, ...more] = await offersOf('feng08', id)
    expect(more).toEqual([])
    expect(offer).toMatchObject({ kind: 'affair', ticketId: id, handlerId: as('yang15').userId })
    const no = String(offer!.subject).split(' ')[0]
    const messages = app.announced.messages.filter(({ title }) => title.params?.[0] === no)
    expect(messages.filter(({ to }) => to.includes(as('feng08').userId))).toEqual([
      expect.objectContaining({ link: '/supervision?tab=offers&state=open' }),
    ])
    expect(await as('pan42').get(OFFER)).toMatchObject({ code: 4003 })
    const take = (who: Name, values: object) =>
      as(who).post<Row>(`${OFFER}${offer!.id}/take/`, { version: offer!.version, requirement, ...values })
    expect(await take('feng08', { dueDate: '2026-03-17' })).toMatchObject({ code: 4000 })
    expect(await take('feng08', { dueDate: '2026-03-25' })).toMatchObject({ code: 4000 })
    const taken = await take('feng08', { dueDate: '2026-03-25', leaderId: as('qian02').userId })
    expect(taken).toMatchObject({ code: 2000, data: { state: 'taken' } })
    const item = await as('yang15').get<Row>(`${ITEM}${String(taken.data.itemId)}/`)
    expect(item.data).toMatchObject({ state: 'assigned', ticketId: id, handlerId: as('yang15').userId })
    expect(await take('feng08', { dueDate: '2026-03-25', leaderId: as('qian02').userId })).not.toMatchObject({
      code: 2000,
    })
  })

  it('an offer may be let be, with a reason', async () => {
    const id = await assigned()
    await goTo(new Date('2026-03-18T00:30:00Z'))
    await write(app.services, suggestSupervision)
    const [offer] = await offersOf('feng08', id)
    const dismiss = (reason: string) =>
      as('feng08').post(`${OFFER}${offer!.id}/dismiss/`, { version: offer!.version, reason })
    expect(await dismiss('不必')).toMatchObject({ code: 4000 })
    expect(await dismiss('已电话督促，当日办结')).toMatchObject({ code: 2000, data: { state: 'dismissed' } })
    expect(await offersOf('feng08', id)).toEqual([])
  })

  it('SUP-08 a ticket late at one step by more than 120 hours is turned into an item that both name', async () => {
    const id = await assigned()
    const late = new Date('2026-03-13T02:00:00Z')
    await sql`update ticket set due_at = ${late}::timestamptz where id = ${id}`.execute(app.database.db)
    const button = async (who: Name) => (await detail(who, id)).isSupervisable
    const turn = (who: Name, values: object = {}) =>
      as(who).post<{ id: number }>(`/api/supervision/ticket/${id}/`, {
        dueDate: '2026-03-27',
        requirement,
        leaderId: as('qian02').userId,
        ...values,
      })
    await goTo(new Date(late.getTime() + 120 * HOUR))
    expect(await button('zhao01')).toBe(false)
    expect(await turn('zhao01')).toMatchObject({ errKey: 'rule.SUP-08' })
    await goTo(new Date(late.getTime() + 120 * HOUR + 1000))
    expect([await button('zhao01'), await button('pan42')]).toEqual([true, false])
    expect(await turn('pan42')).toMatchObject({ code: 4003 })
    // Nobody turns what they may not see.
    expect(await turn('feng08')).toMatchObject({ code: 4004 })
    const counts = async () =>
      (await as('yang15').get<{ assigned: number }>('/api/workflow/ticket/counts/')).data.assigned
    const before = await counts()
    const made = await turn('zhao01')
    expect([made.msg, made.code]).toEqual([made.msg, 2000])
    expect(await turn('zhao01')).toMatchObject({ errKey: 'supervision.ticketTwice' })
    const seen = await as('zhao01').get<SupervisedTicket>(`/api/supervision/ticket/${id}/`)
    expect(seen.data).toMatchObject({ isLate: true, item: { id: made.data.id, state: 'assigned' } })
    expect((await detail('zhao01', id)).related).toContainEqual(
      expect.objectContaining({ record: 'supervisionItem', id: made.data.id }),
    )
    // 20.6: the handler finds it among what was assigned to them.
    expect(await counts()).toBe(before + 1)
    for (const query of [{ label: 'assigned' }, { label: 'assigned', direction: 'toMe' }]) {
      const list = await as('yang15').get<readonly Row[]>('/api/workflow/ticket/', { query })
      expect(list.data.map((row) => row.id)).toContain(id)
    }
  })
})
