/** The calls behind the views of what is carried out (30.5), and the money of one project. */

import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Permission } from '#src/define/names.ts'
import { notFound } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { timeOf } from '../project-light.ts'
import type {
  BankProject,
  ProjectBank,
  ProjectClaim,
  ProjectEntry,
  ProjectFunds,
  ProjectPurchase,
  ProjectSpendings,
} from '../projects.types.ts'
import { moneyColumns } from '../standing.server.ts'

const reach = (access: Access, permission: Permission) =>
  reachedBy(access, permission, { department: 'r.dept_id', owner: 'r.owner_id' })

const money = sql.raw(
  Object.entries(moneyColumns)
    .map(([name, column]) => `${column} as ${name}`)
    .join(', '),
)

/** What was bought for project `r`: approvals of things to buy, and every other commitment that is no trip. */
const purchases = sql`shared_commitment c join shared_ticket ticket on ticket.id = c.ticket_id left join shared_pre_approval p on p.ticket_id = c.ticket_id
  where c.project_id = r.id and c.deleted_at is null and c.kind <> 'travel' and coalesce(p.category in ('purchase', 'service', 'maintenance'), true)`

async function bankOf(unit: UnitOfWork, access: Access): Promise<ProjectBank> {
  const { rows } = await sql<Omit<BankProject, 'lag'>>`
    select r.id, r.no, r.name, department.name as dept_name, department.name_en as dept_name_en, app_user.name as owner_name, app_user.name_en as owner_name_en, r.start_month, r.end_month,
      r.plan_year, r.state, r.progress, r.light, ${money},
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'planDate', m.plan_date, 'doneDate', m.done_date) order by m.plan_date, m.id), '[]')
        from project_milestone m where m.project_id = r.id and m.deleted_at is null) as milestones,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'from', (c.created_at at time zone 'Asia/Shanghai')::date, 'until', coalesce(c.valid_until, (r.end_month || '-01')::date)) order by c.id), '[]')
        from ${purchases}) as purchases
    from project_execution r join shared_department department on department.id = r.dept_id join shared_app_user app_user on app_user.id = r.owner_id
    where r.deleted_at is null and ${reach(access, 'projectExec:Search')} order by r.start_month, r.id`.execute(unit.db)
  const today = unit.clock.today()
  return {
    today,
    projects: rows.map((row) => ({
      ...row,
      lag: Math.round((timeOf(today, row.startMonth, row.endMonth) - Number(row.rate ?? 0)) * 10) / 10,
    })),
  }
}

/** Entries of a project's money shown at once. */
const MAX_ENTRIES = 100

async function moneyOf(unit: UnitOfWork, access: Access, id: number): Promise<ProjectFunds> {
  const { rows } = await sql<Omit<ProjectFunds, 'entries'>>`
    select ${money} from project r where r.id = ${id} and r.deleted_at is null and ${reach(access, 'project:Retrieve')}`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  const entries = await sql<Omit<ProjectEntry, 'at'> & { at: Date }>`
    select entry.id, entry.at, entry.type, entry.amount, entry.ticket_id, ticket.no as ticket_no, ticket.title
    from shared_budget_line line join shared_budget_ledger entry on entry.line_id = line.id left join shared_ticket ticket on ticket.id = entry.ticket_id
    where line.project_id = ${id} and line.deleted_at is null order by entry.at desc, entry.id desc limit ${MAX_ENTRIES}`.execute(
    unit.db,
  )
  return { ...rows[0], entries: entries.rows.map((entry) => ({ ...entry, at: momentText(entry.at) })) }
}

async function spendingOf(unit: UnitOfWork, access: Access, id: number): Promise<ProjectSpendings> {
  const found =
    await sql`select from project r where r.id = ${id} and r.deleted_at is null and ${reach(access, 'project:Retrieve')}`.execute(
      unit.db,
    )
  if (found.rows.length === 0) throw notFound()
  const claims = await sql<ProjectClaim>`
    select e.id, e.ticket_id, ticket.no as ticket_no, ticket.title, u.name as applicant, u.name_en as applicant_en, e.amount, ticket.status, e.pay_state
    from shared_expense_claim e join shared_ticket ticket on ticket.id = e.ticket_id join shared_app_user u on u.id = e.applicant_id
    where e.project_id = ${id} order by e.id desc limit ${MAX_ENTRIES}`.execute(unit.db)
  const bought = await sql<ProjectPurchase>`
    select c.id, c.ticket_id, ticket.no as ticket_no, c.title, c.amount, c.used, c.state,
      (select jsonb_build_object('id', b.id, 'no', b.no, 'state', b.state, 'vendor', b.vendor, 'contractNo', b.contract_no, 'contractAmount', b.contract_amount::text)
        from shared_purchase b where b.ticket_id = c.ticket_id and b.state <> 'terminated' order by b.id desc limit 1) as purchase
    from (select ${id}::bigint as id) r, ${purchases}
    order by c.id desc limit ${MAX_ENTRIES}`.execute(unit.db)
  return { claims: claims.rows, purchases: bought.rows }
}

export const bankRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/projects/bank/',
    permission: 'projectExec:Search',
    handle: ({ unit, access }) => bankOf(unit, access),
  }),
  route({
    method: 'GET',
    url: '/api/projects/project/:id/money/',
    permission: 'project:Retrieve',
    params: z.object({ id: z.coerce.number().int().positive() }),
    handle: ({ unit, access, params: { id } }) => moneyOf(unit, access, id),
  }),
  route({
    method: 'GET',
    url: '/api/projects/project/:id/spending/',
    permission: 'project:Retrieve',
    params: z.object({ id: z.coerce.number().int().positive() }),
    handle: ({ unit, access, params: { id } }) => spendingOf(unit, access, id),
  }),
]
