/** The pages of the administrators with much in them: 50,000 areas, an import of 2,000 people, and every list over 100,000 rows, each against the bare database in the same run. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { seedLogs } from '#src/demo/logs.server.ts'
import { hashPassword } from '#src/server/access/passwords.ts'
import { appendOperations } from '#src/server/audit/operations/log.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { asked } from '#tests/harness/asked.ts'
import { multipart } from '#tests/harness/files.ts'
import { median, print, timed } from './figures.ts'

const AREAS = 50_000
const PEOPLE = 2_000
const ROWS = 100_000
const RUNS = 15

/** What only reads. */
const READS = /^\s*(select|with)/i

interface Sent {
  readonly code: number
  readonly data: { readonly created: number }
  readonly errors?: unknown
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}
const scansOf = (plan: Plan): readonly string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

describe('administration', () => {
  let app: TestApp
  let fang: Client
  let bare: pg.Client
  beforeAll(async () => {
    app = await startApp({ engine: 'postgres' })
    fang = await app.as('fang54')
    bare = new pg.Client({ connectionString: app.database.url ?? '' })
    await bare.connect()
  })
  afterAll(async () => {
    await bare?.end()
    await app?.close()
  })

  const send = async (url: string, name: string, content: Buffer) => {
    const { payload, headers } = multipart(name, content)
    const answer = await app.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, authorization: `Bearer ${await fang.token()}`, 'accept-language': 'zh-Hans' },
    })
    return answer.json<Sent>()
  }
  /** Medians of both, in turns. */
  const against = async (work: () => Promise<unknown>, base: () => Promise<unknown>) => {
    for (let warm = 0; warm < 3; warm += 1) await Promise.all([work(), base()])
    const pairs: [number, number][] = []
    for (let run = 0; run < RUNS; run += 1) pairs.push([await timed(work), await timed(base)])
    return {
      ratios: pairs.map(([own, other]) => own / other),
      ms: median(pairs.map(([own]) => own)),
    }
  }

  it(`imports ${AREAS} areas, and opens their tree`, async () => {
    const lines = ['code,name,pcode,level']
    for (let province = 0; lines.length <= AREAS; province += 1) {
      const top = `7${String(province).padStart(2, '0')}000`
      lines.push(`${top},示例省${province},,1`)
      for (let city = 1; city <= 30 && lines.length <= AREAS; city += 1) {
        const middle = `7${String(province).padStart(2, '0')}${String(city).padStart(3, '0')}`
        lines.push(`${middle},示例市${city},${top},2`)
        for (let county = 1; county <= 60 && lines.length <= AREAS; county += 1)
          lines.push(`${middle}${String(county).padStart(3, '0')},示例县${county},${middle},3`)
      }
    }
    await bare.query('create table bare_area (like area including all)')
    const base = await timed(() =>
      bare.query(
        `insert into bare_area (code, name, level, parent, created_at, updated_at)
        select (100000000 + n)::text, '示例' || n, case when n % 60 = 0 then '1' else '2' end, case when n % 60 = 0 then null else n end, now(), now()
        from generate_series(1, ${AREAS}) n`,
      ),
    )
    let said: Sent = { code: 0, data: { created: 0 } }
    const own = await timed(async () => {
      said = await send('/api/system/area/import_data/', 'areas.csv', Buffer.from(lines.join('\n')))
    })
    expect([said.code, said.data.created]).toEqual([2000, AREAS])
    print(`import of ${AREAS} areas / one insert of as many`, [own / base], `[${(own / 1000).toFixed(1)} s]`)
    await bare.query('analyze area')
    const tree = () => fang.get('/api/system/area/', { query: { level: '1', limit: '100', ordering: 'code' } })
    expect((await tree()).code).toBe(2000)
    const { ratios, ms } = await against(tree, () => bare.query('select 1'))
    print(`first level of the tree of ${AREAS} areas / SELECT 1`, ratios, `[${ms.toFixed(1)} ms]`)
  })

  it(`imports ${PEOPLE} people, each with a one-time password`, async () => {
    const { rows } = await bare.query<{ name: string }>('select name from department where parent is null')
    const head = ['姓名', '登录名', '工号', '部门', '职务/岗位', '职级', '人员类别', '性别', '手机', '邮箱', '参加工作']
    const people = Array.from({ length: PEOPLE }, (_, n) => [
      ...[
        `示例${n}`,
        `bench${n}`,
        `BN${String(n).padStart(4, '0')}`,
        rows[0]?.name ?? '',
        '民警',
        '科员及其他',
        '民警',
      ],
      ...['男', `19${String(n).padStart(9, '0')}`, '', '2020-07-01'],
    ])
    const content = await writeXlsxFile([head, ...people]).toBuffer()
    const base = await timed(() => Promise.all(people.map(([, username = '']) => hashPassword(username))))
    let said: Sent = { code: 0, data: { created: 0 } }
    const own = await timed(async () => {
      said = await send('/api/system/user/import_data/', 'people.xlsx', content)
    })
    expect([said.code, said.errors, said.data?.created]).toEqual([2000, undefined, PEOPLE])
    print(`import of ${PEOPLE} people / hashing as many passwords`, [own / base], `[${(own / 1000).toFixed(1)} s]`)
  })

  /** Multiplies one row of a table; `changed` says what differs from row to row, in terms of `n`. */
  async function multiply(table: string, changed: Readonly<Record<string, string>>): Promise<void> {
    const { rows } = await bare.query<{ name: string }>(
      `select column_name as name from information_schema.columns
      where table_name = $1 and is_generated = 'NEVER' and column_name <> 'id' order by ordinal_position`,
      [table],
    )
    const columns = [...rows.map(({ name }) => name), ...('id' in changed ? ['id'] : [])]
    await bare.query(
      `insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => changed[name] ?? name).join(', ')}
      from (select * from ${table} limit 1) model, generate_series(1, ${ROWS}) n`,
    )
    await bare.query(`analyze ${table}`)
  }

  it(`shows the first page of every list over ${ROWS} rows`, async () => {
    const now = app.clock.now().toISOString()
    const ago = `timestamptz '${now}' - n * interval '2 minutes'`
    await write(app.services, async (unit) => appendOperations(unit, app.services.auditKeys, await seedLogs(unit)))
    await multiply('app_user', {
      username: "'many' || n",
      emp_no: "chr(65 + n / 10000 / 26) || chr(65 + n / 10000 % 26) || lpad((n % 10000)::text, 4, '0')",
      mobile: "''",
      name: "'示例' || n",
      name_pinyin: "'shili' || n",
      last_login_at: ago,
    })
    await multiply('login_log', { at: ago, username: "'many' || n" })
    await multiply('operation_log', { at: ago, request_id: "'request' || n" })
    await multiply('frontend_log', { at: ago, fingerprint: "md5('f' || n)", message: "'fault ' || n" })
    await multiply('file', { hash: "md5('a' || n) || md5('b' || n)", name: "'file' || n || '.pdf'", created_at: ago })
    await multiply('notice', { recipient_id: String(fang.userId), created_at: ago, sending_id: 'null' })
    await multiply('session', {
      id: 'gen_random_uuid()',
      last_seen_at: ago,
      expires_at: `${ago} + interval '1 year'`,
      revoked_at: 'null',
    })
    await bare.query('vacuum analyze')

    const [yu, bao] = await Promise.all([app.as('yu55'), app.as('bao59')])
    const lists: readonly (readonly [string, Client, string, string])[] = [
      ['/system/user', fang, '/api/system/user/', 'app_user'],
      ['/system/user of a department', fang, '/api/system/user/?deptId=1', 'app_user'],
      ['/system/user, a keyword', fang, '/api/system/user/?search=many999', 'app_user'],
      ['/system/user, sessions', yu, '/api/system/session/', 'session'],
      ['/system/areas', fang, '/api/system/area/?level=1&ordering=code', 'area'],
      ['/system/areas, a keyword', fang, '/api/system/area/?search=700001', 'area'],
      ['/system/fileList', fang, '/api/system/file_list/', 'file'],
      ['/system/log/loginLog', bao, '/api/system/login_log/', 'login_log'],
      ['/system/log/operationLog', bao, '/api/system/operation_log/', 'operation_log'],
      [
        '/system/log/operationLog of a person',
        bao,
        `/api/system/operation_log/?userId=${fang.userId}`,
        'operation_log',
      ],
      ['/system/log/frontendLog', bao, '/api/system/frontend_log/', 'frontend_log'],
      ['/system/messageCenter', fang, '/api/v1/sms/notice/get_self_receive/', 'notice'],
    ]
    const scanned: string[] = []
    for (const [page, who, url, table] of lists) {
      const first = () => who.get(url)
      expect([page, (await first()).code]).toEqual([page, 2000])
      for (const { text, values } of await asked(READS, first)) {
        const { rows } = await bare.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values)
        const isCount = /^\s*select count\(\*\)/i.test(text)
        if (!isCount && rows[0] && scansOf(rows[0]['QUERY PLAN'][0].Plan).includes(table)) scanned.push(page)
      }
      const { ratios, ms } = await against(first, () => bare.query(`select * from ${table} order by id limit 20`))
      print(`${page} / twenty rows by their key`, ratios, `[${ms.toFixed(1)} ms]`)
    }
    for (const page of new Set(scanned)) console.log(`reads its whole table for the first page: ${page}`)
  })
})
