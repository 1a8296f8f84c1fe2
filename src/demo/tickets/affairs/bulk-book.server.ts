import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { bulkConfigs } from '#src/modules/procurement/bulk/bulk-seed.server.ts'
import type { BulkBeginnings } from './bulk-stories.ts'

/** Configurations of the bulk list and departments as the writers of stories name them. */
export async function openBulk(unit: UnitOfWork): Promise<Omit<BulkBeginnings, 'lineOf'>> {
  const { rows: depts } = await sql<{ id: number; key: string }>`select id, key from shared_department`.execute(unit.db)
  return { configs: await bulkConfigs(unit), depts: new Map(depts.map(({ id, key }) => [key, id])) }
}
