/** 60.2: the check of access says what the server answers, and why. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccessCheck, CheckedAddress } from '#src/define/answers/access.ts'
import { routesOf } from '#src/server/app/app.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { nameOf, personOf, roleKeys } from '#tests/journeys/roles.ts'

const PATH = '/api/system/access_check/'

describe.each(oneEngine)('the check of access on %s', (engine) => {
  let app: TestApp
  let yu: Client
  let bao: Client
  const people = new Map<string, Client>()
  const as = (name: string): Client => people.get(name)!
  const ask = (userId: number, address: string, by = yu) =>
    by.get<AccessCheck>(PATH, { query: { userId: String(userId), address } })
  const check = async (name: string, address: string): Promise<AccessCheck> => {
    const { code, data, msg } = await ask(as(name).userId, address)
    expect([address, code, msg]).toEqual([address, 2000, msg])
    return data
  }

  beforeAll(async () => {
    app = await startApp({ engine })
    for (const name of new Set([...Object.values(personOf), 'jiang31', 'wu06'])) people.set(name, await app.as(name))
    yu = as('yu55')
    bao = as('bao59')
  })
  afterAll(() => app.close())

  it('60.2 security administrators and auditors ask, nobody else', async () => {
    for (const role of roleKeys) {
      const { code } = await ask(yu.userId, '/maintenance', as(personOf[role]))
      expect([role, code]).toEqual([role, ['securityAdmin', 'auditor'].includes(role) ? 2000 : 4003])
    }
    const menu = await bao.get<object>('/api/system/menu/web_router/')
    expect(JSON.stringify(menu.data)).toContain('"/system/role"')
    expect((await bao.get('/api/system/role/')).code).toBe(4003)
  })

  it('60.2 says of every reading call what the person who makes it is answered', async () => {
    const routes = routesOf(app.services).filter(({ method, url }) => method === 'GET' && !url.includes(':'))
    const names = ['staff', 'deptLeader', 'maintenanceWorker', 'sysAdmin', 'auditor'].map(
      (role) => personOf[role as keyof typeof personOf],
    )
    const wrong: string[] = []
    for (const [index, route] of routes.entries()) {
      const name = names[index % names.length]!
      const { isAllowed } = await check(name, nameOf(route))
      const { code } = await as(name).get(route.url)
      // Pickers ask for more than their route says, and answer for themselves.
      if (!route.url.endsWith('/options/') && isAllowed !== (code !== 4003))
        wrong.push(`${name} ${nameOf(route)} ${code}`)
    }
    expect(wrong).toEqual([])
  })

  it('60.2 says of every page what stands in the menu of the person', async () => {
    const { data: addresses } = await yu.get<readonly CheckedAddress[]>(`${PATH}addresses/`)
    const pages = addresses.filter(({ address }) => address.startsWith('/'))
    expect(pages.length).toBeGreaterThan(50)
    for (const name of ['pan42', 'jiang31', 'fang54', 'bao59']) {
      const menu =
        await as(name).get<readonly { web_path: string; is_catalog: boolean }[]>('/api/system/menu/web_router/')
      const open = new Set(menu.data.filter((line) => !line.is_catalog).map((line) => line.web_path))
      const said = new Map<string, boolean>()
      for (const { address } of pages) said.set(address, (await check(name, address)).isAllowed)
      expect([name, [...said].filter(([path, isAllowed]) => isAllowed !== open.has(path))]).toEqual([name, []])
    }
  })

  it('60.2 names the role, its data scope and the rows it reaches in the end', async () => {
    expect(await check('jiang31', 'https://jingbao.example/maintenance?tab=orders')).toMatchObject({
      isAllowed: true,
      verdict: '姜示甲可以使用：所持角色授予了所需权限',
      target: { kind: 'page', address: '/maintenance' },
      permissions: [
        {
          permission: 'maintenance:Search',
          scope: '部门：后勤服务科',
          roles: [{ name: '部门领导', scope: '部门：后勤服务科' }],
        },
      ],
      limits: [],
    })
    const english = await yu.get<AccessCheck>(PATH, {
      query: { userId: String(as('jiang31').userId), address: '/maintenance' },
      headers: { 'accept-language': 'en' },
    })
    expect(english.data.permissions[0]?.roles[0]?.name).toBe('Department leader')
  })

  it('60.2 names what is missing and the roles that grant it', async () => {
    const { isAllowed, verdict, permissions } = await check('pan42', 'GET /api/maintenance/order/')
    expect([isAllowed, verdict]).toEqual([false, '潘示乙不能使用：没有所需权限'])
    expect(permissions).toMatchObject([{ permission: 'maintenance:Search', scope: null, roles: [] }])
    expect(permissions[0]?.grantedBy).toEqual(expect.arrayContaining(['部门领导', '警保内勤', '维修人员']))
  })

  it('60.2, INV-11 decides on the row that an address names, by the scope of its record', async () => {
    const { rows } = await sql<{ id: number; isOwn: boolean }>`
      select distinct on (d.key = 'D08') o.id, d.key = 'D08' as is_own from work_order o join department d on d.id = o.dept_id
      order by d.key = 'D08', o.id`.execute(app.database.db)
    for (const { id, isOwn } of rows) {
      const wu = await check('wu06', `/api/maintenance/order/${id}/`)
      expect([isOwn, wu.isAllowed]).toEqual([isOwn, false])
      expect(wu.verdict).toContain('不在其数据范围内')
      expect((await as('wu06').get(`/api/maintenance/order/${id}/`)).code).toBe(4004)
    }
    const own = rows.find(({ isOwn }) => isOwn)!
    expect((await check('jiang31', `/api/maintenance/order/${own.id}/`)).isAllowed).toBe(true)
  })

  it('SYS-131 a permission that the separation of administrators takes away is called withheld', async () => {
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = 'staff' and p.value = 'finance:Pay'`.execute(
      app.database.db,
    )
    const paying = routesOf(app.services).find(({ permission }) => permission === 'finance:Pay')!
    const { isAllowed, permissions, limits } = await check('fang54', nameOf(paying))
    expect(isAllowed).toBe(false)
    expect(permissions).toMatchObject([{ permission: 'finance:Pay', scope: null, roles: [{ name: '普通民警' }] }])
    expect(limits[0]).toContain('因此不生效')
    await sql`delete from role_permission where role_id = (select id from role where key = 'staff') and permission_id = (select id from permission where value = 'finance:Pay')`.execute(
      app.database.db,
    )
  })

  it('APP-01, SYS-138 a type of application, an account out of use, and one whose password another person set', async () => {
    expect(await check('pan42', 'leaveApproval')).toMatchObject({ isAllowed: true, target: { kind: 'application' } })
    expect(await check('pan42', 'personSalary')).toMatchObject({
      isAllowed: false,
      permissions: [{ permission: 'personSalary:Create', scope: null, grantedBy: ['人事内勤'] }],
    })
    await sql`update app_user set state = false where username = 'wu06'`.execute(app.database.db)
    expect(await check('wu06', '/maintenance')).toMatchObject({
      isAllowed: false,
      verdict: '吴示己不能使用：账号已停用',
    })
    await sql`update app_user set state = true, handed_over_at = now(), handed_over_by = ${yu.userId} where username = 'wu06'`.execute(
      app.database.db,
    )
    expect(await check('wu06', 'POST /api/workflow/ticket/batch_approve/')).toMatchObject({
      isAllowed: false,
      verdict: '吴示己目前不能使用：密码由他人设置，本人改密前不能办理业务',
    })
    await sql`update app_user set handed_over_at = null, handed_over_by = null where username = 'wu06'`.execute(
      app.database.db,
    )
  })

  it('an unknown person or address is refused by name', async () => {
    expect(await ask(999_999_999, '/maintenance')).toMatchObject({ code: 4004 })
    for (const address of ['/no/such/page', 'GET /api/no/such/', 'noSuchType'])
      expect(await ask(yu.userId, address)).toMatchObject({ code: 4001, errKey: 'accessCheck.unknown' })
    expect(await ask(yu.userId, ' ')).toMatchObject({ code: 4000 })
  })
})
