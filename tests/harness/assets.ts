import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Takes back every asset of the demo, so that accounts can be switched off without a successor (AST-13). */
export async function takeAssetsBack(app: TestApp): Promise<void> {
  await app.database.db.transaction().execute(async (db) => {
    await sql`update asset_allocation set closed_at = now(), close_note = 'returned' where closed_at is null`.execute(
      db,
    )
    await sql`update asset set state = 'idle', holder_id = null where holder_id is not null`.execute(db)
  })
}
