import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { checkPassword } from '#src/server/access/passwords.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { multipart } from '#tests/harness/files.ts'
import { confirmed } from '#tests/harness/proposals.ts'
import { leaveForm, submit, ticketOf } from '#tests/harness/tickets.ts'

interface Row {
  readonly id: number
  readonly username: string
  readonly mobile: string
  readonly version: number
  readonly locked?: boolean
  readonly role_info?: readonly { key: string }[]
}
const newcomer = {
  name: '新来甲',
  username: 'newcomer1',
  empNo: 'XJ0001',
  post: '民警',
  mobile: '13900000001',
}

describe('accounts as the administrators keep them (60.1)', () => {
  let app: TestApp
  let fang: Client
  let yu: Client
  let deptId = 0
  beforeAll(async () => {
    app = await startApp()
    ;[fang, yu] = await Promise.all([app.as('fang54'), app.as('yu55')])
    deptId = await dept('D10')
  })
  afterAll(() => app.close())

  const one = async (text: string): Promise<number> =>
    (await sql<{ id: number }>`${sql.raw(text)}`.execute(app.database.db)).rows[0]!.id
  const dept = (key: string) => one(`select id from department where key = '${key}'`)
  const person = (username: string) => one(`select id from app_user where username = '${username}'`)
  const role = (key: string) => one(`select id from role where key = '${key}'`)
  const list = (who: Client, query: Record<string, string> = {}) => who.get<Row[]>('/api/system/user/', { query })
  const create = (values: object = {}, who = fang) =>
    who.post<Row & { password: string }>('/api/system/user/', { ...newcomer, deptId, ...values })
  const assign = async (username: string, keys: readonly string[], more: object = {}, who = yu) =>
    confirmed(
      await who.post(`/api/system/user/${await person(username)}/assign_roles/`, {
        roleIds: await Promise.all(keys.map(role)),
        ...more,
      }),
      await app.as('bao59'),
    )
  const rolesOf = async (username: string): Promise<readonly string[]> =>
    (
      await sql<{
        key: string
      }>`select r.key from user_role m join role r on r.id = m.role_id join app_user u on u.id = m.user_id where u.username = ${username} order by r.key`.execute(
        app.database.db,
      )
    ).rows.map((row) => row.key)
  const logged = async (path: string): Promise<{ diff: string | null }> => {
    await expect
      .poll(
        async () =>
          (await sql`select from operation_log where path = ${path} and code = 2000`.execute(app.database.db)).rows
            .length,
      )
      .toBeGreaterThan(0)
    return (
      await sql<{
        diff: string | null
      }>`select diff from operation_log where path = ${path} and code = 2000 order by id desc limit 1`.execute(
        app.database.db,
      )
    ).rows[0]!
  }

  it('lists by the tree of departments and the pinyin of names, and finds by both', async () => {
    const all = await list(fang, { limit: '100' })
    expect(all).toMatchObject({ code: 2000, total: 60 })
    const inDept = await list(fang, { deptId: String(await dept('D10')) })
    expect(inDept.data.map((row) => row.username)).toEqual([
      'fan45',
      'ge43',
      'pan42',
      'su41',
      'xi44',
      'yun40',
      'zhang39',
    ])
    expect((await list(fang, { search: 'panshi' })).data.map((row) => row.username)).toEqual(['pan42'])
    expect((await list(fang, { isNeverSeen: 'true', personType: 'contract' })).total).toBe(4)
    const counts = await fang.get<{ deptId: number; people: number }[]>('/api/system/user/department_counts/')
    expect(counts.data.find((entry) => entry.deptId === deptId)?.people).toBe(7)
  })

  it('keeps the order of departments with each person, also when one is moved', async () => {
    const first = async () => (await list(fang, { limit: '5' })).data.map((row) => row.username)
    const before = await first()
    const { parent, sort } = (await fang.get<{ parent: number; sort: number }>(`/api/system/dept/${deptId}/`)).data
    const move = async (to: number) => {
      const { data } = await fang.get<{ version: number }>(`/api/system/dept/${deptId}/`)
      return fang.post(`/api/system/dept/${deptId}/move/`, { parent, sort: to, version: data.version })
    }
    expect((await move(0)).code).toBe(2000)
    expect(await first()).toEqual(['fan45', 'ge43', 'pan42', 'su41', 'xi44'])
    expect((await move(sort)).code).toBe(2000)
    expect(await first()).toEqual(before)
    const stale = sql`select from app_user u join department d on d.id = u.dept_id where u.dept_sort <> d.sort`
    expect((await stale.execute(app.database.db)).rows).toEqual([])
  })

  it('masks the mobile number for whoever may not open an account, on the server', async () => {
    const wei = await app.as('wei11')
    const [masked, full] = await Promise.all([list(wei, { search: 'pan42' }), list(fang, { search: 'pan42' })])
    expect(masked.data[0]?.mobile).toBe('1******0042')
    expect(full.data[0]?.mobile).toBe('10000000042')
    expect((await wei.get(`/api/system/user/${masked.data[0]?.id}/`)).code).toBe(4003)
    expect((await list(wei, { mobile: '10000000042' })).code).toBe(4000)
  })

  it('creates with a password that is shown once and must be changed, and the role staff', async () => {
    const made = await create()
    expect(made).toMatchObject({
      code: 2000,
      data: { username: 'newcomer1', state: true, password: expect.stringMatching(/^\w{5}-\w{5}-\w{5}$/) },
    })
    const { rows } = await sql<{ passwordHash: string; mustChangePassword: boolean; namePinyin: string }>`
      select password_hash, must_change_password, name_pinyin from app_user where id = ${made.data.id}`.execute(
      app.database.db,
    )
    expect(rows[0]).toMatchObject({ mustChangePassword: true, namePinyin: 'xinlaijia xlj' })
    expect(await checkPassword(rows[0]?.passwordHash ?? null, made.data.password)).toBe(true)
    expect(await rolesOf('newcomer1')).toEqual(['staff'])
    const signedIn = await app.guest.post<{ mustChangePassword: boolean }>('/api/login/', {
      username: 'newcomer1',
      password: made.data.password,
    })
    expect(signedIn).toMatchObject({ code: 2000, data: { mustChangePassword: true } })
    expect((await fang.get<object>(`/api/system/user/${made.data.id}/`)).data).not.toHaveProperty('password')
    expect((await logged('/api/system/user/')).diff).not.toContain(made.data.password)
  })

  it('takes a row of the list back as it was got, and refuses a changed output by its name', async () => {
    const [row] = (await list(fang, { username: 'pan42' })).data
    expect(row).toMatchObject({ locked: false, avatar: '', hasSecondFactor: false })
    const path = `/api/system/user/${row!.id}/`
    expect((await fang.put<Row>(path, row)).code).toBe(2000)
    const { version } = (await fang.get<Row>(path)).data
    for (const [name, value] of Object.entries({ locked: true, hasSecondFactor: true, avatar: 'x' })) {
      const answer = await fang.put(path, { ...row, version, [name]: value })
      expect([answer.code, Object.keys(answer.errors ?? {})]).toEqual([4000, [name]])
    }
    expect((await fang.put(path, { version, invented: 1 })).errors).toHaveProperty('invented')
  })

  it('refuses what is taken or malformed, at its field, and never changes a username', async () => {
    expect(await create({ empNo: 'XJ0002', mobile: '13900000002' })).toMatchObject({
      code: 4000,
      errors: { username: [expect.any(String)] },
    })
    expect(await create({ username: 'newcomer2', mobile: '13900000002' })).toMatchObject({
      code: 4000,
      errors: { empNo: [expect.any(String)] },
    })
    expect(await create({ username: 'newcomer2', empNo: 'XJ0002' })).toMatchObject({
      code: 4000,
      errors: { mobile: [expect.any(String)] },
    })
    expect(await create({ username: 'New', empNo: '1', mobile: '2', email: 'x' })).toMatchObject({
      code: 4000,
      errors: {
        username: [expect.any(String)],
        empNo: [expect.any(String)],
        mobile: [expect.any(String)],
        email: [expect.any(String)],
      },
    })
    const id = await person('newcomer1')
    const { version } = (await fang.get<Row>(`/api/system/user/${id}/`)).data
    expect(await fang.put(`/api/system/user/${id}/`, { username: 'other1', version })).toMatchObject({
      code: 4000,
      errors: { username: [expect.any(String)] },
    })
    expect(await fang.put(`/api/system/user/${id}/`, { post: '内勤', version })).toMatchObject({
      code: 2000,
      data: { post: '内勤' },
    })
    expect(await fang.put(`/api/system/user/${id}/`, { post: '内勤', version })).toMatchObject({ code: 4009 })
  })

  it('imports all or none, tells row, column, value and message, and gives each a password', async () => {
    const head = ['姓名', '登录名', '工号', '部门', '职务/岗位', '职级', '人员类别', '性别', '手机', '邮箱', '参加工作']
    const upload = async (rows: readonly (readonly string[])[]) => {
      const sheet = [head, ...rows].map((row) => [...row])
      const { payload, headers } = multipart('people.xlsx', await writeXlsxFile(sheet).toBuffer())
      const raw = await app.app.inject({
        method: 'POST',
        url: '/api/system/user/import_data/',
        payload,
        headers: { ...headers, authorization: `Bearer ${await fang.token()}`, 'accept-language': 'zh-Hans' },
      })
      return raw.json<{ code: number; data: unknown }>()
    }
    const good = [
      '导入甲',
      'import1',
      'DR0001',
      '示范市公安局/刑事侦查支队',
      '民警',
      '科员及其他',
      '民警',
      '男',
      '13800000001',
      '',
      '2020-07-01',
    ]
    const bad = ['导入乙', 'import2', 'DR01', '没有这个部门', '民警', '科员及其他', '民警', '女', '13800000002', '', '']
    const [known] = (await list(fang, { search: 'pan42' })).data as unknown as readonly { empNo: string }[]
    const twice = ['导入丙', 'import1', known?.empNo ?? '', ...good.slice(3, 8), '1', '', '某日']
    const refused = await upload([
      good,
      bad,
      twice,
      ['导入丁', 'pan42', 'DR01', '?', '?', '?', '?', '?', '?', '?', '?'],
    ])
    const places = (refused.data as unknown as readonly { row: number; column: string }[]).map(
      ({ row, column }) => `${row} ${column}`,
    )
    expect(places).toEqual([
      '3 工号',
      '3 部门',
      '4 登录名',
      '4 工号',
      '4 手机',
      '4 参加工作',
      ...['登录名', '工号', '部门', '职级', '人员类别', '性别', '手机', '邮箱', '参加工作'].map(
        (column) => `5 ${column}`,
      ),
    ])
    expect(
      await upload([good, ['导入乙', 'import1', 'DR0002', ...good.slice(3, 8), '13800000002', '', '']]),
    ).toMatchObject({ code: 4000, data: [{ row: 3, column: '登录名', message: '与第2行重复' }] })
    expect((await list(fang, { search: 'import' })).total).toBe(0)
    const done = await upload([good])
    expect(done).toMatchObject({
      code: 2000,
      data: {
        created: 1,
        updated: 0,
        passwords: [{ username: 'import1', name: '导入甲', password: expect.any(String) }],
      },
    })
    expect(await rolesOf('import1')).toEqual(['staff'])
  })

  it('SYS-15 who keeps accounts neither sees nor sets roles, who assigns roles makes no account', async () => {
    const id = await person('newcomer1')
    const [seen, hidden] = await Promise.all([list(yu, { search: 'yu55' }), list(fang, { search: 'yu55' })])
    expect(seen.data[0]?.role_info?.map((one) => one.key)).toEqual(['staff', 'securityAdmin'])
    expect(hidden.data[0]).not.toHaveProperty('role_info')
    expect((await list(fang, { role: String(await role('auditor')) })).code).toBe(4000)
    expect((await list(yu, { role: String(await role('auditor')) })).data.map((row) => row.username)).toEqual(['bao59'])
    expect((await fang.get(`/api/system/user/${id}/roles/`)).code).toBe(4003)
    expect((await assign('newcomer1', ['staff', 'driver'], {}, fang)).code).toBe(4003)
    expect((await create({ username: 'newcomer3', empNo: 'XJ0003', mobile: '13900000003' }, yu)).code).toBe(4003)
    expect((await fang.put(`/api/system/user/${id}/`, { role_info: [1], version: 1 })).code).not.toBe(2000)
  })

  it('SYS-01 the three administrators are three persons and hold no business role but staff', async () => {
    expect(await assign('newcomer1', ['staff', 'sysAdmin', 'auditor'])).toMatchObject({
      code: 4001,
      errKey: 'role.conflict',
      params: ['系统管理员', '审计管理员'],
    })
    expect(await assign('newcomer1', ['staff', 'auditor', 'driver'])).toMatchObject({
      code: 4001,
      errKey: 'role.conflict',
    })
    expect(await rolesOf('newcomer1')).toEqual(['staff'])
    expect((await assign('newcomer1', ['staff', 'auditor'])).code).toBe(2000)
  })

  it('SYS-12 keeps paying from auditing, and keeping the stock from approving it', async () => {
    for (const pair of [
      ['cashier', 'financeOfficer'],
      ['cashier', 'financeLeader'],
      ['warehouseKeeper', 'assetManager'],
    ])
      expect(await assign('newcomer1', ['staff', ...pair])).toMatchObject({ code: 4001, errKey: 'role.conflict' })
    expect((await assign('newcomer1', ['staff', 'cashier', 'driver'])).code).toBe(2000)
    expect(await rolesOf('newcomer1')).toEqual(['cashier', 'driver', 'staff'])
  })

  it('gives at most six roles, never the own ones, and a division leader what they are in charge of', async () => {
    const seven = ['staff', 'driver', 'sealKeeper', 'hrOfficer', 'supervisor', 'articleEditor', 'fleetManager']
    expect(await assign('newcomer1', seven)).toMatchObject({
      code: 4000,
      errors: { roles: [expect.stringContaining('6')] },
    })
    expect(await assign('yu55', ['staff', 'securityAdmin', 'auditor'])).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-24',
    })
    expect(await assign('newcomer1', ['staff', 'divisionLeader'])).toMatchObject({
      code: 4000,
      errors: { leaderOf: [expect.any(String)] },
    })
    expect((await assign('newcomer1', ['staff', 'divisionLeader'], { leaderOf: [deptId] })).code).toBe(2000)
    const read = await yu.get<{ leaderOf: number[]; version: number }>(
      `/api/system/user/${await person('newcomer1')}/roles/`,
    )
    expect(read.data.leaderOf).toEqual([deptId])
    expect(await assign('newcomer1', ['staff'], { version: read.data.version - 1 })).toMatchObject({ code: 4009 })
  })

  it('SYS-02 keeps roles, passwords and locks in the operation log, with before and after and without secrets', async () => {
    const id = await person('newcomer1')
    expect((await assign('newcomer1', ['staff', 'driver'])).code).toBe(2000)
    const roles = {
      record: 'user',
      id,
      before: { roles: ['staff', 'divisionLeader'] },
      after: { roles: ['staff', 'driver'] },
    }
    const { rows } = await sql<{ path: string }>`
      select path from operation_log where path like '/api/proposal/%/confirm/' and code = 2000 order by id desc limit 1`.execute(
      app.database.db,
    )
    expect(JSON.parse((await logged(rows[0]!.path)).diff ?? '')).toContainEqual(expect.objectContaining(roles))
  })

  it('SYS-03 the last of each administrator role keeps it', async () => {
    expect(await assign('bao59', ['staff'])).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-03',
      params: ['审计管理员'],
    })
    expect(await assign('fang54', ['staff'])).toMatchObject({ code: 4001, errKey: 'rule.SYS-03' })
    expect((await assign('yuan57', ['staff'])).code).toBe(2000)
    expect((await assign('yuan57', ['staff', 'securityAdmin'])).code).toBe(2000)
  })

  it('SYS-14 a role counts with the next request, and its holder alone is told', async () => {
    const ge = await app.as('ge43')
    const before = app.announced.changes.length
    expect((await ge.get('/api/system/user/')).code).toBe(4003)
    expect((await assign('ge43', ['staff', 'hrOfficer'])).code).toBe(2000)
    expect((await ge.get('/api/system/user/')).code).toBe(2000)
    expect(app.announced.changes.slice(before)).toContainEqual({ record: 'access', id: ge.userId })
    expect((await assign('ge43', ['staff'])).code).toBe(2000)
    expect((await ge.get('/api/system/user/')).code).toBe(4003)
  })

  it('SYS-14 INV-15 tasks that came by a lost role go to the others who hold it', async () => {
    const pan = await app.as('pan42')
    expect((await assign('chen09', ['staff', 'hrOfficer'])).code).toBe(2000)
    const filed = await submit(pan, 'leaveApproval', leaveForm('2026-06-10', '2026-06-10', { leaveType: 'personal' }))
    const zhang = await app.as('zhang39')
    const handlers = async () =>
      (await ticketOf(pan, filed.data.id)).current.flatMap((state) => state.handlers.map(({ id }) => id))
    expect(await handlers()).toEqual([zhang.userId])
    // Somebody who leads a department does so without a role: nothing moves.
    expect((await assign('zhang39', ['staff'])).code).toBe(2000)
    expect(await handlers()).toEqual([zhang.userId])
    expect((await assign('zhang39', ['staff', 'deptLeader'])).code).toBe(2000)
    expect((await assign('chen09', ['staff'])).code).toBe(2000)
  })

  it('SYS-16 somebody without a role signs in and sees only the personal centre', async () => {
    expect((await assign('import1', [])).code).toBe(2000)
    const lone = await app.as('import1')
    await sql`update app_user set must_change_password = false, password_changed_at = ${app.clock.now()} where id = ${lone.userId}`.execute(
      app.database.db,
    )
    expect((await lone.get<unknown[]>('/api/system/menu_button/menu_button_all_permission/')).data).toEqual([])
    const menu = await lone.get<{ path: string; is_catalog: boolean }[]>('/api/system/menu/web_router/')
    expect(menu.data.filter((item) => !item.is_catalog).map((item) => item.path)).toEqual(['/personal-center'])
  })

  it('resets a password for somebody else, ends their sessions, and unlocks a locked name', async () => {
    const ge = await app.as('ge43')
    expect(await yu.post(`/api/system/user/${yu.userId}/reset_password/`)).toMatchObject({
      code: 4001,
      errKey: 'selfService.ownReset',
    })
    const reset = await yu.post<{ password: string }>(`/api/system/user/${ge.userId}/reset_password/`)
    expect(reset).toMatchObject({ code: 2000, data: { username: 'ge43', password: expect.any(String) } })
    expect((await ge.get('/api/system/user/user_info/')).code).toBe(401)
    for (let n = 0; n < 5; n += 1) await app.guest.post('/api/login/', { username: 'ge43', password: 'wrong' })
    expect(await app.guest.post('/api/login/', { username: 'ge43', password: reset.data.password })).toMatchObject({
      errKey: 'login.locked',
    })
    expect((await list(fang, { locked: 'true' })).data.map((row) => [row.username, row.locked])).toEqual([
      ['ge43', true],
    ])
    expect((await fang.post(`/api/system/user/${ge.userId}/unlock/`)).code).toBe(4003)
    expect((await yu.post(`/api/system/user/${ge.userId}/unlock/`)).code).toBe(2000)
    expect((await list(fang, { locked: 'true' })).total).toBe(0)
    expect(await app.guest.post('/api/login/', { username: 'ge43', password: reset.data.password })).toMatchObject({
      code: 2000,
    })
  })

  it('moves, disables and enables many at once, all or none', async () => {
    const [one, two] = [await person('newcomer1'), await person('import1')]
    const target = await dept('D11')
    expect(
      await fang.post('/api/system/user/multiple_move/', { ids: [one, two], deptId: 2_000_000_000 }),
    ).toMatchObject({
      code: 4000,
      errors: { deptId: ['所选内容不存在或不可用'] },
    })
    expect((await fang.post('/api/system/user/multiple_move/', { ids: [one, two], deptId: target })).code).toBe(2000)
    expect((await list(fang, { deptId: String(target), search: 'import1' })).total).toBe(1)
    expect(
      await fang.post('/api/system/user/multiple_disable/', { ids: [one, fang.userId], confirmed: true }),
    ).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-11',
    })
    expect((await list(fang, { state: 'false' })).data.map((row) => row.username)).toEqual(['shi60'])
    expect((await fang.post('/api/system/user/multiple_disable/', { ids: [one, two], confirmed: true })).code).toBe(
      2000,
    )
    expect(await create({ username: 'newcomer4', empNo: 'XJ0004' })).toMatchObject({ code: 2000 })
    expect(await fang.post('/api/system/user/multiple_enable/', { ids: [one, two] })).toMatchObject({
      code: 4001,
      errKey: 'user.mobileTaken',
    })
    expect((await list(fang, { state: 'false' })).total).toBe(3)
  })

  it('names somebody who is called otherwise so in the next answer, wherever tickets name them', async () => {
    const zhang = await app.as('zhang39')
    const nameInQueue = async () => {
      const { data } = await zhang.get<{ applicant: { id: number; name: string } }[]>('/api/workflow/ticket/', {
        query: { label: 'approved', limit: '1' },
      })
      return data[0]?.applicant
    }
    const applicant = await nameInQueue()
    if (!applicant) throw new Error('zhang39 has approved nothing')
    const path = `/api/system/user/${applicant.id}/`
    const rename = async (name: string) => {
      const { data } = await fang.get<{ version: number }>(path)
      return fang.put(path, { name, version: data.version })
    }
    expect((await rename('改名甲')).code).toBe(2000)
    expect((await nameInQueue())?.name).toBe('改名甲')
    expect((await rename(applicant.name)).code).toBe(2000)
    expect(await nameInQueue()).toEqual(applicant)
  })

  it('says before disabling what hangs on a person', async () => {
    const zhang = await person('zhang39')
    const { data: lines } = await fang.get<{ key: string }[]>(`/api/system/user/${zhang}/leaving/`)
    expect(lines).toContainEqual({ key: 'departments', count: 1, names: ['刑事侦查支队'], successor: 'offered' })
    expect(lines.map(({ key }) => key)).toContain('tasks')
    expect((await yu.get(`/api/system/user/${zhang}/leaving/`)).code).toBe(4003)
  })

  it('SYS-11 SYS-13 deletes only an account that no business knows, and never the own', async () => {
    expect(await fang.delete(`/api/system/user/${fang.userId}/`)).toMatchObject({ code: 4001, errKey: 'rule.SYS-11' })
    expect(await fang.delete(`/api/system/user/${await person('pan42')}/`)).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-13',
      params: ['潘示乙'],
    })
    expect((await fang.delete(`/api/system/user/${await person('import1')}/`)).code).toBe(2000)
    expect((await list(fang, { search: 'import1' })).total).toBe(0)
    expect((await app.guest.post('/api/login/', { username: 'import1', password: 'x' })).errKey).toBe('login.failed')
  })

  it('shows the sessions that stand, and kicking one ends it at once', async () => {
    const pan = await app.as('pan42')
    const sessions = await yu.get<{ id: string; username: string; isOwn: boolean; isOnline: boolean }[]>(
      '/api/system/session/',
      { query: { search: 'pan42' } },
    )
    expect(sessions.data[0]).toMatchObject({ username: 'pan42', isOwn: false, isOnline: false })
    expect((await fang.get('/api/system/session/')).code).toBe(4003)
    const newest = sessions.data.map((session) => session.id)
    for (const id of newest) expect((await yu.post(`/api/system/session/${id}/kick/`)).code).toBe(2000)
    expect((await pan.get('/api/system/user/user_info/')).code).toBe(401)
    expect((await yu.post(`/api/system/session/${newest[0]}/kick/`)).code).toBe(4004)
    const own = (
      await yu.get<{ id: string; isOwn: boolean }[]>('/api/system/session/', { query: { search: 'yu55' } })
    ).data.find((session) => session.isOwn)
    expect(await yu.post(`/api/system/session/${own?.id}/kick/`)).toMatchObject({ code: 4001, errKey: 'session.own' })
  })
})
