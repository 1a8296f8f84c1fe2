/** Medical supplies (23.4) and the supply request (23.5): their own rules over EFF-ISSUE. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import type { CounterResult, CounterWaiting } from '#src/modules/supplies/counter/counter.types.ts'
import { closeEmergencies } from '#src/modules/supplies/emergency.server.ts'
import { remindLoans } from '#src/modules/supplies/returns/returns.server.ts'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { write } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { takeAssetsBack } from '#tests/harness/assets.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act } from '#tests/harness/tickets.ts'
import { type Counter, openCounter } from './counter.ts'

describe.each(oneEngine)('medical supplies and supply requests on %s', (engine) => {
  let app: TestApp
  let counter: Counter
  beforeAll(async () => {
    app = await startApp({ engine })
    counter = await openCounter(app)
  })
  afterAll(() => app.close())

  const row = (issuedQty: number, more: object = {}) => ({ issues: [{ lineNo: 1, issuedQty, ...more }] })
  const approved = async (type: string, line: object, more: object): Promise<number> => {
    const asked = await counter.ask('pan42', type, [line as Record<string, unknown>], more as Record<string, unknown>)
    expect(asked.errors).toBeUndefined()
    await counter.act('zhang39', asked.data.id, 'approve')
    return asked.data.id
  }

  /** When silence is a receipt. */
  const receivedAt = async (ticketId: number): Promise<readonly Date[]> =>
    (
      await sql<{
        dueAt: Date
      }>`select due_at from ticket_timer where ticket_id = ${ticketId} and rule = 'received'`.execute(app.database.db)
    ).rows.map(({ dueAt }) => dueAt)

  it('STK-31 a batch that does not expire first is issued with a reason only', async () => {
    const mask = await counter.item({ category: 'medical', isExpiring: true })
    await counter.store.receive({ itemId: mask, qty: 2, batchNo: 'M1', expireDate: '2026-06-01' })
    await counter.store.receive({ itemId: mask, qty: 2, batchNo: 'M2', expireDate: '2026-09-01' })
    const id = await approved('medicalSupplies', { itemId: mask, qty: 2 }, { usage: 'duty' })
    const silent = await counter.act('zhang23', id, 'handle', row(2, { batchNo: 'M2' }))
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['rule.STK-31', ['issues.0.reason']])
    await counter.act('zhang23', id, 'handle', row(2))
    expect((await counter.issued(id)).map(({ batchNo }) => batchNo)).toEqual(['M1'])
  })

  it('STK-32 a batch with less than 30 days left is issued with the keeper’s word', async () => {
    const mask = await counter.item({ category: 'medical', isExpiring: true })
    await counter.store.receive({ itemId: mask, qty: 2, batchNo: 'K1', expireDate: '2026-04-01' })
    const id = await approved('medicalSupplies', { itemId: mask, qty: 2 }, { usage: 'duty' })
    const silent = await counter.act('zhang23', id, 'handle', row(2))
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['rule.STK-32', ['expiryConfirmed']])
    expect((await counter.act('zhang23', id, 'handle', { ...row(2), expiryConfirmed: true })).code).toBe(2000)
  })

  it('STK-33 controlled items are reviewed, issued by one keeper, checked by another and signed for in person', async () => {
    const drug = await counter.item({ category: 'medical', controlled: true })
    await counter.store.receive({ itemId: drug, qty: 5 })
    const id = await approved('medicalSupplies', { itemId: drug, qty: 1 }, { usage: 'firstAid' })
    expect((await counter.ticket(id)).current.map(({ state }) => state)).toEqual(['logisticsReview'])
    await counter.act('yang15', id, 'approve')
    const issued = await counter.act('zhang23', id, 'handle', row(1))
    expect(issued.data.current.map(({ state }) => state)).toEqual(['issueCheck'])
    const same = await counter.act('zhang23', id, 'handle')
    expect(same.errKey).toBe('rule.STK-33')
    const checked = await counter.act('kong24', id, 'handle')
    expect(checked.data.current.map(({ state }) => state)).toEqual(['receiptControlled'])
    expect(await receivedAt(id)).toEqual([])
  })

  it('90.A5 unsigned goods count as received after the workdays of the settings, once, also after a stop', async () => {
    const before = app.clock.now()
    await sql`update config_item set value = '3' where key = 'supplies.receiptDays'`.execute(app.database.db)
    await app.services.settings.load(app.database.db)
    const mask = await counter.item({ category: 'medical' })
    await counter.store.receive({ itemId: mask, qty: 5 })
    const id = await approved('medicalSupplies', { itemId: mask, qty: 1 }, { usage: 'duty' })
    await counter.act('zhang23', id, 'handle', row(1))
    const { steps } = (await (await app.as('pan42')).get<TicketDetail>(`/api/workflow/ticket/${id}/`)).data
    expect(steps.find(({ status }) => status === 'current')?.lastWord).toEqual({
      action: 'autoPass',
      after: 3,
      unit: 'workdays',
    })
    // From Wednesday over the weekend to Monday.
    expect(await receivedAt(id)).toEqual([new Date('2026-03-16T02:00:00Z')])
    // What is set later counts for what is handed out later.
    await sql`update config_item set value = '5' where key = 'supplies.receiptDays'`.execute(app.database.db)
    await app.services.settings.load(app.database.db)
    app.clock.set(new Date('2026-03-16T01:59:00Z'))
    await runDueTimers(app.services)
    expect((await counter.ticket(id)).status).toBe('handling')
    counter.moveClock('2026-03-19T02:00:00Z')
    await runDueTimers(app.services)
    const { status, formData } = await counter.ticket(id)
    expect([status, formData.receiptResult ?? null]).toEqual(['completed', null])
    expect(await counter.available(mask)).toBe(4)
    counter.moveClock(before.toISOString())
  })

  it('STD-14 what has an asset card is not drawn by a supply request', async () => {
    const baton = await counter.item({ category: 'equipment', name: '伸缩警棍甲' })
    await sql`update stock_item set serial_managed = true, standard_item_id = (select id from standard_item order by id limit 1) where id = ${baton}`.execute(
      app.database.db,
    )
    const form = { purpose: 'daily', needAt: '2026-03-12 09:00:00' }
    const { errKey, errors } = await counter.ask('pan42', 'supplyRequest', [{ itemId: baton, qty: 1 }], form)
    expect([errKey, Object.keys(errors ?? {})]).toEqual(['supplies.serialElsewhere', ['lines.0.itemId']])
  })

  it('STK-42 what a request lacks is one demand under one number, for the day it names, through part issues and until it is covered', async () => {
    const tent = await counter.item({ category: 'equipment' })
    await counter.store.receive({ itemId: tent, qty: 1 })
    const form = { purpose: 'daily', needAt: '2026-03-20 09:00:00', acceptShortage: true }
    const id = await approved('supplyRequest', { itemId: tent, qty: 5 }, form)
    const demands = async () =>
      (
        await sql<{ no: string; qty: number; state: string; needAt: string | null }>`
          select no, qty::int as qty, state, need_at from purchase_demand where ticket_id = ${id} order by id`.execute(
          app.database.db,
        )
      ).rows
    const numbers = async () =>
      Number(
        (
          await sql<{ last: number }>`select sum(last)::int as last from stock_number where code = 'XQ'`.execute(
            app.database.db,
          )
        ).rows[0]?.last,
      )
    const [first] = await demands()
    expect(await demands()).toEqual([{ no: expect.stringMatching(/^XQ/), qty: 4, state: 'open', needAt: '2026-03-20' }])
    const drawn = await numbers()
    const issued = await counter.act('zhang23', id, 'handle', {
      issues: [{ lineNo: 1, issuedQty: 1, reason: '库存不足' }],
      keepOpen: true,
    })
    expect([issued.msg, issued.code]).toEqual([issued.msg, 2000])
    expect(await demands()).toEqual([{ ...first, qty: 4 }])
    expect(await numbers()).toBe(drawn)
  })

  it('STK-34 a kit is filled up to its standard', async () => {
    const gauze = await counter.item({ category: 'medical' })
    await counter.store.receive({ itemId: gauze, qty: 20 })
    const ask = (line: Record<string, unknown>) =>
      counter.ask('pan42', 'medicalSupplies', [{ itemId: gauze, ...line }], { usage: 'unit' })
    expect(Object.keys((await ask({ qty: 3 })).errors ?? {})).toEqual(['lines.0.kitStandard', 'lines.0.kitCurrent'])
    expect((await ask({ qty: 3, kitStandard: 4, kitCurrent: 2 })).errKey).toBe('rule.STK-34')
    expect((await ask({ qty: 2, kitStandard: 4, kitCurrent: 2 })).code).toBe(2000)
  })

  it('only the keeper reads the symptoms', async () => {
    const gauze = await counter.item({ category: 'medical' })
    await counter.store.receive({ itemId: gauze, qty: 20 })
    const id = await approved('medicalSupplies', { itemId: gauze, qty: 1 }, { usage: 'duty', symptom: '手部划伤' })
    expect((await counter.ticket(id, 'zhang39')).formData.symptom).not.toBe('手部划伤')
    expect((await counter.ticket(id, 'zhang23')).formData.symptom).toBe('手部划伤')
  })

  const emergency = { purpose: 'emergency', needAt: '2026-03-12 09:00:00' }
  const waiting = async (username = 'zhang23') =>
    (await (await counter.as(username)).get<CounterWaiting>('/api/supplies/counter/')).data.tickets
  const hand = async (id: number, rows: readonly object[], more: object = {}) =>
    (
      await (
        await counter.as('zhang23')
      ).post<readonly CounterResult[]>('/api/supplies/counter/issue/', {
        tickets: [{ id, rows, ...more }],
      })
    ).data[0]

  it('STK-41 the keeper issues an emergency while it is approved, and its approval leads straight to the receipt', async () => {
    const lamp = await counter.item({ category: 'other' })
    await counter.store.receive({ itemId: lamp, qty: 5 })
    const { data } = await counter.ask('pan42', 'supplyRequest', [{ itemId: lamp, qty: 3 }], emergency)
    expect(data.current.map(({ state }) => state)).toEqual(['emergencyLeader'])
    expect(app.announced.messages.map(({ title }) => title)).toContainEqual({
      key: 'supplies.emergency',
      params: [data.no],
    })
    expect((await waiting()).find(({ id }) => id === data.id)).toMatchObject({ isAhead: true, isEmergency: true })
    expect(await hand(data.id, [{ lineNo: 1, qty: 2, reason: '先发两件' }])).toMatchObject({ ok: true })
    expect(await counter.reserved(data.id)).toMatchObject([{ reserved: 1, short: 0 }])
    const below = await counter.act('zhang39', data.id, 'approve', {
      cuts: [{ lineNo: 1, approvedQty: 1, reason: '按实际需要' }],
    })
    expect([below.errKey, Object.keys(below.errors ?? {})]).toEqual(['supplies.issuedBefore', ['cuts.0.approvedQty']])
    expect(await hand(data.id, [{ lineNo: 1, qty: 1 }])).toMatchObject({ ok: true })
    expect((await waiting()).some(({ id }) => id === data.id)).toBe(false)
    const approved = await counter.act('zhang39', data.id, 'approve')
    expect(approved.data.current.map(({ state }) => state)).toEqual(['receiptSign'])
    expect((await counter.issued(data.id)).map(({ qty }) => qty)).toEqual([2, 1])
    expect(await counter.available(lamp)).toBe(2)
  })

  it('STK-41 what is rejected after it was issued is to be recovered, and nobody but a keeper issues ahead', async () => {
    const lamp = await counter.item({ category: 'other' })
    await counter.store.receive({ itemId: lamp, qty: 5 })
    const { data } = await counter.ask('pan42', 'supplyRequest', [{ itemId: lamp, qty: 3 }], emergency)
    expect((await (await counter.as('ge43')).get('/api/supplies/counter/')).code).toBe(4003)
    await hand(data.id, [{ lineNo: 1, qty: 3 }])
    await counter.act('zhang39', data.id, 'reject', undefined, { comment: '不属于应急情形' })
    const { rows } =
      await sql`select kind, qty::float8 as qty, state from supply_return where ticket_id = ${data.id}`.execute(
        app.database.db,
      )
    expect(rows).toEqual([{ kind: 'voided', qty: 3, state: 'open' }])
    expect(await hand(data.id, [{ lineNo: 1, qty: 1 }])).toMatchObject({
      ok: false,
      problem: { key: 'supplies.notWaiting' },
    })
  })

  it('STK-41 without approval 24 hours after the submit the ticket is closed, its items are recovered and supervision hears of it', async () => {
    const lamp = await counter.item({ category: 'other' })
    await counter.store.receive({ itemId: lamp, qty: 5 })
    const { data } = await counter.ask('pan42', 'supplyRequest', [{ itemId: lamp, qty: 3 }], emergency)
    await hand(data.id, [{ lineNo: 1, qty: 2, reason: '先发两件' }])
    const before = app.clock.now()
    const runClosing = () => write(app.services, closeEmergencies)
    app.clock.set(new Date(before.getTime() + 24 * 3_600_000 - 1))
    await runClosing()
    expect((await counter.ticket(data.id)).status).toBe('running')
    app.clock.set(new Date(before.getTime() + 24 * 3_600_000))
    await runClosing()
    expect((await counter.ticket(data.id)).status).toBe('withdrawn')
    expect(await counter.available(lamp)).toBe(3)
    const { rows } =
      await sql`select kind, qty::float8 as qty, state from supply_return where ticket_id = ${data.id}`.execute(
        app.database.db,
      )
    expect(rows).toEqual([{ kind: 'voided', qty: 2, state: 'open' }])
    expect(app.announced.messages.map(({ title }) => title)).toContainEqual({
      key: 'supplies.emergencyLapsed',
      params: [data.no, 2, 24],
    })
    const offers = await sql`select kind, state from supervision_offer where ticket_id = ${data.id}`.execute(
      app.database.db,
    )
    expect(offers.rows).toEqual([{ kind: 'emergency', state: 'open' }])
    const again = await act(await counter.as('pan42'), data.id, 'submit', {
      formData: { ...emergency, needAt: '2026-03-13 09:00:00' },
    })
    expect(again.errKey).toBe('supplies.lapsed')
    app.clock.set(before)
  })

  const loan = { purpose: 'daily', needAt: '2026-03-12 09:00:00' }

  it('95.2, 23.5 each line is lent or used up, with a return date on loan only, 23.4 a kit standard for a unit kit only', async () => {
    const [mat, gauze] = [await counter.item({ category: 'other' }), await counter.item({ category: 'medical' })]
    for (const itemId of [mat, gauze]) await counter.store.receive({ itemId, qty: 5 })
    const rope = await counter.item({ category: 'other' })
    await counter.store.receive({ itemId: rope, qty: 5 })
    const given = await counter.ask(
      'pan42',
      'supplyRequest',
      [
        { itemId: mat, qty: 1, returnDueAt: '2026-03-20' },
        { itemId: rope, qty: 2, returnable: true, returnDueAt: '2026-03-20' },
      ],
      loan,
    )
    const asked = given.data.formData.lines as readonly Record<string, unknown>[]
    expect([given.code, asked.map(({ qty, returnDueAt = null }) => [qty, returnDueAt])]).toEqual([
      2000,
      [
        [1, null],
        [2, '2026-03-20'],
      ],
    ])
    const kit = { itemId: gauze, qty: 1, kitStandard: 4, kitCurrent: 2 }
    const duty = await counter.ask('pan42', 'medicalSupplies', [kit], { usage: 'duty' })
    const own = duty.data.formData.lines as readonly Record<string, unknown>[]
    expect([duty.code, own[0]?.qty, own[0]?.kitStandard ?? null]).toEqual([2000, 1, null])
  })

  it('95.5 a request for 0.5 kg is reserved, cut to 0.375, issued in parts and comes back in fractions', async () => {
    const [flour, bags] = [
      await counter.item({ name: '石灰粉', category: 'other', places: 3 }),
      await counter.item({ name: '编织袋', category: 'other' }),
    ]
    await counter.store.receive({ itemId: flour, qty: 2.5, amount: '20.00' })
    await counter.store.receive({ itemId: bags, qty: 5 })
    const ask = (itemId: number, qty: number) =>
      counter.ask('pan42', 'supplyRequest', [{ itemId, qty, returnable: true, returnDueAt: '2026-03-20' }], loan)
    expect((await ask(bags, 0.5)).errors).toEqual({
      'lines.0.qty': ['物品“编织袋”按整数计量，数量不能有小数'],
    })
    expect(Object.keys((await ask(flour, 0.0005)).errors ?? {})).toEqual(['lines.0.qty'])
    const asked = await ask(flour, 0.5)
    const { id } = asked.data
    expect(asked.data.formData).toMatchObject({
      totalValue: '4.00',
      lines: [{ qty: 0.5, stockAvailable: 2.5, shortQty: 0, amount: '4.00' }],
    })
    const cut = (approvedQty: number) =>
      counter.act('zhang39', id, 'approve', { cuts: [{ lineNo: 1, approvedQty, reason: '够用' }] })
    expect((await cut(0.5)).errKey).toBe('supplies.noCut')
    expect((await cut(0.375)).code).toBe(2000)
    expect(await counter.reserved(id)).toMatchObject([{ reserved: 0.375, short: 0 }])
    const waiting = (await (await counter.as('zhang23')).get<CounterWaiting>('/api/supplies/counter/')).data
    expect(waiting.tickets.find((one) => one.id === id)?.lines).toMatchObject([
      { approved: 0.375, short: 0, qtyPlaces: 3, picks: [{ qty: 0.375 }] },
    ])
    const handled = await counter.act('zhang23', id, 'handle', row(0.375))
    expect(handled.errors).toBeUndefined()
    expect((await counter.issued(id)).map(({ qty, value }) => [qty, value])).toEqual([[0.375, '3.00']])
    const keeper = await counter.as('zhang23')
    const register = async () =>
      (
        await keeper.get<readonly { id: number; qty: number; returnedQty: number; state: string; version: number }[]>(
          `/api/supplies/return/?itemId=${flour}`,
        )
      ).data
    const confirm = async (cameBack: number) => {
      const [{ id: returnId, version } = { id: 0, version: 0 }] = await register()
      return keeper.post(`/api/supplies/return/${returnId}/confirm/`, { cameBack, note: '受潮', version })
    }
    expect(await register()).toMatchObject([{ qty: 0.375, returnedQty: 0 }])
    expect((await confirm(0.3755)).code).toBe(4000)
    expect((await confirm(0.376)).errKey).toBe('stock.returnTooMuch')
    expect(await confirm(0.3)).toMatchObject({ code: 2000 })
    expect(await register()).toMatchObject([{ returnedQty: 0.3, state: 'recovery' }])
    expect(await confirm(0.075)).toMatchObject({ code: 2000 })
    expect(await register()).toMatchObject([{ returnedQty: 0.375, state: 'returned' }])
    expect(await counter.available(flour)).toBe(2.5)
  })

  it('STK-43, E16 a loan comes back by its register, is reminded of when late and blocks the next after 15 days', async () => {
    const tent = await counter.item({ category: 'other' })
    await counter.store.receive({ itemId: tent, qty: 5 })
    const line = { itemId: tent, qty: 1, returnable: true }
    const bare = await counter.ask('pan42', 'supplyRequest', [line], loan)
    expect([bare.code, Object.keys(bare.errors ?? {})]).toEqual([4000, ['lines.0.returnDueAt']])
    const long = await counter.ask('pan42', 'supplyRequest', [{ ...line, returnDueAt: '2026-06-10' }], loan)
    expect([long.code, Object.keys(long.errors ?? {})]).toEqual([4000, ['lines.0.returnDueAt']])
    const id = await approved('supplyRequest', { ...line, returnDueAt: '2026-03-20' }, loan)
    await counter.act('zhang23', id, 'handle', row(1))
    const { rows } = await sql`select kind, due_at, state from supply_return where ticket_id = ${id}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ kind: 'loan', dueAt: '2026-03-20', state: 'open' }])
    // Late by more than three days: from March 24 on borrower and leader are reminded every day.
    const reminded = async (day: string): Promise<number> => {
      app.clock.set(new Date(`${day}T02:00:00Z`))
      const before = app.announced.messages.length
      await write(app.services, remindLoans)
      return app.announced.messages
        .slice(before)
        .filter(({ title, link }) => title.key === 'supplies.loanLate' && link === `/workflow/ticket/${id}`).length
    }
    const counts = []
    for (const day of ['2026-03-20', '2026-03-23', '2026-03-24', '2026-03-25']) counts.push(await reminded(day))
    expect(counts).toEqual([0, 0, 1, 1])
    const { rows: leaders } = await sql<{ leaderId: number }>`
      select d.leader_id from ticket t join department d on d.id = t.dept_id where t.id = ${id}`.execute(
      app.database.db,
    )
    expect(app.announced.messages.at(-1)?.to).toEqual([await counter.store.personOf('pan42'), leaders[0]?.leaderId])
    // Fifteen days late is not yet more than fifteen.
    app.clock.set(new Date('2026-04-04T02:00:00Z'))
    const allowed = await counter.ask('pan42', 'supplyRequest', [{ ...line, returnDueAt: '2026-04-20' }], {
      ...loan,
      needAt: '2026-04-05 09:00:00',
    })
    expect(allowed.code).toBe(2000)
    await act(await app.as('pan42'), allowed.data.id, 'withdraw')
    app.clock.set(new Date('2026-04-05T02:00:00Z'))
    const next = await counter.ask('pan42', 'supplyRequest', [{ ...line, returnDueAt: '2026-04-20' }], {
      ...loan,
      needAt: '2026-04-06 09:00:00',
    })
    expect([next.errKey, Object.keys(next.errors ?? {})]).toEqual(['rule.STK-43', ['lines.0.returnDueAt']])
    const keeper = await app.as('zhang23')
    const list = await keeper.get<readonly { id: number; ticketId: number; version: number }[]>(
      '/api/supplies/return/?limit=100',
    )
    const own = list.data.find(({ ticketId }) => ticketId === id)
    await keeper.post(`/api/supplies/return/${own?.id ?? 0}/confirm/`, { cameBack: 1, version: own?.version })
    expect(await counter.available(tent)).toBe(5)
  })

  it('AST-13, 90.A1 loans of a leaver are named before the account is switched off, and go to the keeper to be recovered', async () => {
    const lamp = await counter.item({ category: 'other', name: '应急照明灯甲' })
    await counter.store.receive({ itemId: lamp, qty: 2 })
    const form = { ...loan, needAt: '2026-04-07 09:00:00' }
    const id = await approved(
      'supplyRequest',
      { itemId: lamp, qty: 2, returnable: true, returnDueAt: '2026-04-20' },
      form,
    )
    await counter.act('zhang23', id, 'handle', row(2))
    await takeAssetsBack(app)
    const admin = await app.as('fang54')
    const url = `/api/system/user/${await counter.store.personOf('pan42')}/disable/`
    expect(await admin.post(url, {})).toMatchObject({
      errKey: 'user.leavingUnconfirmed',
      data: expect.arrayContaining([
        expect.objectContaining({ key: 'supplyLoans', names: expect.arrayContaining(['应急照明灯甲 × 2']) }),
      ]),
    })
    expect((await admin.post(url, { confirmed: true })).code).toBe(2000)
    const { rows } = await sql`select state from supply_return where ticket_id = ${id}`.execute(app.database.db)
    expect(rows).toEqual([{ state: 'recovery' }])
    expect(app.announced.messages.map(({ title }) => title.key)).toContain('supplies.leaverOwes')
  })
})
