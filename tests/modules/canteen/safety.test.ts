import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { certificateReminder, isWithin, missedDays } from '#src/modules/canteen/safety/cycle.ts'
import { remindSafety } from '#src/modules/canteen/safety/safety.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Form, outcome, type Row, refusal } from './kitchen.ts'

const [ITEM, CHECKS] = ['/api/canteen/safety_item/', '/api/canteen/safety_check/'] as const
/** A Wednesday. */
const TODAY = '2026-03-11'
const DAY_MS = 86_400_000

interface Item extends Row {
  readonly checkState: string
  readonly nextCheckOn: string
  readonly lastCheckedOn: string | null
  readonly missed: number
  readonly validTo: string | null
}

describe('cycles of the food safety book', () => {
  const isWorkday = (day: string): boolean => new Date(day).getUTCDay() % 6 !== 0

  it.each([
    [31, null],
    [30, 30],
    [29, 30],
    [8, 30],
    [7, 7],
    [1, 7],
    [0, 0],
    [-1, null],
  ])('reminds of a certificate %i days before its end', (left, expected) => {
    expect(certificateReminder(addDays(TODAY, left), TODAY, null)).toBe(expected)
  })

  it.each([
    [30, 30, null],
    [7, 30, 7],
    [6, 7, null],
    [0, 7, 0],
    [0, 0, null],
  ])('reminds of each of its days once: %i days left after a reminder at %i', (left, before, expected) => {
    expect(certificateReminder(addDays(TODAY, left), TODAY, before)).toBe(expected)
  })

  it.each([
    ['-0.1', false],
    ['0', true],
    ['8', true],
    ['8.1', false],
  ])('holds a temperature of %s against limits of 0 and 8', (value, expected) => {
    expect(isWithin(Number(value), 0, 8)).toBe(expected)
  })

  it('counts the days that were missed, workdays only where the item says so', () => {
    expect(missedDays('2026-03-13', '2026-03-17', isWorkday)).toEqual({
      missed: ['2026-03-13', '2026-03-16'],
      next: '2026-03-17',
    })
    expect(missedDays('2026-03-13', '2026-03-15', () => true)).toEqual({
      missed: ['2026-03-13', '2026-03-14'],
      next: '2026-03-15',
    })
    expect(missedDays('2026-03-11', '2026-03-11', isWorkday)).toEqual({ missed: [], next: '2026-03-11' })
    expect(missedDays('2026-03-14', '2026-03-14', isWorkday)).toEqual({ missed: [], next: '2026-03-16' })
  })
})

describe.each(oneEngine)('food safety book on %s', (engine) => {
  let app: TestApp
  let manager: Client

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await sql`truncate safety_check, safety_item`.execute(app.database.db)
    await at(0)
  })
  async function at(days: number): Promise<void> {
    app.clock.set(new Date(T0.getTime() + days * DAY_MS))
    manager = await app.as('qi32')
  }
  const add = async (more: Form): Promise<number> => {
    const form = { name: `检查${more.kind ?? ''}`, kind: 'inspection', cycleDays: 1, workdaysOnly: true, isUsed: true }
    const made = await manager.post<Row>(ITEM, { ...form, ...more })
    if (made.code !== 2000) throw new Error(`not added: ${outcome(made)} ${JSON.stringify(made.errors)}`)
    return made.data.id
  }
  const fridge = { kind: 'temperature', minValue: '0', maxValue: '8' }
  const item = async (id: number): Promise<Item> => (await manager.get<Item>(`${ITEM}${id}/`)).data
  const act = async (id: number, action: string, form: Form) =>
    manager.post(`${ITEM}${id}/${action}/`, { version: (await item(id)).version, ...form })
  const book = async () =>
    (
      await manager.get<{ checkedOn: string; result: string; value: string | null }[]>(CHECKS, {
        query: { ordering: 'checkedOn' },
      })
    ).data.map(({ checkedOn, result }) => [checkedOn.slice(5), result])
  const run = () => write(app.services, remindSafety)
  const reminders = (id: number) =>
    app.announced.messages.filter(({ link }) => link === `/restaurant/materials?tab=safety&id=${id}`).length
  const offers = async (id: number) => {
    const { rows } = await sql<{ subject: string }>`
      select subject from supervision_offer where kind = 'materialCheck' and key like ${`safety ${id} %`} order by id`.execute(
      app.database.db,
    )
    return rows.map(({ subject }) => subject)
  }

  it('is due on the day it is entered, and again a cycle after each check', async () => {
    const [daily, weekly] = [await add({ kind: 'health' }), await add({ cycleDays: 7 })]
    expect(await item(daily)).toMatchObject({ checkState: 'due', nextCheckOn: TODAY, lastCheckedOn: null })
    for (const id of [daily, weekly]) expect(outcome(await act(id, 'check', { result: 'ok' }))).toBe(2000)
    expect(await item(daily)).toMatchObject({ checkState: 'ok', nextCheckOn: '2026-03-12', lastCheckedOn: TODAY })
    expect(await item(weekly)).toMatchObject({ checkState: 'ok', nextCheckOn: '2026-03-18' })
    await at(1)
    await run()
    expect([(await item(daily)).checkState, (await item(weekly)).checkState]).toEqual(['due', 'ok'])
    await at(2)
    expect(outcome(await act(daily, 'check', { result: 'ok' }))).toBe(2000)
    // After Friday comes Monday.
    expect((await item(daily)).nextCheckOn).toBe('2026-03-16')
  })

  it('writes down each daily check that was missed, reminds of it and offers it to supervision once', async () => {
    const id = await add({ name: '晨检', kind: 'health' })
    await at(0)
    await run()
    expect([await book(), reminders(id), await offers(id)]).toEqual([[], 0, []])
    await at(1)
    await run()
    await run()
    expect([await book(), reminders(id), await offers(id)]).toEqual([[['03-11', 'missed']], 1, [`晨检 ${TODAY}`]])
    // Runs were missed over the weekend.
    await at(5)
    await run()
    expect(await book()).toEqual([
      ['03-11', 'missed'],
      ['03-12', 'missed'],
      ['03-13', 'missed'],
    ])
    expect(await item(id)).toMatchObject({ checkState: 'due', nextCheckOn: '2026-03-16', missed: 3 })
    expect(await offers(id)).toHaveLength(2)
    await act(id, 'check', { result: 'ok' })
    expect((await item(id)).missed).toBe(0)
  })

  it('keeps a longer cycle overdue until it is checked, reported once for its day', async () => {
    const id = await add({ name: '周排查', cycleDays: 7 })
    for (const days of [1, 2, 3]) {
      await at(days)
      await run()
    }
    expect(await item(id)).toMatchObject({ checkState: 'overdue', nextCheckOn: TODAY, missed: 1 })
    expect([await book(), reminders(id)]).toEqual([[['03-11', 'missed']], 1])
    expect(refusal(await act(id, 'check', { result: 'fault' }))).toEqual([4000, ['note']])
    expect(outcome(await act(id, 'check', { result: 'fault', note: '墙面霉斑' }))).toBe(2000)
    expect(await item(id)).toMatchObject({ nextCheckOn: TODAY, lastCheckedOn: null })
    await act(id, 'check', { result: 'ok' })
    expect(await item(id)).toMatchObject({ checkState: 'ok', nextCheckOn: '2026-03-23' })
  })

  it.each([
    ['-0.1', 4001],
    ['0', 'ok'],
    ['8', 'ok'],
    ['8.1', 4001],
  ])('takes a temperature of %s by its limits and asks what was done outside of them', async (value, expected) => {
    const id = await add(fridge)
    const answer = await act(id, 'measure', { value })
    if (expected === 'ok') {
      expect([outcome(answer), await book()]).toEqual([2000, [['03-11', 'ok']]])
      return
    }
    expect(refusal(answer)).toEqual(['canteen.safetyOutside', ['note']])
    expect(outcome(await act(id, 'measure', { value, note: '已调低并复测' }))).toBe(2000)
    expect([await book(), (await item(id)).checkState]).toEqual([[['03-11', 'fault']], 'fault'])
  })

  it('reminds of a health certificate 30, 7 and 0 days before its end, each once, and again for the next one', async () => {
    const id = await add({ kind: 'certificate', cycleDays: null, validTo: addDays(TODAY, 31) })
    const seen: number[] = []
    for (const days of [0, 1, 2, 23, 24, 25, 30, 31]) {
      await at(days)
      await run()
      seen.push(reminders(id))
    }
    expect([seen, (await item(id)).checkState]).toEqual([[0, 1, 1, 1, 2, 2, 2, 3], 'due'])
    await at(32)
    await run()
    expect([(await item(id)).checkState, reminders(id), await book()]).toEqual([
      'overdue',
      4,
      [[addDays(TODAY, 31).slice(5), 'missed']],
    ])
    const today = addDays(TODAY, 32)
    expect(refusal(await act(id, 'renew', { validTo: today }))).toEqual(['canteen.certificatePast', ['validTo']])
    expect(outcome(await act(id, 'renew', { validTo: addDays(today, 1) }))).toBe(2000)
    expect(outcome(await act(id, 'renew', { validTo: addDays(today, 365) }))).toBe(2000)
    expect(await item(id)).toMatchObject({ checkState: 'ok', validTo: addDays(today, 365), missed: 0 })
    await at(32 + 335)
    await run()
    expect(reminders(id)).toBe(5)
  })

  it('asks for limits of a temperature, an end of a certificate and a cycle of the others, and for actions of their kind', async () => {
    const post = async (form: Form) => refusal(await manager.post(ITEM, { name: '项目', isUsed: true, ...form }))
    expect(await post({ kind: 'temperature', cycleDays: 1, minValue: null, maxValue: null })).toEqual([
      4000,
      ['maxValue', 'minValue'],
    ])
    expect(await post({ kind: 'temperature', cycleDays: 1, minValue: '8', maxValue: '0' })).toEqual([
      'canteen.safetyLimits',
      ['maxValue'],
    ])
    expect(await post({ kind: 'certificate' })).toEqual([4000, ['validTo']])
    expect(await post({ kind: 'inspection', cycleDays: null })).toEqual([4000, ['cycleDays']])
    const id = await add(fridge)
    expect(outcome(await act(id, 'check', { result: 'ok' }))).not.toBe(2000)
    expect(outcome(await act(id, 'measure', {}))).toBe(4000)
  })

  it('leaves out what is not in use', async () => {
    const id = await add({ kind: 'health' })
    const { data } = await manager.get<Item>(`${ITEM}${id}/`)
    expect((await manager.put(`${ITEM}${id}/`, { ...data, isUsed: false })).code).toBe(2000)
    await at(2)
    await run()
    expect([await book(), outcome(await act(id, 'check', { result: 'ok' }))]).toEqual([[], 'canteen.safetyUnused'])
    const again = await item(id)
    expect((await manager.put(`${ITEM}${id}/`, { ...again, isUsed: true })).code).toBe(2000)
    expect((await item(id)).nextCheckOn).toBe('2026-03-13')
  })

  it('is written by those who run the canteen and read by leaders', async () => {
    const id = await add({ kind: 'health' })
    const [leader, staff] = [await app.as('zhao01'), await app.as('pan42')]
    expect([(await leader.get(ITEM)).code, (await staff.get(ITEM)).code]).toEqual([2000, 4003])
    expect((await leader.post(`${ITEM}${id}/check/`, { version: 1, result: 'ok' })).code).toBe(4003)
  })
})
