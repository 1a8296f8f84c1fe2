/** Machine accounts: proposed by one, confirmed by another, a token shown once, from listed addresses, until a day, in the log, and never a person. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProposalDetail } from '#src/define/workflows/proposals.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { anonymous } from '#src/server/access/access.ts'
import { isForMachines } from '#src/server/access/administrators.ts'
import { isOpenToMachine } from '#src/server/access/machines.ts'
import { routesOf } from '#src/server/app/app.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const PATH = '/api/system/machine_account/'
const PROPOSALS = '/api/proposal/'
const CARS = '/api/cars/car/'
const DAY = 86_400_000

interface Account {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly standing: string
  readonly permissions: string
  readonly lastUsedAt: string | null
  readonly lastIp: string | null
}

describe('machine accounts', () => {
  let app: TestApp
  let security: Client
  let second: Client
  let auditor: Client
  let roleId: number
  let count = 0

  const enter = async (): Promise<void> => {
    security = await app.as('yu55')
    second = await app.as('yuan57')
    auditor = await app.as('bao59')
  }
  beforeAll(async () => {
    app = await startApp()
    await enter()
    const { rows } = await sql<{ id: number }>`select id from role where key = 'fleetManager'`.execute(app.database.db)
    roleId = rows[0]?.id ?? 0
  })
  beforeEach(enter)
  afterAll(() => app.close())

  const day = (days: number): string =>
    new Date(app.clock.now().getTime() + days * DAY + 8 * 3_600_000).toISOString().slice(0, 10)
  const form = (more: object = {}) => ({
    name: `车辆平台${++count}`,
    purpose: '市级车辆平台每日读取车辆信息',
    deptId: 8,
    roleId,
    addresses: '127.0.0.1, 10.1.0.0/16',
    expiresAt: day(365),
    perMinute: 50,
    password: DEMO_PASSWORD,
    ...more,
  })
  const propose = async (more: object = {}): Promise<number> => {
    const answer = await security.post<{ proposal: number }>(PATH, form(more))
    expect(answer).toMatchObject({ code: 2000, data: { proposal: expect.any(Number) } })
    return answer.data.proposal
  }
  const confirm = (who: Client, id: number) => who.post(`${PROPOSALS}${id}/confirm/`, { password: DEMO_PASSWORD })
  const newest = async (): Promise<Account> =>
    (await security.get<readonly Account[]>(PATH, { query: { ordering: '-createdAt', limit: '1' } })).data[0]!
  const tokenOf = (who: Client, { id, version }: Account) =>
    who.post<{ token: string }>(`${PATH}${id}/token/`, { version })
  const made = async (more: object = {}): Promise<{ account: Account; token: string }> => {
    expect((await confirm(second, await propose(more))).code).toBe(2000)
    const account = await newest()
    return { account, token: (await tokenOf(security, account)).data.token }
  }
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const read = (token: string, url = CARS, from: Client = app.guest): Promise<Answer<unknown>> =>
    from.get(url, bearer(token))

  it('works from the confirmation of a second person on, with the token that its proposer gets once', async () => {
    const proposal = await propose()
    expect(await security.post(`${PROPOSALS}${proposal}/confirm/`, { password: DEMO_PASSWORD })).toMatchObject({
      code: 4001,
      errKey: 'proposal.own',
    })
    const { data } = await second.get<ProposalDetail>(`${PROPOSALS}${proposal}/`)
    expect(data).toMatchObject({ kind: 'machineAccount', mayDecide: true, requiresPassword: true })
    expect(data.gains[0]).toContain('127.0.0.1, 10.1.0.0/16')
    expect(data.changes.at(-1)?.after).toContain('car:Search')
    expect((await confirm(second, proposal)).code).toBe(2000)
    const account = await newest()
    expect(account).toMatchObject({ standing: 'waiting', lastUsedAt: null })
    expect(await tokenOf(second, account)).toMatchObject({ code: 4001, errKey: 'machine.tokenOfProposer' })
    expect((await tokenOf(auditor, account)).code).toBe(4003)
    const { token } = (await tokenOf(security, account)).data
    expect(token).toMatch(/^jbm_[\w-]{43}$/)
    expect(await tokenOf(security, await newest())).toMatchObject({ code: 4001, errKey: 'machine.tokenTaken' })
    const { rows } = await sql<{ stored: string }>`select m::text as stored from machine_account m`.execute(
      app.database.db,
    )
    expect(rows.some(({ stored }) => stored.includes(token))).toBe(false)
    expect((await read(token)).code).toBe(2000)
    expect(await newest()).toMatchObject({ standing: 'inForce', lastUsedAt: expect.any(String), lastIp: '127.0.0.1' })
  })

  it.each([
    ['an administrator role', async () => ({ roleId: await roleNamed('securityAdmin') }), 'roleId'],
    ['all addresses', async () => ({ addresses: '0.0.0.0/0' }), 'addresses'],
    ['all addresses in two halves', async () => ({ addresses: '0.0.0.0/1,128.0.0.0/1,::/1,8000::/1' }), 'addresses'],
    ['an address that is none', async () => ({ addresses: 'example' }), 'addresses'],
    ['more than a year', async () => ({ expiresAt: day(366) }), 'expiresAt'],
    ['no purpose', async () => ({ purpose: '' }), 'purpose'],
  ])('is refused for %s', async (_, more, field) => {
    const answer = await security.post(PATH, form(await more()))
    expect([answer.code, Object.keys(answer.errors ?? {})]).toEqual([4000, [field]])
  })
  const roleNamed = async (key: string): Promise<number> =>
    (await sql<{ id: number }>`select id from role where key = ${key}`.execute(app.database.db)).rows[0]?.id ?? 0

  it('may call nothing that decides, files, administers or is for people', async () => {
    const { token } = await made({ perMinute: 6000 })
    const wrong: string[] = []
    for (const { method, url, permission } of routesOf(app.services)) {
      if (permission === 'public' || permission.endsWith(':Search') || permission.endsWith(':Retrieve')) continue
      const address = url.replace(/:\w+/g, '1')
      if (method === 'GET' || url.endsWith('/import_data/')) continue
      const send = { POST: app.guest.post, PUT: app.guest.put, DELETE: app.guest.delete }[method]
      const { code } = await send(address, {}, bearer(token))
      const isEntry = /:(Create|Update|Import)$/.test(permission)
      if (code !== 4003 && !isEntry) wrong.push(`${method} ${url} ${permission} ${code}`)
    }
    expect(wrong).toEqual([])
    for (const url of ['/api/system/user/user_info/', '/api/system/user/', '/api/system/operation_log/', PATH])
      expect([url, (await read(token, url)).code]).toEqual([url, 4003])
  })

  it('reaches no write of administration or of an application by any permission there is (decision 0041)', async () => {
    const { rows } = await sql<{ value: string }>`select value from permission where deleted_at is null`.execute(
      app.database.db,
    )
    const known = new Set(rows.map(({ value }) => value))
    // An account whose role holds everything.
    const access = { ...anonymous, may: (permission: string) => isForMachines(permission, (one) => known.has(one)) }
    const writable = routesOf(app.services)
      .filter((route) => route.method !== 'GET' && isOpenToMachine(route, access))
      .map(({ url }) => url)
    expect(writable.length).toBeGreaterThan(20)
    expect(
      writable.filter((url) => /^\/api\/(system|proposal|workflow|init|personal|login|token)\//.test(url)),
    ).toEqual([])
    expect(
      writable.filter((url) => /\/(approve|reject|confirm|refuse|pay|decide|review|void|publish)\/$/.test(url)),
    ).toEqual([])
  })

  it('neither signs in nor opens a live connection nor is anybody’s colleague', async () => {
    const { account, token } = await made()
    const { rows } = await sql<{ userId: number; username: string; state: boolean; isGone: boolean }>`
      select u.id as user_id, u.username, u.state, u.deleted_at is not null as is_gone
      from machine_account m join app_user u on u.id = m.user_id where m.id = ${account.id}`.execute(app.database.db)
    expect(rows[0]).toMatchObject({ state: false, isGone: true })
    const signIn = await app.guest.post('/api/login/', { username: rows[0]?.username, password: token })
    expect(signIn.code).not.toBe(2000)
    expect((await app.guest.post('/api/system/socket_ticket/', {}, bearer(token))).code).toBe(4003)
    const system = await app.as('fang54')
    const listed = await system.get<readonly { id: number }[]>('/api/system/user/', { query: { search: account.name } })
    expect(listed.data).toEqual([])
    expect((await system.post(`/api/system/user/${rows[0]?.userId}/enable/`, {})).code).toBe(4004)
  })

  it('is refused from other addresses, after its day, and beyond its calls a minute', async () => {
    const { token } = await made({ perMinute: 3, expiresAt: day(30) })
    expect(await read(token, CARS, app.from('192.0.2.1'))).toMatchObject({ code: 4003, errKey: 'machine.address' })
    expect((await read(token, CARS, app.from('10.1.2.3'))).code).toBe(2000)
    expect([(await read(token)).code, (await read(token)).code]).toEqual([2000, 2000])
    expect(await read(token)).toMatchObject({ status: 429, code: 4029, errKey: 'rate.limited' })
    app.clock.advance(60_000)
    expect((await read(token)).code).toBe(2000)
    app.clock.advance(30 * DAY)
    expect((await read(token)).code).toBe(2000)
    app.clock.advance(DAY)
    expect(await read(token)).toMatchObject({ code: 401, errKey: 'machine.expired' })
  })

  it('is revoked by one person, with the next call', async () => {
    const { account, token } = await made()
    expect((await read(token)).code).toBe(2000)
    expect((await auditor.post(`${PATH}${account.id}/revoke/`, {})).code).toBe(4003)
    expect((await second.post(`${PATH}${account.id}/revoke/`, {})).code).toBe(2000)
    expect(await read(token)).toMatchObject({ code: 401, errKey: 'machine.revoked' })
    expect((await read('jbm_'.padEnd(47, 'x'))).code).toBe(401)
    expect((await security.post(`${PATH}${account.id}/revoke/`, {})).code).toBe(4001)
  })

  it('has what was confirmed as long as its role still grants it, and nothing that is granted later', async () => {
    const { token } = await made()
    const { db } = app.database
    expect((await read(token, '/api/leave/quota/')).code).toBe(4003)
    await sql`insert into role_permission (role_id, permission_id) select ${roleId}, id from permission where value = 'leaveApproval:Quota'`.execute(
      db,
    )
    expect((await read(token, '/api/leave/quota/')).code).toBe(4003)
    await sql`update role set data_scope = '2' where id = ${roleId}`.execute(db)
    expect((await read(token)).code).toBe(4003)
    await sql`update role set data_scope = '3' where id = ${roleId}`.execute(db)
    expect((await read(token)).code).toBe(2000)
    await sql`update role set state = false where id = ${roleId}`.execute(db)
    expect((await read(token)).code).toBe(4003)
    await sql`update role set state = true where id = ${roleId}`.execute(db)
  })

  it('has every call in the operation log under its name, reads and refusals too', async () => {
    const { account, token } = await made()
    await read(token)
    await read(token, '/api/system/role/')
    await second.post(`${PATH}${account.id}/revoke/`, {})
    await read(token)
    const { rows } = await sql<{ path: string; code: number; name: string }>`
      select l.path, l.code, u.name from operation_log l join app_user u on u.id = l.user_id
      where l.user_id = (select user_id from machine_account where id = ${account.id}) order by l.id`.execute(
      app.database.db,
    )
    expect(rows).toEqual([
      { path: CARS, code: 2000, name: account.name },
      { path: '/api/system/role/', code: 4003, name: account.name },
      { path: CARS, code: 401, name: account.name },
    ])
    const shown = await auditor.get<readonly { userIdLabel: string }[]>('/api/system/operation_log/', {
      query: { search: CARS },
    })
    expect(shown.data.some(({ userIdLabel }) => userIdLabel === account.name)).toBe(true)
  })

  it('writes under its own id and repeats under its key', async () => {
    const { rows } = await sql<{ id: number }>`select id from permission where value = 'vendor:Create'`.execute(
      app.database.db,
    )
    await sql`insert into role_permission (role_id, permission_id) select ${roleId}, id from permission where value in ('vendor:Create', 'vendor:Search', 'vendor:Retrieve')`.execute(
      app.database.db,
    )
    expect(rows).toHaveLength(1)
    const { account, token } = await made()
    const options = { ...bearer(token), idempotencyKey: 'machine-key-1' }
    const first = await app.guest.post<{ id: number }>('/api/procurement/vendor/', {}, options)
    expect([first.code, account.permissions.includes('vendor:Create')]).toEqual([4000, true])
  })
})
