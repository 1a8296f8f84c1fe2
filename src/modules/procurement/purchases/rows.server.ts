/** Purchases as their steps see them: each follows the statechart, under lock (50.9). */
import { sql } from 'kysely'
import { nextState, type PurchaseEventName, type PurchaseState } from '#machines/purchase/purchase.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { changing, type RowChanges } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'

export type PurchaseRow = RowOf<'purchase'>

export const purchaseLink = (id: number): string => `/procurement/project-purchasing?id=${id}`

/** `CG20260001`, `HT20260001`: the next number of the code in this year, taken under lock (E10). */
export async function nextPurchaseNo(unit: UnitOfWork, code: 'CG' | 'HT' | 'BX'): Promise<string> {
  const year = Number(unit.clock.today().slice(0, 4))
  const { rows } = await sql<{ last: number }>`
    insert into purchase_number (code, year, last) values (${code}, ${year}, 1)
    on conflict (code, year) do update set last = purchase_number.last + 1 returning last`.execute(unit.db)
  return `${code}${year}${String(rows[0]?.last ?? 1).padStart(4, '0')}`
}

/** Locks the purchase. @throws Refusal 4004 when there is none */
export async function lockPurchase(unit: UnitOfWork, id: number): Promise<PurchaseRow> {
  const row = await unit.db
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** Writes columns of a locked purchase. */
export async function changePurchase(
  unit: UnitOfWork,
  id: number,
  changes: RowChanges<'purchase'>,
  by: number | null,
): Promise<void> {
  await changing(unit, 'purchase', changes, by).where('id', '=', id).execute()
  unit.changed('purchase', id)
}

/** The state after an event. @throws RuleError `procurement.notNow` when the state of the purchase does not take it */
export function stateAfter({ no, state }: PurchaseRow, event: PurchaseEventName): PurchaseState {
  const next = nextState(state, event)
  if (next === null) throw new RuleError('procurement.notNow', no, { dictionary: 'purchaseState', value: state })
  return next
}
