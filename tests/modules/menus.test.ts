/** The menu and its buttons: SYS-41..48, and what of it decides the navigation (specification, point 2). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalogue } from '#src/catalogue/catalogue.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

interface Menu {
  readonly id: number
  readonly version: number
  readonly title: string
  readonly parent: number | null
  readonly [field: string]: unknown
}

const path = '/api/system/menu/'
const buttons = '/api/system/menu_button/'

describe.each(oneEngine)('menus on %s', (engine) => {
  let app: TestApp
  let fang: Client
  let yu: Client
  let pan: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    fang = await app.as('fang54')
    yu = await app.as('yu55')
    pan = await app.as('pan42')
    await sql`update config_item set value = '["files.example.gov.cn"]' where key = 'base.iframeHosts'`.execute(
      app.database.db,
    )
  })
  afterAll(() => app.close())

  const idOf = async (webPath: string): Promise<number> =>
    (
      await sql<{ id: number }>`select id from menu where web_path = ${webPath} or name = ${webPath}`.execute(
        app.database.db,
      )
    ).rows[0]!.id
  const read = async (id: number): Promise<Menu> => (await fang.get<Menu>(`${path}${id}/`)).data
  const create = (values: object) =>
    fang.post<Menu>(path, {
      title: '新菜单',
      sort: 900,
      is_catalog: false,
      visible: true,
      cache: true,
      is_affix: false,
      state: true,
      ...values,
    })
  const update = async (id: number, values: object) =>
    fang.put<Menu>(`${path}${id}/`, { ...(await read(id)), ...values })
  const shown = async (who: Client) => (await who.get<Record<string, unknown>[]>('/api/system/menu/web_router/')).data
  /** Shows a menu to a role and nothing else changes. */
  const show = async (menuId: number, key: string) => {
    const { rows } = await sql<{
      id: number
      version: number
    }>`select id, version from role where key = ${key}`.execute(app.database.db)
    const { id, version } = rows[0]!
    const { menus } = (await yu.get<{ menus: number[] }>(`/api/system/role/${id}/grants/`)).data
    return yu.put(`/api/system/role/${id}/menus/`, { menus: [...menus, menuId], version })
  }

  it('SYS-41 a catalogue has no target, anything else exactly one', async () => {
    expect(await create({})).toMatchObject({ code: 4001, errKey: 'rule.SYS-41' })
    expect(
      await create({ component: '/system/dept', link_url: 'https://files.example.gov.cn/', web_path: '/both' }),
    ).toMatchObject({ errKey: 'rule.SYS-41' })
    expect(await create({ component: '/system/dept', is_iframe: true, web_path: '/frame' })).toMatchObject({
      errKey: 'rule.SYS-41',
    })
    expect(await create({ title: '常用', is_catalog: true, component: '/system/dept' })).toMatchObject({
      code: 2000,
      data: { component: null, link_url: null },
    })
    await expect(
      sql`insert into menu (title, is_catalog, component) values ('x', true, '/home')`.execute(app.database.db),
    ).rejects.toThrow()
  })

  it('any page of the product is a target, at an address of its own, for the roles it is shown to and that may open it', async () => {
    const { data: targets } = await fang.get<{ path: string }[]>(`${path}targets/`)
    expect(targets.map((target) => target.path)).toEqual(
      expect.arrayContaining(['/home', '/system/dept', '/workflow/receive/leaveApproval']),
    )
    const made = await create({ title: '组织机构', component: '/system/dept', web_path: '/my/departments' })
    expect(made.code).toBe(2000)
    const own = async (who: Client) => (await shown(who)).find((item) => item.web_path === '/my/departments')
    expect(await own(fang)).toBeUndefined()
    expect((await show(made.data.id, 'sysAdmin')).code).toBe(2000)
    expect((await show(made.data.id, 'staff')).code).toBe(2000)
    expect(await own(fang)).toMatchObject({ component: '/system/dept', title: '组织机构', is_link: false })
    // Shown to everybody, but what it leads to asks for dept:Search.
    expect(await own(pan)).toBeUndefined()
    expect(await create({ component: '/nowhere', web_path: '/nowhere' })).toMatchObject({
      code: 4000,
      errors: { component: expect.any(Array) },
    })
  })

  it('SYS-42 the path belongs to one menu and is none of the system’s', async () => {
    expect(await create({ component: '/home', web_path: '/my/departments' })).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-42',
    })
    for (const web_path of ['/api/x', '/login', '/ws', 'home', '//evil', '/a b', '/../x'])
      expect([web_path, (await create({ component: '/home', web_path })).code]).toEqual([web_path, 4000])
  })

  it('SYS-43 an invisible page stays open to who may see it, a disabled one to nobody', async () => {
    const dept = await idOf('/system/dept')
    const item = async () => (await shown(fang)).find((one) => one.web_path === '/system/dept')
    expect(await update(dept, { visible: false, cache: false, is_affix: true })).toMatchObject({ code: 2000 })
    expect(await item()).toMatchObject({ visible: false, cache: false, is_affix: true })
    await update(dept, { state: false })
    expect(await item()).toBeUndefined()
    await update(dept, { state: true, visible: true, cache: true, is_affix: false })
    expect(await item()).toMatchObject({ visible: true })
  })

  it('SYS-44 no cycle, four levels, only below a catalogue; moved among its neighbours', async () => {
    const ids: number[] = []
    for (const title of ['一级', '二级', '三级', '四级']) {
      const made = await create({ title, is_catalog: true, parent: ids.at(-1) ?? null })
      expect(made.code).toBe(2000)
      ids.push(made.data.id)
    }
    expect(await create({ title: '五级', is_catalog: true, parent: ids[3] })).toMatchObject({
      code: 4001,
      errKey: 'rule.SYS-44',
    })
    const move = async (id: number, parent: number | null, index: number) =>
      fang.post(`${path}${id}/move/`, { parent, index, version: (await read(id)).version })
    expect(await move(ids[0]!, ids[2]!, 0)).toMatchObject({ errKey: 'rule.SYS-44' })
    expect(await update(ids[0]!, { parent: ids[0] })).toMatchObject({ errKey: 'rule.SYS-44' })
    expect(await move(ids[3]!, await idOf('/home'), 0)).toMatchObject({ code: 4000 })
    expect((await move(ids[3]!, null, 0)).code).toBe(2000)
    const top = async () =>
      (
        await sql<{
          id: number
        }>`select id from menu where parent is null and deleted_at is null order by sort, id`.execute(app.database.db)
      ).rows.map((row) => row.id)
    expect((await top())[0]).toBe(ids[3])
    expect((await move(ids[3]!, null, 1)).code).toBe(2000)
    expect((await top())[1]).toBe(ids[3])
    const stale = await fang.post(`${path}${ids[3]}/move/`, { parent: null, index: 0, version: 1 })
    expect(stale).toMatchObject({ code: 4009 })
  })

  it('SYS-45 what has children stays; what goes takes the grants of the roles along', async () => {
    const catalogue = await sql<{ id: number }>`select parent as id from menu where web_path = '/system/dept'`.execute(
      app.database.db,
    )
    expect(await fang.delete(`${path}${catalogue.rows[0]!.id}/`)).toMatchObject({ code: 4001, errKey: 'rule.SYS-45' })
    const id = await idOf('/my/departments')
    expect((await read(id)).roles).toBe(2)
    // The server asks too, one by one and for many at once.
    const unconfirmed = { code: 4001, errKey: 'menu.rolesLinked', params: [expect.any(String), 2] }
    expect(await fang.delete(`${path}${id}/`, { id })).toMatchObject(unconfirmed)
    expect(await fang.delete(`${path}multiple_delete/`, { keys: [id] })).toMatchObject(unconfirmed)
    expect((await read(id)).roles).toBe(2)
    expect((await fang.delete(`${path}${id}/`, { id, confirmed: true })).code).toBe(2000)
    const left = await sql`select from role_menu where menu_id = ${id}`.execute(app.database.db)
    expect(left.rows).toHaveLength(0)
    expect((await shown(fang)).some((item) => item.web_path === '/my/departments')).toBe(false)
    // Its address is free again.
    expect((await create({ component: '/system/dept', web_path: '/my/departments' })).code).toBe(2000)
  })

  it('SYS-46 the way to the menus cannot be closed: not by the page, nor by a catalogue above it, nor by removing it', async () => {
    const id = await idOf('/system/menu')
    expect(await update(id, { state: false })).toMatchObject({ code: 4001, errKey: 'rule.SYS-46' })
    expect(await update((await read(id)).parent!, { state: false })).toMatchObject({ errKey: 'rule.SYS-46' })
    expect(await fang.delete(`${path}${id}/`)).toMatchObject({ errKey: 'rule.SYS-46' })
    const { data } = await create({ title: '停用目录', is_catalog: true, state: false })
    const moved = await fang.post(`${path}${id}/move/`, {
      parent: data.id,
      index: 0,
      version: (await read(id)).version,
    })
    expect(moved).toMatchObject({ errKey: 'rule.SYS-46' })
  })

  it('SYS-47 links and frames lead by https to the hosts of base.iframeHosts, also after these changed, and the browser is told so', async () => {
    const link = (link_url: string, more: object = {}) => create({ title: '外部文件', link_url, ...more })
    for (const bad of ['http://files.example.gov.cn/', 'javascript:alert(1)', 'https://a:b@files.example.gov.cn/', 'x'])
      expect([bad, (await link(bad)).code]).toEqual([bad, 4000])
    expect(await link('https://elsewhere.example/')).toMatchObject({ code: 4001, errKey: 'rule.SYS-47' })
    expect(await link('https://files.example.gov.cn.evil.example/')).toMatchObject({ errKey: 'rule.SYS-47' })
    const out = await link('https://files.example.gov.cn/list')
    const frame = await link('https://files.example.gov.cn/board', { is_iframe: true, web_path: '/board' })
    expect([out.code, frame.code]).toEqual([2000, 2000])
    expect(await link('https://files.example.gov.cn/x', { is_iframe: true })).toMatchObject({ code: 4000 })
    await show(out.data.id, 'staff')
    await show(frame.data.id, 'staff')
    const mine = async () =>
      (await shown(pan))
        .filter((item) => item.link_url !== '')
        .map((item) => [item.is_link, item.is_iframe, item.web_path])
    expect(await mine()).toEqual([
      [true, false, ''],
      [false, true, '/board'],
    ])
    const policy = async () =>
      String((await app.guest.get('/api/init/settings/')).raw.headers['content-security-policy'])
    expect(await policy()).toContain("frame-src 'self' https://files.example.gov.cn;")
    await sql`update config_item set value = '["other.example", "bad host; script-src *"]' where key = 'base.iframeHosts'`.execute(
      app.database.db,
    )
    expect(await mine()).toEqual([])
    expect(await policy()).toContain("frame-src 'self' https://other.example;")
    expect(await policy()).not.toContain('bad host')
  })

  it('what comes with the product keeps its path and target; what an administrator changed outlives a release', async () => {
    const dept = await idOf('/system/dept')
    expect(await update(dept, { web_path: '/elsewhere' })).toMatchObject({
      code: 4000,
      errors: { web_path: [expect.any(String)] },
    })
    expect((await update(dept, { title: '机构', icon: 'people', sort: 5, visible: false })).code).toBe(2000)
    const gone = await idOf('/workflow/workflow')
    expect((await fang.delete(`${path}${gone}/`, { confirmed: true })).code).toBe(2000)
    const { rows } = await sql<{ id: number }>`select id from permission where value = 'dept:Export'`.execute(
      app.database.db,
    )
    const before = await sql`select role_id, menu_id from role_menu order by 1, 2`.execute(app.database.db)
    await write(app.services, (unit) => seedCatalogue(unit, app.services.modules))
    expect(await read(dept)).toMatchObject({ title: '机构', icon: 'people', sort: 5, visible: false })
    expect((await shown(fang)).some((item) => item.web_path === '/workflow/workflow')).toBe(false)
    expect((await sql`select role_id, menu_id from role_menu order by 1, 2`.execute(app.database.db)).rows).toEqual(
      before.rows,
    )
    expect((await fang.get<Menu>(`${buttons}${rows[0]!.id}/`)).data).toMatchObject({ name: '导出', menuId: dept })
    // A release that asks for something else is followed, by rows made for the same page too.
    await sql`update menu set permissions = '{dept:Nothing}' where component = '/system/dept'`.execute(app.database.db)
    await write(app.services, (unit) => seedCatalogue(unit, app.services.modules))
    const after = await sql<{
      permissions: string[]
    }>`select permissions from menu where component = '/system/dept'`.execute(app.database.db)
    expect(after.rows.map((row) => row.permissions)).toEqual(after.rows.map(() => ['dept:Search']))
  })

  it('60.4 generates the standard set of a resource, once', async () => {
    const menuId = (await create({ title: '停车', component: '/home', web_path: '/parking' })).data.id
    const generate = (resource: string) => fang.post(`${buttons}generate/`, { menuId, resource, api: '/api/parking/' })
    expect(await generate('parking')).toMatchObject({ code: 2000, data: { created: 5, attached: 0 } })
    const { data } = await fang.get<{ value: string; api: string; method: string }[]>(buttons, {
      query: { menuId: String(menuId) },
    })
    expect(data.map(({ value, api, method }) => [value, api, method])).toEqual([
      ['parking:Search', '/api/parking/', '0'],
      ['parking:Retrieve', '/api/parking/{id}/', '0'],
      ['parking:Create', '/api/parking/', '1'],
      ['parking:Update', '/api/parking/{id}/', '2'],
      ['parking:Delete', '/api/parking/{id}/', '3'],
    ])
    expect(await generate('parking')).toMatchObject({ code: 4001, errKey: 'menu.nothingToGenerate' })
    const values = { menuId, name: '预约', method: '1', adminOnly: false, sort: 60 }
    expect((await fang.post(buttons, { ...values, value: 'parking:Book' })).code).toBe(2000)
    for (const value of ['parking:Book', 'parking', 'parking:book', `${'x'.repeat(60)}:Book`])
      expect([value, (await fang.post(buttons, { ...values, value })).code]).toEqual([value, 4000])
  })

  it('SYS-48 a permission the program asks for and nobody registered is listed, until it is registered again', async () => {
    const list = async () => (await fang.get<{ value: string; usedBy: string[] }[]>(`${buttons}unregistered/`)).data
    expect(await list()).toEqual([])
    const { rows } = await sql<{ id: number }>`select id from permission where value = 'dept:Move'`.execute(
      app.database.db,
    )
    expect(await fang.delete(`${buttons}${rows[0]!.id}/`)).toMatchObject({ code: 4001, errKey: 'ref.inUse' })
    await sql`delete from role_permission where permission_id = ${rows[0]!.id}`.execute(app.database.db)
    expect((await fang.delete(`${buttons}${rows[0]!.id}/`)).code).toBe(2000)
    expect(await list()).toEqual([{ value: 'dept:Move', usedBy: ['POST /api/system/dept/:id/move/'] }])
    const again = {
      menuId: await idOf('/system/dept'),
      name: '移动',
      value: 'dept:Move',
      method: '1',
      adminOnly: true,
      sort: 90,
    }
    expect((await fang.post(buttons, again)).code).toBe(2000)
    expect(await list()).toEqual([])
  })

  it('SYS-25 a shipped flag stays, and what business holds cannot be flagged', async () => {
    const button = async (value: string) => {
      const { rows } = await sql<{ id: number }>`select id from permission where value = ${value}`.execute(
        app.database.db,
      )
      return (await fang.get<Menu>(`${buttons}${rows[0]!.id}/`)).data
    }
    const shipped = await button('role:SetUser')
    expect(
      await fang.put(`${buttons}${shipped.id}/`, { ...shipped, menuId: await idOf('/system/role'), adminOnly: false }),
    ).toMatchObject({ code: 4000 })
    const { id } = await button('parking:Book')
    await sql`insert into role_permission (role_id, permission_id) select id, ${id} from role where key = 'staff'`.execute(
      app.database.db,
    )
    const own = await button('parking:Book')
    expect(await fang.put(`${buttons}${own.id}/`, { ...own, adminOnly: true })).toMatchObject({ errKey: 'rule.SYS-25' })
  })
})
