/** The call that answers what may be bought how (E14): from the settings, the stores and the bulk list, for people who may buy. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuyingGuide } from '#src/modules/procurement/guide/guide.types.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'

const GUIDE = '/api/procurement/guide/'

describe.each(oneEngine)('the guide to buying on %s', (engine) => {
  let app: TestApp
  let clerk: Client
  let officer: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    app.clock.set(T0)
    clerk = await app.as('pan42')
    officer = await app.as('shui37')
  }, 900_000)
  afterAll(() => app.close())

  const asked = (query: Readonly<Record<string, string>>): string => `${GUIDE}?${new URLSearchParams(query)}`
  async function guide(query: Readonly<Record<string, string>>, person = clerk): Promise<BuyingGuide> {
    const answer = await person.get<BuyingGuide>(asked({ category: 'goods', ...query }))
    expect([answer.code, answer.errors]).toEqual([2000, undefined])
    return answer.data
  }

  it('refuses a question without category or amount, and values that are none', async () => {
    const wrong = [
      {},
      { category: 'goods' },
      { amount: '100.00' },
      { category: 'houses', amount: '100.00' },
      ...['0', '0.00', '-1', '1.001', 'x', '10000000.00'].map((amount) => ({ category: 'goods', amount })),
      { category: 'goods', amount: '100.00', neededOn: '2026-02-30' },
      { category: 'goods', amount: '100.00', name: '长'.repeat(61) },
    ]
    for (const query of wrong)
      expect([query, (await clerk.get(asked(query as Record<string, string>))).code]).toEqual([query, 4000])
    expect((await guide({ amount: '9999999.99', name: '长'.repeat(60) })).method).toBe('publicTender')
  })

  it('answers people who may file a comparison, and refuses a call without a session', async () => {
    const question = asked({ category: 'goods', amount: '100.00' })
    expect((await app.guest.get(question)).code).toBe(401)
    const outsider = await app.as('ge43')
    expect((await outsider.get(question)).code).toBe(2000)
    await sql`delete from user_role where user_id = ${outsider.userId}`.execute(app.database.db)
    await app.services.caches.load()
    expect((await outsider.get(question)).code).toBe(4003)
  })

  it('takes the limits from the settings (PRC-01)', async () => {
    expect((await guide({ amount: '5000.00' })).method).toBe('direct')
    expect((await guide({ amount: '5000.01' })).method).toBe('comparison')
  })

  it('speaks both languages', async () => {
    const query = { category: 'goods', amount: '60000.00', name: '音响' }
    const chinese = await guide(query)
    const english = (await clerk.get<BuyingGuide>(asked(query), { language: 'en' })).data
    expect(chinese.why).toBe('60,000.00 元超过比价上限 50,000.00 元，未超过询价或谈判上限 500,000.00 元。')
    expect(english.why).toMatch(/^CNY 60,000\.00 is above the comparison limit of CNY 50,000\.00/)
    expect(english.steps[0]?.title).toBe('Submit "Procurement intention"')
    expect(JSON.stringify([english.why, english.steps, english.warnings, english.alternatives])).not.toMatch(
      /\p{Script=Han}|procurement\.buying|\{\d/u,
    )
    expect(JSON.stringify(chinese)).not.toMatch(/procurement\.buying|rules\.|\{\d/)
  })

  it('sends goods of the stores to their request, and only those', async () => {
    const { stock } = await guide({ amount: '300.00', name: '复印纸' })
    expect(stock[0]).toMatchObject({ name: 'A4 复印纸', type: 'officeSupplies' })
    expect((await guide({ amount: '300.00', name: 'a4复印' })).stock).toHaveLength(stock.length)
    expect((await guide({ amount: '300.00', name: '挖掘机' })).stock).toEqual([])
    expect((await guide({ amount: '300.00', name: '\\' })).stock).toEqual([])
    expect((await guide({ amount: '300.00' })).stock).toEqual([])
    expect((await guide({ amount: '300.00', name: '复印纸', category: 'services' })).stock).toEqual([])
  })

  it('PRC-24 sends goods of the bulk list to who hands them out, by the configurations', async () => {
    expect(await guide({ amount: '20000.00', name: '激光打印机' })).toMatchObject({
      method: 'bulk',
      start: { type: 'officeElectronicEquipment', formData: { applyKind: 'new' } },
    })
    expect((await guide({ amount: '2000.00', name: '会议桌' })).start?.type).toBe('officeFurniture')
    expect((await guide({ amount: '2000.00', name: '复印纸' })).start?.type).toBe('officeSupplies')
    // Air conditioners have no standard to be requested by.
    expect((await guide({ amount: '20000.00', name: '空调' })).start).toBeNull()
    expect((await guide({ amount: '20000.00', name: '空调' }, officer)).start?.type).toBe('bulkProject')
    // Services of that name are none of the list.
    expect((await guide({ amount: '20000.00', name: '空调', category: 'services' })).method).toBe('comparison')
  })

  it('PRC-13 counts the comparisons of the reader’s own department alone', async () => {
    const { db } = app.database
    const { rows } = await sql<{ id: number }>`select id from ticket order by id limit 1`.execute(db)
    const put = (dept: number) => sql`
      insert into comparison_sum (ticket_id, dept_id, category, amount, counted_on, is_live)
      values (${rows[0]!.id}, ${dept}, 'works', 45000, ${app.clock.today()}::date, true)
      on conflict (ticket_id) do update set dept_id = excluded.dept_id, category = 'works', amount = 45000, counted_on = excluded.counted_on, is_live = true`
    const { rows: people } = await sql<{ id: number; deptId: number }>`
      select id, dept_id from app_user where id in (${clerk.userId}, ${officer.userId})`.execute(db)
    const deptOf = (id: number): number => people.find((person) => person.id === id)!.deptId
    const question = { category: 'works', amount: '40000.00' }
    const before = (await guide(question)).warnings
    await put(deptOf(officer.userId)).execute(db)
    expect((await guide(question)).warnings).toEqual(before)
    await put(deptOf(clerk.userId)).execute(db)
    expect((await guide(question)).warnings).not.toEqual(before)
  })

  it('shows pages and forms to people who may open them', async () => {
    const ofClerk = await guide({ amount: '60000.00', name: '会议音响设备' })
    const ofOfficer = await guide({ amount: '60000.00', name: '会议音响设备' }, officer)
    expect(ofClerk.steps.map(({ page }) => page).filter((page) => page !== null)).toEqual([])
    expect(ofOfficer.steps.some(({ page }) => page === '/procurement/disclosure-intention')).toBe(true)
    expect(ofClerk.start?.type).toBe('preApproval')
    expect(ofOfficer.start?.type).toBe('intentionOpen')
  })

  it.each([
    ['3000.00', '会议音响设备', 'financialReimbursementOne'],
    ['20000.00', '会议音响设备', 'comparison'],
    ['20000.00', '', 'comparison'],
    ['60000.00', '会议音响设备', 'preApproval'],
    ['2000.00', '会议桌', 'officeFurniture'],
    ['2000.00', '复印纸', 'officeSupplies'],
  ])('CNY %s of "%s" begins %s as a draft, and its approval flow is previewed', async (amount, name, type) => {
    const { start } = await guide({ amount, name })
    expect(start?.type).toBe(type)
    const given = { type, formData: start!.formData }
    const preview = await clerk.post<readonly { people: readonly unknown[] }[]>('/api/workflow/ticket/preview/', {
      ...given,
    })
    expect([preview.code, preview.data.some(({ people }) => people.length > 0)]).toEqual([2000, true])
    const draft = await clerk.post<WireTicket>('/api/workflow/ticket/', { ...given, submit: false })
    expect([draft.code, draft.errors, draft.data.status]).toEqual([2000, undefined, 'draft'])
  })

  it.each([
    ['60000.00', '会议音响设备', 'intentionOpen'],
    ['20000.00', '激光打印机', 'bulkProject'],
  ])('CNY %s of "%s" begins %s for an officer', async (amount, name, type) => {
    const { start } = await guide({ amount, name }, officer)
    expect(start?.type).toBe(type)
    const draft = await officer.post<WireTicket>('/api/workflow/ticket/', {
      type,
      formData: start!.formData,
      submit: false,
    })
    expect([draft.code, draft.errors]).toEqual([2000, undefined])
  })
})
