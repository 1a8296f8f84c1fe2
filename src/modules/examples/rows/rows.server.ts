/** The rows of the example table: reset every night or on request, and moved to another place. */
import { sql } from 'kysely'
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { ValidationError } from '#src/define/problem.ts'
import { type JobDefinition, type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { firstRows } from './first-rows-seed.server.ts'
import './rows.types.ts'

/** Puts every row back to its first values (DTD-01); rows that are missing are made. Owners are the people with the lowest numbers. */
export async function resetRows(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  // One reset at a time, also while the table is empty.
  await sql`select pg_advisory_xact_lock(hashtextextended('demo_row', 1))`.execute(unit.db)
  await sql`
    with given as (
      select r.*, (select id from (select id, row_number() over (order by id) - 1 as nth, count(*) over () as total from shared_app_user where deleted_at is null) u
        where u.nth = r.place % u.total) as owner_id
      from jsonb_to_recordset(${JSON.stringify(firstRows())}::jsonb) as r
        (place integer, name text, "deptName" text, amount numeric, ratio integer, state text, "startDate" date)
    ), changed as (
      update demo_row d set place = g.place, dept_name = g."deptName", amount = g.amount, ratio = g.ratio, state = g.state,
        start_date = g."startDate", owner_id = g.owner_id, remark = null, deleted_at = null, updated_at = ${now}, updated_by = null, version = d.version + 1
      from given g where d.name = g.name returning d.name
    )
    insert into demo_row (place, name, dept_name, amount, ratio, state, start_date, owner_id, created_at, updated_at)
    select place, name, "deptName", amount, ratio, state, "startDate", owner_id, ${now}, ${now} from given
    where name not in (select name from changed)`.execute(unit.db)
  unit.changed('demoRow', null)
}

export const demoRowJobs: readonly JobDefinition[] = [
  { name: 'demoRow.reset', every: { at: '03:50', missed: 'once' }, run: resetRows },
]

const move = z.strictObject({ id: z.int().positive(), before: z.int().positive().nullable() })

/** Moves a row to the place before another, or to the end. */
async function moveRow(unit: UnitOfWork, id: number, before: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('demo_row', 1))`.execute(unit.db)
  const { rows } = await sql<{ id: number }>`
    select id from demo_row where deleted_at is null order by place, id for update`.execute(unit.db)
  const others = rows.map((row) => row.id).filter((other) => other !== id)
  if (others.length === rows.length) throw new ValidationError({ id: [{ key: 'check.unknown' }] })
  const at = before === null ? others.length : others.indexOf(before)
  if (at < 0) throw new ValidationError({ before: [{ key: 'check.unknown' }] })
  const order = [...others.slice(0, at), id, ...others.slice(at)]
  await sql`
    update demo_row d set place = o.place, updated_at = ${unit.clock.now()}, version = d.version + 1
    from (select id, place::integer from unnest(${order}::bigint[]) with ordinality as u (id, place)) o
    where d.id = o.id and d.place <> o.place`.execute(unit.db)
  unit.changed('demoRow', null)
}

export const demoRowRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/system/demo_row/reset/',
    operation: operation('example.reset'),
    permission: 'dataTableDemo:Update',
    async handle({ unit }) {
      await resetRows(unit)
      return null
    },
  }),
  route({
    method: 'POST',
    url: '/api/system/demo_row/move/',
    operation: operation('example.move'),
    permission: 'dataTableDemo:Update',
    body: move,
    async handle({ unit, body }) {
      await moveRow(unit, body.id, body.before)
      return null
    },
  }),
]
