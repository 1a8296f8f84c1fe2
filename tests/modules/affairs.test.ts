import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketAnswer, TicketDetail } from '#src/define/tickets/detail.ts'
import { suggestSupervision } from '#src/modules/affairs/supervision.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, submit } from '#tests/harness/tickets.ts'

const TICKETS = '/api/workflow/ticket/'
const form = {
  reason: '探亲需要请假',
  bizType: 'suggestion',
  content: '请安排下周三至周五探亲休假。',
  urgency: 'urgent',
}

describe.each(oneEngine)('other business on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  let yang: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, zhang, yang] = (await Promise.all(['pan42', 'zhang39', 'yang15'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
  })
  afterAll(() => app.close())

  /** One that waits for yang15 to handle it. */
  const assigned = async (): Promise<number> => {
    const { data } = await submit(pan, 'otherBusiness', form)
    await act(zhang, data.id, 'approve')
    await act(yang, data.id, 'approve', { formData: { handlerId: yang.userId } })
    return data.id
  }
  const detail = async (client: Client, id: number) => (await client.get<TicketDetail>(`${TICKETS}${id}/`)).data
  const convert = (client: Client, id: number, body: object) =>
    client.post<TicketAnswer>(`${TICKETS}${id}/convert/`, body)

  it('OTH-01 whoever handles one of the wrong type turns it into a draft of the right one, in the applicant’s name', async () => {
    const id = await assigned()
    const before = await detail(yang, id)
    expect(before.allowedActions).toContain('convert')
    expect(before.convertibleTo).toContainEqual({ type: 'leaveApproval', title: '请休假' })
    expect(before.convertibleTo.map(({ type }) => type)).not.toContain('otherBusiness')
    // A payroll is nobody's to file but the finance office's.
    expect(before.convertibleTo.map(({ type }) => type)).not.toContain('personSalary')

    const answer = await convert(yang, id, {
      version: before.version,
      type: 'leaveApproval',
      comment: '休假请走请休假',
    })
    expect(answer.data).toMatchObject({ id, status: 'handling' })
    expect(answer.data.allowedActions).toContain('handle')
    expect(answer.data.allowedActions).not.toContain('convert')

    const [draft] = (await detail(pan, id)).family
    expect(draft).toMatchObject({ kin: 'conversion', status: 'draft' })
    const made = await detail(pan, draft!.id)
    expect(made).toMatchObject({
      type: 'leaveApproval',
      formData: { reason: form.reason, urgency: 'urgent' },
      allowedActions: ['submit', 'edit', 'delete'],
      family: [{ id, kin: 'converted' }],
    })
    // A draft is its applicant's alone (WF-18).
    expect((await yang.get(`${TICKETS}${draft!.id}/`)).code).toBe(4004)
    expect((await detail(yang, id)).family).toEqual([])
    const timeline = await yang.get<readonly { action: string; comment: string }[]>(`${TICKETS}${id}/timeline/`)
    expect(timeline.data.at(-1)).toMatchObject({
      action: 'comment',
      comment: `已转为申请${made.no}：${made.title}\n休假请走请休假`,
    })
    expect(app.announced.messages).toContainEqual(
      expect.objectContaining({
        to: [pan.userId],
        title: {
          key: 'notice.ticket.converted',
          params: [before.no, expect.objectContaining({ zhHans: expect.stringMatching(/^请休假/) })],
        },
        link: `/workflow/ticket/${made.id}`,
      }),
    )
    const counts = await pan.get<{ toSubmit: number }>(`${TICKETS}counts/`)
    expect(counts.data.toSubmit).toBe((await pan.get(TICKETS, { query: { label: 'toSubmit' } })).total)
    // The ticket itself is still handled.
    expect((await act(yang, id, 'handle', { formData: { result: '已转请休假办理。' } })).code).toBe(2000)
  })

  it('OTH-01 once only, by its handler only, and only into what the applicant may begin', async () => {
    const id = await assigned()
    const { version } = await detail(yang, id)
    expect(await convert(pan, id, { type: 'leaveApproval' })).toMatchObject({ errKey: 'wf.notCandidate' })
    expect((await convert(await app.as('peng46'), id, { type: 'leaveApproval' })).code).toBe(4004)
    expect(await convert(yang, id, { version: version - 1, type: 'leaveApproval' })).toMatchObject({
      errKey: 'wf.stateChanged',
    })
    for (const type of ['personSalary', 'otherBusiness', 'nothing'])
      expect(await convert(yang, id, { type })).toMatchObject({ errKey: 'wf.disabled' })
    const answers = await Promise.all(Array.from({ length: 3 }, () => convert(yang, id, { type: 'leaveApproval' })))
    expect(answers.map(({ code, errKey }) => errKey ?? code).toSorted()).toEqual([2000, 'wf.converted', 'wf.converted'])
    const { rows } = await sql`select from ticket where applicant_id = ${pan.userId} and type = 'leaveApproval'
      and status = 'draft' and id > ${id}`.execute(app.database.db)
    expect(rows).toHaveLength(1)
  })

  it('OTH-02 unhandled for five workdays it is suggested for supervision, once', async () => {
    const id = await assigned()
    const noticeCount = () =>
      app.announced.messages.filter(
        ({ title, link }) => title.key === 'affairs.supervise' && link === `/workflow/ticket/${id}`,
      ).length
    // It came on a Wednesday.
    for (const [day, times] of [
      ['2026-03-17', 0],
      ['2026-03-18', 1],
      ['2026-03-19', 1],
    ] as const) {
      app.clock.set(new Date(`${day}T00:30:00Z`))
      await write(app.services, suggestSupervision)
      expect([day, noticeCount()]).toEqual([day, times])
    }
    const feng = await app.as('feng08')
    expect(
      app.announced.messages.filter(({ to, title }) => to.includes(feng.userId) && title.key === 'affairs.supervise'),
    ).not.toEqual([])
    app.clock.set(T0)
  })
})
