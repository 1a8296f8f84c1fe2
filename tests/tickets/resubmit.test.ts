/** What was chosen once and has become inactive since: it may stay in a ticket that was submitted with it, and can be chosen no more. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, submit } from '#tests/harness/tickets.ts'

describe.each(oneEngine)('a ticket sent back, on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  let left: number
  beforeAll(async () => {
    app = await startApp({ engine })
    pan = await app.as('pan42')
    zhang = await app.as('zhang39')
    left = (await app.as('ge43')).userId
  })
  afterAll(() => app.close())

  const form = (more: Readonly<Record<string, unknown>> = {}) => ({
    reason: '安装办公软件',
    bizType: 'IT',
    content: '请协助安装办公软件一套，谢谢',
    ccUserIds: [left],
    ...more,
  })
  const switchType = async (value: string, status: boolean): Promise<void> => {
    await sql`update dictionary_entry set status = ${status} where dictionary_key = 'otherBusinessType' and value = ${value}`.execute(
      app.database.db,
    )
    await app.services.caches.load()
  }
  const others = async (): Promise<readonly string[]> =>
    (
      await sql<{ value: string }>`
        select value from dictionary_entry where dictionary_key = 'otherBusinessType' and value <> 'IT' and status order by sort`.execute(
        app.database.db,
      )
    ).rows.map(({ value }) => value)
  const sentBack = async (): Promise<number> => {
    const filed = await submit(pan, 'otherBusiness', form())
    expect(filed.code).toBe(2000)
    expect((await act(zhang, filed.data.id, 'return', { comment: '请补充说明内容', target: 'start' })).code).toBe(2000)
    return filed.data.id
  }

  it('SYS-53 can be saved, checked and resubmitted with the entry and the person it had, now switched off', async () => {
    const id = await sentBack()
    await switchType('IT', false)
    await sql`update app_user set state = false where id = ${left}`.execute(app.database.db)
    const changed = form({ content: '请协助安装办公软件两套，谢谢' })
    const before = await pan.get<{ version: number }>(`/api/workflow/ticket/${id}/`)
    expect(
      (await pan.put(`/api/workflow/ticket/${id}/`, { formData: changed, version: before.data.version })).code,
    ).toBe(2000)
    const again = await act(pan, id, 'submit', { formData: changed })
    expect(again).toMatchObject({ code: 2000, data: { status: 'running' } })
  })

  it('SYS-53 offers what is switched off to nobody: neither to a new ticket nor to one that had something else', async () => {
    const [other = ''] = await others()
    expect(await submit(pan, 'otherBusiness', form({ ccUserIds: [] }))).toMatchObject({
      code: 4000,
      errors: { bizType: expect.anything() },
    })
    expect(await submit(pan, 'otherBusiness', form({ bizType: other }))).toMatchObject({
      code: 4000,
      errors: { ccUserIds: expect.anything() },
    })
    const filed = await submit(pan, 'otherBusiness', form({ bizType: other, ccUserIds: [] }))
    const { id } = filed.data
    expect((await act(zhang, id, 'return', { comment: '请补充说明内容', target: 'start' })).code).toBe(2000)
    expect(await act(pan, id, 'submit', { formData: form({ ccUserIds: [] }) })).toMatchObject({
      code: 4000,
      errors: { bizType: expect.anything() },
    })
  })

  it('a draft that was never submitted has to choose anew', async () => {
    await switchType('IT', true)
    const draft = await pan.post<{ id: number; version: number }>('/api/workflow/ticket/', {
      type: 'otherBusiness',
      formData: form({ ccUserIds: [] }),
      submit: false,
    })
    expect(draft.code).toBe(2000)
    await switchType('IT', false)
    expect(await act(pan, draft.data.id, 'submit', {})).toMatchObject({
      code: 4000,
      errors: { bizType: expect.anything() },
    })
    await switchType('IT', true)
  })
})
