/** Purchases as their tests begin them: an approved prior approval, a contract, deliveries. */
import { sql } from 'kysely'
import { type Answer, type Client, T0, type TestApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, submit } from '#tests/harness/tickets.ts'
import { lineOf, preApprovalForm } from '#tests/modules/money.ts'

export type Form = Readonly<Record<string, unknown>>
export const PURCHASES = '/api/procurement/purchase/'
export const TODAY = '2026-03-11'

export interface PurchaseRow extends Record<string, unknown> {
  readonly id: number
  readonly no: string
  readonly state: string
}

/** The people and what they begin with; sessions are opened at the clock's moment. */
export async function openPurchases(app: TestApp, moment: Date = T0) {
  app.clock.set(moment)
  const names = ['shui37', 'pan42', 'zhang39', 'you18', 'he20', 'xi44'] as const
  const [officer, pan, zhang, you, he, xi] = (await Promise.all(names.map((name) => app.as(name)))) as [
    Client,
    Client,
    Client,
    Client,
    Client,
    Client,
  ]
  const { db } = app.database
  const line = await lineOf(app, 'D10', '30216')
  const vendor = async (state: string, no = 0): Promise<number> =>
    (
      await sql<{ id: number }>`select id from vendor where state = ${state} order by id offset ${no} limit 1`.execute(
        db,
      )
    ).rows[0]?.id ?? 0
  const vendorId = await vendor('active')
  const { rows: vendors } = await sql<{ name: string }>`select name from vendor where id = ${vendorId}`.execute(db)
  let sequel = 0

  /** An approved prior approval of the category purchase. */
  async function authorised(amount: string, more: Form = {}): Promise<number> {
    const asked = await submit(
      pan,
      'preApproval',
      preApprovalForm(line, amount, app.clock.today(), { category: 'purchase', purchaseMethod: 'inquiry', ...more }),
    )
    if (asked.code !== 2000) throw new Error(JSON.stringify(asked))
    await act(zhang, asked.data.id, 'approve')
    await act(you, asked.data.id, 'claim')
    const done = await act(you, asked.data.id, 'approve')
    if (done.data.status !== 'completed') throw new Error(JSON.stringify(done))
    return asked.data.id
  }
  const form = (ticketId: number, more: Form = {}): Form => ({
    name: '培训用笔记本采购',
    category: 'goods',
    method: 'inquiry',
    ticketId,
    items: [{ name: '笔记本', spec: 'A5', unit: '本', qty: 10, price: '400.00', assetLink: false }],
    ownerId: officer.userId,
    panel: [officer.userId, you.userId],
    ...more,
  })
  const create = (given: Form): Promise<Answer<PurchaseRow>> => officer.post<PurchaseRow>(PURCHASES, given)
  const run = (id: number, action: string, given: Form = {}, person: Client = officer): Promise<Answer<PurchaseRow>> =>
    person.post<PurchaseRow>(`${PURCHASES}${id}/${action}/`, given)
  const read = async (id: number): Promise<PurchaseRow> => (await officer.get<PurchaseRow>(`${PURCHASES}${id}/`)).data
  const contract = async (more: Form = {}): Promise<Form> => ({
    contractNo: `HT-TEST-${++sequel}`,
    vendorId,
    amount: '4000.00',
    signedOn: TODAY,
    startsOn: TODAY,
    endsOn: '2026-04-10',
    deliverBy: '2026-04-10',
    advanceRate: '0.00',
    retentionRate: '5.00',
    retentionDays: 30,
    contractFile: [await uploadPdf(app, officer)],
    ...more,
  })
  const supplement = async (change: string): Promise<Form> => ({
    change,
    supplementedOn: TODAY,
    reason: '增加配套数量',
    supplementFile: [await uploadPdf(app, officer)],
  })
  const acceptance = async (quantities: readonly number[], more: Form = {}): Promise<Form> => ({
    acceptedOn: TODAY,
    acceptancePanel: [pan.userId, xi.userId, he.userId],
    result: 'pass',
    openItems: quantities.map((qty) => ({ name: '笔记本', qty })),
    acceptanceFile: [await uploadPdf(app, officer)],
    ...more,
  })
  /** A purchase of 4,000.00 as far as asked. */
  async function begun(until: 'preparing' | 'contracted' | 'performing', more: { create?: Form; sign?: Form } = {}) {
    const made = await create(form(await authorised('4000.00'), more.create))
    if (made.code !== 2000) throw new Error(JSON.stringify(made))
    const { id } = made.data
    if (until === 'preparing') return id
    const signed = await run(id, 'sign', await contract(more.sign))
    if (signed.code !== 2000) throw new Error(JSON.stringify(signed))
    if (until === 'contracted') return id
    const brought = await run(id, 'deliver', { broughtOn: TODAY, note: '首批到货' })
    if (brought.code !== 2000) throw new Error(JSON.stringify(brought))
    return id
  }
  return {
    app,
    officer,
    pan,
    zhang,
    you,
    he,
    xi,
    line,
    vendorId,
    vendor,
    vendorName: vendors[0]?.name ?? '',
    authorised,
    form,
    create,
    run,
    read,
    contract,
    supplement,
    acceptance,
    begun,
  }
}
export type PurchaseOffice = Awaited<ReturnType<typeof openPurchases>>

/** How a call was answered: 2000, or its key with the fields. */
export const answered = (answer: Answer<unknown>): unknown =>
  answer.code === 2000 ? 2000 : [answer.errKey ?? answer.code, Object.keys(answer.errors ?? {}).toSorted()]
