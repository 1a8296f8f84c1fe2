/** Procurement intentions from their application to the public, and back (22.6, 50.8). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { differsTooMuch } from '#src/modules/procurement/intentions/convert.server.ts'
import { markStale } from '#src/modules/procurement/intentions/intention-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { submit } from '#tests/harness/tickets.ts'
import { type Desk, type Form, openDesk, type Row } from './desk.ts'

const TYPE = 'intentionOpen'
const PATH = '/api/procurement/intention/'
const DAY = 86_400_000
const CHANNEL = 'https://ccgp.example.invalid/intentions/1'

describe.each(oneEngine)('procurement intentions on %s', (engine) => {
  let app: TestApp
  let desk: Desk
  let names = 0

  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(() => at(T0))

  async function at(moment: Date): Promise<void> {
    app.clock.set(moment)
    desk = await openDesk(app)
  }
  const form = (more: Form = {}): Form => {
    names += 1
    return {
      reason: '按年度计划申报采购意向',
      projectName: `执法记录仪采购项目${names}`,
      category: 'goods',
      demandSummary: '采购执法记录仪一批，数量及技术要求详见采购文件，质保三年。',
      forSme: false,
      budgetLineId: desk.line,
      amount: '60000.00',
      expectedMonth: '2026-05',
      ...more,
    }
  }
  /** Whether a form is taken, and the fields that are refused. */
  async function verdict(more: Form): Promise<readonly unknown[]> {
    const answer = await submit(desk.officer, TYPE, form(more))
    return [answer.errKey ?? answer.code, Object.keys(answer.errors ?? {})]
  }
  const rowOf = async (ticketId: number): Promise<Row> =>
    (await desk.query(sql<Row>`select * from intention where ticket_id = ${ticketId} order by id desc`))[0]!
  async function approved(more: Form = {}): Promise<Row> {
    const ticket = await desk.filed(TYPE, form(more))
    await desk.approve(ticket)
    return rowOf(ticket.id)
  }
  const publish = ({ id, version }: Row, more: Form = {}) =>
    desk.officer.post<Row>(`${PATH}${id}/publish/`, { version, channelUrl: CHANNEL, ...more })

  it('22.6 an approved intention waits to be published and holds no budget', async () => {
    const before = await desk.query(sql<{ frozen: string }>`select frozen from budget_line where id = ${desk.line}`)
    const ticket = await desk.filed(TYPE, form({ amount: '15000.00' }))
    expect(await desk.approve(ticket)).toEqual(['deptLeader', 'procureReview', 'financeAudit', 'divisionLeader'])
    const row = await rowOf(ticket.id)
    expect(row).toMatchObject({ state: 'approved', amount: '15000.00', publishAt: null, exemptReason: null })
    expect(await desk.query(sql<{ frozen: string }>`select frozen from budget_line where id = ${desk.line}`)).toEqual(
      before,
    )
    const { data } = await desk.officer.get<Row>(`${PATH}${row.id}/`)
    expect(data).toMatchObject({ state: 'approved', daysSincePublish: null, earliestStart: null, isExempt: false })
  })

  it('22.6 refuses less than 10,000, more than the line has, a past month and a name that is taken this year', async () => {
    expect(await verdict({ amount: '9999.99' })).toEqual(['intention.tooSmall', ['amount']])
    expect((await verdict({ amount: '10000.00' }))[0]).toBe(2000)
    const taken = form()
    await desk.filed(TYPE, taken)
    expect(await verdict({ projectName: taken.projectName })).toEqual(['intention.nameTaken', ['projectName']])
    expect(await verdict({ expectedMonth: '2026-02', exemptReason: '突发情况急需采购，无法预见' })).toEqual([
      'intention.monthPassed',
      ['expectedMonth'],
    ])
  })

  it('PRC-03 writes an article that only the intention takes back (ART-06)', async () => {
    const row = await approved()
    expect((await publish(row)).code).toBe(2000)
    const published = await rowOf(Number(row.ticketId))
    expect(published).toMatchObject({ state: 'published', earliestStart: addDays(app.clock.today(), 30) })
    const editor = await desk.office.as('jiang12')
    const article = (await editor.get<Row>(`/api/article/${published.articleId}/`)).data
    expect(article).toMatchObject({ category: 'publicity', state: 'published', isBound: true })
    expect(String(article.body)).toContain('预算金额（万元）**：6.00')
    const { code } = await editor.post(`/api/article/${article.id}/withdraw/`, {
      version: article.version,
      withdrawReason: '不再公示此文章',
    })
    expect(code).not.toBe(2000)
    const revoked = await desk.officer.post(`${PATH}${row.id}/revoke/`, {
      version: published.version,
      reason: '项目取消，不再实施采购',
    })
    expect(revoked.code).toBe(2000)
    const after = (await editor.get<Row>(`/api/article/${published.articleId}/`)).data
    expect(String(after.title)).toBe(`【已撤销】采购意向公开：${published.projectName}`)
    expect(String(after.body)).toContain('项目取消，不再实施采购')
  })

  it('PRC-02 is turned into a purchase 30 days after its publication, and not before', async () => {
    const row = await approved()
    await publish(row)
    const published = await rowOf(Number(row.ticketId))
    const convert = async () =>
      desk.officer.post(`${PATH}${row.id}/convert/`, {
        version: published.version,
        authorisationId: published.ticketId,
        method: 'inquiry',
      })
    await at(new Date(T0.getTime() + 29 * DAY))
    expect((await convert()).errKey).toBe('procurement.intentionTooEarly')
    // On the day only the approval is missing.
    await at(new Date(T0.getTime() + 30 * DAY))
    expect(Object.keys((await convert()).errors ?? {})).toEqual(['ticketId'])
  })

  it('PRC-05 puts up for cleaning what was published 12 months ago, each once', async () => {
    const row = await approved()
    await publish(row)
    const stale = async (moment: string): Promise<unknown> => {
      app.clock.set(new Date(moment))
      await write(app.services, markStale)
      return (await rowOf(Number(row.ticketId))).isStale
    }
    expect(await stale('2027-03-10T02:00:00Z')).toBe(false)
    expect(await stale('2027-03-11T02:00:00Z')).toBe(true)
  })

  it('50.8 publishes many at once and leaves out what is published already', async () => {
    const [one, other] = [await approved(), await approved()]
    await publish(one)
    const { data, code } = await desk.officer.post(`${PATH}publish/`, {
      ids: [one.id, other.id],
      channelUrl: CHANNEL,
    })
    expect([code, data]).toEqual([2000, { done: 1, skipped: 1 }])
    expect(await rowOf(Number(other.ticketId))).toMatchObject({ state: 'published' })
    const bare = await approved()
    expect((await publish(bare, { channelUrl: 'http://ccgp.example.invalid/1' })).errKey).toBe('intention.channel')
    expect((await publish(bare, { publishAt: '2026-03-11 10:00:01' })).errKey).toBe('intention.inFuture')
  })
})

describe('PRC-04', () => {
  it('takes up to 20 percent more or less than was announced', () => {
    const verdicts = ['80.00', '79.99', '120.00', '120.01'].map((wanted) => differsTooMuch('100.00', wanted)?.key)
    expect(verdicts).toEqual([undefined, 'rule.PRC-04', undefined, 'rule.PRC-04'])
  })
})
