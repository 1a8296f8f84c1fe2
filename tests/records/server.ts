/** The shell with its test records behind a real HTTP server object: three departments, people of different reach. */

import { createHash, randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createTokens } from '#src/server/access/tokens.ts'
import { createServices, type Services } from '#src/server/app/services.ts'
import { createAuditKeys } from '#src/server/audit/keys.ts'
import { type MovableClock, movableClock } from '#src/server/clock.ts'
import { migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { answerErrors } from '#src/server/http/errors.ts'
import { registerRoutes } from '#src/server/http/register.ts'
import { recordRoutes } from '#src/server/records/routes.ts'
import { createVault } from '#src/server/secrets/vault.ts'
import type { Change } from '#src/server/work.ts'
import { backupsApart } from '#tests/harness/backups.ts'
import { createDatabase, type EngineKind, type Template } from '#tests/harness/engines.ts'
import { parserFile } from '#tests/harness/parserFile.ts'
import { devices, devicesServer, tables } from './devices.ts'

/** HQ above D1 and D2; `boss` reaches all, `leader` D1, `staff` (D1) only their own, `other` D2, `blind` nothing. */
const people = `
insert into department (id, key, name, name_en, parent, sort, created_at, updated_at) overriding system value values
  (1, 'HQ', '总局', 'Bureau', null, 1, now(), now()), (2, 'D1', '一大队', 'First team', 1, 2, now(), now()), (3, 'D2', '二大队', 'Second team', 1, 3, now(), now());
insert into app_user (id, username, name, name_pinyin, emp_no, dept_id, password_hash, password_changed_at, is_demo, created_at, updated_at) overriding system value values
  (1, 'boss', '白局', 'baiju', 'JB0001', 1, '', now(), true, now(), now()), (2, 'leader', '李队', 'lidui', 'JB0002', 2, '', now(), true, now(), now()),
  (3, 'staff', '赵警官', 'zhaojingguan', 'JB0003', 2, '', now(), true, now(), now()), (4, 'other', '钱警官', 'qianjingguan', 'JB0004', 3, '', now(), true, now(), now()),
  (5, 'blind', '孙警官', 'sunjingguan', 'JB0005', 3, '', now(), true, now(), now());
insert into role (id, key, name, data_scope, created_at, updated_at) overriding system value values
  (1, 'bureauLeader', '全部', 3, now(), now()), (2, 'deptLeader', '部门', 1, now(), now()), (3, 'staffOwn', '本人', 0, now(), now()), (4, 'dataEntry', '部门录入', 2, now(), now());
insert into user_role values (1, 1), (2, 2), (3, 3), (4, 4);
insert into permission (value) select unnest(array['device:Search','device:Retrieve','device:Create','device:Update','device:Delete','device:Export','device:Import','device:Reveal','device:Retire','device:Call',
  'tag:Search','tag:Retrieve','tag:Create','tag:Update','tag:Delete','tag:Import','reading:Search','reading:Create']);
insert into role_permission (role_id, permission_id) select 1, id from permission;
insert into role_permission (role_id, permission_id) select r, id from permission, unnest(array[2,3,4]) r where value like 'device:%' and value not in ('device:Reveal', 'device:Call');
insert into role_permission (role_id, permission_id, data_scope) select 2, id, 0 from permission where value = 'device:Call';
insert into dictionary (key, name, name_en, type) values ('urgency', '紧急程度', 'Urgency', 0), ('yesNo', '是否', 'Yes no', 6);
insert into dictionary_entry (dictionary_key, value, label, label_en, status) values ('urgency', 'normal', '一般', 'Normal', true), ('urgency', 'urgent', '紧急', 'Urgent', true),
  ('urgency', 'gone', '停用', 'Gone', false), ('yesNo', 'true', '是', 'Yes', true), ('yesNo', 'false', '否', 'No', true);
insert into config_item (key, grp, title, title_en, value, type, updated_at) values ('base.maintenanceOn', 'base', '维护', 'Maintenance', 'false', 6, now());
`

const folders = migrationFolders([])
const migrations = folders.flatMap(({ files }) => Object.values(files))
const template: Template = {
  key: `records ${createHash('sha256')
    .update([...migrations, tables, people].join())
    .digest('hex')}`,
  async prepare(database) {
    await migrate(database, folders)
    await database.pool.query(tables)
    await database.pool.query(people)
  },
}

/** The body of an answer. */
export interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: never
  readonly [field: string]: unknown
}
export type Person = 'boss' | 'leader' | 'staff' | 'other' | 'blind'
const ids: Readonly<Record<Person, number>> = { boss: 1, leader: 2, staff: 3, other: 4, blind: 5 }

export interface RecordsServer {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: MovableClock
  /** What was announced since the last look. */
  readonly announced: Change[]
  call(
    person: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    language?: 'zh-Hans' | 'en',
  ): Promise<Answer>
  /** The Authorization header of a person. */
  authorization(person: Person): string
  /** The bytes of a download. */
  download(person: Person, url: string): Promise<{ name: string; content: Buffer }>
  upload(person: Person, url: string, content: Buffer): Promise<Answer>
  close(): Promise<void>
}

export async function startRecords(kind: EngineKind): Promise<RecordsServer> {
  const database = await createDatabase(kind, template)
  const clock = movableClock(new Date('2026-03-02T01:30:00Z'))
  const announced: Change[] = []
  const services = createServices({
    database,
    clock,
    mode: { production: false, captcha: false, dataDir: '', publicOrigin: null, adminFrom: null },
    tokens: createTokens(Buffer.alloc(32, 7)),
    vault: createVault(['a data key that only the tests know']),
    auditKeys: createAuditKeys(['an audit key that only the tests know']),
    backups: backupsApart(),
    outbox: { store: async (_base, changes) => void announced.push(...changes), wake: () => undefined },
    log: pino({ level: 'silent' }),
    parser: { file: parserFile },
    modules: [devices],
    moduleServers: new Map([['devices', devicesServer]]),
  })
  await services.caches.load()
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.decorateRequest('access', null)
  answerErrors(app, services)
  await app.register(cookie)
  await app.register(multipart)
  registerRoutes(app, services, recordRoutes(services, []))

  const tokens = new Map<Person, string>()
  for (const [person, userId] of Object.entries(ids) as [Person, number][]) {
    const sessionId = randomUUID()
    await sql`insert into session (id, user_id, ip, agent, remember, created_at, last_seen_at, expires_at)
      values (${sessionId}::uuid, ${userId}, '', '', false, ${clock.now()}, ${clock.now()}, ${new Date('2030-01-01')})`.execute(
      database.db,
    )
    tokens.set(person, await services.tokens.sign({ userId, sessionId }, new Date('2026-03-02T01:30:00Z')))
  }
  const headersOf = (person: Person, language = 'zh-Hans') => ({
    authorization: `Bearer ${tokens.get(person)}`,
    'accept-language': language,
  })
  return {
    app,
    services,
    clock,
    announced,
    authorization: (person) => headersOf(person).authorization,
    async call(person, method, url, body, language) {
      const answer = await app.inject({
        method,
        url,
        headers: headersOf(person, language),
        ...(body !== undefined && { payload: body as object }),
      })
      return answer.json()
    },
    async download(person, url) {
      const answer = await app.inject({ method: 'GET', url, headers: headersOf(person) })
      return {
        name: /filename="([^"]*)"/.exec(String(answer.headers['content-disposition']))?.[1] ?? answer.body,
        content: answer.rawPayload,
      }
    },
    async upload(person, url, content) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(content)]), 'table.xlsx')
      const request = new Request('http://localhost/', { method: 'POST', body: form })
      const payload = Buffer.from(await request.arrayBuffer())
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { ...headersOf(person), 'content-type': request.headers.get('content-type') ?? '' },
        payload,
      })
      return answer.json()
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}
