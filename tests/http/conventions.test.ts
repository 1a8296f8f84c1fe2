/** The conventions of 97-api that belong to no single resource: unknown paths, names of the API family, bounds in texts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

describe('the conventions of 97-api', () => {
  let app: TestApp
  let fang: Client
  let pan: Client
  beforeAll(async () => {
    app = await startApp()
    fang = await app.as('fang54')
    pan = await app.as('pan42')
  })
  afterAll(() => app.close())

  const signIn = (more: object = {}) =>
    app.guest.post<Record<string, unknown>>('/api/login/', { username: 'pan42', password: DEMO_PASSWORD, ...more })

  it('97-api a word where an id belongs is an unknown path: 404 with its own text', async () => {
    for (const path of ['/api/system/user/nobody/', '/api/system/user/0/', '/api/workflow/ticket/first/timeline/']) {
      const { status, code, msg, errKey } = await fang.get(path, { language: 'en' })
      expect([path, status, code, msg, errKey]).toEqual([
        path,
        404,
        4004,
        'No such address. Check the path.',
        'answer.noPath',
      ])
    }
    expect(await fang.get('/api/system/user/987654/')).toMatchObject({ status: 200, code: 4004 })
  })

  it('97-api a known path with another verb is 405 and names those it takes', async () => {
    const answer = await fang.put('/api/system/user/', {}, { language: 'en' })
    expect([answer.status, answer.code, answer.msg, answer.errKey]).toEqual([
      405,
      4004,
      'This address does not take PUT. Use GET, POST.',
      'answer.noMethod',
    ])
    expect(answer.raw.headers.allow).toBe('GET, POST')
    expect((await app.guest.get('/api/login')).status).toBe(405)
    expect((await app.guest.post('/api/workflow/ticket/1/no_such_action/')).status).toBe(404)
  })

  it('97-api the scheme of Authorization is read without regard to case', async () => {
    const token = await pan.token()
    for (const scheme of ['bearer', 'BEARER', 'jwt', 'Jwt'])
      expect([
        scheme,
        (await app.guest.get('/api/system/user/user_info/', { headers: { authorization: `${scheme} ${token}` } })).code,
      ]).toEqual([scheme, 2000])
    expect(
      (await app.guest.get('/api/system/user/user_info/', { headers: { authorization: `Basic ${token}` } })).code,
    ).toBe(401)
  })

  it('97-api users are filtered by username, name, empNo and, where it may be seen, mobile', async () => {
    const { data } = await fang.get<{ id: number; name: string; empNo: string; username: string }[]>(
      '/api/system/user/',
      { query: { username: 'pan42' } },
    )
    expect(data.map((row) => row.username)).toEqual(['pan42'])
    const [row] = data
    for (const query of [{ name: String(row?.name) }, { empNo: String(row?.empNo) }])
      expect((await fang.get<{ id: number }[]>('/api/system/user/', { query })).data.map(({ id }) => id)).toEqual([
        row?.id,
      ])
    const { rows } = await sql<{ mobile: string }>`select mobile from app_user where username = 'pan42'`.execute(
      app.database.db,
    )
    const query = { mobile: String(rows[0]?.mobile) }
    expect((await fang.get<{ id: number }[]>('/api/system/user/', { query })).data.map(({ id }) => id)).toEqual([
      row?.id,
    ])
    await sql`delete from role_permission p using permission v where v.id = p.permission_id and v.value = 'user:Retrieve'`.execute(
      app.database.db,
    )
    expect(await (await app.as('fang54')).get('/api/system/user/', { query })).toMatchObject({
      code: 4000,
      errors: { mobile: ['没有这一项，不能提交'] },
    })
  })

  it('97-api departments are filtered by parent, to its children alone, and by leaderId; buttons by menu', async () => {
    const all = await fang.get<{ id: number; parent: number | null; leaderId: number | null }[]>('/api/system/dept/', {
      query: { limit: '100' },
    })
    const parent = all.data.find((one) => all.data.some((child) => child.parent === one.id))?.id
    const children = await fang.get<{ parent: number }[]>('/api/system/dept/', {
      query: { parent: String(parent), limit: '100' },
    })
    expect(children.total).toBe(all.data.filter((one) => one.parent === parent).length)
    expect(new Set(children.data.map((one) => one.parent))).toEqual(new Set([parent]))
    const leader = all.data.find((one) => one.leaderId !== null)?.leaderId
    expect(
      (await fang.get<{ leaderId: number }[]>('/api/system/dept/', { query: { leaderId: String(leader) } })).data.every(
        (one) => one.leaderId === leader,
      ),
    ).toBe(true)
    const { data: buttons } = await fang.get<{ menuId: number }[]>('/api/system/menu_button/')
    const menu = buttons[0]?.menuId
    const ofMenu = await fang.get<{ menuId: number }[]>('/api/system/menu_button/', { query: { menu: String(menu) } })
    expect(ofMenu.total).toBeGreaterThan(0)
    expect(new Set(ofMenu.data.map((one) => one.menuId))).toEqual(new Set([menu]))
  })

  it('97-api GET /api/system/file/ lists like file_list/', async () => {
    const [short, long] = [await fang.get('/api/system/file/'), await fang.get('/api/system/file_list/')]
    expect(short.raw.json()).toEqual(long.raw.json())
    expect(short.code).toBe(2000)
    expect((await pan.get('/api/system/file/')).code).toBe(4003)
  })

  it('97-api pwd_change_count is at least 1 unless a change is due, also in the answer to a sign-in', async () => {
    expect((await signIn()).data).toMatchObject({ mustChangePassword: false, pwd_change_count: 1 })
    expect((await pan.get('/api/system/user/user_info/')).data).toMatchObject({ pwd_change_count: 1 })
    await sql`update app_user set must_change_password = true, pwd_change_count = 3 where username = 'pan42'`.execute(
      app.database.db,
    )
    expect((await signIn()).data).toMatchObject({ mustChangePassword: true, pwd_change_count: 0 })
    await sql`update app_user set must_change_password = false where username = 'pan42'`.execute(app.database.db)
    expect((await signIn()).data).toMatchObject({ pwd_change_count: 3 })
  })

  it('97-api the settings tell base.captcha_state, and a sign-in ignores captchaImgBase', async () => {
    const { data } = await app.guest.get<Record<string, unknown>>('/api/init/settings/')
    expect(data['base.captcha_state']).toBe(data['base.captchaState'])
    expect((await signIn({ captchaImgBase: 'data:image/png;base64,AAAA' })).code).toBe(2000)
  })

  it('97-api change_password takes PUT as well as POST', async () => {
    const person = await app.as('su41')
    const change = (oldPassword: string, newPassword: string) => ({ oldPassword, newPassword, confirm: newPassword })
    const path = '/api/system/user/change_password/'
    expect((await person.put(path, change(DEMO_PASSWORD, 'Shifan#2027a'))).code).toBe(2000)
    expect((await person.post(path, change('Shifan#2027a', 'Shifan#2028b'))).code).toBe(2000)
  })

  it('97-api the text of a number out of bounds names both of them', async () => {
    for (const limit of ['0', '101', 'many']) {
      const wrong = await fang.get('/api/system/user/', { query: { limit }, language: 'en' })
      expect([limit, wrong.code, wrong.errors]).toEqual([limit, 4000, { limit: ['Enter a number from 1 to 100'] }])
      const tickets = await pan.get('/api/workflow/ticket/', { query: { label: 'submitted', limit } })
      expect([limit, tickets.errors]).toEqual([limit, { limit: ['请填写1至100之间的数'] }])
    }
  })
})
