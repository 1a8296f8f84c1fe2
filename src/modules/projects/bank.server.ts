/** The calls behind the views of what is carried out (30.5), and the money of one project. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { notFound } from '#src/define/problem.ts'
import { type Base, type RouteDefinition, route } from '#src/define/server.ts'
import { timeOf } from './project-light.ts'
import { moneyColumns } from './standing.server.ts'

function reach(access: Access, permission: string): RawBuilder<SqlBool> {
  const scope = access.scope(permission)
  if (scope === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`(r.dept_id = any(${[...scope.departments]}::bigint[]) or (${scope.self} and r.owner_id = ${access.userId}))`
}

const money = sql.raw(
  Object.entries(moneyColumns)
    .map(([name, column]) => `${column} as ${name}`)
    .join(', '),
)

interface Running {
  readonly id: number
  readonly startMonth: string
  readonly endMonth: string
  readonly rate: string | null
}

async function bankOf(base: Base, access: Access) {
  const { rows } = await sql<Running>`
    select r.id, r.no, r.name, department.name as dept_name, department.name_en as dept_name_en, app_user.name as owner_name, app_user.name_en as owner_name_en, r.start_month, r.end_month,
      r.plan_year, r.state, r.progress, r.light, ${money},
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'planDate', m.plan_date, 'doneDate', m.done_date) order by m.plan_date, m.id), '[]')
        from project_milestone m where m.project_id = r.id and m.deleted_at is null) as milestones
    from project_execution r join department on department.id = r.dept_id join app_user on app_user.id = r.owner_id
    where r.deleted_at is null and ${reach(access, 'projectExec:Search')} order by r.start_month, r.id`.execute(base.db)
  const today = base.clock.today()
  return {
    today,
    projects: rows.map((row) => ({
      ...row,
      lag: Math.round((timeOf(today, row.startMonth, row.endMonth) - Number(row.rate ?? 0)) * 10) / 10,
    })),
  }
}

/** Entries of a project's money shown at once. */
const MOST_ENTRIES = 100

async function moneyOf(base: Base, access: Access, id: number) {
  const { rows } = await sql<{ budget: string }>`
    select ${money} from project r where r.id = ${id} and r.deleted_at is null and ${reach(access, 'project:Retrieve')}`.execute(
    base.db,
  )
  if (!rows[0]) throw notFound()
  const entries = await sql<{ at: Date }>`
    select entry.id, entry.at, entry.type, entry.amount, entry.ticket_id, ticket.no as ticket_no, ticket.title
    from budget_line line join budget_ledger entry on entry.line_id = line.id left join ticket on ticket.id = entry.ticket_id
    where line.project_id = ${id} and line.deleted_at is null order by entry.at desc, entry.id desc limit ${MOST_ENTRIES}`.execute(
    base.db,
  )
  return { ...rows[0], entries: entries.rows.map((entry) => ({ ...entry, at: momentText(entry.at) })) }
}

export const bankRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/projects/bank/',
    permission: 'projectExec:Search',
    handle: ({ base, access }) => bankOf(base, access),
  }),
  route({
    method: 'GET',
    url: '/api/projects/project/:id/money/',
    permission: 'project:Retrieve',
    params: z.object({ id: z.coerce.number().int().positive() }),
    handle: ({ base, access, params: { id } }) => moneyOf(base, access, id),
  }),
]
