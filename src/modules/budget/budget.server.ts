import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { defineModuleServer, route, type UnitOfWork } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { adjustCheckRoute, adjustRecord, yearRecord } from './budget-adjust.server.ts'
import { budgetChoices, chargeable } from './budget-choices.server.ts'
import { executionOf } from './budget-execution.server.ts'
import { createBudgetLedger } from './budget-ledger.server.ts'
import { createPastBudget, openBudget } from './budget-seed.server.ts'
import { createCommitments } from './commitment.server.ts'
import { budgetLedger, commitments, pastBudget } from './contract.ts'
import { fundRoutes } from './fund/fund-execution.server.ts'
import { fundJobs, fundPlanRecord } from './fund/fund-plan.server.ts'
import { seedFundPlans } from './fund/fund-seed.server.ts'
import { planOverviewRoutes } from './plan/plan-overview.server.ts'
import { seedPlans } from './plan/plan-seed.server.ts'
import { planSheetRoutes } from './plan/plan-sheet.server.ts'
import { yearPlanRecord } from './plan/year-plan.server.ts'

/** BUD-07: lines whose columns differ from the sum of their ledger are locked and reported. */
export async function findMismatches(unit: UnitOfWork): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select line.id from budget_line line left join (
      select line_id,
        sum(case type when 'init' then amount else 0 end) as approved,
        sum(case type when 'adjust' then amount when 'transferIn' then amount when 'transferOut' then -amount else 0 end) as adjust,
        sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end) as frozen,
        sum(case type when 'consume' then amount when 'refund' then -amount else 0 end) as used
      from budget_ledger group by line_id) ledger on ledger.line_id = line.id
    where line.deleted_at is null and (line.frozen <> coalesce(ledger.frozen, 0) or line.used <> coalesce(ledger.used, 0) or line.approved <> coalesce(ledger.approved, 0)
      or line.adjust <> coalesce(ledger.adjust, 0))
    order by line.id`.execute(unit.db)
  return rows.map((row) => row.id)
}

/** The nightly check of every line against its ledger (BUD-07). */
export async function checkLedger(unit: UnitOfWork): Promise<void> {
  const lines = await findMismatches(unit)
  if (lines.length === 0) return
  await sql`update budget_line set state = 'locked', updated_at = ${unit.clock.now()}, version = version + 1 where id = any(${lines as number[]})`.execute(
    unit.db,
  )
  const { rows } = await sql<{
    id: number
  }>`select distinct user_id as id from shared_role_holder where role in ('sysAdmin', 'financeLeader')`.execute(unit.db)
  for (const id of lines) {
    unit.notify({
      to: rows.map((row) => row.id),
      contentType: 'SYSTEM',
      title: { key: 'budget.jobMismatch', params: [id] },
    })
    unit.changed('budgetLine', id)
  }
}

/** Rows of alias `r` that may be pointed at as what a payment is for (21.3): those within reach of who files such payments. */
const payable = (access: Access) => reachedBy(access, 'financialReimbursementThree:Create', { department: 'r.dept_id' })

/** Whoever pools what departments need charges each to a line of its own (22.8). */
const poolable = (access: Access) =>
  sql<SqlBool>`(r.state = 'active' and ${reachedBy(access, 'bulkProject:Create', { department: 'r.dept_id' })})`

const setState =
  (from: string, to: string) =>
  async (row: { id: number } & Record<string, unknown>, _values: unknown, unit: UnitOfWork) => {
    if (row.state !== from) throw new RuleError('version.conflict')
    await sql`update budget_line set state = ${to}, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${row.id}`.execute(
      unit.db,
    )
    unit.changed('budgetLine', row.id)
  }

/** BUD-03: how a line is controlled; a tolerance that is not said is that of the configuration. A line that has spent more than the new control allows keeps the old one: `budget.insufficient`. */
async function control(row: { id: number }, values: FormData, unit: UnitOfWork): Promise<void> {
  const mode = String(values.controlMode)
  const percent =
    mode === 'tolerance' ? String(values.tolerancePct ?? unit.settings.number('budget.tolerancePct')) : '0'
  const { rows } = await sql<{ available: string }>`
    select approved + adjust - frozen - used as available from budget_line where id = ${row.id}
      and ${mode} <> 'none' and approved + adjust - frozen - used < -round(approved * ${percent}::numeric / 100, 2) for update`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('budget.insufficient', rows[0].available, '0.00')
  await sql`update budget_line set control_mode = ${mode}, tolerance_pct = ${percent}, updated_at = ${unit.clock.now()}, version = version + 1
    where id = ${row.id}`.execute(unit.db)
  unit.changed('budgetLine', row.id)
}

export default defineModuleServer({
  services: [
    provideService(budgetLedger, createBudgetLedger),
    provideService(commitments, createCommitments),
    provideService(pastBudget, createPastBudget),
  ],
  records: {
    budgetLine: {
      computed: {
        available: 'r.approved + r.adjust - r.frozen - r.used',
        // BUD-08
        rate: 'round(r.used * 100 / nullif(r.approved + r.adjust, 0), 1)',
      },
      pickable: (access) => sql<SqlBool>`(${chargeable(access.departmentId)} or ${poolable(access)})`,
      actions: { control, lock: setState('active', 'locked'), unlock: setState('locked', 'active') },
    },
    budgetAdjust: adjustRecord,
    budgetYear: yearRecord,
    yearPlan: yearPlanRecord,
    fundPlan: fundPlanRecord,
    commitment: {
      computed: { remaining: 'r.amount - r.used - r.released - r.pending' },
      pickable: payable,
    },
  },
  routes: [
    ...planSheetRoutes,
    ...planOverviewRoutes,
    ...fundRoutes,
    adjustCheckRoute,
    route({
      method: 'GET',
      url: '/api/budget/line/choices/',
      permission: 'signedIn',
      query: z.object({
        search: z.string().max(50).optional(),
        subjects: z.string().max(500).optional(),
        id: z.coerce.number().int().positive().optional(),
      }),
      handle: ({ unit, access, query, language }) => budgetChoices(unit, access, query, language),
    }),
    route({
      method: 'GET',
      url: '/api/home/budget_exec/',
      permission: 'budgetAnalysis:Search',
      handle: ({ unit, access }) => executionOf(unit, access.scope('budgetAnalysis:Search')),
    }),
  ],
  jobs: [{ name: 'budget.checkLedger', every: { at: '02:30', missed: 'once' }, run: checkLedger }, ...fundJobs],
  async seedDemo(unit) {
    await openBudget(unit)
    await seedPlans(unit)
    await seedFundPlans(unit)
  },
})
