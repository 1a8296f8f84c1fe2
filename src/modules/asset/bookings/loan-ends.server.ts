import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** What is taken back, by whichever way, is free from that moment on. */
export async function endLoans(unit: UnitOfWork, assetIds: readonly number[], userId: number | null): Promise<void> {
  const now = unit.clock.now()
  const { rows } = await sql`
    update asset_booking set state = 'returned', returned_at = ${now}::timestamptz, returned_by = ${userId}::bigint, ends_at = greatest(starts_at + interval '1 second', least(ends_at, ${now}::timestamptz)),
      updated_at = ${now}::timestamptz, version = version + 1
    where asset_id = any(${[...assetIds]}::bigint[]) and state = 'out' returning id`.execute(unit.db)
  if (rows.length > 0) unit.changed('assetBooking', null)
}
