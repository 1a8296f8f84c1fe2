/** MNT-02: late orders and who is notified of them. */
import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { HEAD_LINK, logisticsHeads } from './finish.server.ts'
import { retimeOrders } from './retime.server.ts'

interface LateOrder {
  readonly id: number
  readonly no: string
  readonly location: string
  readonly isResponse: boolean
}

/** Each order that was not accepted or not finished in time is notified once to the head of logistics; after a stop, all that are late by then. */
export async function notifyLate(unit: UnitOfWork): Promise<void> {
  await retimeOrders(unit)
  const now = unit.clock.now()
  const { rows } = await sql<LateOrder>`
    update work_order set response_notified = response_notified or state in ('pending', 'assigned'), resolve_notified = resolve_notified or state in ('accepted', 'working')
    where due_at < ${now}::timestamptz and deleted_at is null
      and ((state in ('pending', 'assigned') and not response_notified) or (state in ('accepted', 'working') and not resolve_notified))
    returning id, no, location, state in ('pending', 'assigned') as is_response`.execute(unit.db)
  if (rows.length === 0) return
  const to = await logisticsHeads(unit)
  for (const { no, location, isResponse } of rows.toSorted((one, other) => one.id - other.id))
    unit.notify({
      to,
      contentType: 'REMIND',
      title: { key: isResponse ? 'maintenance.responseLate' : 'maintenance.resolveLate', params: [no, location] },
      link: HEAD_LINK,
    })
}

const EVERY_MINUTES = 10

export const orderJobs: readonly JobDefinition[] = [
  { name: 'maintenance.late', every: { minutes: EVERY_MINUTES }, run: notifyLate },
]
