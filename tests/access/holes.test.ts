/** The holes known in comparable products (docs/security.md lists them with their tests), each proved absent here in one sentence, in production mode. */
import { createHash, createHmac } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RouteDefinition } from '#src/define/server.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { isWeak } from '#src/server/access/passwords.ts'
import { isCommon } from '#src/server/access/signIn/commonPasswords.ts'
import { routesOf } from '#src/server/app/app.ts'
import { readEnvironment } from '#src/server/app/environment.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { checkWorkbook } from '#src/server/uploads/process/workbook.ts'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { multipart, pngOf } from '#tests/harness/files.ts'
import { sources } from '#tests/rules/sources.ts'

const INFO = '/api/system/user/user_info/'

describe('holes known in comparable products', () => {
  let app: TestApp
  let routes: readonly RouteDefinition[]
  let pan: Client
  let system: Client
  const onServer = sources.filter(({ path }) => !path.startsWith('src/client/') && !/\.client\.tsx?$/.test(path))
  const using = (pattern: RegExp): string[] => onServer.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  beforeAll(async () => {
    app = await startApp({ mode: { production: true } })
    routes = routesOf(app.services)
    pan = await app.as('pan42')
    system = await app.as('fang54')
    // Production asks for a new password after 90 days; here that is not the question.
    await sql`update app_user set password_changed_at = ${app.clock.now()}`.execute(app.database.db)
  })
  afterAll(() => app.close())

  const withToken = (token: string) => app.guest.get(INFO, { headers: { authorization: `Bearer ${token}` } })

  it('signing key in the source or a default, `none` or a foreign algorithm: no such token is believed, and production does not start without its keys', async () => {
    const good = (await pan.token())!
    const [, payload] = good.split('.')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = (alg: string, hash: string, key: string) => {
      const text = `${part({ alg, typ: 'JWT' })}.${payload}`
      return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
    }
    const forged = [
      `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${part({ alg: 'NONE' })}.${payload}.`,
      ...['', 'secret', 'jingbao', 'change-me', 'your-256-bit-secret', 'django-insecure'].map((key) =>
        signed('HS256', 'sha256', key),
      ),
      signed('HS512', 'sha512', 'a signing key that only the tests know'),
      `${good.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`,
    ]
    for (const token of forged) expect([token, (await withToken(token)).code]).toEqual([token, 401])
    expect((await withToken(good)).code).toBe(2000)
    for (const given of [{}, { JWT_SECRET: 'short', DATA_KEY: 'x'.repeat(32) }])
      expect(() => readEnvironment({ NODE_ENV: 'production', ...given })).toThrow(/environment/)
  })

  it('default password: no fixed one stands in the product but that of the demo, which nobody may choose; what an administrator gives is random and for one sign-in', async () => {
    expect(using(/Jingbao#/)).toEqual(['src/demo/bureau.server.ts'])
    expect(
      [
        DEMO_PASSWORD,
        'Password123!',
        'P@ssw0rd2026',
        'Admin@123456',
        'Qwerty12345!',
        '2026Welcome!',
        'pan42#Xyzzy9',
        // Walks over the keyboard, as breached lists have them.
        '1qaz@WSX3edc',
        'Q1w2e3r4t5!',
        'Qwer1234!@#$',
        'Aa123456789!',
        'Woaini1314520!',
      ].map((one) => isCommon(one, 'pan42')),
    ).toEqual(Array(12).fill(true))
    for (const own of ['Harbour-lamp-4417', 'Newer#12345678', 'Lantern.quay.5528'])
      expect([own, isCommon(own, 'pan42')]).toEqual([own, false])
    const ofLength = (length: number): string => `Aa1#${'xyzuv'.repeat(13)}`.slice(0, length)
    expect([9, 10, 64, 65].map((length) => isWeak(ofLength(length)))).toEqual([true, false, false, true])
    const empty = await startApp({ bureau: 'empty', mode: { production: true } })
    expect((await sql`select 1 from app_user`.execute(empty.database.db)).rows).toEqual([])
    await empty.close()
  })

  it('fast hash before the real one: passwords are argon2id wherever they stand, and no other form of one signs in', async () => {
    const { rows } = await sql<{ hash: string; username: string }>`
      select password_hash as hash, username from app_user union all
      select password_hash, '' from password_history union all
      select password_hash, '' from registration_request where password_hash is not null`.execute(app.database.db)
    expect(rows.filter(({ hash }) => !/^\$argon2id\$v=19\$m=(19456|[2-9]\d{4,}),t=[2-9]/.test(hash))).toEqual([])
    const own = rows.find(({ username }) => username === 'ge43')!.hash
    const forms = [
      own.slice(0, 64),
      ...['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(DEMO_PASSWORD).digest('hex').slice(0, 64)),
    ]
    for (const [index, password] of forms.entries())
      expect((await app.from(`10.30.0.${index}`).post('/api/login/', { username: 'ge43', password })).errKey).toBe(
        'login.failed',
      )
  })

  it('permanent lockout, and a state told to anonymous callers: known and unknown names get the same answers, and all open again in time', async () => {
    const answers = async (username: string, network: number) => {
      const bodies: string[] = []
      for (let attempt = 0; attempt < 7; attempt++)
        bodies.push(
          (await app.from(`10.31.${network}.${attempt}`).post('/api/login/', { username, password: 'Wrong#2026x' })).raw
            .body,
        )
      return bodies
    }
    expect(await answers('xi44', 1)).toEqual(await answers('nobody44', 2))
    app.clock.advance(31 * 60_000)
    expect((await app.from('10.31.3.1').post('/api/login/', { username: 'xi44', password: DEMO_PASSWORD })).code).toBe(
      2000,
    )
  })

  it('user enumeration by time: an unknown name takes as long as a wrong password', async () => {
    const timeOf = async (username: string, network: number): Promise<number> => {
      const times: number[] = []
      for (let attempt = 0; attempt < 4; attempt++) {
        const start = performance.now()
        await app.from(`10.32.${network}.${attempt}`).post('/api/login/', { username, password: 'Wrong#2026x' })
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    const [known, unknown] = [await timeOf('fan45', 1), await timeOf('nobody45', 2)]
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3)
  })

  it('debug mode and open CORS: no foreign page may read an answer, no fault tells its inside', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const raw = await app.app.inject({
        method,
        url: INFO,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
      })
      expect(Object.keys(raw.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    for (const url of ['/debug/', '/.env', '/api/debug/', '/api/schema/', '/swagger/', '/actuator/env', '/admin/'])
      expect([url, (await app.app.inject({ url })).statusCode]).toEqual([url, 404])
  })

  it('token in a query string, in a cookie, in logs: only the header counts, and no log line holds one', async () => {
    const token = (await pan.token())!
    const lines: string[] = []
    for (const level of ['info', 'warn', 'error'] as const)
      vi.spyOn(app.services.log, level).mockImplementation(
        (...args: unknown[]) => void lines.push(JSON.stringify(args)),
      )
    for (const name of ['token', 'access_token', 'jwt', 'Authorization'])
      expect((await app.guest.get(INFO, { query: { [name]: token } })).code).not.toBe(2000)
    expect((await app.guest.get(INFO, { headers: { cookie: `token=${token}; refresh=${token}` } })).code).toBe(401)
    await app.app.inject({ url: `/ws/${token}/` })
    await pan.get(INFO)
    vi.restoreAllMocks()
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(token))).toEqual([])
  })

  it('SQL fragments from the client: orders, filters, dictionary keys and tree parameters are names out of a list or values', async () => {
    const fragments = [
      'id;drop table app_user',
      "1' or '1'='1",
      '(select pg_sleep(9))',
      'name) or (1=1',
      '1 or 1=1',
      'id desc, (select 1)',
    ]
    for (const fragment of fragments) {
      const ask = async (url: string, query: Record<string, string>) => (await system.get(url, { query })).code
      expect([fragment, await ask('/api/system/dept/', { ordering: fragment })]).toEqual([fragment, 4000])
      expect([fragment, await ask('/api/system/dept/', { [fragment]: '1' })]).toEqual([fragment, 4000])
      expect([fragment, await ask('/api/system/dept/', { leaderId: fragment })]).toEqual([fragment, 4000])
      expect([fragment, (await system.get('/api/system/dept/', { query: { search: fragment } })).total]).toEqual([
        fragment,
        0,
      ])
      expect([fragment, await ask('/api/init/dictionary/', { dictionary_key: fragment })]).toEqual([fragment, 4004])
      expect([fragment, await ask('/api/v1/auth/dept/dept_tree_users/', { topDeptId: fragment })]).toEqual([
        fragment,
        4000,
      ])
    }
  })

  it('check on create but not on update, import or bulk: the same bad department is refused on each way', async () => {
    const { data } = await system.get<{ id: number; version: number }[]>('/api/system/dept/', {
      query: { search: 'D13' },
    })
    const row = { name: '好名字', key: "x' or 1=1", sort: 1, isBudgetUnit: false, state: true }
    expect((await system.post('/api/system/dept/', row)).code).toBe(4000)
    expect((await system.put(`/api/system/dept/${data[0]!.id}/`, { ...row, version: data[0]!.version })).code).toBe(
      4000,
    )
    expect(
      (
        await system.post('/api/system/dept/import_dept_data/', {
          data: [{ name: row.name, key: row.key, parentPath: '', sort: 1 }],
        })
      ).code,
    ).toBe(4000)
  })

  it('file and link functions of the database, templates and expressions that run, commands, plug-ins: nothing in the server can do any of it', () => {
    expect(using(/pg_read_|pg_ls_|lo_import|lo_export|\bdblink\b|copy\s+\w+\s+(from|to)\s+program/i)).toEqual([])
    expect(using(/\beval\(|new Function\(|node:vm\b|runInNewContext/)).toEqual([])
    // The supervisor starts the server, and the server the process that reads hostile files (SYS-135): its program is fixed,
    // without a shell or an argument.
    const starting = 'src/server/uploads/parserProcess.ts'
    // A backup is tried by a command of this program without a shell; its one argument is a file that stands in the folder of backups.
    const trying = 'src/server/backups/apart.ts'
    expect(using(/child_process/).toSorted()).toEqual([trying, 'src/server/supervisor/process.ts', starting])
    expect(onServer.find(({ path }) => path === trying)?.text).toMatch(
      /spawn\(process\.execPath, \['--enable-source-maps', program, 'verify-backup', file\], \{\s+stdio: \['ignore', 'ignore', 'pipe'\],\s+\}\)/,
    )
    expect(onServer.find(({ path }) => path === starting)?.text).toMatch(
      /import \{ type ChildProcess, fork \} from 'node:child_process'[\s\S]*fork\(file, \[\], \{/,
    )
    // Every dynamic import names what it imports.
    expect(using(/\bimport\((?!['"])/)).toEqual([])
    expect(
      routes
        .filter(({ url }) => /codegen|plugin|script|template\/(run|render)|sql|shell|\/exec\b/i.test(url))
        .map(({ url }) => url),
    ).toEqual([])
  })

  it('server-side requests: the server calls nobody but the scanner its operator names, so no link_url, avatar or callback can make it', () => {
    // The supervisor asks the server it has started itself; web hooks go through the one check of where they lead (0063).
    expect(
      using(/\bfetch\(|from 'node:(http|https|http2|dns|dns\/promises|dgram|tls)'|from '(ky|undici|axios)'/),
    ).toEqual(['src/server/supervisor/process.ts', 'src/server/webHooks/send.ts', 'src/server/webHooks/target.ts'])
    // The start only tries whether its own port is free.
    expect(using(/from 'node:net'/)).toEqual([
      'src/define/addresses.server.ts',
      'src/server/app/start.ts',
      'src/server/files/scanner.ts',
    ])
    // Where the scanner is comes from the environment alone.
    expect(using(/createScanner\(|scanner:/).filter((path) => !/server\/(app|files)\//.test(path))).toEqual([])
  })

  it('scheduled job as code execution: a row with a name of its own is never run', async () => {
    await enlist(app.services, [])
    await sql`insert into job (name, due_at) values ('sh -c id', ${new Date(0)})`.execute(app.database.db)
    expect(await runDueJobs(app.services, [])).toEqual([])
    expect(
      (await sql`select 1 from job where name = 'sh -c id' and last_started_at is null`.execute(app.database.db)).rows,
    ).toHaveLength(1)
    await sql`delete from job where name = 'sh -c id'`.execute(app.database.db)
  })

  it('path traversal: files are asked for by number, and names that come in are never paths', async () => {
    for (const id of ['..%2f..%2fetc%2fpasswd', '../../../etc/passwd', '%2e%2e%2f', '1%00', '1/../2', '-1']) {
      const { raw } = await pan.get(`/api/system/file/${id}/download/`)
      expect([id, raw.body.includes('root:')]).toEqual([id, false])
      expect([id, raw.headers['content-disposition']]).toEqual([id, undefined])
    }
    const authorization = `Bearer ${await pan.token()}`
    const { payload, headers } = multipart('../../../../tmp/evil.pdf', Buffer.from('%PDF-1.4 harmless'))
    const raw = await app.app.inject({
      method: 'POST',
      url: '/api/system/file/',
      payload,
      headers: { ...headers, authorization },
    })
    expect(raw.json<Answer<{ name: string }>>().data.name).toBe('evil.pdf')
  })

  describe('uploads', () => {
    const upload = async (name: string, content: Buffer, client: Client = pan) => {
      const { payload, headers } = multipart(name, content)
      const token = await client.token()
      const raw = await app.app.inject({
        method: 'POST',
        url: '/api/system/file/',
        payload,
        headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
      })
      return raw.json<Answer<{ id: number }>>()
    }
    it('that become stored XSS: pages and drawings with scripts are refused under any name, nobody uploads unsigned, and what is shown runs nothing', async () => {
      for (const content of [
        '<html><script>1</script>',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>',
        '<?xml version="1.0"?><svg/>',
        'GIF89a<script>',
      ])
        for (const name of ['a.html', 'a.svg', 'a.png', 'a.pdf'])
          expect([name, content, (await upload(name, Buffer.from(content))).code]).toEqual([name, content, 4013])
      expect((await upload('a.pdf', Buffer.from('%PDF-1.4'), app.guest)).code).toBe(401)
      const { data } = await upload('a.pdf', Buffer.from('%PDF-1.4 <script>'))
      const { headers } = (await pan.get(`/api/system/file/${data.id}/download/`, { query: { inline: '1' } })).raw
      expect(headers['content-security-policy']).toContain('sandbox')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect((await pan.get(`/api/system/file/${data.id}/download/`)).raw.headers['content-disposition']).toMatch(
        /^attachment/,
      )
    })

    it('that are image bombs: a picture may not have more pixels than any camera makes', async () => {
      expect((await upload('a.png', pngOf(4000, 3000))).code).toBe(2000)
      expect(await upload('a.png', pngOf(40_000, 40_000))).toMatchObject({ code: 4013, errKey: 'file.tooManyPixels' })
      const jpeg = Buffer.alloc(24)
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0xff, 0xff, 0xff, 0xff]).copy(jpeg)
      expect((await upload('a.jpg', jpeg)).errKey).toBe('file.tooManyPixels')
    })

    it('that are zip bombs: a workbook that says less than it unpacks to is refused where that shows, one that says so at once', async () => {
      const packed = deflateRawSync(Buffer.alloc(20_000_000, ' '))
      const name = Buffer.from('sheet.xml')
      const local = Buffer.concat([Buffer.alloc(30), name])
      local.writeUInt32LE(0x04034b50, 0)
      local.writeUInt16LE(8, 8)
      local.writeUInt16LE(name.length, 26)
      const entry = Buffer.concat([Buffer.alloc(46), name])
      entry.writeUInt32LE(0x02014b50, 0)
      entry.writeUInt16LE(8, 10)
      entry.writeUInt16LE(name.length, 28)
      entry.writeUInt32LE(packed.length, 20)
      // It claims to unpack to a single byte.
      local.writeUInt32LE(packed.length, 18)
      local.writeUInt32LE(1, 22)
      entry.writeUInt32LE(1, 24)
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(1, 10)
      end.writeUInt32LE(local.length + packed.length, 16)
      const bomb = Buffer.concat([local, packed, entry, end])
      await expect(checkWorkbook(bomb)).rejects.toMatchObject({ key: 'upload.sizesDiffer' })
      // It says what it is, and is refused before it is unpacked.
      for (const at of [22, local.length + packed.length + 24]) bomb.writeUInt32LE(20_000_000, at)
      bomb.writeUInt32LE(packed.length, 18)
      await expect(checkWorkbook(bomb)).rejects.toMatchObject({ key: 'upload.compression' })
    })
  })

  it('missing function check: whatever administers is closed to everybody else', async () => {
    const open: string[] = []
    for (const route of routes.filter(
      ({ method, permission, url }) =>
        method !== 'GET' && url.startsWith('/api/system/') && !['signedIn', 'public'].includes(permission),
    )) {
      const url = route.url.replace(/:\w+/g, '1')
      const answer = await (route.method === 'POST'
        ? pan.post(url)
        : route.method === 'PUT'
          ? pan.put(url, {})
          : pan.delete(url))
      if (answer.code !== 4003) open.push(`${route.method} ${route.url} ${answer.code}`)
    }
    expect(open).toEqual([])
  })

  it('set-up pages after set-up: there is no such call at all', () => {
    expect(routes.filter(({ url }) => /set_?up|install|init_(?:db|data)|first_admin/i.test(url))).toEqual([])
  })

  it('prototype pollution: names of the language are names of nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString'])
      for (const url of ['/api/system/dept/', '/api/workflow/ticket/', '/api/login/']) {
        const body = JSON.parse(
          `{"${name}":{"polluted":true},"type":"leaveApproval","formData":{"${name}":{"polluted":true}}}`,
        ) as unknown
        expect((await system.post(url, body)).code).not.toBe(2000)
      }
    expect((await system.get('/api/system/dept/?__proto__[polluted]=1')).code).toBe(4000)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('parameter pollution: a value given twice is not silently one of them', async () => {
    for (const query of ['page=1&page=2', 'limit=1&limit=100', 'ordering=sort&ordering=nonsense'])
      expect([query, (await system.get(`/api/system/dept/?${query}`)).code]).toEqual([query, 4000])
    expect((await system.get('/api/workflow/ticket/?label=todo&label=done')).code).toBe(4000)
  })

  it('log injection: what a caller writes stays one value of one line', async () => {
    const forged = 'bob\r\n{"level":50,"msg":"forged"}'
    await app
      .from('10.33.0.1')
      .post('/api/login/', { username: forged, password: 'Wrong#2026x' }, { headers: { 'user-agent': 'probe "x"' } })
    const { rows } = await sql<{ username: string }>`select username from login_log where ip = '10.33.0.1'`.execute(
      app.database.db,
    )
    expect(rows.filter(({ username }) => /[\r\n]/.test(username))).toEqual([])
  })

  it('missing rate limits: every call without a token and every heavy one has a limit of its own', async () => {
    const limited = await startApp({ rateLimit: 20, database: app.database })
    for (const url of ['/api/login/', '/api/register/', '/api/forgot_password/', '/token/refresh/']) {
      const answers = [] as number[]
      for (let attempt = 0; attempt < 3; attempt++) answers.push((await limited.from('10.34.0.1').post(url, {})).status)
      expect([url, answers[2]]).toEqual([url, 429])
    }
    await limited.app.close()
  })

  it('headers: nothing foreign is loaded, framed, sniffed or remembered', async () => {
    const { headers } = await app.app.inject('/api/init/settings/')
    const policy = String(headers['content-security-policy'])
    for (const directive of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policy.split(';')).toContain(directive)
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': expect.any(String),
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'strict-transport-security': expect.stringMatching(/max-age=31536000/),
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    const cameraOf = async (url: string) =>
      /camera=\((\w*)\)/.exec(String((await app.app.inject(url)).headers['permissions-policy']))?.[1]
    expect(
      await Promise.all(
        ['/scan', '/scan?count=1', '/scan/stock?count=1', '/scanner', '/api/scan', '/home?x=/scan'].map(cameraOf),
      ),
    ).toEqual(['self', 'self', 'self', '', '', ''])
    // The worker that reads codes compiles WebAssembly and may load nothing else; no page may compile.
    const worker = await app.app.inject('/assets/decoder.worker-Ab12_x.js')
    expect(worker.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
  })

  it('redirects: the server sends nobody anywhere', async () => {
    for (const url of [
      '/login?from=//evil.example',
      '//evil.example/%2e%2e',
      '/api/login/?next=https://evil.example',
      '/\\evil.example',
    ])
      expect([url, (await app.app.inject({ url: url.startsWith('//') ? `/${url}` : url })).headers.location]).toEqual([
        url,
        undefined,
      ])
  })
})
