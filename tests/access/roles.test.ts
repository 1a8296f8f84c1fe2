/** Roles and what they grant: SYS-14, SYS-15, SYS-21..25. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { confirmed } from '#tests/harness/proposals.ts'

interface Role {
  readonly id: number
  readonly key: string
  readonly version: number
}
interface Grants {
  readonly version: number
  readonly menus: readonly number[]
  readonly buttons: readonly { id: number; value: string; dataScope: number | null }[]
}

const path = '/api/system/role/'

describe.each(oneEngine)('roles on %s', (engine) => {
  let app: TestApp
  let yu: Client
  let pan: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    yu = await app.as('yu55')
    pan = await app.as('pan42')
  })
  afterAll(() => app.close())

  const role = async (key: string): Promise<Role> => {
    const { rows } = await sql<Role>`select id, key, version from role where key = ${key}`.execute(app.database.db)
    if (!rows[0]) throw new Error(`no role ${key}`)
    return rows[0]
  }
  const button = async (value: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from permission where value = ${value}`.execute(
      app.database.db,
    )
    if (!rows[0]) throw new Error(`no permission ${value}`)
    return rows[0].id
  }
  const person = async (username: string): Promise<number> =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(app.database.db)).rows[0]!
      .id
  const grants = async (key: string): Promise<Grants> =>
    (await yu.get<Grants>(`${path}${(await role(key)).id}/grants/`)).data
  const create = (key: string, more: object = {}) =>
    yu.post<Role>(path, { name: `角色${key}`, key, dataScope: '0', sort: 500, state: true, ...more })
  const setButtons = async (key: string, values: readonly string[], who = yu) => {
    const { id, version } = await role(key)
    return who.put<{ version: number }>(`${path}${id}/buttons/`, {
      buttons: await Promise.all(values.map(button)),
      version,
    })
  }
  const setUsers = async (key: string, change: { add?: string[]; remove?: string[] }, who = yu) =>
    confirmed(
      await who.put(`${path}${(await role(key)).id}/users/`, {
        add: await Promise.all((change.add ?? []).map(person)),
        remove: await Promise.all((change.remove ?? []).map(person)),
      }),
      await app.as('bao59'),
    )
  const permissions = async (who: Client) =>
    (await who.get<string[]>('/api/system/menu_button/menu_button_all_permission/')).data
  const paths = async (who: Client) =>
    (await who.get<{ web_path: string; is_catalog: boolean }[]>('/api/system/menu/web_router/')).data
      .filter((item) => !item.is_catalog)
      .map((item) => item.web_path)

  it('SYS-21 a built-in role keeps its key and cannot be deleted', async () => {
    const { id, version } = await role('driver')
    const { data } = await yu.get<Record<string, unknown>>(`${path}${id}/`)
    expect(await yu.put(`${path}${id}/`, { ...data, key: 'chauffeur', version })).toMatchObject({
      code: 4000,
      errors: { key: expect.any(Array) },
    })
    expect(await yu.put(`${path}${id}/`, { ...data, name: '驾驶人员', version })).toMatchObject({ code: 2000 })
    expect(await yu.delete(`${path}${id}/`)).toMatchObject({ code: 4001, errKey: 'rule.SYS-21' })
  })

  it('SYS-22 a role with people cannot be deleted, without them it can', async () => {
    const { data } = await create('helper')
    expect((await setUsers('helper', { add: ['pan42'] })).code).toBe(2000)
    expect(await yu.delete(`${path}${data.id}/`)).toMatchObject({ code: 4001, errKey: 'rule.SYS-22' })
    expect((await setUsers('helper', { remove: ['pan42'] })).code).toBe(2000)
    expect((await yu.delete(`${path}${data.id}/`)).code).toBe(2000)
  })

  it('SYS-14 SYS-23 granting a button grants its menu, at the next request of a session that runs, on every node', async () => {
    await create('looker')
    await setUsers('looker', { add: ['pan42'] })
    const other = await startApp({ engine, database: { ...app.database, close: async () => undefined } })
    expect(await paths(pan)).not.toContain('/system/dept')
    const before = app.announced.changes.length
    expect((await setButtons('looker', ['dept:Search', 'dept:Retrieve'])).code).toBe(2000)
    expect(app.announced.changes.slice(before)).toContainEqual({ record: 'role', id: (await role('looker')).id })
    expect(await paths(pan)).toContain('/system/dept')
    expect(await permissions(pan)).toEqual(expect.arrayContaining(['dept:Search', 'dept:Retrieve']))
    expect((await pan.get('/api/system/dept/')).code).toBe(2000)
    const again = await other.as('pan42')
    expect((await again.get('/api/system/dept/')).code).toBe(2000)
    // Taken away: the menu, the permission and the call, on both nodes at once.
    expect((await setButtons('looker', [])).code).toBe(2000)
    expect(await paths(pan)).not.toContain('/system/dept')
    expect((await pan.get('/api/system/dept/')).code).toBe(4003)
    expect((await again.get('/api/system/dept/')).code).toBe(4003)
    await other.app.close()
  })

  it('a menu that is taken from a role leaves the navigation, what its buttons open stays', async () => {
    await setButtons('looker', ['dept:Search'])
    const { menus, version } = await grants('looker')
    expect(menus).toHaveLength(1)
    const { id } = await role('looker')
    expect((await yu.put(`${path}${id}/menus/`, { menus: [], version })).code).toBe(2000)
    expect(await paths(pan)).not.toContain('/system/dept')
    expect((await pan.get('/api/system/dept/')).code).toBe(2000)
    expect((await yu.put(`${path}${id}/menus/`, { menus, version: version + 1 })).code).toBe(2000)
    expect(await paths(pan)).toContain('/system/dept')
    expect(await yu.put(`${path}${id}/menus/`, { menus, version })).toMatchObject({ code: 4009 })
  })

  it('SYS-24 nobody changes their own roles or what these grant', async () => {
    expect(await setUsers('looker', { add: ['yu55'] })).toMatchObject({ code: 4001, errKey: 'rule.SYS-24' })
    expect(await setButtons('securityAdmin', ['role:Search'])).toMatchObject({ code: 4001, errKey: 'rule.SYS-24' })
    const { id, version } = await role('securityAdmin')
    const { data } = await yu.get<Record<string, unknown>>(`${path}${id}/`)
    expect(await yu.put(`${path}${id}/`, { ...data, sort: 1, version })).toMatchObject({ errKey: 'rule.SYS-24' })
    expect(await yu.put(`${path}${id}/data_scope/`, { dataScope: 3, overrides: [], version })).toMatchObject({
      errKey: 'rule.SYS-24',
    })
  })

  it('SYS-24 menus and buttons are set in one call, all or nothing; of one’s own role another administrator confirms', async () => {
    const { id } = await role('looker')
    const { menus, version } = await grants('looker')
    const body = { menus, buttons: [await button('dept:Search')], version }
    expect(await yu.put(`${path}${id}/grants/`, body)).toMatchObject({ code: 2000, data: { version: version + 1 } })
    expect(await yu.put(`${path}${id}/grants/`, body)).toMatchObject({ code: 4009 })
    const half = { ...body, buttons: [], menus: [999_999], version: version + 1 }
    expect((await yu.put(`${path}${id}/grants/`, half)).code).toBe(4000)
    expect((await grants('looker')).buttons.map((one) => one.value)).toEqual(['dept:Search'])
  })

  it('SYS-24 what one’s own role would grant waits with all other changes until another security administrator confirms it', async () => {
    const own = await role('securityAdmin')
    const held = await grants('securityAdmin')
    const values = async () => (await grants('securityAdmin')).buttons.map((one) => one.value)
    const without = held.buttons.filter((one) => one.value !== 'message:Send').map((one) => one.id)
    const input = { menus: held.menus, buttons: without, version: held.version }
    const ask = (who: Client, body: object = input) => who.put<{ proposal: number }>(`${path}${own.id}/grants/`, body)
    // What would be refused then is refused now.
    expect(await ask(yu, { ...input, buttons: [...without, await button('user:Create')] })).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-15',
    })
    const { code, data } = await ask(yu)
    expect({ code, data }).toEqual({ code: 2000, data: { proposal: expect.any(Number) } })
    expect(await values()).toHaveLength(held.buttons.length)
    expect(await ask(yu)).toMatchObject({ code: 4001, errKey: 'proposal.waiting' })
    const yuan = await app.as('yuan57')
    expect(app.announced.messages).toContainEqual(
      expect.objectContaining({
        to: [yuan.userId],
        title: { key: 'proposal.asked.role', params: ['安全管理员', 'Security administrator'] },
      }),
    )

    const proposal = `/api/proposal/${data.proposal}/`
    const confirm = (who: Client, at = proposal) => who.post(`${at}confirm/`)
    expect(await confirm(yu)).toMatchObject({ code: 4001, errKey: 'proposal.own' })
    // The auditor grants nothing.
    const auditor = await app.as('bao59')
    expect((await confirm(auditor)).code).toBe(4004)
    expect((await yuan.get(proposal)).data).toMatchObject({
      kind: 'role',
      title: '安全管理员',
      proposedBy: '俞示戊',
      seats: [{ seat: 'securityAdmin', people: ['袁示庚'] }],
      mayDecide: true,
      gains: ['该角色现有2人：增加0项授权，取消1项授权，确认后立即生效'],
      changes: [{ label: 'message:Send', before: '已授权', after: '' }],
    })
    expect(await confirm(yuan)).toMatchObject({ code: 2000, data: { done: true } })
    expect(await values()).not.toContain('message:Send')
    expect(await confirm(yuan)).toMatchObject({ code: 4001, errKey: 'proposal.decided' })

    // What lets its holders decide more, the other holder gains too: the auditor confirms it as well (SYS-139).
    const wider = { ...input, buttons: held.buttons.map((one) => one.id), version: held.version + 1 }
    const more = `/api/proposal/${(await ask(yuan, wider)).data.proposal}/`
    expect((await auditor.get(more)).data).toMatchObject({
      seats: [
        { seat: 'securityAdmin', people: ['俞示戊'] },
        { seat: 'administrator', people: expect.arrayContaining([expect.any(String)]) },
      ],
      changes: [{ label: 'message:Send', before: '', after: '已授权' }],
    })
    expect(await confirm(yu, more)).toMatchObject({ code: 2000, data: { done: false } })
    expect(await confirm(yu, more)).not.toMatchObject({ code: 2000 })
    expect(await values()).not.toContain('message:Send')
    expect(await confirm(auditor, more)).toMatchObject({ code: 2000, data: { done: true } })
    expect(await values()).toContain('message:Send')
    expect((await ask(yu, { ...input, version: held.version + 2 })).code).toBe(2000)
    const { rows: narrowing } = await sql<{ id: number }>`
      select id from proposal where state = 'open' order by id desc limit 1`.execute(app.database.db)
    expect(await confirm(yuan, `/api/proposal/${narrowing[0]?.id}/`)).toMatchObject({ data: { done: true } })

    // Refused with a reason, withdrawn, and void once the role is another.
    const back = { ...input, buttons: held.buttons.map((one) => one.id), version: held.version + 3 }
    const asked = async () => `/api/proposal/${(await ask(yuan, back)).data.proposal}/`
    expect((await yu.post(`${await asked()}refuse/`, { reason: '暂不需要该权限' })).code).toBe(2000)
    expect((await yuan.post(`${await asked()}withdraw/`)).code).toBe(2000)
    const last = await asked()
    await sql`update role set version = version + 1 where key = 'securityAdmin'`.execute(app.database.db)
    expect(await confirm(yu, last)).toMatchObject({ code: 4001, errKey: 'proposal.void' })
    expect(await values()).not.toContain('message:Send')
    expect((await yuan.post(`${last}withdraw/`)).code).toBe(2000)
  })

  it('SYS-12 holds for roles of the bureau’s own by what they grant', async () => {
    await create('payer')
    expect((await setButtons('payer', ['finance:Search', 'finance:Pay'])).code).toBe(2000)
    expect(await setUsers('payer', { add: ['you18'] })).toMatchObject({ errKey: 'role.conflict' })
    expect((await setUsers('payer', { add: ['pan42'] })).code).toBe(2000)
    expect(await setButtons('payer', ['finance:Pay', 'finance:Audit'])).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-12',
    })
    await create('checker')
    expect((await setUsers('checker', { add: ['pan42'] })).code).toBe(2000)
    expect(await setButtons('checker', ['finance:Audit'])).toMatchObject({
      errKey: 'rule.SYS-12',
      params: ['finance:Pay', 'finance:Audit', '潘示乙'],
    })
  })

  it('SYS-25 buttons of administration stay out of business roles, shipped ones included', async () => {
    expect(await setButtons('looker', ['user:Create'])).toMatchObject({ code: 4001, errKey: 'rule.SYS-25' })
    const { rows } = await sql`
      select r.key, p.value from role_permission g join role r on r.id = g.role_id join permission p on p.id = g.permission_id
      where p.admin_only and r.key not in ('sysAdmin', 'securityAdmin', 'auditor')`.execute(app.database.db)
    expect(rows).toEqual([])
  })

  it('SYS-15 no administrator gets what is another one’s', async () => {
    const held = async (key: string) => (await grants(key)).buttons.map((one) => one.value)
    expect(await setButtons('sysAdmin', [...(await held('sysAdmin')), 'user:AssignRole'])).toMatchObject({
      errKey: 'rule.SYS-15',
    })
    expect(await setButtons('auditor', [...(await held('auditor')), 'article:Update'])).toMatchObject({
      errKey: 'rule.SYS-15',
    })
    const list = await held('sysAdmin')
    expect(
      await setButtons(
        'sysAdmin',
        list.filter((value) => value !== 'menu:Search'),
      ),
    ).toMatchObject({
      errKey: 'rule.SYS-46',
    })
  })

  it('SYS-01 SYS-12 SYS-03 roles that exclude each other, and the last administrator', async () => {
    expect(await setUsers('cashier', { add: ['you18'] })).toMatchObject({
      code: 4001,
      errKey: 'role.conflict',
      params: ['财务审核员', '出纳'],
    })
    expect(await setUsers('auditor', { add: ['fang54'] })).toMatchObject({ errKey: 'role.conflict' })
    expect(await setUsers('looker', { add: ['fang54'] })).toMatchObject({ errKey: 'role.conflict' })
    expect(await setUsers('assetManager', { add: ['kong24'] })).toMatchObject({ errKey: 'role.conflict' })
    const { rows } = await sql<{ username: string }>`
      select u.username from user_role m join role r on r.id = m.role_id join app_user u on u.id = m.user_id where r.key = 'auditor'`.execute(
      app.database.db,
    )
    expect(await setUsers('auditor', { remove: rows.map((row) => row.username) })).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-03',
    })
  })

  it('60.2 the data scope of a role, of a button apart from it, and custom departments', async () => {
    const { id, version } = await role('looker')
    const search = await button('dept:Search')
    const d10 = (await sql<{ id: number }>`select id from department where key = 'D10'`.execute(app.database.db))
      .rows[0]!.id
    const set = (body: object) => yu.put<{ version: number }>(`${path}${id}/data_scope/`, body)
    expect(await set({ dataScope: 4, overrides: [], version })).toMatchObject({ code: 4000 })
    expect(
      await set({ dataScope: 2, overrides: [{ id: search, dataScope: 4, scopeDeptIds: [d10] }], version }),
    ).toMatchObject({ code: 2000 })
    expect((await grants('looker')).buttons).toMatchObject([
      { value: 'dept:Search', dataScope: 4, scopeDeptIds: [d10] },
    ])
    const own = app.services.directory.grantsOf(pan.userId, 1)
    await pan.get('/api/system/user/user_info/')
    expect(app.services.directory.grantsOf(pan.userId, 1).scopes.get('dept:Search')).toEqual({
      departments: [d10],
      self: false,
    })
    expect(own).toBeDefined()
    expect((await set({ dataScope: 0, overrides: [], version: version + 1 })).code).toBe(2000)
    expect((await grants('looker')).buttons).toMatchObject([{ dataScope: null }])
  })

  it('60.2 custom departments are named, but for the role whose holders have their own', async () => {
    expect(await create('nowhere', { dataScope: '4' })).toMatchObject({
      code: 4000,
      errors: { scopeDeptIds: [expect.any(String)] },
    })
    const { id, version } = await role('divisionLeader')
    const { data } = await yu.get<Record<string, unknown>>(`${path}${id}/`)
    expect((await yu.put(`${path}${id}/`, { ...data, sort: 3, version })).code).toBe(2000)
  })

  it('60.2 a copy grants the same, without administration', async () => {
    const { id } = await role('hrOfficer')
    const copy = await yu.post<{ id: number }>(`${path}${id}/copy/`, { name: '人事助理', key: 'hrHelper' })
    expect(copy.code).toBe(2000)
    const values = (held: Grants) => held.buttons.map((one) => one.value).sort()
    expect(values(await grants('hrHelper'))).toEqual(values(await grants('hrOfficer')))
    expect((await grants('hrHelper')).menus).toEqual((await grants('hrOfficer')).menus)
    expect(await yu.post(`${path}${id}/copy/`, { name: '再来', key: 'hrHelper' })).toMatchObject({ code: 4000 })
    const administrator = await yu.post<{ id: number }>(`${path}${(await role('sysAdmin')).id}/copy/`, {
      name: '系统助理',
      key: 'sysHelper',
    })
    expect(administrator.code).toBe(2000)
    expect((await grants('sysHelper')).buttons.filter((one) => one.value.startsWith('user:C'))).toEqual([])
  })

  it('SYS-02 every change of a role stands in the operation log with before and after', async () => {
    const { rows } = await sql<{ text: string }>`
      select o::text as text from operation_log o where o.path like '/api/system/role/%/buttons/%' and o.code = 2000 order by id limit 1`.execute(
      app.database.db,
    )
    expect(rows[0]?.text).toContain('dept:Search')
  })
})
