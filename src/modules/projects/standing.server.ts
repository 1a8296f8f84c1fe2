import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { lightOf } from './project-light.ts'

/** SQL of what a project's lines hold, for table alias `r`. */
export const onLines = (amount: string): string =>
  `(select coalesce(sum(${amount}), 0)::numeric(14,2) from shared_budget_line l where l.project_id = r.id and l.deleted_at is null)`

const budget = onLines('l.approved + l.adjust')
const used = onLines('l.used')

/** Money of a project: from its lines, and what of it is used in percent. */
export const moneyColumns: Readonly<Record<string, string>> = {
  budget,
  frozen: onLines('l.frozen'),
  used,
  rate: `round(${used} * 100 / nullif(${budget}, 0), 1)`,
}

interface Standing {
  readonly id: number
  readonly startMonth: string
  readonly endMonth: string
  readonly progress: number
  readonly rate: string | null
  readonly light: string
  readonly due: readonly string[]
}

/** Works out the lights of projects that are carried out; of one, or of all. Finished ones are green. */
export async function refreshLights(unit: UnitOfWork, id: number | null): Promise<void> {
  const { rows } = await sql<Standing>`
    select r.id, r.start_month, r.end_month, r.progress, ${sql.raw(moneyColumns.rate ?? 'null')} as rate, r.light,
      array(select plan_date::text from project_milestone m where m.project_id = r.id and m.done_date is null and m.deleted_at is null order by plan_date) as due
    from project r where r.deleted_at is null and r.state in ('inBudget', 'executing') and ${id === null ? sql`true` : sql`r.id = ${id}`} order by r.id`.execute(
    unit.db,
  )
  const today = unit.clock.today()
  const changed = rows
    .map((row) => ({ id: row.id, before: row.light, light: lightOf({ ...row, today, rate: Number(row.rate ?? 0) }) }))
    .filter(({ before, light }) => before !== light)
  if (changed.length === 0) return
  await sql`update project set light = given.light, updated_at = ${unit.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given(id bigint, light text) where project.id = given.id`.execute(
    unit.db,
  )
  unit.changed('projectExec', null)
}
