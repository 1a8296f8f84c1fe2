/** Accounts as the administrators' pages list, make and import them (60.1), on the record shell. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FirstPassword } from '#src/define/accounts.ts'
import { ListAnswer } from '#src/define/answer.ts'
import type { UserImport, UserRow } from '#src/define/answers/organisation.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { RoleName } from '#src/define/names.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { RouteRequest, UnitOfWork } from '#src/define/server.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { hashPassword, oneTimePassword } from '#src/server/access/passwords.ts'
import { scopeFilter } from '#src/server/access/scope.ts'
import { holdBack } from '#src/server/records/confirmation.ts'
import type { RecordModel } from '#src/server/records/model.ts'
import { tableOf } from '#src/server/records/model.ts'
import { type RawQuery, readListQuery } from '#src/server/records/query.ts'
import { type Call, present, presentOne, rowsInReach, selectRows } from '#src/server/records/read.ts'
import type { Records } from '#src/server/records/records.ts'
import { isObject, type Row } from '#src/server/records/rows.ts'
import { changeRow } from '#src/server/records/save.ts'
import { type ImportedRows, type ImportRows, importRows } from '#src/server/records/transfer/import.ts'
import { checkChange, createRecord } from '#src/server/records/write.ts'
import { lockedNames } from './locks.ts'
import { namePinyin } from './pinyin.ts'

/** Role a new account starts with (60.1 role_info). */
const FIRST_ROLE: RoleName = 'staff'

/** The model of the accounts. */
export function userModel(records: Records): RecordModel {
  const model = records.models.get('user')
  if (!model) throw new Error('no module brings the record user')
  return model
}

/** What a list row has besides the record's own columns. */
interface Besides {
  readonly id: number
  readonly avatar: string
  readonly hasSecondFactor: boolean
  readonly roles: readonly {
    readonly id: number
    readonly key: string
    readonly name: string
    readonly nameEn: string
  }[]
}

async function besides(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlyMap<number, Besides>> {
  const { rows } = await sql<Besides>`
    select u.id, u.avatar, exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
      (select coalesce(json_agg(json_build_object('id', r.id, 'key', r.key, 'name', r.name, 'nameEn', r.name_en) order by r.sort, r.id), '[]')
        from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.deleted_at is null) as roles
    from app_user u where u.id = any(${[...ids]}::bigint[])`.execute(unit.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What narrows the list beside the record's own filters. */
async function extraFilters(
  call: Call,
  query: RawQuery,
): Promise<{ where: RawBuilder<SqlBool>; rest: RawQuery; locked: readonly string[] }> {
  const { role, locked, ...rest } = query
  const names = await lockedNames(call.unit)
  const conditions: RawBuilder<SqlBool>[] = [sql<SqlBool>`true`]
  if (role !== undefined && role !== '') {
    // SYS-15: a filter tells as much as a column.
    if (!call.access.may('user:AssignRole')) throw new ValidationError({ role: [{ key: 'check.unknown' }] })
    conditions.push(
      sql<SqlBool>`exists (select from user_role m where m.user_id = r.id and m.role_id::text = ${String(role)})`,
    )
  }
  if (locked === 'true') conditions.push(sql<SqlBool>`r.username = any(${[...names]}::text[])`)
  if (locked === 'false') conditions.push(sql<SqlBool>`r.username <> all(${[...names]}::text[])`)
  return { where: sql<SqlBool>`(${sql.join(conditions, sql` and `)})`, rest, locked: names }
}

/** A page of the accounts; roles only for those who assign them (SYS-15). */
export async function listUsers(records: Records, call: Call, raw: RawQuery): Promise<ListAnswer<UserRow>> {
  const model = userModel(records)
  const { where: extra, rest, locked } = await extraFilters(call, raw)
  const query = readListQuery(records, model, call.access, rest)
  const where = sql<SqlBool>`${rowsInReach(model, call.access, model.definition.permissions.search)} and ${query.where} and ${extra}`
  const counted = await sql<{ total: number }>`select count(*) as total from ${tableOf(model)} where ${where}`.execute(
    call.unit.db,
  )
  const rows = await selectRows(
    model,
    call.unit,
    { where, order: query.order },
    { limit: query.limit, offset: (query.page - 1) * query.limit },
  )
  const ids = rows.map((row) => row.id)
  const outputs = await outputsOf(call, ids, locked)
  const shown = (await present(records, model, call, rows)).map((row) => ({
    ...row,
    ...outputs({ id: row.id, username: row.username }),
  }))
  return new ListAnswer(shown, { page: query.page, limit: query.limit, total: counted.rows[0]?.total ?? 0 })
}

/** How many accounts each department has of its own, among those the person may list. */
export async function countByDepartment(
  call: Call,
): Promise<readonly { readonly deptId: number; readonly people: number }[]> {
  const { rows } = await sql<{ deptId: number; people: number }>`
    select r.dept_id, count(*)::int as people from app_user r
    where r.deleted_at is null and ${scopeFilter(call.access, 'user:Search', { department: 'deptId', owner: 'id' }, 'r')}
    group by r.dept_id`.execute(call.unit.db)
  return rows
}

interface Prepared {
  readonly password: string
  readonly hash: string
}

/** Passwords for as many accounts, with their hashes. */
async function firstPasswords(count: number): Promise<readonly Prepared[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const password = oneTimePassword()
      return { password, hash: await hashPassword(password) }
    }),
  )
}

const setPinyin = (unit: UnitOfWork, rows: readonly Row[]) =>
  sql`update app_user u set name_pinyin = p.pinyin
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => namePinyin(String(row.name)))}::text[]) as p(id, pinyin)
    where u.id = p.id`.execute(unit.db)

/** What makes rows of the shell accounts: a password that must be changed, and the first role. */
async function complete(
  unit: UnitOfWork,
  rows: readonly Row[],
  passwords: readonly Prepared[],
): Promise<readonly FirstPassword[]> {
  await sql`update app_user u set password_hash = p.hash, password_changed_at = ${unit.clock.now()}, must_change_password = true
    from unnest(${rows.map((row) => row.id)}::bigint[], ${passwords.map((one) => one.hash)}::text[]) as p(id, hash)
    where u.id = p.id`.execute(unit.db)
  await setPinyin(unit, rows)
  await sql`insert into user_role (user_id, role_id)
    select p.id, role.id from unnest(${rows.map((row) => row.id)}::bigint[]) as p(id), role where role.key = ${FIRST_ROLE}`.execute(
    unit.db,
  )
  return rows.map((row, index) => ({
    username: String(row.username),
    name: String(row.name),
    password: passwords[index]?.password ?? '',
  }))
}

/** Makes an account; its one-time password is in the answer and nowhere else. */
export async function createUser(
  records: Records,
  call: Call,
  body: unknown,
): Promise<UserRow & { readonly password: string }> {
  const model = userModel(records)
  const passwords = await firstPasswords(1)
  const row = await createRecord(records, model, call, body, 'user:Create')
  const [first] = await complete(call.unit, [row], passwords)
  return { ...(await presentOne(records, model, call, row)), password: first?.password ?? '' }
}

/** What a row of the list shows besides its fields, as this reader gets it. */
async function outputsOf(call: Call, ids: readonly number[], locked: readonly string[]) {
  const more = await besides(call.unit, ids)
  const maySeeRoles = call.access.may('user:AssignRole')
  return (row: { readonly id: unknown; readonly username: unknown }) => {
    const own = more.get(Number(row.id))
    return {
      avatar: own?.avatar ?? '',
      hasSecondFactor: own?.hasSecondFactor ?? false,
      locked: locked.includes(String(row.username)),
      ...(maySeeRoles && {
        role_info: (own?.roles ?? []).map((role) => ({
          id: role.id,
          key: role.key,
          name: nameIn(call.language, role),
        })),
      }),
    }
  }
}

/** A row of the list may be put back as it was got: what is only shown is taken unchanged, and refused by name when it is another value. */
async function withoutOutputs(call: Call, id: number, body: unknown): Promise<unknown> {
  if (!isObject(body)) return body
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from app_user where id = ${id} and deleted_at is null`.execute(call.unit.db)
  if (rows[0] === undefined) return body
  const shown = (await outputsOf(call, [id], await lockedNames(call.unit)))(rows[0])
  const sent = Object.entries(shown).filter(([name]) => Object.hasOwn(body, name))
  const changed = sent.filter(([name, value]) => JSON.stringify(body[name]) !== JSON.stringify(value))
  if (changed.length > 0)
    throw new ValidationError(Object.fromEntries(changed.map(([name]) => [name, [{ key: 'check.computed' }]])))
  const outputs = new Set(sent.map(([name]) => name))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !outputs.has(name)))
}

/** Changes an account, or says what waits instead (SYS-140); the username stays. */
export async function updateUser(
  records: Records,
  call: Call,
  id: number,
  body: unknown,
): Promise<UserRow | ProposedAnswer> {
  const model = userModel(records)
  const inputs = await withoutOutputs(call, id, body)
  const checked = await checkChange(records, model, call, id, inputs, 'user:Update')
  const held = await holdBack(model, call, { action: 'update', ...checked })
  if (held !== null) return held
  const row = await changeRow(model, call, checked.row, checked.values, 'user:Update', 'update')
  await setPinyin(call.unit, [row])
  return presentOne(records, model, call, row)
}

type Writing = RouteRequest<unknown, unknown, unknown>['write']

/** Undoes the trial of an import that would have gone through. */
class Trial extends Error {
  readonly fresh: number
  constructor(fresh: number) {
    super('the trial of an import')
    this.fresh = fresh
  }
}

/** How many accounts a table makes, found by writing and undoing it; what is wrong with it is thrown. */
async function tryImport(importing: (unit: UnitOfWork) => Promise<ImportedRows>, write: Writing): Promise<number> {
  try {
    return await write(async (unit) => {
      throw new Trial((await importing(unit)).fresh.length)
    })
  } catch (error) {
    if (error instanceof Trial) return error.fresh
    throw error
  }
}

/**
 * Makes accounts out of a table, all or none; with each its one-time password. Hashing many passwords takes minutes on
 * purpose, so it happens between a trial, which tells what is wrong at once, and the import, and holds no transaction.
 */
export async function importUsers(
  records: Records,
  call: Call & { readonly write: Writing },
  rows: ImportRows,
): Promise<UserImport> {
  const importing = (unit: UnitOfWork): Promise<ImportedRows> =>
    importRows(records, userModel(records), { ...call, unit }, 'user:Import', rows)
  const passwords = await firstPasswords(await tryImport(importing, call.write))
  return call.write(async (unit) => {
    const { fresh, ...others } = await importing(unit)
    return { created: fresh.length, ...others, passwords: await complete(unit, fresh, passwords) }
  })
}
