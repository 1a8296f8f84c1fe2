/** Counts the rows that committed calls wrote, so that a test sees what a refused call changed. */
import { sql } from 'kysely'
import type { TestApp } from '#tests/harness/app.ts'

/** Tables that every call writes into, refused or not: logs, sign-in state, answers kept for replays. */
const restless = [
  'operation_log',
  'login_log',
  'session',
  'refresh_token',
  'captcha',
  'socket_ticket',
  'idempotency',
  'outbox',
  'job',
  'revision',
]

/** Calls that count wrong passwords, or keep whom they asked, even though they are refused (LOG-04). */
export const counting = [
  'POST /api/login/',
  'POST /api/system/user/verify_password/',
  'POST /api/system/user/change_password/',
  'PUT /api/system/user/change_password/',
  'POST /api/v1/sms/notice/send/',
]

/** Lets the database count written and deleted rows of all other tables; answers how many there were so far. */
export async function countWrites({ database: { db } }: TestApp): Promise<() => Promise<number>> {
  await sql`create table touched (rows int not null)`.execute(db)
  await sql`insert into touched values (0)`.execute(db)
  await sql`create function touch() returns trigger language plpgsql as 'begin update touched set rows = rows + 1; return null; end'`.execute(
    db,
  )
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  for (const { name } of rows)
    if (![...restless, 'migration', 'touched'].includes(name))
      await sql`create trigger touched after insert or update or delete on ${sql.table(name)} for each row execute function touch()`.execute(
        db,
      )
  return async () => (await sql<{ rows: number }>`select rows from touched`.execute(db)).rows[0]?.rows ?? 0
}

/** Gives a person every permission, so that input and not permission is what is refused. */
export async function allowEverything(app: TestApp, userId: number): Promise<void> {
  const { db } = app.database
  await sql`insert into role (key, name, data_scope, created_at, updated_at) values ('anything', 'anything', 3, now(), now())`.execute(
    db,
  )
  await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = 'anything'`.execute(
    db,
  )
  await sql`insert into user_role (user_id, role_id) select ${userId}, id from role where key = 'anything'`.execute(db)
  await app.services.caches.load()
}
