import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** Tables that name a person without it being business of theirs: how they signed in, and what the house keeps for them. */
const own = [
  'app_user',
  'user_role',
  'session',
  'login_log',
  'password_history',
  'idempotency',
  'notice',
  'notice_mute',
  'operation_log',
  'frontend_log',
  'password_reset_request',
  'recovery_code',
  'registration_request',
  'reminder',
  'second_factor',
]

interface Column {
  readonly table: string
  readonly column: string
  readonly isList: boolean
}

/** Columns that hold people: those with a foreign key, and by name where a table keeps ids without one. */
async function columnsOfPeople(unit: UnitOfWork): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select k.conrelid::regclass::text as table, a.attname as column, false as is_list
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'app_user'::regclass and k.connamespace = current_schema()::regnamespace
    union
    select c.table_name::text, c.column_name::text, c.data_type = 'ARRAY'
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.column_name in ('created_by', 'updated_by', 'user_id', 'leader_id', 'deputy_ids', 'actor_id', 'applicant_id', 'assignee_id', 'handler_id', 'recipient_id', 'by_user')`.execute(
    unit.db,
  )
  return rows.filter(({ table }) => !own.includes(table))
}

/** SYS-13: whether any row of the house names the person. The catalogue of the database is asked, so that no module can be forgotten. */
export async function hasLeftTraces(unit: UnitOfWork, userId: number): Promise<boolean> {
  for (const { table, column, isList } of await columnsOfPeople(unit)) {
    const names = isList
      ? sql`${sql.ref(column)} @> ${[userId]}::bigint[]`
      : sql`${sql.ref(column)} = ${userId}::bigint`
    const { rows } = await sql`select from ${sql.table(table)} where ${names} limit 1`.execute(unit.db)
    if (rows.length > 0) return true
  }
  return false
}
