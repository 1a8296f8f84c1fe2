import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApplicationCard, ApplicationStart, BatchResult, TicketAnswer, TicketDetail } from '#src/define/tickets.ts'
import { DEMO_PASSWORD } from '#src/seed/bureau.server.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { upload } from '#tests/harness/files.ts'
import { act, leaveForm, submit } from '#tests/harness/tickets.ts'

/** As much of a picture as tells that it is one. */
const tinyPng = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(16)])

const TICKETS = '/api/workflow/ticket/'
const TYPES = '/api/workflow/application_types/'

describe('what the ticket pages ask the server for', () => {
  let app: TestApp
  const people = new Map<string, Client>()
  const as = (name: string): Client => people.get(name)!
  beforeAll(async () => {
    app = await startApp({ engine: 'embedded' })
    for (const name of ['pan42', 'zhang39', 'ge43', 'wei11', 'zhao01', 'qian02', 'peng46', 'yun40'])
      people.set(name, await app.as(name))
  })
  afterAll(() => app.close())

  const form = (from: string, to: string, more = {}) => leaveForm(from, to, { leaveType: 'personal', ...more })

  it('20.5 cards carry the sound of their names, to be found by pinyin and its initials', async () => {
    const cards = (await as('pan42').get<ApplicationCard[]>(TYPES)).data
    expect(cards.find((card) => card.key === 'leaveApproval')?.sounds).toBe('qingxiujia qxj')
  })

  it('APP-SHELL ?from= prefills what the forms share, without title, computed values and evidence', async () => {
    const filed = await submit(as('pan42'), 'leaveApproval', form('2026-06-01', '2026-06-02', { urgency: 'urgent' }))
    const start = async (who: string, type: string, from: number | string) =>
      as(who).get<ApplicationStart>(`${TYPES}${type}/`, { query: { from: String(from) } })
    const { defaults } = (await start('pan42', 'leaveApproval', filed.data.id)).data
    expect(defaults).toMatchObject({ leaveType: 'personal', destination: '省会示例市', urgency: 'urgent' })
    expect(defaults.title).toContain('请休假-潘示乙')
    expect([defaults.days ?? null, defaults.proof ?? null, defaults.attachments ?? null]).toEqual([null, null, null])
    const other = (await start('pan42', 'otherBusiness', filed.data.id)).data.defaults
    expect(other).toMatchObject({ reason: '探望父母，处理家事', urgency: 'urgent', bizType: 'IT' })
    expect((await start('peng46', 'leaveApproval', filed.data.id)).code, 'WF-18').toBe(4004)
    expect((await start('pan42', 'leaveApproval', 'x')).code).toBe(4000)
  })

  it('20.7 @user in a comment tells participants and readers of copies, nobody else', async () => {
    const filed = await submit(
      as('pan42'),
      'leaveApproval',
      form('2026-06-03', '2026-06-04', { ccUserIds: [as('ge43').userId] }),
    )
    const detail = (await as('pan42').get<TicketDetail>(`${TICKETS}${filed.data.id}/`)).data
    expect(detail.participants.map((person) => person.name).sort()).toEqual(['潘示乙', '章示壬', '葛示丙'].sort())
    const before = app.announced.messages.length
    const userIds = ['zhang39', 'ge43', 'peng46'].map((name) => as(name).userId)
    expect((await act(as('pan42'), filed.data.id, 'comment', { comment: '@章示壬 请看附件', userIds })).code).toBe(2000)
    const told = app.announced.messages
      .slice(before)
      .filter((message) => message.title.key === 'notice.ticket.mentioned')
      .flatMap((message) => [...message.to])
    expect(told.sort()).toEqual([as('zhang39').userId, as('ge43').userId].sort())
    expect((await act(as('pan42'), filed.data.id, 'comment', { comment: 'x'.repeat(501) })).code).toBe(4000)
  })

  it('20.7 void shows what will be reversed to those who may void, and WF-20 the records the ticket made', async () => {
    const filed = await submit(as('pan42'), 'leaveApproval', form('2026-06-08', '2026-06-09'))
    await act(as('zhang39'), filed.data.id, 'approve')
    const shown = await as('wei11').get<{ lines: string[] }>(`${TICKETS}${filed.data.id}/reversal/`)
    expect(shown.data.lines).toEqual(['退还事假额度2天', '撤销2026-06-08至2026-06-09的请假记录与日历占用'])
    expect((await as('zhang39').get(`${TICKETS}${filed.data.id}/reversal/`)).code).toBe(4003)
    const detail = (await as('wei11').get<TicketDetail>(`${TICKETS}${filed.data.id}/`)).data
    expect(detail.related).toMatchObject([{ record: 'leaveRecord' }])
    expect(detail.allowedActions).toContain('void')
  })

  it('20.7 requireSignature on the wire: password and picture, a wrong password counts, and no batch', async () => {
    const filed = await submit(
      as('zhao01'),
      'leaveApproval',
      form('2026-06-10', '2026-06-10', { proxyUserId: as('peng46').userId }),
    )
    const id = filed.data.id
    expect(filed.data.current[0]?.handlers.map((person) => person.name)).toEqual(['钱示乙'])
    const qian = as('qian02')
    const batch = await qian.post<BatchResult[]>(`${TICKETS}batch_approve/`, { ids: [id] })
    expect(batch.data).toMatchObject([{ ok: false, errKey: 'rule.WF-17' }])
    expect((await act(qian, id, 'approve')).errKey).toBe('wf.signatureRequired')
    const file = (await upload(app, qian, 'signature.png', tinyPng)).data.id
    const sign = (password: string) =>
      qian.post<{ signature: string }>(`${TICKETS}${id}/sign/`, { password, fileId: file })
    expect((await sign('wrong')).errKey).toBe('password.wrong')
    expect((await as('peng46').post(`${TICKETS}${id}/sign/`, { password: DEMO_PASSWORD, fileId: file })).code).toBe(
      4004,
    )
    const { signature } = (await sign(DEMO_PASSWORD)).data
    expect((await act(qian, id, 'approve', { signature })).code).toBe(2000)
    expect((await qian.get<{ fileId: number }>(`${TICKETS}signature/`)).data.fileId).toBe(file)
    expect((await as('zhao01').get<TicketAnswer>(`/api/system/file/${file}/download/`)).raw.statusCode).toBe(200)
  })
})
