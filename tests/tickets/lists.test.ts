import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { type TicketLabel, ticketLabels } from '#src/define/tickets/lists.ts'
import { markRead } from '#src/server/tickets/commands/copies.ts'
import { createTicket } from '#src/server/tickets/forms/drafts.ts'
import { cardsOf, setFavourite, startOf } from '#src/server/tickets/queries/cards.ts'
import { countTickets } from '#src/server/tickets/queries/counts.ts'
import { listTickets } from '#src/server/tickets/queries/list.ts'
import { listQuery } from '#src/server/tickets/queries/listQuery.ts'
import { engines } from '#tests/harness/engines.ts'
import { type Bureau, head, type Name, openBureau, start } from './bureau.ts'
import { giveBack, pay, refusal, say } from './words.ts'

describe.each(engines)('lists and counters on %s', (kind) => {
  let bureau: Bureau
  const price = '100.00'
  let paid: number
  let waiting: number
  beforeAll(async () => {
    bureau = await openBureau(kind)
    await bureau.write((unit) => createTicket(bureau.engine, unit, 'errand', head, false, bureau.caller('pann')))
    const returned = (await bureau.submit('pann', 'errand', { price })).ticket.id
    await bureau.ask('zhang', returned, giveBack())
    paid = (await bureau.submit('pann', 'errand', { price, ccUserIds: [bureau.id('heda'), bureau.id('gege')] })).ticket
      .id
    for (const name of ['zhang', 'xuxu'] as const) await bureau.approve(name, paid)
    await bureau.ask('heda', paid, pay('paid'))
    waiting = (await bureau.submit('pann', 'errand', { price: '20.00' })).ticket.id
    for (const urgency of ['critical', 'urgent']) {
      bureau.clock.advance(60_000)
      await bureau.submit('gege', 'errand', { price, urgency })
    }
    const given = (await bureau.submit('gege', 'errand', { price })).ticket.id
    await bureau.ask('zhang', given, { type: 'transfer', comment: '', to: bureau.id('yunn') })
    const audit = (await bureau.submit('gege', 'errand', { price })).ticket.id
    await bureau.approve('zhang', audit)
  })
  afterAll(() => bureau.close())

  const list = (name: Name, label: TicketLabel, query: Record<string, string> = {}) =>
    bureau.read(async (unit) => {
      const { rows, total } = await listTickets(
        { engine: bureau.engine, unit, language: 'en' },
        bureau.access(name),
        listQuery.parse({ label, ...query }),
      )
      return { rows: rows as readonly TicketRow[], total }
    })
  const counts = (name: Name) => bureau.read((unit) => countTickets(unit.db, bureau.id(name)))

  it('HOM-02, 25.12 every counter is the length of its list, for everybody', async () => {
    for (const name of ['pann', 'gege', 'zhang', 'xuxu', 'youa', 'heda', 'yunn', 'zhao'] as const) {
      const counted = await counts(name)
      const filtered = await Promise.all(
        ticketLabels.map(async (label) => [label, (await list(name, label, { search: 'T' })).total]),
      )
      expect(Object.fromEntries(filtered), name).toEqual(counted)
    }
    expect(await counts('pann')).toEqual({
      pendingApproval: 0,
      approved: 0,
      toSubmit: 2,
      submitted: 2,
      todo: 0,
      done: 0,
      assigned: 0,
    })
    expect(await counts('zhang')).toEqual({
      pendingApproval: 3,
      approved: 3,
      toSubmit: 0,
      submitted: 0,
      todo: 0,
      done: 0,
      assigned: 1,
    })
    expect(await counts('heda')).toMatchObject({ done: 1, todo: 1 })
    expect(await counts('yunn')).toMatchObject({ pendingApproval: 1, assigned: 1 })
  })

  it('25.12 a task closed by another decision is not in my done list', async () => {
    const idsOf = async (name: Name) => (await list(name, 'approved')).rows.map(({ id }) => id)
    expect(await idsOf('xuxu')).toContain(paid)
    expect(await idsOf('youa')).not.toContain(paid)
  })

  it('20.6 the queue shows what is urgent first, then what is due first', async () => {
    const { rows } = await list('zhang', 'pendingApproval')
    expect(rows.map((row) => [row.urgency, row.id === waiting])).toEqual([
      ['critical', false],
      ['urgent', false],
      ['normal', true],
    ])
    expect(rows[0]).toMatchObject({
      current: [{ state: 'leader', handlers: [{ name: 'zhang' }] }],
      applicant: { name: 'gege' },
      isBatchable: true,
      isClaimable: false,
      version: 2,
    })
  })

  it('20.6 pages and filters', async () => {
    const page = await list('zhang', 'pendingApproval', { limit: '2', page: '2' })
    expect([page.rows.length, page.total]).toEqual([1, 3])
    expect(
      (await list('zhang', 'pendingApproval', { amount_before: '50', urgency: 'normal,urgent' })).rows.map(
        (row) => row.id,
      ),
    ).toEqual([waiting])
    expect((await list('zhang', 'approved', { status: 'completed' })).rows).toMatchObject([
      { id: paid, decision: { outcome: 'approve', state: 'leader' } },
    ])
    expect(
      (await list('pann', 'submitted', { type: 'errand', ordering: 'amount' })).rows.map((row) => row.formData),
    ).toEqual([{ price: '20.00' }, { price }])
    expect((await list('zhang', 'assigned', { direction: 'toMe' })).total).toBe(0)
    expect((await list('zhang', 'assigned', { direction: 'byMe' })).total).toBe(1)
    expect((await list('zhang', 'pendingApproval', { search: '100%' })).total).toBe(0)
    expect(await refusal(list('zhang', 'pendingApproval', { ordering: 'snapshot' }))).toBe(
      '4000 ordering check.unknown',
    )
  })

  it('20.6 a copy stands under todo until it is read, then under done, next to what was handled', async () => {
    const read = (name: Name) => bureau.write((unit) => markRead(unit, bureau.id(name), paid))
    expect((await list('gege', 'todo')).rows).toMatchObject([{ id: paid, isCopy: true }])
    for (const name of ['gege', 'heda', 'gege'] as const) await read(name)
    expect(await counts('gege')).toMatchObject({ todo: 0, done: 1 })
    expect(await counts('heda'), 'handled and read is one ticket').toMatchObject({ done: 1 })
  })

  it('I5, 25.12 the queue of a person is exactly the open tasks of the machines: nothing approved is still to do', async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ticket_task where status = 'open' and assignee_id = ${bureau.id('xuxu')}`.execute(
      bureau.database.db,
    )
    const counted = await counts('xuxu')
    expect(counted.pendingApproval + counted.todo).toBe(rows[0]?.n)
  })

  it('APP-01 cards show what the person may start, with stars and what is under way', async () => {
    const cards = (name: Name) =>
      bureau.read((unit) => cardsOf({ engine: bureau.engine, unit, language: 'en' }, bureau.access(name)))
    await bureau.write((unit) => setFavourite({ engine: bureau.engine, unit }, bureau.access('pann'), 'errand', true))
    expect((await cards('pann')).map(({ key, favourite, running }) => [key, favourite, running])).toEqual([
      ['errand', true, 1],
      ['council', false, 0],
      ['twice', false, 0],
      ['blocked', false, 0],
      ['forked', false, 0],
      ['outing', false, 0],
      ['split', false, 0],
      ['permit', false, 0],
      ['board', false, 0],
    ])
    expect((await cards('pann'))[0]?.averageDays).toBe(0)
    await sql`update workflow set status = 'disabled' where key = 'twice'`.execute(bureau.database.db)
    expect((await cards('pann')).map((card) => card.key)).toEqual([
      'errand',
      'council',
      'blocked',
      'forked',
      'outing',
      'split',
      'permit',
      'board',
    ])
    expect(
      await refusal(
        bureau.read((unit) =>
          startOf(
            { engine: bureau.engine, unit, language: 'en' },
            { ...bureau.access('pann'), may: () => false },
            'errand',
          ),
        ),
      ),
    ).toBe('4003')
  })

  it('FS-HEAD the form begins with the applicant’s own number, a title and the defaults of its fields', async () => {
    const initial = await bureau.read((unit) =>
      startOf({ engine: bureau.engine, unit, language: 'en' }, bureau.access('pann'), 'council'),
    )
    bureau.clock.set(start)
    expect(initial.defaults).toMatchObject({
      title: 'Council - pann - 20260105',
      mobile: expect.stringMatching(/^100000000\d\d$/),
      urgency: 'normal',
      day: '2026-01-05',
    })
    expect(initial.fieldPermissions).toMatchObject({ helperId: 'hidden', day: 'write', title: 'write' })
    expect(await refusal(bureau.ask('pann', waiting, say('comment', 'thanks')))).toBeNull()
  })
})
