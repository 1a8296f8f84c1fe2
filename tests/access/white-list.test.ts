/** SYS-132: the white list opens declared reading calls only, for at most a year, when a second person has confirmed it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProposalDetail, ProposalRow } from '#src/define/workflows/proposals.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { isOpenable } from '#src/modules/system/white-list/white-list.ts'
import { closeUnconfirmed } from '#src/server/access/whiteListUpgrade.ts'
import { routesOf } from '#src/server/app/app.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const PATH = '/api/system/white_list/'
const PROPOSALS = '/api/proposal/'
const QUOTA = '/api/leave/quota/'
const DAY = 86_400_000

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

describe('the white list and its second person', () => {
  let app: TestApp
  let security: Client
  let second: Client
  let auditor: Client
  let staff: Client

  const enter = async (): Promise<void> => {
    security = await app.as('yu55')
    second = await app.as('yuan57')
    auditor = await app.as('bao59')
    staff = await app.as('pan42')
  }

  beforeAll(async () => {
    app = await startApp()
    await enter()
  })
  afterAll(() => app.close())

  const day = (days: number): string =>
    new Date(app.clock.now().getTime() + days * DAY + 8 * 3_600_000).toISOString().slice(0, 10)
  const entry = (more: object = {}) => ({
    url: QUOTA,
    method: '0',
    needLogin: true,
    dataScopeOn: true,
    reason: '大屏展示需要',
    expiresAt: day(365),
    state: true,
    password: DEMO_PASSWORD,
    ...more,
  })
  const propose = async (more: object = {}): Promise<number> => {
    const answer = await security.post<{ proposal: number }>(PATH, entry(more))
    expect(answer).toMatchObject({ code: 2000, data: { proposal: expect.any(Number) } })
    return answer.data.proposal
  }
  const confirm = (who: Client, id: number) =>
    who.post<{ done: boolean }>(`${PROPOSALS}${id}/confirm/`, { password: DEMO_PASSWORD })
  const rows = async (): Promise<readonly Row[]> =>
    (await security.get<readonly Row[]>(PATH, { query: { shipped: 'false' } })).data
  const remove = async (): Promise<void> => {
    for (const { id } of await rows())
      expect((await security.delete(`${PATH}${id}/`, { password: DEMO_PASSWORD })).code).toBe(2000)
  }

  it('declares only reading calls outside the closed areas as openable (SYS-132)', () => {
    const routes = routesOf(app.services)
    const declared = routes.filter((route) => 'openable' in route && route.openable === true)
    expect(declared.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
      'GET /api/leave/quota/',
      'GET /api/leave/quota/:id/',
      'GET /api/leave/record/',
      'GET /api/leave/record/:id/',
    ])
    expect(declared.filter(({ url }) => !isOpenable(url))).toEqual([])
  })

  it('refuses writes, workflows, policies, tickets and every call that is not declared (SYS-132)', async () => {
    for (const method of ['1', '2', '3'])
      expect(await security.post(PATH, entry({ method }))).toMatchObject({ code: 4001, errKey: 'rule.SYS-132' })
    for (const url of [
      '/api/workflow/workflow/',
      '/api/workflow/policy/',
      '/api/workflow/ticket/',
      '/api/system/user/',
      '/api/leave/earned/',
      '/api/travel/trip/',
      '/api/leave/quota/*/timeline/',
    ])
      expect([url, (await security.post(PATH, entry({ url }))).code]).toEqual([
        url,
        url.startsWith('/api/leave') || url.startsWith('/api/travel') ? 4000 : 4001,
      ])
    expect(await rows()).toEqual([])
  })

  it('SYS-122 SYS-132 opens nothing before a second person confirms with their own password, and tells that person who gains what', async () => {
    const before = app.announced.messages.length
    const id = await propose()
    expect(app.announced.messages.slice(before)).toContainEqual(
      expect.objectContaining({
        to: expect.arrayContaining([second.userId, auditor.userId]),
        title: { key: 'proposal.asked.whiteList', params: [QUOTA, QUOTA] },
        link: `/workflow/proposal?id=${id}`,
      }),
    )
    expect(app.announced.messages.slice(before).flatMap(({ to }) => to)).not.toContain(security.userId)
    expect(await rows()).toEqual([])
    expect((await staff.get(QUOTA)).code).toBe(4003)

    const { data } = await auditor.get<ProposalDetail>(`${PROPOSALS}${id}/`, { language: 'en' })
    expect(data).toMatchObject({ kind: 'whiteList', state: 'open', mayDecide: true, mayWithdraw: false })
    expect(data.gains).toEqual([
      'Opens the call /api/leave/quota/, which reads the list of "Leave quotas".',
      expect.stringMatching(/^Today \d+ of \d+ people may read it; \d+ may not\.$/),
      expect.stringMatching(/^The other \d+ people can then read it when signed in, but only their own records\.$/),
    ])

    expect(await security.post(`${PROPOSALS}${id}/confirm/`)).toMatchObject({ code: 4001, errKey: 'proposal.own' })
    expect((await staff.post(`${PROPOSALS}${id}/confirm/`)).code).toBe(4003)
    const leader = await app.as('qin17')
    expect((await leader.post(`${PROPOSALS}${id}/confirm/`)).code).toBe(4004)
    expect((await leader.get(`${PROPOSALS}${id}/`)).code).toBe(4004)
    expect(await security.post(PATH, entry())).toMatchObject({ code: 4001, errKey: 'proposal.waiting' })

    expect(data.requiresPassword).toBe(true)
    expect(await second.post(`${PROPOSALS}${id}/confirm/`)).toMatchObject({ code: 4001, errKey: 'password.wrong' })
    expect(await second.post(`${PROPOSALS}${id}/confirm/`, { password: 'Not-mine-1' })).toMatchObject({
      code: 4001,
      errKey: 'password.wrong',
    })
    expect(await rows()).toEqual([])
    expect(await confirm(second, id)).toMatchObject({ code: 2000, data: { done: true } })
    expect(await rows()).toMatchObject([
      { url: QUOTA, standing: 'inForce', createdBy: security.userId, confirmedBy: second.userId },
    ])
    expect((await staff.get(QUOTA)).code).toBe(2000)
    expect(await auditor.post(`${PROPOSALS}${id}/confirm/`)).toMatchObject({ code: 4001, errKey: 'proposal.decided' })
    await remove()
    expect((await staff.get(QUOTA)).code).toBe(4003)
  })

  it('is refused with a reason, or withdrawn by its proposer, and then opens nothing (SYS-132)', async () => {
    const refused = await propose()
    expect((await auditor.post(`${PROPOSALS}${refused}/refuse/`, { reason: '不' })).code).toBe(4000)
    expect((await auditor.post(`${PROPOSALS}${refused}/refuse/`, { reason: '没有必要开放' })).code).toBe(2000)
    const withdrawn = await propose()
    expect((await second.post(`${PROPOSALS}${withdrawn}/withdraw/`)).code).toBe(4004)
    expect((await security.post(`${PROPOSALS}${withdrawn}/withdraw/`)).code).toBe(2000)
    const { data } = await security.get<readonly ProposalRow[]>(PROPOSALS, { query: { state: 'decided' } })
    expect(data.slice(0, 2)).toMatchObject([
      { id: withdrawn, state: 'withdrawn' },
      { id: refused, state: 'refused', reason: '没有必要开放' },
    ])
    expect((await second.post(`${PROPOSALS}${refused}/confirm/`)).errKey).toBe('proposal.decided')
    expect((await staff.get(QUOTA)).code).toBe(4003)
  })

  it('lets an entry be switched off at once, and on or wider only with a confirmation (SYS-132)', async () => {
    await confirm(auditor, await propose())
    const [row] = await rows()
    const path = `${PATH}${row!.id}/`
    const change = (more: object, version: number) =>
      security.put<Row & { proposal?: number }>(path, { ...more, version, password: DEMO_PASSWORD })
    const wider = await change({ dataScopeOn: false }, row!.version)
    expect(wider.data.proposal).toEqual(expect.any(Number))
    expect(await rows()).toMatchObject([{ dataScopeOn: true, version: row!.version }])
    const off = await change({ state: false }, row!.version)
    expect(off).toMatchObject({ code: 2000, data: { standing: 'off' } })
    expect((await staff.get(QUOTA)).code).toBe(4003)
    // What was proposed for the entry as it was is void.
    expect(await auditor.post(`${PROPOSALS}${wider.data.proposal}/confirm/`)).toMatchObject({ errKey: 'proposal.void' })
    const on = await change({ state: true }, off.data.version)
    expect((await staff.get(QUOTA)).code).toBe(4003)
    expect((await confirm(auditor, on.data.proposal!)).code).toBe(2000)
    expect((await staff.get(QUOTA)).code).toBe(2000)
    await remove()
  })

  it('ignores an entry in the table that opens a write, was never confirmed, or was confirmed over a year ago (SYS-132)', async () => {
    const put = (url: string, method: string, confirmed: string | null, expires: string) =>
      sql`insert into white_list (url, method, need_login, data_scope_on, reason, expires_at, confirmed_at, created_at, updated_at)
        values (${url}, ${method}, true, false, 'written past the product', ${expires}::date, ${confirmed}::timestamptz, now(), now())`.execute(
        app.database.db,
      )
    await put(QUOTA, '0', null, day(300))
    await put(QUOTA, '1', null, day(300))
    await put('/api/workflow/policy/', '1', null, day(300))
    expect((await staff.get(QUOTA)).code).toBe(4003)
    expect((await staff.post(QUOTA, {})).code).toBe(4003)
    expect((await staff.post('/api/workflow/policy/', {})).code).toBe(4003)
    await expect(put('/api/leave/record/', '1', `${day(0)} 00:00:00+08`, day(10))).rejects.toThrow()
    await expect(put('/api/leave/record/', '0', `${day(0)} 00:00:00+08`, day(400))).rejects.toThrow()

    expect(await closeUnconfirmed(app.services)).toBe(3)
    const entries = await sql<{ request: string; diff: string }>`
      select request, diff from operation_log where agent = 'release upgrade' order by id`.execute(app.database.db)
    expect(entries.rows.map(({ request }) => JSON.parse(request))).toEqual([
      { url: QUOTA, method: '0', reason: 'SYS-132' },
      { url: QUOTA, method: '1', reason: 'SYS-132' },
      { url: '/api/workflow/policy/', method: '1', reason: 'SYS-132' },
    ])
    expect(await closeUnconfirmed(app.services)).toBe(0)
    expect(await rows()).toMatchObject([{ standing: 'off' }, { standing: 'off' }, { standing: 'off' }])
    await sql`delete from white_list where not shipped`.execute(app.database.db)
  })

  it('lets one of two people who confirm at the same moment through (SYS-132)', async () => {
    const id = await propose()
    const answers = await Promise.all([second, auditor].map((who) => confirm(who, id)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([2000, 4001])
    expect(await rows()).toHaveLength(1)
    await remove()
  })

  it('expires when nobody confirms it within 30 days (SYS-132)', async () => {
    const id = await propose()
    app.clock.advance(31 * DAY)
    await enter()
    expect(await auditor.post(`${PROPOSALS}${id}/confirm/`)).toMatchObject({ errKey: 'proposal.expired' })
    expect((await auditor.get<ProposalRow>(`${PROPOSALS}${id}/`)).data.state).toBe('expired')
    // A new one takes its place.
    expect((await confirm(auditor, await propose())).code).toBe(2000)
  })
})
