import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** What came back of an issue is no longer held and gives the entitlement back. */
export async function returnClothing(unit: UnitOfWork, issueId: number, qty: number): Promise<void> {
  await sql`update clothing_issue set returned_qty = least(qty - ended_qty, returned_qty + ${qty}::numeric), updated_at = ${unit.clock.now()}, version = version + 1 where issue_id = ${issueId}`.execute(
    unit.db,
  )
  unit.changed('clothingIssue', null)
}
