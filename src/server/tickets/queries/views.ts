import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { SavedView } from '#src/define/tickets/lists.ts'
import { only } from '#src/server/database/only.ts'

/** Views of one person (20.6). */
const MAX_VIEWS = 10

/** My saved views, oldest first. */
export async function viewsOf(unit: UnitOfWork, access: Access): Promise<readonly SavedView[]> {
  const { rows } = await sql<SavedView>`
    select id, name, query from ticket_view where user_id = ${access.userId} order by id`.execute(unit.db)
  return rows
}

/** Keeps filters under a name; the same name again replaces them. @throws RuleError ticket.viewsFull at the eleventh. */
export async function saveView(unit: UnitOfWork, access: Access, name: string, query: string): Promise<SavedView> {
  const me = access.userId
  // Two windows of one person must not both keep the tenth.
  await sql`select pg_advisory_xact_lock(hashtextextended('ticket_view ' || ${me}::bigint, 0))`.execute(unit.db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ticket_view where user_id = ${me} and name <> ${name}`.execute(unit.db)
  if (only(rows).n >= MAX_VIEWS) throw new RuleError('ticket.viewsFull', MAX_VIEWS)
  const saved = await sql<SavedView>`
    insert into ticket_view (user_id, name, query, created_at) values (${me}, ${name}, ${query}, ${unit.clock.now()})
    on conflict (user_id, name) do update set query = excluded.query returning id, name, query`.execute(unit.db)
  return only(saved.rows)
}

/** Forgets one of my views. @throws Refusal 4004 for anybody else's. */
export async function removeView(unit: UnitOfWork, access: Access, id: number): Promise<void> {
  const { rows } = await sql`
    delete from ticket_view where id = ${id} and user_id = ${access.userId} returning id`.execute(unit.db)
  if (rows.length === 0) throw notFound()
}
