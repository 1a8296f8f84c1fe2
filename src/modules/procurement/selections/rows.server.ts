/** Rows of selections as every step takes and changes them (50.10). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { changing, type RowChanges } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import { independentAmong } from '../vendors/related.server.ts'

export type SelectionRow = RowOf<'selection'>

/** The selection, locked, while it is in one of these states. @throws RuleError */
export async function lockSelection(
  unit: UnitOfWork,
  id: number,
  ...states: readonly SelectionRow['state'][]
): Promise<SelectionRow> {
  const row = await unit.db
    .selectFrom('selection')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || !states.includes(row.state)) throw new RuleError('version.conflict')
  return row
}

export async function change(
  unit: UnitOfWork,
  id: number,
  changes: RowChanges<'selection'>,
  by: number | null,
): Promise<void> {
  await changing(unit, 'selection', changes, by).where('id', '=', id).execute()
  unit.changed('selection', id)
}

/** Independent vendors with an envelope, or once it is opened with a valid quote. */
export async function validCount(unit: UnitOfWork, row: SelectionRow): Promise<number> {
  const { rows } = await (row.state === 'inviting'
    ? sql<{
        vendorId: number
      }>`select vendor_id from selection_receipt where selection_id = ${row.id} and round = ${row.round} and ended_at is null`
    : sql<{
        vendorId: number
      }>`select vendor_id from selection_quote where selection_id = ${row.id} and round = ${row.round} and is_valid`
  ).execute(unit.db)
  return independentAmong(
    unit,
    rows.map(({ vendorId }) => vendorId),
  )
}
