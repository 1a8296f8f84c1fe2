import { type RawBuilder, sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Language, languages } from '#src/define/messages.ts'
import { operationMessages } from '#src/define/operations/operations.messages.ts'
import type { OperationSubject, OperationText, OtherSubject } from '#src/define/operations/operations.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { routesOf } from '#src/server/app/app.ts'
import { sentencesOf } from '#src/server/audit/operations/sentences/service.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { tableOf } from '#src/server/records/model.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { confirmed } from '#tests/harness/proposals.ts'

/** Where a row of each kind of thing is found, and what it may be called. */
const tables: Readonly<Record<OtherSubject, string>> = {
  application: 'workflow',
  config: 'config_item',
  delegation: 'substitute',
  exportJob: 'export_job',
  job: 'job',
  noticeSending: 'notice_sending',
  passwordReset: 'password_reset_request',
  proposal: 'proposal',
  registration: 'registration_request',
  session: 'session',
  ticket: 'ticket',
  ticketView: 'ticket_view',
  workflow: 'workflow',
}

/** Calls about rows of which the demo bureau has none: their sentences show the number. */
const NAMELESS = [
  'DELETE /api/budget/adjust/:id/',
  'DELETE /api/system/app_version/:id/',
  'DELETE /api/system/web_hook/:id/',
  'POST /api/budget/adjust/:id/approve/',
  'POST /api/canteen/bill/:id/charge/',
  'POST /api/canteen/ingredient_count/:id/approve/',
  'POST /api/canteen/ingredient_count/:id/reject/',
  'POST /api/finance/batch/:id/bank_file/',
  'POST /api/finance/batch/:id/cancel/',
  'POST /api/finance/correction/:id/confirm/',
  'POST /api/finance/correction/:id/refuse/',
  'POST /api/procurement/intention/:id/convert/',
  'POST /api/procurement/intention/:id/publish/',
  'POST /api/procurement/intention/:id/revoke/',
  'POST /api/supervision/offer/:id/dismiss/',
  'POST /api/supervision/offer/:id/take/',
  'POST /api/system/app_version/:id/publish/',
  'POST /api/system/app_version/:id/withdraw/',
  'POST /api/system/export_job/:id/retry/',
  'POST /api/system/machine_account/:id/revoke/',
  'POST /api/system/machine_account/:id/token/',
  'POST /api/system/web_hook/:id/secret/',
  'POST /api/system/web_hook_delivery/:id/resend/',
  'POST /api/workflow/incident/:id/close/',
  'PUT /api/budget/adjust/:id/',
  'PUT /api/procurement/intention/:id/',
  'PUT /api/system/app_version/:id/',
  'PUT /api/system/web_hook/:id/',
]

const LITERAL = '示例Sample'

describe.each(oneEngine)('SYS-136 the sentences of the operation log on %s', (engine) => {
  let app: TestApp
  let routes: readonly RouteDefinition[]
  let actor: number
  beforeAll(async () => {
    app = await startApp({ engine })
    routes = routesOf(app.services)
    actor = (await app.as('fang54')).userId
    const { db } = app.database
    await sql`insert into ticket_view (user_id, name, query, created_at) values (${actor}, '我的视图', '', now())`.execute(
      db,
    )
    await sql`insert into password_reset_request (user_id, ip, created_at) values (${actor}, '::1', now())`.execute(db)
    await sql`insert into registration_request (name, emp_no, dept_id, mobile, password_hash, created_at) select '新同事', 'BA0001', id, '', '-', now() from department order by id limit 1`.execute(
      db,
    )
    await sql`insert into notice_sending (sender_id, content_type, title, content, target_type, targets, sent_count, created_at, sent_at) values (${actor}, 'SYSTEM', '停电通知', '', 0, '{}', 1, now(), now())`.execute(
      db,
    )
    await sql`insert into substitute (user_id, substitute_id, from_at, until_at, created_at) select ${actor}, id, now(), now(), now() from app_user where id <> ${actor} order by id limit 1`.execute(
      db,
    )
    await sql`insert into proposal (kind, subject, content, basis, name, name_en, seats, proposed_by, proposed_at, expires_at) values ('x', 'x', '{}', '', '待确认变更', 'Proposed change', '{auditor}', ${actor}, now(), now())`.execute(
      db,
    )
  })
  afterAll(() => app.close())

  const one = async (statement: RawBuilder<{ key: string }>): Promise<string | null> =>
    (await statement.execute(app.database.db)).rows[0]?.key ?? null

  const rowOfRecord = async (record: string): Promise<string | null> => {
    const model = recordsOf(app.services).models.get(record)
    return model === undefined
      ? null
      : one(sql`select r.id::text as key from ${tableOf(model)} order by r.id desc limit 1`)
  }

  const keyOf = (of: OperationSubject['of']): Promise<string | null> => {
    if (of === 'literal') return Promise.resolve(LITERAL)
    if (typeof of === 'object') return rowOfRecord(of.record)
    if (of === 'application')
      return one(sql`select key from workflow where is_shipped and key <> 'x' order by id limit 1`)
    if (of === 'job') return Promise.resolve(dutiesOf(app.services)[0]?.name ?? null)
    return one(sql`select id::text as key from ${sql.table(tables[of])} order by id desc limit 1`)
  }

  /** A row of the log as the call leaves it about something that exists. */
  const rowOfCall = async (route: RouteDefinition, outcome: { code: number; status: number }) => {
    const { operation } = route
    const subject = operation !== undefined && 'text' in operation ? operation.subject : undefined
    const key = await keyForCall(operation, subject)
    const field = subject?.body
    const sent = field === undefined || key === null ? null : { [field]: /^\d+$/.test(key) ? [Number(key)] : key }
    const row: FormData = {
      userId: actor,
      module: 'x',
      method: route.method,
      path: route.url.replace(/:\w+/g, field === undefined ? (key ?? '1') : '1'),
      request: sent === null ? null : JSON.stringify(sent),
      diff: null,
      ...outcome,
    }
    return { row, isNamed: key !== null, key }
  }
  const keyForCall = (operation: OperationText | undefined, subject: OperationSubject | undefined) => {
    if (operation !== undefined && 'record' in operation) return rowOfRecord(operation.record)
    return subject === undefined ? Promise.resolve(null) : keyOf(subject.of)
  }

  const say = async (row: FormData, language: Language): Promise<string> =>
    (await sentencesOf(app.services, { db: app.database.db, language }, [row]))[0] ?? ''

  /** Whether the sentence of the call has a place for the row of its path. */
  const isAboutRow = ({ url, operation }: RouteDefinition): boolean =>
    /:(id|key)/.test(url) && operation !== undefined && ('record' in operation || operation.subject !== undefined)

  /** What a sentence must not show. */
  const faultsOf = (sentence: string, language: Language): readonly string[] => {
    const faults: [string, boolean][] = [
      ['nothing', sentence.trim() === ''],
      [
        'a key',
        /\b(operations?|records|applications|pages|jobs)\.\w|\b[a-z]+[A-Z]\w*\b|[a-z]\w*\.[a-z]\w+/.test(sentence),
      ],
      ['a path', /\/\w|:id|:key/.test(sentence)],
      ['a method', /\b(GET|POST|PUT|DELETE)\b/.test(sentence)],
      ['a place that is empty', /\{|\}|undefined|null|“”|: *$| {2}/.test(sentence)],
      ['a bare id', /#\d|编号|\bno\. /.test(sentence)],
      ['the other language', language === 'zhHans' ? !/[一-鿿]{2}/.test(sentence) : !/[a-z]{3}/.test(sentence)],
    ]
    return faults.flatMap(([fault, holds]) => (holds ? [fault] : []))
  }

  it('every writing call gives a sentence in both languages, without key, path, method or bare id', async () => {
    const writing = routes.filter(({ method }) => method !== 'GET')
    expect(writing.length).toBeGreaterThan(200)
    const found: string[] = []
    const unnamed = new Set<string>()
    for (const route of writing)
      for (const outcome of [
        { code: 2000, status: 200 },
        { code: 4003, status: 200 },
      ]) {
        const { row, isNamed, key } = await rowOfCall(route, outcome)
        if (isAboutRow(route) && !isNamed) unnamed.add(`${route.method} ${route.url}`)
        for (const language of languages) {
          const sentence = await say(row, language)
          const faults = faultsOf(sentence, language).filter(
            // What nobody has made yet in the demo bureau has no name to show.
            (fault) => isNamed || fault !== 'a bare id',
          )
          const isId = isNamed && key !== null && /^\d+$/.test(key) && new RegExp(`“${key}”`).test(sentence)
          for (const fault of isId ? [...faults, 'a bare id'] : faults)
            found.push(`${route.method} ${route.url}: ${fault} in ${sentence}`)
        }
      }
    // Only these records are empty in the demo bureau, and what has no words for its row at all.
    expect([...unnamed].sort()).toEqual(NAMELESS)
    expect(found).toEqual([])
  })

  it('every reading call that is denied or takes a file out gives one as well', async () => {
    const found: string[] = []
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const { row, isNamed } = await rowOfCall(route, { code: 4003, status: 200 })
      for (const language of languages) {
        const sentence = await say(row, language)
        const faults = faultsOf(sentence, language).filter((fault) => isNamed || fault !== 'a bare id')
        found.push(...faults.map((fault) => `GET ${route.url}: ${fault} in ${sentence}`))
      }
    }
    expect(found).toEqual([])
  })

  it('names what was changed, added, exported or refused, with the values before and after', async () => {
    const admin = await app.as('fang54')
    const made = await admin.post<{ id: number; version: number }>('/api/system/dept/', {
      name: '日志科',
      key: 'D91',
      sort: 91,
    })
    const { id, version } = made.data
    await admin.put(`/api/system/dept/${id}/`, { sort: 92, version })
    await admin.delete(`/api/system/dept/${id}/`)
    await (await app.as('pan42')).post('/api/system/role/', { name: '超级管理' })
    const auditor = await app.as('bao59')
    const { data: people } = await (await app.as('yu55')).get<{ id: number }[]>('/api/system/user/', {
      query: { search: 'pan42' },
    })
    const { rows: roles } = await sql<{ id: number }>`
      select role_id as id from user_role where user_id = ${people[0]?.id ?? 0}
      union select id from role where key = 'driver' order by id`.execute(app.database.db)
    const assigned = await (await app.as('yu55')).post(`/api/system/user/${people[0]?.id}/assign_roles/`, {
      roleIds: roles.map((role) => role.id),
    })
    expect((await confirmed(assigned, auditor)).code).toBe(2000)
    const { data: shown } = await auditor.get<{ sentence: string }[]>('/api/system/operation_log/', {
      query: { limit: '100' },
    })
    const zh = shown.map(({ sentence }) => sentence)
    expect(zh).toEqual(
      expect.arrayContaining([
        '方示丁在“部门管理”中新增“日志科”',
        '方示丁修改“部门管理”中的“日志科”：排序由“91”改为“92”',
        '方示丁从“部门管理”中删除“日志科”',
        '潘示乙尝试在“角色管理”中新增“超级管理”，未成功：没有权限',
        expect.stringMatching(/^鲍示壬确认待确认的变更“潘示乙”：角色由“.+”改为“.+”$/),
      ]),
    )
    const file = await auditor.get('/api/system/operation_log/export_data/')
    const [head, ...rows] = await readSheet(file.raw.rawPayload)
    const at = head?.indexOf('操作') ?? -1
    expect(rows.map((row) => row[at])).toEqual(expect.arrayContaining(zh.slice(0, 5)))
  })

  it('a text has a place for what it is about exactly when its call says what that is, and says what was tried', () => {
    const textsIn = (language: Language) =>
      operationMessages[language].operations as Readonly<Record<string, Readonly<Record<string, string>>>>
    for (const { operation } of routes) {
      if (operation === undefined || !('text' in operation)) continue
      const [area = '', name = ''] = operation.text.split('.')
      for (const language of languages) {
        const text = textsIn(language)[area]?.[name] ?? ''
        expect([operation.text, text.includes('{0}')]).toEqual([operation.text, operation.subject !== undefined])
      }
      expect(textsIn('en')[area]?.[name]).toMatch(/^\{\w+\|\w+\}( |$)/)
    }
  })
})
