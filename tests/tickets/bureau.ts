/** A small bureau with the trial applications, on a database of its own. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pino from 'pino'
import type { Access } from '#src/define/access.ts'
import { applicationPermission, type Permission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { accessOf } from '#src/server/access/access.ts'
import { createTokens } from '#src/server/access/tokens.ts'
import { createServices, type Services } from '#src/server/app/services.ts'
import { createAuditKeys } from '#src/server/audit/keys.ts'
import { type MovableClock, movableClock } from '#src/server/clock.ts'
import type { Database } from '#src/server/database/connect.ts'
import { migrate, migrationFolders } from '#src/server/database/migrate.ts'
import { announce } from '#src/server/live/announce.ts'
import { createVault } from '#src/server/secrets/vault.ts'
import type { Command, CommandCaller, DecisionResult } from '#src/server/tickets/commands/command.ts'
import { dispatch } from '#src/server/tickets/commands/dispatch.ts'
import { createTicket } from '#src/server/tickets/forms/drafts.ts'
import { type Engine, engineOf } from '#src/server/tickets/versions/engine.ts'
import { publishShipped } from '#src/server/tickets/versions/shipped.ts'
import { type Change, type Message, read, write } from '#src/server/work.ts'
import { backupsApart } from '#tests/harness/backups.ts'
import { createDatabase, type EngineKind, type Template, type TestDatabase } from '#tests/harness/engines.ts'
import { trialModule, trialServer } from './applications.ts'

/** Monday morning, within working hours. */
export const start = new Date('2026-01-05T01:30:00Z')

const departments = [
  { key: 'D00', parent: null, leader: null },
  { key: 'D01', parent: 'D00', leader: 'zhao' },
  { key: 'D04', parent: 'D00', leader: 'hann' },
  { key: 'D05', parent: 'D04', leader: null },
  { key: 'D10', parent: 'D00', leader: 'zhang' },
]
/** `inCharge`: departments of a division leader. */
const people: Readonly<Record<string, { dept: string; roles: string[]; inCharge?: string[] }>> = {
  zhao: { dept: 'D01', roles: ['bureauLeader'] },
  qian: { dept: 'D01', roles: ['divisionLeader'], inCharge: ['D04', 'D05'] },
  suns: { dept: 'D01', roles: ['divisionLeader'], inCharge: ['D10'] },
  hann: { dept: 'D04', roles: ['registrar'] },
  youa: { dept: 'D05', roles: ['financeOfficer'] },
  xuxu: { dept: 'D05', roles: ['financeOfficer'] },
  heda: { dept: 'D05', roles: ['cashier'] },
  zhang: { dept: 'D10', roles: ['localRegistrar'] },
  yunn: { dept: 'D10', roles: [] },
  pann: { dept: 'D10', roles: [] },
  gege: { dept: 'D10', roles: [] },
}
export type Name = 'zhao' | 'qian' | 'suns' | 'hann' | 'youa' | 'xuxu' | 'heda' | 'zhang' | 'yunn' | 'pann' | 'gege'

const types = trialModule.applications.map((application) => application.key)
const roles: Readonly<Record<string, { scope: number; permissions: readonly Permission[] }>> = {
  staff: {
    scope: 0,
    permissions: [...types.map((type) => applicationPermission(type, 'Create')), 'ticket:BatchApprove'],
  },
  bureauLeader: { scope: 3, permissions: [] },
  divisionLeader: { scope: 4, permissions: [] },
  financeOfficer: { scope: 3, permissions: ['ticket:Transfer', 'ticket:AddSign', 'ticket:Delegate'] },
  cashier: { scope: 3, permissions: [] },
  vacant: { scope: 3, permissions: [] },
  registrar: {
    scope: 3,
    permissions: [
      ...types.map((type) => applicationPermission(type, 'Register')),
      'ticket:Void',
      'workflow:Search',
      'workflow:Retrieve',
    ],
  },
  localRegistrar: {
    scope: 1,
    permissions: [
      ...types.map((type) => applicationPermission(type, 'Register')),
      'ticket:Transfer',
      'ticket:AddSign',
      'ticket:Delegate',
    ],
  },
}
const settings: Readonly<Record<string, unknown>> = { 'wf.t1': 5000, 'wf.urgeMinutes': 120, 'wf.workHoursOnly': true }
const entries = { urgency: ['normal', 'urgent', 'critical'], payResult: ['paid', 'failed'] }

async function populate(database: Database): Promise<void> {
  const db = database.db
  for (const [index, { key, parent }] of departments.entries()) {
    await sql`insert into department (key, name, parent, sort, created_at, updated_at)
      values (${key}, ${`Dept ${key}`}, (select id from department where key = ${parent}), ${index}, ${start}, ${start})`.execute(
      db,
    )
  }
  for (const [key, role] of Object.entries(roles)) {
    await sql`insert into role (key, name, data_scope, created_at, updated_at) values (${key}, ${key}, ${role.scope}, ${start}, ${start})`.execute(
      db,
    )
    for (const value of role.permissions) {
      await sql`insert into permission (value) values (${value}) on conflict do nothing`.execute(db)
      await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = ${key} and p.value = ${value}`.execute(
        db,
      )
    }
  }
  for (const [index, [username, person]] of Object.entries(people).entries()) {
    await sql`insert into app_user (username, name, emp_no, dept_id, rank_level, mobile, password_hash, password_changed_at, created_at, updated_at)
      values (${username}, ${username}, ${`SJ${String(index).padStart(4, '0')}`}, (select id from department where key = ${person.dept}), 'staff', ${String(10000000001 + index)}, 'x', ${start}, ${start}, ${start})`.execute(
      db,
    )
    await sql`insert into user_role (user_id, role_id, dept_ids)
      select u.id, r.id, case when r.key = 'divisionLeader' then array(select id from department where key = any(${person.inCharge ?? []}::text[])) end
      from app_user u, role r where u.username = ${username} and r.key = any(${['staff', ...person.roles]}::text[])`.execute(
      db,
    )
  }
  for (const { key, leader } of departments) {
    await sql`update department set leader_id = (select id from app_user where username = ${leader}) where key = ${key}`.execute(
      db,
    )
  }
  for (const [key, value] of Object.entries(settings)) {
    await sql`insert into config_item (key, grp, title, title_en, value, type, updated_at) values (${key}, 'wf', ${key}, ${key}, ${JSON.stringify(value)}::jsonb, 1, ${start})`.execute(
      db,
    )
  }
  for (const [key, values] of Object.entries(entries)) {
    await sql`insert into dictionary (key, name, name_en, type) values (${key}, ${key}, ${key}, 0)`.execute(db)
    for (const value of values)
      await sql`insert into dictionary_entry (dictionary_key, value, label, label_en) values (${key}, ${value}, ${value}, ${value})`.execute(
        db,
      )
  }
  await sql`create table trial_entry (id bigint generated by default as identity primary key, ticket_id bigint not null references ticket, effect text not null, state text, visit int, amount numeric(14,2))`.execute(
    db,
  )
}

const sourceFolders = ['src/server/database/migrations', 'tests/tickets']
const template: Template = {
  // Whatever the prepared database depends on is part of its key.
  key: createHash('sha256')
    .update(
      sourceFolders
        .flatMap((folder) =>
          readdirSync(folder)
            .filter((file) => /\.sql$|bureau\.ts$|applications\.ts$/.test(file))
            .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
        )
        .join(),
    )
    .digest('hex'),
  async prepare(database) {
    await migrate(database, migrationFolders([]))
    await populate(database)
    const { services } = await serve(database, movableClock(start))
    await write(services, (unit) => publishShipped(unit, [trialModule]))
  },
}

interface Served {
  readonly services: Services
  readonly messages: Message[]
  readonly changes: Change[]
}

async function serve(database: Database, clock: MovableClock): Promise<Served> {
  const messages: Message[] = []
  const changes: Change[] = []
  const services = createServices({
    database,
    clock,
    mode: { production: false, captcha: false, dataDir: '', publicOrigin: null, adminFrom: null },
    tokens: createTokens(new Uint8Array(32)),
    vault: createVault(['a data key that only the tests know']),
    auditKeys: createAuditKeys(['an audit key that only the tests know']),
    backups: backupsApart(),
    outbox: {
      store: async (unit, stored, sentMessages) => {
        changes.push(...stored)
        messages.push(...sentMessages)
        await announce(unit, stored, sentMessages)
      },
      wake: () => {},
    },
    log: pino({ level: 'silent' }),
    modules: [trialModule],
    moduleServers: new Map([['trial', trialServer]]),
  })
  await services.caches.load()
  return { services, messages, changes }
}

export const head = { reason: 'for the test', urgency: 'normal' }

/** One server node of the bureau. */
export interface Bureau extends Served {
  readonly database: TestDatabase
  readonly clock: MovableClock
  readonly engine: Engine
  id(name: Name): number
  access(name: Name): Access
  caller(name: Name): CommandCaller & { access: Access }
  write<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T>
  read<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T>
  /** Files an application and submits it. */
  submit(name: Name, type: string, form?: FormData): Promise<DecisionResult>
  /** One action in a transaction of its own. */
  ask(name: Name, ticketId: number, command: Command, revision?: number): Promise<DecisionResult>
  approve(name: Name, ticketId: number, formData?: FormData): Promise<DecisionResult>
  close(): Promise<void>
}

/** Opens a fresh bureau; everything in it is gone after `close`. */
export async function openBureau(kind: EngineKind): Promise<Bureau> {
  const database = await createDatabase(kind, template)
  const clock = movableClock(start)
  const served = await serve(database, clock)
  const { services } = served
  const { rows } = await sql<{
    id: number
    username: string
    name: string
    deptId: number
  }>`select id, username, name, dept_id from app_user`.execute(database.db)
  const byName = new Map(rows.map((row) => [row.username, row]))
  const personOf = (name: Name) => byName.get(name)!
  const access = (name: Name): Access => {
    const { id, name: fullName, deptId } = personOf(name)
    return accessOf({ userId: id, name: fullName, departmentId: deptId, sessionId: '' }, services.directory)
  }
  const engine = engineOf(services)
  const commandCaller = (name: Name) => ({
    access: access(name),
    language: 'en' as const,
    origin: { ip: '127.0.0.1', requestId: 'r' },
    revision: null,
  })
  const inWrite = <T>(work: (unit: UnitOfWork) => Promise<T>) => write(services, work)
  const bureau: Bureau = {
    ...served,
    database,
    clock,
    engine,
    access,
    caller: commandCaller,
    id: (name) => personOf(name).id,
    write: inWrite,
    read: (work) => read(services, work),
    submit: (name, type, form = {}) =>
      inWrite((unit) => createTicket(engine, unit, type, { ...head, ...form }, true, commandCaller(name))),
    ask: (name, ticketId, command, revision) =>
      inWrite((unit) =>
        dispatch(engine, unit, ticketId, command, { ...commandCaller(name), revision: revision ?? null }),
      ),
    approve: (name, ticketId, formData) =>
      bureau.ask(name, ticketId, { type: 'approve', comment: '', ...(formData && { formData }) }),
    close: () => database.close(),
  }
  return bureau
}
