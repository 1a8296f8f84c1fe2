import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'

/** What came back of an issue is no longer held and gives the entitlement back. */
export async function returnClothing(base: Base, issueId: number, qty: number): Promise<void> {
  await sql`update clothing_issue set returned_qty = least(qty - ended_qty, returned_qty + ${qty}), updated_at = ${base.clock.now()}, version = version + 1 where issue_id = ${issueId}`.execute(
    base.db,
  )
  base.changed('clothingIssue', null)
}
