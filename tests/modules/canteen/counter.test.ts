import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMoment } from '#src/define/days.ts'
import { endMeals } from '#src/modules/canteen/service/meal-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, openKitchen, outcome, refusal } from './kitchen.ts'

const COUNTER = '/api/canteen/counter/'
const at = (text: string): Date => parseMoment(text)!
const after = (text: string, milliseconds: number): Date => new Date(at(text).getTime() + milliseconds)
/** Lunch is served from 11:30 to 13:00. */
const [OPENS, ENDS] = ['2026-03-12 11:00:00', '2026-03-12 13:00:00']

describe.each(oneEngine)('the counter on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let staff: Client
  let other: Client
  let menuId: number
  let orderId: number

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await emptyCanteen(app)
    await setClock(T0)
    menuId = await kitchen.menu({ days: 1 })
    orderId = (await kitchen.order(staff, menuId)).data.id
  })
  async function setClock(moment: Date): Promise<void> {
    app.clock.set(moment)
    kitchen = await openKitchen(app)
    ;[staff, other] = await Promise.all([app.as('xi44'), app.as('chen09')])
  }
  const verify = (more: object = {}) =>
    kitchen.manager.post<{ verified: number }>(`${COUNTER}verify/`, { menuId, orderIds: [orderId], ...more })
  const scan = (code: string, meal = menuId) =>
    kitchen.manager.post<{ state: string }>(`${COUNTER}code/`, { menuId: meal, code })
  const miss = () => kitchen.manager.post<{ marked: number }>(`${COUNTER}no_show/`, { menuId, orderIds: [orderId] })
  const runJob = () => write(app.services, endMeals)
  const now = async () => {
    const { state, verifyMethod, verifiedAt } = await kitchen.orderNow(orderId)
    return [state, verifyMethod, verifiedAt]
  }

  it('verifies from half an hour before the meal until its end (50.4)', async () => {
    const answers = []
    for (const moment of [after(OPENS, -1), at(OPENS)]) {
      await setClock(moment)
      answers.push(outcome(await verify()))
    }
    const second = (
      await (async () => {
        await setClock(T0)
        return kitchen.order(other, menuId)
      })()
    ).data.id
    for (const moment of [at(ENDS), after(ENDS, 1)]) {
      await setClock(moment)
      answers.push(outcome(await verify({ orderIds: [second] })))
    }
    expect(answers).toEqual(['meal.notYet', 2000, 2000, 'meal.overNoteTime'])
    expect(await now()).toEqual(['verified', 'list', at(OPENS)])
  })

  it('verifies by the code of the order and by the employee number, each once', async () => {
    await kitchen.order(other, menuId)
    const { code } = (await kitchen.orderNow(orderId)) as unknown as { code: string }
    const dinner = await kitchen.menu({ days: 1, mealType: 'dinner' })
    await setClock(at('2026-03-12 11:40:00'))
    expect(outcome(await scan('2345678'))).toBe('meal.codeUnknown')
    expect((await scan(code.toLowerCase())).data.state).toBe('verified')
    expect(refusal(await scan(code))).toEqual(['meal.verifiedBefore', ['code']])
    const [person] = await kitchen.rows<{ empNo: string }>(
      (await import('kysely')).sql`select emp_no from app_user where id = ${other.userId}`,
    )
    expect((await scan(person!.empNo)).data.state).toBe('verified')
    expect(await now()).toEqual(['verified', 'code', at('2026-03-12 11:40:00')])
    await setClock(at('2026-03-12 17:30:00'))
    expect(outcome(await scan(code, dinner))).toBe('meal.otherMeal')
  })

  it('writes a meal down later with its real time, within 48 hours, also over a no-show (90 B 3)', async () => {
    await setClock(after(ENDS, 1))
    await runJob()
    expect(await now()).toEqual(['noShow', null, null])
    const answers = []
    for (const moment of ['2026-03-12 10:59:59', '2026-03-11 12:00:00', '2026-03-12 13:00:01'])
      answers.push(refusal(await verify({ at: moment })))
    expect(answers).toEqual([
      ['meal.notThen', ['at']],
      ['meal.notThen', ['at']],
      ['meal.inFuture', ['at']],
    ])
    await setClock(after('2026-03-14 11:45:00', 1))
    expect(refusal(await verify({ at: '2026-03-12 11:45:00' }))).toEqual(['meal.tooLate', ['at']])
    await setClock(at('2026-03-14 11:45:00'))
    expect((await verify({ at: '2026-03-12 11:45:00' })).data).toEqual({ verified: 1 })
    expect(await now()).toEqual(['verified', 'list', at('2026-03-12 11:45:00')])
  })

  it('F3 marks no-shows at the end of the meal, after a missed run as well, and closes its menu an hour later', async () => {
    const stateAt = async (moment: Date) => {
      await setClock(moment)
      await runJob()
      return [(await kitchen.orderNow(orderId)).state, (await kitchen.menuNow(menuId)).state]
    }
    expect(await stateAt(at(ENDS))).toEqual(['ordered', 'published'])
    expect(await stateAt(after(ENDS, 1))).toEqual(['noShow', 'published'])
    expect(await stateAt(after('2026-03-12 14:00:00', -1))).toEqual(['noShow', 'published'])
    expect(await stateAt(at('2026-03-12 14:00:00'))).toEqual(['noShow', 'closed'])
    const { noShowAt } = (await kitchen.orderNow(orderId)) as unknown as { noShowAt: Date }
    expect(noShowAt).toEqual(at(ENDS))
  })

  it('F3 catches up with every meal that ended while the server stood still, each by its own time', async () => {
    await setClock(T0)
    const dinner = await kitchen.menu({ days: 1, mealType: 'dinner' })
    const missed = (await kitchen.order(staff, dinner)).data.id
    await setClock(at('2026-03-20 10:00:00'))
    await runJob()
    await runJob()
    const rows = [await kitchen.orderNow(orderId), await kitchen.orderNow(missed)]
    expect(rows.map(({ state, noShowAt }) => [state, noShowAt])).toEqual([
      ['noShow', at('2026-03-12 13:00:00')],
      ['noShow', at('2026-03-12 19:00:00')],
    ])
  })

  it('F3 keeps one answer when the end of a meal and a verification meet, in both orders', async () => {
    await setClock(at(ENDS))
    expect(outcome(await verify())).toBe(2000)
    await setClock(after(ENDS, 1))
    await runJob()
    expect((await now())[0]).toBe('verified')
    expect((await miss()).data).toEqual({ marked: 0 })
    await setClock(T0)
    orderId = (await kitchen.order(other, menuId)).data.id
    await setClock(after(ENDS, 1))
    await Promise.all([runJob(), verify({ at: '2026-03-12 12:00:00' })])
    expect((await now())[0]).toBe('verified')
  })

  it('marks a no-show by hand once the meal is over, and leaves the counter to the canteen', async () => {
    await setClock(at(ENDS))
    expect(outcome(await miss())).toBe('meal.notOver')
    await setClock(after(ENDS, 1))
    expect((await miss()).data).toEqual({ marked: 1 })
    expect((await now())[0]).toBe('noShow')
    const calls = [
      await staff.get(`${COUNTER}diners/`, { query: { menuId: String(menuId) } }),
      await staff.post(`${COUNTER}verify/`, { menuId, orderIds: [orderId] }),
      await staff.post(`${COUNTER}no_show/`, { menuId, orderIds: [orderId] }),
    ]
    expect(calls.map(({ code }) => code)).toEqual([4003, 4003, 4003])
  })
})
