/** The calls of specification §7, and those of "Session and start-up" in the API conventions: path, method, what is sent and what comes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entriesOf } from '#src/client/platform/session/dictionary.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { write } from '#src/server/work.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const aText = expect.any(String)
const aNumber = expect.any(Number)
const aList = expect.any(Array)
const aTruth = expect.any(Boolean)
/** The flat envelope of lists. */
const page = {
  code: 2000,
  msg: aText,
  page: 1,
  limit: aNumber,
  total: aNumber,
  is_next: aTruth,
  is_previous: false,
  data: aList,
}
/** The envelope of one thing. */
const detail = (data: unknown) => ({ code: 2000, msg: aText, data })
const bodyOf = (answer: Answer<unknown>): unknown => answer.raw.json()

describe('the contract of specification §7', () => {
  let app: TestApp
  let fang: Client
  let pan: Client
  beforeAll(async () => {
    app = await startApp()
    fang = await app.as('fang54')
    pan = await app.as('pan42')
  })
  afterAll(() => app.close())

  const signIn = (client: Client = app.guest) =>
    client.post<Record<string, unknown>>('/api/login/', {
      username: 'pan42',
      password: DEMO_PASSWORD,
      captcha: '',
      captchaKey: '',
      remember: false,
    })

  it('POST /api/login/ gives both tokens and who one is', async () => {
    expect(bodyOf(await signIn())).toEqual(
      detail({
        access: aText,
        refresh: aText,
        username: 'pan42',
        name: '潘示乙',
        userId: aNumber,
        avatar: aText,
        dept_info: { dept_id: aNumber, dept_name: aText },
        role_info: expect.arrayContaining([expect.objectContaining({ id: aNumber, name: aText, key: 'staff' })]),
        mustChangePassword: aTruth,
        pwd_change_count: aNumber,
      }),
    )
  })

  it('GET /api/captcha/ is {} when the captcha is off', async () => {
    expect(bodyOf(await app.guest.get('/api/captcha/'))).toEqual(detail({}))
  })

  it.each(['/token/refresh/', '/api/token/refresh/'])(
    'POST %s renews the access token and rotates the refresh token',
    async (path) => {
      const { refresh } = (await signIn()).data
      const answer = await app.guest.post(path, { refresh })
      expect(bodyOf(answer)).toEqual({ ...detail({ access: aText, refresh: aText }), access: aText, refresh: aText })
      expect((await app.guest.post(path, { refresh: 'none' })).code).toBe(401)
    },
  )

  it('every call takes Authorization: Bearer, and JWT as well; without one it answers 401', async () => {
    const token = await pan.token()
    for (const prefix of ['Bearer', 'JWT'])
      expect(
        (await app.guest.get('/api/system/user/user_info/', { headers: { authorization: `${prefix} ${token}` } })).code,
      ).toBe(2000)
    expect((await app.guest.get('/api/system/user/user_info/')).code).toBe(401)
  })

  it('POST /api/logout/ revokes the tokens', async () => {
    const { access, refresh } = (await signIn()).data
    const headers = { authorization: `Bearer ${access}` }
    expect(bodyOf(await app.guest.post('/api/logout/', { refresh }, { headers }))).toEqual(detail(null))
    expect((await app.guest.get('/api/system/user/user_info/', { headers })).code).toBe(401)
  })

  it('GET /api/system/user/user_info/', async () => {
    expect(bodyOf(await pan.get('/api/system/user/user_info/'))).toMatchObject(
      detail({
        id: pan.userId,
        username: 'pan42',
        name: aText,
        avatar: aText,
        email: aText,
        mobile: aText,
        gender: aNumber,
        dept_info: { dept_id: aNumber, dept_name: aText },
        role_info: aList,
        admin_dept: aList,
        pwd_change_count: aNumber,
      }),
    )
  })

  it('GET /api/system/menu/web_router/ gives flat items with the names of the specification', async () => {
    const { data } = await pan.get<Record<string, unknown>[]>('/api/system/menu/web_router/')
    const names =
      'id parent title name icon sort path web_path component component_name is_catalog is_link link_url visible cache is_affix is_iframe status'
    for (const item of data) expect(Object.keys(item)).toEqual(expect.arrayContaining(names.split(' ')))
    expect(data.filter((item) => item.is_catalog === true).every((item) => !item.component)).toBe(true)
  })

  it('GET /api/system/menu_button/menu_button_all_permission/ gives permission strings', async () => {
    const { data } = await pan.get<string[]>('/api/system/menu_button/menu_button_all_permission/')
    expect(data).toContain('leaveApproval:Create')
    expect(data.every((value) => /^[a-zA-Z]+:[A-Z][A-Za-z]+$/.test(value))).toBe(true)
  })

  it('GET /api/init/settings/ is a flat map, narrowed by a prefix', async () => {
    expect((await app.guest.get<object>('/api/init/settings/')).data).toMatchObject({ 'base.siteTitle': aText })
    expect(
      Object.keys((await app.guest.get<object>('/api/init/settings/', { query: { key: 'login.' } })).data),
    ).toEqual(['login.selfService'])
  })

  it('GET /api/init/dictionary/?dictionary_key=all: type 1 becomes a number, type 6 a truth only for the text true', async () => {
    const { data } = await pan.get<
      { value: string; children: { type: number; value: string; label: string; labelEn: string; color: string }[] }[]
    >('/api/init/dictionary/', { query: { dictionary_key: 'all' } })
    for (const { value, children } of data) {
      expect(value).toEqual(aText)
      for (const child of children)
        expect(child).toMatchObject({ type: aNumber, value: aText, label: aText, labelEn: aText, color: aText })
    }
    expect(entriesOf(data, 'noticeTarget', 'zhHans').map((entry) => entry.value)).toEqual([0, 1, 2, 3])
    expect(entriesOf(data, 'yesNo', 'en').map(({ value, label }) => [value, label])).toEqual([
      [true, 'Yes'],
      [false, 'No'],
    ])
    const odd = [{ value: 'odd', children: [{ type: 6, value: 'True', label: '', labelEn: '', color: '' }] }]
    expect(entriesOf(odd, 'odd', 'zhHans')[0]?.value).toBe(false)
  })

  it('GET, POST /api/system/menu/, PUT and DELETE /api/system/menu/{id}/', async () => {
    const path = '/api/system/menu/'
    expect(bodyOf(await fang.get(path))).toMatchObject(page)
    const request = { title: '合同目录', is_catalog: true, sort: 990 }
    const made = await fang.post<{ id: number; version: number }>(path, request)
    expect(bodyOf(made)).toMatchObject(detail({ id: aNumber, parent: null, visible: true, ...request }))
    const { id, version } = made.data
    expect(bodyOf(await fang.put(`${path}${id}/`, { title: '合同菜单', version }))).toMatchObject(
      detail({ id, title: '合同菜单', is_catalog: true }),
    )
    expect(bodyOf(await fang.delete(`${path}${id}/`, { id }))).toEqual(detail(null))
    expect((await fang.get(`${path}${id}/`)).code).toBe(4004)
  })

  it('GET, POST /api/system/dept/, PUT and DELETE /api/system/dept/{id}/ with a body {id}', async () => {
    expect(bodyOf(await fang.get('/api/system/dept/'))).toMatchObject(page)
    const made = await fang.post<{ id: number; version: number }>('/api/system/dept/', {
      name: '合同科',
      key: 'D95',
      sort: 1,
      parent: null,
    })
    expect(bodyOf(made)).toMatchObject(detail({ id: aNumber, name: '合同科', parent: null, sort: 1 }))
    const { id, version } = made.data
    expect(bodyOf(await fang.put(`/api/system/dept/${id}/`, { name: '合同处', version }))).toMatchObject(
      detail({ id, name: '合同处' }),
    )
    expect(bodyOf(await fang.delete(`/api/system/dept/${id}/`, { id }))).toEqual(detail(null))
    expect((await fang.get(`/api/system/dept/${id}/`)).code).toBe(4004)
  })

  it('POST /api/system/dept/import_dept_data/ takes {data}', async () => {
    const data = [{ name: '导入科', key: 'D96', parentPath: '示范市公安局', sort: 5 }]
    expect(bodyOf(await fang.post('/api/system/dept/import_dept_data/', { data }))).toEqual(
      detail({ created: 1, updated: 0, proposed: 0 }),
    )
  })

  it('GET /api/system/dept/all_dept/ names departments as parent-name', async () => {
    const { data } = await pan.get<{ id: number; name: string; parent: number | null; sort: number }[]>(
      '/api/system/dept/all_dept/',
      { query: { name: '财务科' } },
    )
    expect(data).toMatchObject([{ id: aNumber, name: '警务保障部-财务科', parent: aNumber, sort: aNumber }])
  })

  it('GET /api/v1/auth/dept/tree/ nests departments', async () => {
    const { data } = await pan.get<object[]>('/api/v1/auth/dept/tree/')
    expect(data).toMatchObject([{ id: aNumber, name: '示范市公安局', parent: null, sort: aNumber, children: aList }])
  })

  it('GET /api/v1/auth/dept/dept_tree_users/?topDeptId= has the people of each department', async () => {
    const { data: all } = await pan.get<{ id: number; key: string }[]>('/api/system/dept/all_dept/')
    const top = all.find((one) => one.key === 'D10')!.id
    const { data } = await pan.get<{ users: object[] }[]>('/api/v1/auth/dept/dept_tree_users/', {
      query: { topDeptId: String(top) },
    })
    expect(data).toMatchObject([{ id: top, children: aList, users: aList }])
    expect(data[0]?.users[0]).toMatchObject({ id: aNumber, name: aText, deptId: top })
  })

  it('the calls of /api/v1/sms/notice/', async () => {
    const path = '/api/v1/sms/notice/'
    const sent = await fang.post<{ id: number }>(`${path}send/`, {
      title: '合同测试',
      content: '<p>一</p>',
      targetType: 1,
      targets: [pan.userId],
      contentType: 'SYSTEM',
    })
    expect(bodyOf(sent)).toEqual(detail({ id: aNumber, sent: 1 }))
    const received = await pan.get<Record<string, unknown>[]>(`${path}get_self_receive/`, { query: { limit: '5' } })
    expect(bodyOf(received)).toMatchObject({ ...page, limit: 5 })
    const newest = received.data[0]!
    expect(newest).toEqual({
      id: aNumber,
      contentType: 'SYSTEM',
      title: '合同测试',
      content: '<p>一</p>',
      link: null,
      sender: fang.userId,
      senderName: '方示丁',
      is_read: false,
      read_datetime: null,
      create_datetime: '2026-03-11 10:00:00',
      ticket: null,
      asks: false,
      count: 1,
      unread: 1,
    })
    expect(bodyOf(await pan.get(`${path}${String(newest.id)}/`))).toMatchObject(
      detail({ id: newest.id, is_read: true }),
    )
    expect(bodyOf(await fang.get(`${path}get_self_send/`))).toMatchObject({
      ...page,
      data: expect.arrayContaining([expect.objectContaining({ title: '合同测试', sentCount: 1, readCount: 1 })]),
    })
    expect(bodyOf(await pan.get(`${path}mark_all_unread/`))).toEqual(detail(null))
    // Filters take 1/0 as well as true/false (specification §5).
    for (const no of ['0', 'false', 'False']) {
      const { total } = await pan.get(`${path}get_self_receive/`, { query: { is_read: no } })
      expect(total).toBe(received.total)
    }
    expect(bodyOf(await pan.get(`${path}mark_all_read/`))).toEqual(detail(null))
    expect((await pan.get(`${path}get_self_receive/`, { query: { is_read: '0' } })).total).toBe(0)
  })

  it('a path without its trailing slash is answered as if it had one, writes included', async () => {
    expect((await pan.get('/api/system/user/user_info')).code).toBe(2000)
    expect((await fang.post('/api/system/dept/import_dept_data', { data: [] })).code).not.toBe(404)
  })

  it('every body has a code and a message, also what is refused', async () => {
    for (const answer of [
      await pan.get('/api/system/nothing/'),
      await pan.get('/api/system/dept/'),
      await fang.get('/api/system/dept/999999/'),
      await fang.post('/api/system/dept/', {}),
    ])
      expect(bodyOf(answer)).toMatchObject({ code: aNumber, msg: aText })
  })

  it('SYS-103 what is pushed has title and link, and nothing of the content', async () => {
    const before = app.announced.messages.length
    await write(app.services, async (unit) =>
      unit.notify({
        to: [pan.userId],
        contentType: 'SYSTEM',
        title: { key: 'notice.written', params: ['标题'] },
        link: '/home',
      }),
    )
    await fang.post('/api/v1/sms/notice/send/', {
      title: '标题二',
      content: '秘密内容',
      targetType: 1,
      targets: [pan.userId],
      contentType: 'REMIND',
    })
    const pushed = JSON.stringify(app.announced.messages.slice(before))
    expect(pushed).toContain('标题二')
    expect(pushed).not.toContain('秘密内容')
  })
})
