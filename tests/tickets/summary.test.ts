import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { fillAllSummaries } from '#src/server/tickets/summary/fill.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, leaveForm, submit } from '#tests/harness/tickets.ts'

type Tag = 'zh-Hans' | 'en'

describe.each(oneEngine)('the summary line of a ticket (20.6) on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    pan = await app.as('pan42')
    zhang = await app.as('zhang39')
  })
  afterAll(() => app.close())

  const listed = async (reader: Client, label: string, id: number, language: Tag): Promise<TicketRow | undefined> => {
    const query = { label, limit: '100' }
    const { data } = await reader.get<TicketRow[]>('/api/workflow/ticket/', { query, language })
    return data.find((row) => row.id === id)
  }
  const newestNotice = async (reader: Client, language: Tag): Promise<string | undefined> =>
    (await reader.get<{ title: string }[]>('/api/v1/sms/notice/get_self_receive/', { language })).data[0]?.title

  it('tells a leave in the language of the reader: in the queue, and in the notice with type and applicant', async () => {
    const { data } = await submit(pan, 'leaveApproval', leaveForm('2026-04-20', '2026-04-22'))
    const chinese = '年休假 · 4月20日至4月22日 · 3天'
    const english = 'Annual · 20 – 22 Apr · 3 days'
    expect((await listed(zhang, 'pendingApproval', data.id, 'zh-Hans'))?.summary).toBe(chinese)
    expect((await listed(zhang, 'pendingApproval', data.id, 'en'))?.summary).toBe(english)
    expect(await newestNotice(zhang, 'zh-Hans')).toBe(`工单${data.no}待您处理：请休假 · 潘示乙 · ${chinese}`)
    expect(await newestNotice(zhang, 'en')).toBe(`Ticket ${data.no} is waiting for you: Leave · Pan Shiyi · ${english}`)
  })

  it('names the automatic title as such and in the language of the reader, and keeps the one somebody wrote', async () => {
    const automatic = await submit(
      pan,
      'leaveApproval',
      leaveForm('2026-05-18', '2026-05-18', { leaveType: 'personal' }),
    )
    const own = await submit(
      pan,
      'leaveApproval',
      leaveForm('2026-05-20', '2026-05-20', { leaveType: 'personal', title: '陪同就医' }),
    )
    expect(await listed(zhang, 'pendingApproval', automatic.data.id, 'en')).toMatchObject({
      title: 'Leave - Pan Shiyi - 20260311',
      hasOwnTitle: false,
    })
    expect(await listed(zhang, 'pendingApproval', own.data.id, 'en')).toMatchObject({
      title: '陪同就医',
      hasOwnTitle: true,
    })
    expect(await newestNotice(zhang, 'zh-Hans')).toContain('陪同就医 · 潘示乙 · 事假 · 5月20日 · 1天')
  })

  it('begins a form with its title in the language of the reader, and stores one title whatever the form was written in', async () => {
    const { data: start } = await pan.get<{ defaults: { title: string } }>(
      '/api/workflow/application_types/leaveApproval/',
      {
        language: 'en',
      },
    )
    expect(start.defaults.title).toBe('Leave - Pan Shiyi - 20260311')
    const form = leaveForm('2026-07-13', '2026-07-13', { leaveType: 'personal', title: start.defaults.title })
    const { data } = await submit(pan, 'leaveApproval', form)
    const titleOf = async (language: Tag) =>
      (await pan.get<{ formData: { title: string } }>(`/api/workflow/ticket/${data.id}/`, { language })).data.formData
        .title
    expect([await titleOf('zh-Hans'), await titleOf('en')]).toEqual([
      '请休假-潘示乙-20260311',
      'Leave - Pan Shiyi - 20260311',
    ])
  })

  it('follows the form when it is changed and submitted again', async () => {
    const { data } = await submit(
      pan,
      'leaveApproval',
      leaveForm('2026-06-15', '2026-06-16', { leaveType: 'personal' }),
    )
    await act(zhang, data.id, 'return', { comment: '请改为一天' })
    await act(pan, data.id, 'submit', { formData: leaveForm('2026-06-15', '2026-06-15', { leaveType: 'personal' }) })
    expect((await listed(zhang, 'pendingApproval', data.id, 'zh-Hans'))?.summary).toBe('事假 · 6月15日 · 1天')
  })

  it('tells every ticket of the demo of every type, and gives older tickets theirs', async () => {
    const untold = () =>
      sql<{ type: string }>`
        select distinct type from ticket where coalesce(summary ->> 'zhHans', '') = '' or coalesce(summary ->> 'en', '') = ''`.execute(
        app.database.db,
      )
    expect((await untold()).rows).toEqual([])
    await sql`update ticket set summary = null`.execute(app.database.db)
    await fillAllSummaries(app.services)
    expect((await untold()).rows).toEqual([])
  })
})
