import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModuleServer } from '#src/define/server.ts'
import { modules } from '#src/modules.ts'
import { moduleServers } from '#src/server/app/moduleServers.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { reader } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { takeAssetsBack } from '#tests/harness/assets.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { confirmed } from '#tests/harness/proposals.ts'
import { leaveForm, submit, ticketOf, type WireTicket } from '#tests/harness/tickets.ts'

interface Account {
  readonly id: number
  readonly state: boolean
  readonly version: number
}

/** What people hold of a module that is not there yet, by person. */
const held = new Map<number, readonly string[]>()
const stores: ModuleServer = {
  holdings: [
    {
      key: 'stored',
      find: async (_base, userId) => ({ count: held.get(userId)?.length ?? 0, names: held.get(userId) ?? [] }),
      successor: 'needed',
      release: async (_base, userId, successorId) => {
        const things = held.get(userId)
        if (things === undefined || successorId === null) return
        held.delete(userId)
        held.set(successorId, things)
      },
    },
  ],
}

describe.each(oneEngine)('switching accounts off and on, on %s', (engine) => {
  let app: TestApp
  let admin: Client
  beforeAll(async () => {
    app = await startApp({ engine, moduleServers: new Map([...moduleServers(modules), ['stores', stores]]) })
    admin = await app.as('fang54')
    await takeAssetsBack(app)
  })
  afterAll(() => app.close())

  const idOf = async (username: string): Promise<number> =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(app.database.db)).rows[0]!
      .id
  const disable = async (username: string, who = admin, body: object = { confirmed: true }) =>
    who.post<Account>(`/api/system/user/${await idOf(username)}/disable/`, body)
  const enable = async (username: string, who = admin) =>
    confirmed(await who.post<Account>(`/api/system/user/${await idOf(username)}/enable/`, {}), await app.as('bao59'))
  const handlersOf = (ticket: WireTicket): readonly number[] =>
    ticket.current.flatMap(({ handlers }) => handlers.map(({ id }) => id))

  it('INV-15 re-routes open tasks in the same transaction, closes the sessions and ends the delegations', async () => {
    const pan = await app.as('pan42')
    const zhang = await app.as('zhang39')
    const filed = await submit(pan, 'leaveApproval', leaveForm('2026-06-10', '2026-06-10', { leaveType: 'personal' }))
    expect(handlersOf(await ticketOf(pan, filed.data.id))).toEqual([zhang.userId])
    await sql`insert into substitute (user_id, substitute_id, from_at, until_at, created_at)
      values (${zhang.userId}, ${pan.userId}, '2026-03-01', '2026-04-01', '2026-03-01'), (${pan.userId}, ${zhang.userId}, '2026-03-20', '2026-04-01', '2026-03-01')`.execute(
      app.database.db,
    )
    expect(await disable('zhang39')).toMatchObject({ code: 2000, data: { id: zhang.userId, state: false } })
    expect((await zhang.get('/api/system/user/user_info/')).code).toBe(401)
    const sessions = await sql<{ reason: string }>`
      select revoke_reason as reason from session where user_id = ${zhang.userId} and revoked_at is not null`.execute(
      app.database.db,
    )
    expect(sessions.rows.map(({ reason }) => reason)).toContain('disabled')
    const open = await sql`
      select from substitute where (user_id = ${zhang.userId} or substitute_id = ${zhang.userId}) and until_at > greatest(from_at, ${app.clock.now()}::timestamptz)`.execute(
      app.database.db,
    )
    expect(open.rows).toHaveLength(0)

    const ticket = await ticketOf(pan, filed.data.id)
    expect(handlersOf(ticket)).not.toContain(zhang.userId)
    expect(handlersOf(ticket).length).toBeGreaterThan(0)
    const tasks = await sql`
      select from ticket_task k join ticket t on t.id = k.ticket_id
      where k.assignee_id = ${zhang.userId} and k.status in ('waiting', 'open', 'suspended') and t.status in ('running', 'handling')`.execute(
      app.database.db,
    )
    expect(tasks.rows).toHaveLength(0)
    expect(await replayCheck(engineOf(app.services), reader(app.services), filed.data.id)).toEqual([])

    expect((await disable('zhang39')).errKey).toBe('record.stateInvalid')
    // His office comes back with him, so that a second person confirms it (SYS-139).
    expect(await enable('zhang39')).toMatchObject({ code: 2000 })
    expect((await enable('zhang39')).errKey).toBe('record.stateInvalid')
    expect((await zhang.get('/api/system/user/user_info/')).code).toBe(401)
  })

  it('INV-15 refuses and changes nothing when nobody else can take a task over', async () => {
    const pan = await app.as('pan42')
    const filed = await submit(pan, 'leaveApproval', leaveForm('2026-06-17', '2026-06-17', { leaveType: 'personal' }))
    const before = handlersOf(await ticketOf(pan, filed.data.id))
    // A ticket whose rules find nobody: its department has no leader, nor has any above it.
    await sql`update department set leader_id = null where key in ('D10', 'D00')`.execute(app.database.db)
    await sql`update user_role set dept_ids = '{}' where role_id = (select id from role where key = 'divisionLeader')`.execute(
      app.database.db,
    )
    await sql`delete from user_role where role_id in (select id from role where key in ('bureauLeader', 'sysAdmin')) and user_id <> ${admin.userId}`.execute(
      app.database.db,
    )
    await app.services.caches.load()
    const answer = await disable('zhang39')
    if (answer.code === 2000) expect(handlersOf(await ticketOf(pan, filed.data.id))).not.toEqual([])
    else {
      expect(answer).toMatchObject({ code: 4001, errKey: 'rule.INV-15' })
      expect(answer.msg).toContain(filed.data.no)
      expect(handlersOf(await ticketOf(pan, filed.data.id))).toEqual(before)
    }
  })

  it('60.1 nobody is switched off before what they hold was looked over; what must be handed over needs somebody to take it', async () => {
    const xi = await app.as('xi44')
    const id = xi.userId
    const [led] = (
      await sql<{ id: number }>`update department set leader_id = ${id} where key = 'D08' returning id`.execute(
        app.database.db,
      )
    ).rows
    const lines = async () => (await admin.get<{ key: string }[]>(`/api/system/user/${id}/leaving/`)).data
    expect(await lines()).toEqual([
      { key: 'clothing', count: 10, names: expect.arrayContaining(['作训鞋 × 1', '短袖衬衣 × 2']) },
      { key: 'meals', count: expect.any(Number), names: expect.arrayContaining(['2026-03-11']) },
      { key: 'departments', count: 1, names: ['后勤服务科'], successor: 'offered' },
      { key: 'applications', count: 3, names: expect.arrayContaining([expect.stringContaining('日常费用报销')]) },
      { key: 'sessions', count: 1 },
    ])
    expect(await disable('xi44', admin, {})).toMatchObject({
      code: 4001,
      errKey: 'user.leavingUnconfirmed',
      params: ['奚示丁'],
      data: [
        { key: 'clothing' },
        { key: 'meals' },
        { key: 'departments' },
        { key: 'applications' },
        { key: 'sessions' },
      ],
    })
    const many = { ids: [id, await idOf('fan45')] }
    expect(await admin.post('/api/system/user/multiple_disable/', many)).toMatchObject({
      errKey: 'user.leavingUnconfirmed',
      params: ['奚示丁、范示戊'],
    })
    held.set(id, ['ZC2026000001'])
    expect(await lines()).toContainEqual({ key: 'stored', count: 1, names: ['ZC2026000001'], successor: 'needed' })
    expect(await disable('xi44')).toMatchObject({ code: 4001, errKey: 'user.successorNeeded' })
    for (const successorId of [id, await idOf('shi60'), 999_999_999])
      expect(await disable('xi44', admin, { confirmed: true, successorId })).toMatchObject({
        code: 4000,
        errors: { successorId: ['接收人须是另一个启用的账号'] },
      })
    expect((await xi.get('/api/system/user/user_info/')).code).toBe(2000)
    const successorId = await idOf('ge43')
    expect((await disable('xi44', admin, { confirmed: true, successorId })).code).toBe(2000)
    expect([...held]).toEqual([[successorId, ['ZC2026000001']]])
    // Who leads a department is for two people (SYS-139).
    const { rows: waiting } = await sql<{ id: number }>`
      select id from proposal where subject = ${`dept:${led!.id}`} and state = 'open'`.execute(app.database.db)
    const auditor = await app.as('bao59')
    expect((await auditor.post(`/api/proposal/${waiting[0]?.id}/confirm/`)).code).toBe(2000)
    expect(
      (await sql`select from department where id = ${led!.id} and leader_id = ${successorId}`.execute(app.database.db))
        .rows,
    ).toHaveLength(1)
    expect((await lines()).map(({ key }) => key)).toEqual(['clothing', 'applications'])
    held.clear()
    await sql`update department set leader_id = ${await idOf('jiang31')} where id = ${led!.id}`.execute(app.database.db)
    expect((await enable('xi44')).code).toBe(2000)
  })

  it('SYS-11 nobody switches off the own account', async () => {
    expect(await disable('fang54')).toMatchObject({ code: 4001, errKey: 'rule.SYS-11' })
  })

  it('SYS-03 each administrators’ role keeps somebody, also when the last two are switched off at once', async () => {
    expect(await disable('bao59')).toMatchObject({ code: 4001, errKey: 'rule.SYS-03', params: ['审计管理员'] })
    const answers = await Promise.all([disable('yu55'), disable('yuan57')])
    expect(answers.map(({ code, errKey }) => errKey ?? code).sort()).toEqual([2000, 'rule.SYS-03'])
    const left = await sql`
      select from app_user u join user_role m on m.user_id = u.id join role r on r.id = m.role_id where r.key = 'securityAdmin' and u.state`.execute(
      app.database.db,
    )
    expect(left.rows).toHaveLength(1)
  })

  it('is for holders of the permission, who see the account, at the version they saw', async () => {
    const pan = await app.as('pan42')
    expect((await disable('fan45', pan)).code).toBe(4003)
    expect((await admin.post('/api/system/user/999999999/disable/', {})).code).toBe(4004)
    expect((await disable('fan45', admin, { version: 99, confirmed: true })).code).toBe(4009)
    await sql`update role set data_scope = 2 where key = 'sysAdmin'`.execute(app.database.db)
    expect((await disable('fan45')).code).toBe(4004)
    await sql`update role set data_scope = 3 where key = 'sysAdmin'`.execute(app.database.db)
    expect(await disable('fan45', admin, { confirmed: true })).toMatchObject({ code: 2000 })
  })

  it('SYS-02 stands in the operation log with before and after', async () => {
    const answer = await enable('fan45')
    const id = String(answer.raw.headers['x-request-id'])
    for (;;) {
      const { rows } = await sql<{ diff: string }>`select diff from operation_log where request_id = ${id}`.execute(
        app.database.db,
      )
      if (rows[0]) {
        expect(JSON.parse(rows[0].diff)).toEqual([
          { record: 'user', id: await idOf('fan45'), before: { state: false }, after: { state: true } },
        ])
        return
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
})

describe.each(oneEngine)('names in the reader’s language on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())
  const english = { language: 'en' as const }

  it('are those of people, departments and roles where there are English ones', async () => {
    const zhang = await app.as('zhang39')
    expect(await zhang.get('/api/system/user/user_info/', english)).toMatchObject({
      data: {
        name: 'Zhang Shiren',
        dept_info: { dept_name: 'Criminal investigation' },
        role_info: [{ name: 'Staff' }, { name: 'Department leader' }],
        admin_dept: [{ name: 'Demo City Public Security Bureau-Criminal investigation' }],
      },
    })
    expect((await zhang.get('/api/system/user/user_info/')).data).toMatchObject({
      name: '章示壬',
      dept_info: { dept_name: '刑事侦查支队' },
      admin_dept: [{ name: '示范市公安局-刑事侦查支队' }],
    })
    const depts = await zhang.get<{ name: string }[]>('/api/system/dept/all_dept/', english)
    expect(depts.data.map(({ name }) => name)).toContain('Demo City Public Security Bureau-General office')
    const people = await zhang.get<{ name: string; deptName: string }[]>(
      '/api/system/user/options/?search=pan42',
      english,
    )
    expect(people.data).toMatchObject([{ name: 'Pan Shiyi', deptName: 'Criminal investigation' }])
    const tree = await zhang.get<{ name: string; users: { name: string }[] }[]>(
      '/api/v1/auth/dept/dept_tree_users/',
      english,
    )
    expect(tree.data[0]?.name).toBe('Demo City Public Security Bureau')
    const login = await app.guest.post<{ name: string }>(
      '/api/login/',
      { username: 'pan42', password: 'Jingbao#2026' },
      english,
    )
    expect(login.data.name).toBe('Pan Shiyi')
  })

  it('stay Chinese where there is no English one', async () => {
    await sql`update department set name_en = '' where key = 'D10'`.execute(app.database.db)
    const pan = await app.as('pan42')
    expect((await pan.get('/api/system/user/user_info/', english)).data).toMatchObject({
      dept_info: { dept_name: '刑事侦查支队' },
    })
  })
})
