/** PRC-05: what was published a year ago and has become no purchase is put up for cleaning. */
import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'

/** PRC-05. */
export const STALE_MONTHS = 12

/** Each once; after a stop, all whose day came meanwhile. */
export async function markStale(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update intention set is_stale = true, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where state = 'published' and not is_stale and deleted_at is null
      and ((publish_at at time zone 'Asia/Shanghai')::date + make_interval(months => ${STALE_MONTHS}))::date <= ${unit.clock.today()}::date
    returning id`.execute(unit.db)
  if (rows.length === 0) return
  for (const { id } of rows) unit.changed('intention', id)
  unit.notify({
    to: await unit.usersWithRole('procurementOfficer'),
    contentType: 'REMIND',
    title: { key: 'rule.PRC-05', params: [rows.length, STALE_MONTHS] },
    link: '/procurement/disclosure-intention?isStale=true',
  })
}

export const intentionJobs: readonly JobDefinition[] = [
  { name: 'intention.stale', every: { at: '07:30', missed: 'once' }, run: markStale },
]
