import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StayBand, TicketListName } from '#src/define/tickets/lists.ts'
import { type BatchAction, runBatch } from '#src/server/tickets/commands/batch.ts'
import { createTicket } from '#src/server/tickets/forms/drafts.ts'
import { failedChecks } from '#src/server/tickets/forms/liveCheck.ts'
import { approveAtOnce } from '#src/server/tickets/home/tasks.ts'
import { chartsOf } from '#src/server/tickets/queries/charting.ts'
import { listTickets } from '#src/server/tickets/queries/list.ts'
import { filterQuery, listQuery } from '#src/server/tickets/queries/listQuery.ts'
import { statisticsOf } from '#src/server/tickets/queries/statistics.ts'
import { removeView, saveView, viewsOf } from '#src/server/tickets/queries/views.ts'
import { findTicket } from '#src/server/tickets/ticket.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Bureau, head, type Name, openBureau } from './bureau.ts'
import { giveBack, refusal } from './words.ts'

const DAY = 86_400_000

describe.each(oneEngine)('around the ticket list on %s', (kind) => {
  let bureau: Bureau
  const reader = (unit: Parameters<Parameters<Bureau['read']>[0]>[0]) => ({
    engine: bureau.engine,
    unit,
    language: 'en' as const,
  })
  const total = (name: Name, label: TicketListName, query: Record<string, string> = {}) =>
    bureau.read(
      async (unit) =>
        (await listTickets(reader(unit), bureau.access(name), listQuery.parse({ label, ...query }))).total,
    )
  const charts = (name: Name, label: TicketListName, query: Record<string, string> = {}) =>
    bureau.read((unit) => chartsOf(reader(unit), bureau.access(name), filterQuery.parse({ label, ...query })))
  const batch = (name: Name, action: BatchAction, ids: readonly number[]) =>
    runBatch(bureau.services, bureau.engine, {
      action,
      ids,
      comment: '',
      writeApart: bureau.write,
      ...bureau.caller(name),
    })
  const errand = async (name: Name, price: string) => (await bureau.submit(name, 'errand', { price })).ticket.id

  beforeAll(async () => {
    bureau = await openBureau(kind)
    for (const days of [10, 4, 2, 0]) {
      await errand('pann', '100.00')
      if (days !== 2) await bureau.submit('gege', 'twice')
      bureau.clock.advance((days === 10 ? 6 : days === 0 ? 0 : 2) * DAY)
    }
    await bureau.write((unit) => createTicket(bureau.engine, unit, 'errand', head, false, bureau.caller('pann')))
  })
  afterAll(() => bureau.close())

  it('CHART-STD 20.6 every figure of the charts is the total of the list under the same filter', async () => {
    for (const [name, label] of [
      ['zhang', 'pendingApproval'],
      ['pann', 'submitted'],
      ['pann', 'mine'],
      ['gege', 'mine'],
    ] as const) {
      const { byType, byStay, total: all } = await charts(name, label)
      expect(all).toBe(await total(name, label))
      for (const { type, count } of byType) expect(count, type).toBe(await total(name, label, { type }))
      for (const { band, count } of byStay) expect(count, band).toBe(await total(name, label, { stay: band }))
    }
    expect((await charts('zhang', 'pendingApproval')).byType).toEqual([
      { type: 'errand', count: 4 },
      { type: 'twice', count: 3 },
    ])
    const narrow = await charts('zhang', 'pendingApproval', { type: 'errand', stay: '3-7' })
    expect(narrow.total).toBe(await total('zhang', 'pendingApproval', { type: 'errand', stay: '3-7' }))
  })

  it('20.6 ageing: 0-1, 1-3, 3-7 and more than 7 days where the ticket stands', async () => {
    const { byStay } = await charts('zhang', 'pendingApproval', { type: 'errand' })
    expect(byStay).toEqual([
      { band: '0-1', count: 1 },
      { band: '1-3', count: 1 },
      { band: '3-7', count: 1 },
      { band: '7-', count: 1 },
    ] satisfies { band: StayBand; count: number }[])
  })

  it('APP-SHELL Mine holds everything a person ever applied for, drafts too', async () => {
    expect(await total('pann', 'mine')).toBe(5)
    expect(await total('pann', 'mine', { status: 'draft' })).toBe(1)
    expect(await total('zhang', 'mine')).toBe(0)
  })

  it('20.6 at most ten saved views per person; the same name replaces, nobody removes another person’s', async () => {
    const save = (name: Name, view: string) =>
      bureau.write((unit) => saveView(unit, bureau.access(name), view, `label=todo&search=${view}`))
    for (let n = 0; n < 10; n += 1) await save('zhang', `view ${n}`)
    expect(await refusal(save('zhang', 'one too many'))).toBe('ticket.viewsFull')
    await bureau.write((unit) => saveView(unit, bureau.access('zhang'), 'view 3', 'label=done'))
    const views = await bureau.read((unit) => viewsOf(unit, bureau.access('zhang')))
    expect(views.map((view) => view.name)).toHaveLength(10)
    expect(views[3]).toMatchObject({ name: 'view 3', query: 'label=done' })
    const remove = (name: Name) => bureau.write((unit) => removeView(unit, bureau.access(name), views[3]?.id ?? 0))
    expect(await refusal(remove('pann'))).toBe('4004')
    expect(await refusal(remove('zhang'))).toBeNull()
    expect(await refusal(save('zhang', 'now there is room'))).toBeNull()
    expect(await bureau.read((unit) => viewsOf(unit, bureau.access('pann')))).toEqual([])
  })

  it('20.6 two windows at once do not keep an eleventh view', async () => {
    const save = (view: string) => bureau.write((unit) => saveView(unit, bureau.access('yunn'), view, 'label=todo'))
    for (let n = 0; n < 9; n += 1) await save(`view ${n}`)
    const kept = await Promise.all([refusal(save('left')), refusal(save('right'))])
    expect(kept.sort()).toEqual(['ticket.viewsFull', null].sort())
  })

  it('20.8 a ticket whose live check fails is named, and WF-17 keeps it out of the batch', async () => {
    const [sound, broken] = [await errand('pann', '17.00'), await errand('pann', '16.00')]
    const failed = (name: Name) =>
      bureau.read((unit) => failedChecks(reader(unit), bureau.access(name), [sound, broken, 999_999]))
    expect(await failed('zhang')).toEqual([{ id: broken, labels: ['double'] }])
    expect(await failed('heda'), 'who may not see it is told nothing').toEqual([])
    expect(await batch('zhang', 'approve', [sound, broken])).toMatchObject([
      { id: sound, ok: true },
      { id: broken, ok: false, errKey: 'ticket.checkFailed' },
    ])
    const inPlace = bureau.write(async (unit) => {
      const revision = (await findTicket(unit.db, broken))?.revision ?? 0
      return approveAtOnce(reader(unit), broken, '', { ...bureau.caller('zhang'), revision })
    })
    expect(await refusal(inPlace), 'on the home page the ticket is opened first').toBe('ticket.checkFailedNow')
    expect(await refusal(bureau.approve('zhang', broken)), 'one by one it is the approver’s word').toBeNull()
  })

  it('20.6 many tickets are claimed and urged at once, each on its own', async () => {
    const ids = [await errand('pann', '18.00'), await errand('pann', '19.00')]
    for (const id of ids) await bureau.approve('zhang', id)
    expect(await batch('xuxu', 'claim', [...ids, 999_999])).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: false, errKey: 'answer.notFound' },
    ])
    expect(await batch('youa', 'claim', ids)).toMatchObject([{ ok: false }, { ok: false }])
    expect(await batch('pann', 'urge', ids)).toMatchObject([{ ok: true }, { ok: true }])
    expect(await batch('pann', 'urge', ids)).toMatchObject([{ errKey: 'rule.WF-16' }, { errKey: 'rule.WF-16' }])
  })

  it('20.8 my statistics: handled this month, average hours, return rate', async () => {
    const statistics = () => bureau.read((unit) => statisticsOf(unit, bureau.access('qian')))
    expect(await statistics()).toEqual({ handled: 0, averageHours: null, returnRate: null })
    const ids = [await errand('hann', '20.00'), await errand('hann', '21.00')]
    bureau.clock.advance(90 * 60_000)
    await bureau.ask('qian', ids[0] ?? 0, giveBack())
    await bureau.approve('qian', ids[1] ?? 0)
    expect(await statistics()).toEqual({ handled: 2, averageHours: 1.5, returnRate: 0.5 })
    bureau.clock.advance(31 * DAY)
    expect((await statistics()).handled).toBe(0)
  })

  it('the decided index carries the statistics', async () => {
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where tablename = 'ticket_task'`.execute(bureau.database.db)
    expect(rows.some((row) => row.indexdef.includes('(decided_by, decided_at)'))).toBe(true)
  })
})
