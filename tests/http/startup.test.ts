import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'

interface MenuItem {
  readonly id: number
  readonly parent: number | null
  readonly title: string
  readonly path: string
  readonly is_catalog: boolean
  readonly visible: boolean
}
interface Entry {
  readonly type: number
  readonly value: string
  readonly label: string
  readonly labelEn: string
  readonly color: string
}

describe.each(engines)('the start-up calls on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  it('give a browser its settings as a flat map, and no secret, no password, no threshold among them', async () => {
    const { data } = await app.guest.get<Record<string, unknown>>('/api/init/settings/')
    expect(Object.keys(data).sort()).toEqual([
      'base.captchaState',
      'base.captcha_state',
      'base.demoAccounts',
      'base.lockSeconds',
      'base.rememberDays',
      'base.siteTitle',
      'base.watermark',
      'login.selfService',
    ])
    expect(data).toMatchObject({ 'base.siteTitle': '智慧警保', 'base.captchaState': false, 'base.lockSeconds': 900 })
    expect(JSON.stringify(data)).not.toMatch(/Jingbao|secret|argon|wf\.|maxFail|password/i)
  })

  it('give the settings under a prefix only', async () => {
    const { data } = await app.guest.get('/api/init/settings/', { query: { key: 'login.' } })
    expect(data).toEqual({ 'login.selfService': true })
  })

  it('give settings as they are now, on the very next call (SYS-73)', async () => {
    await sql`update config_item set value = '"新标题"' where key = 'base.siteTitle'`.execute(app.database.db)
    expect((await app.guest.get('/api/init/settings/', { query: { key: 'base.siteTitle' } })).data).toEqual({
      'base.siteTitle': '新标题',
    })
  })

  it("name the demo accounts in the reader's language", async () => {
    const accounts = async (language: 'zh-Hans' | 'en') =>
      (await app.guest.get<Record<string, unknown>>('/api/init/settings/', { language })).data['base.demoAccounts']
    expect(await accounts('zh-Hans')).toContainEqual({ username: 'zhang39', name: '章示壬', role: '部门领导' })
    expect(await accounts('en')).toContainEqual({
      username: 'zhang39',
      name: 'Zhang Shiren',
      role: 'Department leader',
    })
  })

  it('give all dictionaries, each with its typed entries in both languages', async () => {
    const reader = await app.as('pan42')
    const { data } = await reader.get<{ value: string; children: Entry[] }[]>('/api/init/dictionary/', {
      query: { dictionary_key: 'all' },
    })
    const of = (key: string) => data.find((dictionary) => dictionary.value === key)?.children
    expect(data.length).toBeGreaterThanOrEqual(88)
    expect(of('yesNo')).toMatchObject([
      { type: 6, value: 'true', label: '是', labelEn: 'Yes' },
      { type: 6, value: 'false', label: '否', labelEn: 'No' },
    ])
    expect(of('gender')?.[1]).toMatchObject({ type: 1, value: '1', label: '男' })
    expect(of('ticketStatus')?.map((entry) => `${entry.value}:${entry.color}`)).toEqual([
      'draft:',
      'running:info',
      'returned:warning',
      'withdrawn:warning',
      'handling:primary',
      'completed:success',
      'rejected:error',
      'voided:error',
    ])
    expect(
      data.flatMap(({ children }) => children).filter((entry) => entry.label === '' || entry.labelEn === ''),
    ).toEqual([])
  })

  it('give the entries of one dictionary, and 4004 for one that does not exist', async () => {
    const reader = await app.as('pan42')
    const one = (key: string) => reader.get<Entry[]>('/api/init/dictionary/', { query: { dictionary_key: key } })
    expect((await one('urgency')).data.map((entry) => entry.value)).toEqual(['normal', 'urgent', 'critical'])
    expect((await one('no_such')).code).toBe(4004)
  })

  it('give only public dictionaries before sign-in, and refuse a token that does not stand', async () => {
    const all = await app.guest.get<{ value: string }[]>('/api/init/dictionary/', { query: { dictionary_key: 'all' } })
    expect(all.data.map(({ value }) => value).toSorted()).toEqual(['gender', 'yesNo'])
    const one = (key: string) => app.guest.get('/api/init/dictionary/', { query: { dictionary_key: key } })
    expect([(await one('yesNo')).code, (await one('ticketStatus')).code]).toEqual([2000, 4004])
    const headers = { authorization: 'Bearer nothing' }
    expect((await app.guest.get('/api/init/dictionary/', { headers })).code).toBe(401)
  })

  it('answer 304 to whoever has the dictionaries already, until one changes', async () => {
    const reader = await app.as('pan42')
    const first = await reader.get('/api/init/dictionary/')
    const etag = String(first.raw.headers.etag)
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const again = (tag: string) =>
      app.app.inject({ url: '/api/init/dictionary/', headers: { ...bearer, 'if-none-match': tag } })
    const bearer = { authorization: `Bearer ${await reader.token()}` }
    expect([(await again(etag)).statusCode, (await again(etag)).body]).toEqual([304, ''])
    expect((await again(`W/${etag}`)).statusCode).toBe(304)
    expect((await again('"other"')).statusCode).toBe(200)
    await sql`update dictionary_entry set label = '一般的' where dictionary_key = 'urgency' and value = 'normal'`.execute(
      app.database.db,
    )
    expect((await again(etag)).statusCode).toBe(200)
  })

  it('tell who one is, under the names of the specification', async () => {
    const qian = await app.as('han14')
    const { data } = await qian.get<Record<string, unknown>>('/api/system/user/user_info/')
    expect(data).toMatchObject({
      username: 'han14',
      name: '韩示丁',
      avatar: '',
      email: 'han14@example.invalid',
      mobile: '10000000014',
      dept_info: { dept_name: '警务保障部' },
      pwd_change_count: 1,
    })
    expect(data.role_info).toMatchObject([
      { name: '普通民警', key: 'staff' },
      { name: '部门领导', key: 'deptLeader' },
    ])
    expect(data.admin_dept).toMatchObject([{ name: '示范市公安局-警务保障部' }])
    expect(JSON.stringify(data)).not.toContain('argon2')
  })

  it('give each person the menu of the pages they may see, with the catalogues above', async () => {
    const menu = async (username: string) =>
      (await (await app.as(username)).get<MenuItem[]>('/api/system/menu/web_router/')).data
    const staff = await menu('pan42')
    const paths = staff.filter((item) => !item.is_catalog).map((item) => item.path)
    expect(paths).toEqual(expect.arrayContaining(['/home', '/workflow/ticket', '/workflow/receive/leaveApproval']))
    expect(paths).not.toContain('/system/dept')
    // WF-11: anybody may have to stand in for an approver.
    expect(paths).toContain('/workflow/ticketApproval')
    // Messages are everybody's; the rest of the system's pages is for its administrators.
    expect(paths.filter((path) => path.startsWith('/system/'))).toEqual(['/system/messageCenter'])
    expect(paths).not.toContain('/workflow/workflow')
    expect((await menu('fang54')).map((item) => item.path)).toEqual(
      expect.arrayContaining(['/system/dept', '/workflow/workflow']),
    )
    const ids = new Set(staff.map((item) => item.id))
    expect(staff.every((item) => item.parent === null || ids.has(item.parent))).toBe(true)
    expect(staff.find((item) => item.path === '/workflow/ticket/{id}')?.visible).toBe(false)
  })

  it("title the menu in the reader's language", async () => {
    const pan = await app.as('pan42')
    const { data } = await pan.get<MenuItem[]>('/api/system/menu/web_router/', { language: 'en' })
    expect(data.find((item) => item.path === '/home')?.title).toBe('Workbench')
    expect(data.find((item) => item.path === '/workflow/receive/leaveApproval')?.title).toMatch(/^[A-Za-z ]+$/)
  })

  it('give the permission strings', async () => {
    const { data } = await (await app.as('he20')).get<string[]>('/api/system/menu_button/menu_button_all_permission/')
    expect(data).toContain('finance:Pay')
    expect(data).not.toContain('finance:Audit')
  })

  it("give departments flat with their parents' names, and as a tree", async () => {
    const pan = await app.as('pan42')
    const flat = (
      await pan.get<{ id: number; key: string; name: string; parent: number | null }[]>('/api/system/dept/all_dept/')
    ).data
    expect(flat).toHaveLength(14)
    expect(flat.map((item) => item.name)).toEqual(expect.arrayContaining(['示范市公安局', '警务保障部-财务科']))
    expect((await pan.get<unknown[]>('/api/system/dept/all_dept/', { query: { name: '财务' } })).data).toHaveLength(1)
    const tree = (
      await pan.get<{ key: string; children: { key: string; children: unknown[] }[] }[]>('/api/v1/auth/dept/tree/')
    ).data
    expect(tree.map((node) => node.key)).toEqual(['D00'])
    expect(tree[0]?.children.find((node) => node.key === 'D04')?.children).toHaveLength(5)
  })

  it('give a department with its people, without those who left', async () => {
    const pan = await app.as('pan42')
    const { data: flat } = await pan.get<{ id: number; key: string }[]>('/api/system/dept/all_dept/')
    const of = async (key: string) => {
      const id = flat.find((item) => item.key === key)?.id
      return (
        await pan.get<{ users: { username: string }[]; children: { users: unknown[] }[] }[]>(
          '/api/v1/auth/dept/dept_tree_users/',
          { query: { topDeptId: String(id) } },
        )
      ).data[0]
    }
    expect((await of('D10'))?.users.map((person) => person.username)).toEqual([
      'zhang39',
      'yun40',
      'su41',
      'pan42',
      'ge43',
      'xi44',
      'fan45',
    ])
    expect((await of('D13'))?.users.map((person) => person.username)).toEqual(['liu58', 'bao59'])
    expect((await of('D04'))?.children).toHaveLength(5)
  })

  it('find people by name, pinyin and number, by role, and by id', async () => {
    const pan = await app.as('pan42')
    const find = async (query: Record<string, string>) =>
      (await pan.get<Record<string, unknown>[]>('/api/system/user/options/', { query })).data.map(
        (person) => person.username,
      )
    expect(await find({ search: '潘示' })).toEqual(['pan42'])
    expect(await find({ search: 'panshiyi' })).toEqual(['pan42'])
    expect(await find({ search: 'SJ0042' })).toEqual(['pan42'])
    expect(await find({ role: 'securityAdmin' })).toEqual(['yu55', 'yuan57'])
    expect(await find({ search: '%' })).toEqual([])
    expect(await find({ ids: '1,60' })).toEqual(['zhao01', 'shi60'])
    expect(await find({ search: '史示癸' })).toEqual([])
    const { data } = await pan.get<Record<string, unknown>[]>('/api/system/user/options/', {
      query: { search: 'pan42' },
    })
    expect(data[0]).toEqual({
      id: pan.userId,
      name: '潘示乙',
      username: 'pan42',
      deptId: expect.any(Number),
      deptName: '刑事侦查支队',
      post: '侦查员',
    })
  })

  it('need a sign-in, all but settings and dictionaries', async () => {
    for (const url of [
      '/api/system/user/user_info/',
      '/api/system/menu/web_router/',
      '/api/system/menu_button/menu_button_all_permission/',
      '/api/system/dept/all_dept/',
      '/api/v1/auth/dept/tree/',
      '/api/v1/auth/dept/dept_tree_users/',
      '/api/system/user/options/',
    ]) {
      expect([url, (await app.guest.get(url)).code]).toEqual([url, 401])
    }
  })

  it('tell a supervisor that the server lives and is ready', async () => {
    expect((await app.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await app.app.inject('/readiness')).json()).toEqual({ status: 'ready' })
  })
})

describe('a supervisor of the embedded engine', () => {
  it('is told within 2 s that its thread is busy, and afterwards that it is ready', async () => {
    const app = await startApp({ engine: 'embedded' })
    const busy = app.database.pool.query('select pg_sleep(4)')
    const from = performance.now()
    const readiness = await app.app.inject('/readiness')
    expect(performance.now() - from).toBeLessThan(2_000)
    expect([readiness.statusCode, readiness.json()]).toEqual([503, { status: 'unavailable' }])
    await busy
    expect((await app.app.inject('/readiness')).json()).toEqual({ status: 'ready' })
    await app.close()
  })
})

const PAGE = '<!doctype html><head><title>page</title></head>'
const MANIFEST = {
  '_first-a.js': { file: 'assets/first.js', name: 'first', css: ['assets/first.css'] },
  '_frame-a.js': { file: 'assets/frame.js', name: 'frame', imports: ['_shared-a.js'], css: ['assets/frame.css'] },
  '_shared-a.js': { file: 'assets/shared.js', name: 'shared' },
  'pages/frame.ts': { file: 'assets/other.js', name: 'frame', src: 'pages/frame.ts' },
  'messages/first.zhHans.ts': { file: 'assets/first.zhHans.js', src: 'messages/first.zhHans.ts' },
  'messages/first.en.ts': { file: 'assets/first.en.js', src: 'messages/first.en.ts' },
}

describe('the built client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const script = `// ${'x'.repeat(5000)}`
  let app: TestApp
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    mkdirSync(join(folder, '.vite'))
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(MANIFEST))
    writeFileSync(join(folder, 'assets', 'main-abc123.js'), script)
    writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script))
    app = await startApp({ engine: 'embedded', clientDir: folder })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const get = (url: string, accept = 'text/html', encoding = 'identity') =>
    app.app.inject({ url, headers: { accept, 'accept-encoding': encoding } })

  it('is the answer to every path the client routes, and is asked for anew each time', async () => {
    for (const url of ['/', '/home', '/workflow/ticket/7', '/login?from=%2Fhome']) {
      const page = await get(url)
      expect([url, page.statusCode, page.headers['cache-control'], page.body.includes('<title>page')]).toEqual([
        url,
        200,
        'no-cache',
        true,
      ])
    }
  })

  it('names the files that its reader needs, in the language that this browser keeps', async () => {
    const files = async (cookie: string): Promise<readonly string[]> => {
      const { body } = await app.app.inject({ url: '/home', headers: { accept: 'text/html', cookie } })
      return [...body.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="\/assets\/([\w.]+)">/g)].map(
        ([, file]) => file ?? '',
      )
    }
    expect(await files('')).toEqual(['first.js', 'first.zhHans.js', 'first.css'])
    expect(await files('language=en')).toEqual(['first.js', 'first.en.js', 'first.css'])
    const signedIn = ['frame.js', 'shared.js', 'first.en.js', 'frame.css']
    expect(await files('token=a; language=en')).toEqual(signedIn)
    expect(await files('token=a; language=nothing')).toEqual(signedIn.with(2, 'first.zhHans.js'))
  })

  it('names the files of the build that took the place of another', async () => {
    const home = async (): Promise<string> => (await get('/home')).body
    const before = await home()
    writeFileSync(join(folder, 'index.html'), before.replace('page', 'newer page'))
    utimesSync(join(folder, 'index.html'), 1, 1)
    expect(await home()).toContain('newer page')
    writeFileSync(join(folder, 'index.html'), PAGE)
  })

  it('is the answer to whoever takes anything, as link checkers and monitors do', async () => {
    for (const accept of ['*/*', ''])
      expect([accept, (await get('/home', accept)).body.includes('<title>page')]).toEqual([accept, true])
  })

  it('is sent without a warning of Node.js, such as one of too many listeners', async () => {
    const warnings: string[] = []
    const listen = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', listen)
    for (const url of ['/home', '/assets/main-abc123.js', '/api/nothing/']) await get(url, '*/*', 'br')
    await new Promise(setImmediate)
    process.off('warning', listen)
    expect(warnings).toEqual([])
  })

  it('is never the answer to a call or a missing file', async () => {
    for (const url of ['/api/nothing/', '/token/nothing/', '/assets/old-000.js', '/favicon.ico'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    expect((await get('/home', 'application/json')).statusCode).toBe(404)
  })

  it('has its hashed files kept for a year, compressed', async () => {
    const { headers } = await get('/assets/main-abc123.js', '*/*', 'gzip')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe('gzip')
  })

  it('is sent as it was packed when it was built', async () => {
    const { headers, rawPayload } = await get('/assets/main-abc123.js', '*/*', 'gzip, deflate, br')
    expect([headers['content-encoding'], headers['content-type'], headers['cache-control']]).toEqual([
      'br',
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    expect(brotliDecompressSync(rawPayload).toString()).toBe(script)
  })
})

describe('production', () => {
  it('names no demo accounts and sends its cookies over TLS only', async () => {
    const app = await startApp({ engine: 'embedded', mode: { production: true } })
    const { data } = await app.guest.get<Record<string, unknown>>('/api/init/settings/')
    expect(data['base.demoAccounts']).toEqual([])
    const signedIn = await app.guest.post('/api/login/', { username: 'pan42', password: DEMO_PASSWORD })
    expect(signedIn.raw.cookies[0]).toMatchObject({ name: '__Secure-refresh', secure: true })
    expect(signedIn.raw.headers['strict-transport-security']).toBeDefined()
    await app.close()
  })
})

describe.each(engines)('a node on %s', (engine) => {
  it('follows what changes without being asked', async () => {
    const app = await startApp({ engine })
    const unfollow = await app.services.caches.follow()
    expect(app.services.settings.number('wf.t1')).toBe(5000)
    await sql`update config_item set value = '6000' where key = 'wf.t1'`.execute(app.database.db)
    await vi.waitFor(() => expect(app.services.settings.number('wf.t1')).toBe(6000), 5000)
    await unfollow()
    await app.close()
  })
})
