/** The lines of a bulk purchase with what they point at, and its place in the plan of the month. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { idIn, textIn } from '#src/fields/values.ts'

export interface BulkConfig {
  readonly id: number
  readonly category: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly unitCap: string | null
  readonly standardItemId: number | null
  readonly stockItemId: number | null
  readonly assetCategory: string | null
}

/** What a department wants of a configuration; null for what is not filled in yet. */
export interface BulkLine {
  readonly demandId: number | null
  readonly deptId: number | null
  readonly configId: number | null
  readonly qty: number | null
  readonly unitPrice: string | null
  readonly overReason: string
  readonly budgetLineId: number | null
}

export const bulkLinesOf = (form: FormData): readonly BulkLine[] =>
  rowsOf(form.demands).map((row) => ({
    demandId: idIn(row.demandId),
    deptId: idIn(row.deptId),
    configId: idIn(row.configId),
    qty: typeof row.qty === 'number' ? row.qty : null,
    unitPrice: textIn(row.unitPrice) || null,
    overReason: textIn(row.overReason).trim(),
    budgetLineId: idIn(row.budgetLineId),
  }))

export async function configsOf(
  unit: UnitOfWork,
  lines: readonly BulkLine[],
): Promise<ReadonlyMap<number, BulkConfig>> {
  const ids = [...new Set(lines.flatMap(({ configId }) => configId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await unit.db
    .selectFrom('bulk_config')
    .select(['id', 'category', 'name', 'spec', 'unit', 'unitCap', 'standardItemId', 'stockItemId', 'assetCategory'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface BulkPeriod {
  readonly category: string
  readonly month: string
}

export const periodOf = (form: FormData): BulkPeriod => ({
  category: textIn(form.bulkCategory),
  month: textIn(form.periodMonth),
})

/** Number of another ticket that pools the category in that month; null for none. */
export async function planHolder(
  unit: UnitOfWork,
  { category, month }: BulkPeriod,
  ticketId: number | null,
): Promise<string | null> {
  const { rows } = await sql<{ no: string }>`
    select t.no from bulk_plan b join shared_ticket t on t.id = b.ticket_id
    where b.category = ${category} and b.period_month = ${month} and b.is_live and b.ticket_id is distinct from ${ticketId}::bigint`.execute(
    unit.db,
  )
  return rows[0]?.no ?? null
}

/** The place of a ticket in the plan while it is under way or approved; null before its submission. */
export async function ownPlan(
  unit: UnitOfWork,
  ticketId: number | null,
): Promise<{ readonly month: string; readonly versionId: number | null } | null> {
  if (ticketId === null) return null
  const row = await unit.db
    .selectFrom('bulk_plan')
    .select(['periodMonth as month', 'versionId'])
    .where('ticketId', '=', ticketId)
    .where('isLive', '=', true)
    .executeTakeFirst()
  return row ?? null
}
