import { sql } from 'kysely'
import type { Scope } from '#src/define/access.ts'
import { yearPercent } from '#src/define/days.ts'
import type { BudgetExecution } from '#src/define/home.ts'
import type { UnitOfWork } from '#src/define/server.ts'

const percent = (share: number): number => Math.round(share * 1000) / 10

/** Totals over the lines within the reader's scope (BUD-61). */
export async function executionOf(unit: UnitOfWork, scope: Scope): Promise<BudgetExecution> {
  const today = unit.clock.today()
  const year = Number(today.slice(0, 4))
  const departments = scope === 'all' ? null : [...scope.departments]
  const { rows } = await sql<{
    approved: string
    frozen: string
    used: string
    available: string
    usedShare: string | null
    frozenShare: string | null
  }>`
    with total as (
      select coalesce(sum(approved + adjust), 0)::numeric(16,2) as approved, coalesce(sum(frozen), 0)::numeric(16,2) as frozen, coalesce(sum(used), 0)::numeric(16,2) as used
      from budget_line where year = ${year} and deleted_at is null and (${departments}::bigint[] is null or dept_id = any(${departments}::bigint[])))
    select approved, frozen, used, approved - frozen - used as available, used / nullif(approved, 0) as used_share, frozen / nullif(approved, 0) as frozen_share from total`.execute(
    unit.db,
  )
  const row = rows[0]
  return {
    year,
    approved: row?.approved ?? '0.00',
    frozen: row?.frozen ?? '0.00',
    used: row?.used ?? '0.00',
    available: row?.available ?? '0.00',
    usedPercent: percent(Number(row?.usedShare ?? 0)),
    frozenPercent: percent(Number(row?.frozenShare ?? 0)),
    timePercent: yearPercent(today),
  }
}
