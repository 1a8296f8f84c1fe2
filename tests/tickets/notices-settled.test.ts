import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, leaveForm, submit } from '#tests/harness/tickets.ts'

const PATH = '/api/v1/sms/notice/'

interface Row {
  readonly id: number
  readonly title: string
  readonly ticket: number | null
  readonly is_read: boolean
  readonly asks: boolean
  readonly count: number
  readonly unread: number
}

describe.each(oneEngine)('notices of a decided ticket on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    pan = await app.as('pan42')
    zhang = await app.as('zhang39')
  })
  afterAll(() => app.close())

  const list = async (reader: Client, query: Record<string, string> = {}) => {
    const { data, total = 0 } = await reader.get<Row[]>(`${PATH}get_self_receive/`, {
      query: { limit: '100', ...query },
    })
    return { rows: data, total }
  }
  const of = async (reader: Client, id: number, query: Record<string, string> = {}) =>
    (await list(reader, query)).rows.filter(({ ticket }) => ticket === id)
  const unread = async (reader: Client) => (await list(reader, { is_read: 'false' })).total
  const personal = (day: string) => leaveForm(day, day, { leaveType: 'personal' })

  it('are read by the decision itself, and stand no longer among those to act on (SYS-104)', async () => {
    const { data } = await submit(pan, 'leaveApproval', personal('2026-04-20'))
    const before = await unread(zhang)
    expect(await of(zhang, data.id, { to_act: 'true' })).toMatchObject([{ asks: true, is_read: false }])
    await act(zhang, data.id, 'approve')
    expect(await of(zhang, data.id)).toMatchObject([{ asks: false, is_read: true }])
    expect(await of(zhang, data.id, { to_act: 'true' })).toEqual([])
    expect(await unread(zhang)).toBe(before - 1)
  })

  it('keep what the applicant has to learn, until the applicant submits again', async () => {
    const { data } = await submit(pan, 'leaveApproval', personal('2026-04-21'))
    await act(zhang, data.id, 'return', { comment: '请补充说明' })
    expect(await of(pan, data.id)).toMatchObject([{ is_read: false }])
    await act(pan, data.id, 'submit', { formData: personal('2026-04-22') })
    expect(await of(pan, data.id)).toMatchObject([{ is_read: true }])
    const asked = await of(zhang, data.id)
    expect(asked.map(({ asks, is_read }) => [asks, is_read])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('ask nobody any more whose task another closed: the applicant withdraws', async () => {
    const { data } = await submit(pan, 'leaveApproval', personal('2026-04-23'))
    await act(pan, data.id, 'withdraw')
    expect(await of(zhang, data.id)).toMatchObject([{ asks: false, is_read: true }])
  })

  it('still ask whoever only read them', async () => {
    const { data } = await submit(pan, 'leaveApproval', personal('2026-04-24'))
    await zhang.post(`${PATH}ticket/${data.id}/read/`)
    expect(await of(zhang, data.id, { to_act: 'true' })).toMatchObject([{ asks: true, is_read: true }])
  })

  it('stand together by ticket, newest first, with their number; the groups add up to the list (SYS-104)', async () => {
    const { data } = await submit(pan, 'leaveApproval', personal('2026-04-27'))
    app.clock.advance(3 * 3_600_000)
    await act(pan, data.id, 'urge')
    const [group] = await of(zhang, data.id, { grouped: 'true' })
    expect(group).toMatchObject({ count: 2, unread: 2 })
    expect(group?.title).toContain('催办')
    for (const is_read of ['', 'false']) {
      const grouped = await list(zhang, { grouped: 'true', is_read })
      expect(grouped.rows).toHaveLength(grouped.total)
      expect(grouped.rows.reduce((sum, { count }) => sum + count, 0)).toBe((await list(zhang, { is_read })).total)
    }
    expect((await pan.delete(`${PATH}ticket/${data.id}/`)).code).toBe(4004)
    expect((await zhang.delete(`${PATH}ticket/${data.id}/`)).code).toBe(2000)
    expect(await of(zhang, data.id)).toEqual([])
  })
})
