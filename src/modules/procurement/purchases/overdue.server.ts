/** PRC-33: a delivery that is late is reported to the owner once, and offered for supervision. */
import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { supervisionOffers } from '#src/modules/supervision/contract.ts'
import { purchaseLink } from './rows.server.ts'

interface LatePurchase {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly deptId: number
  readonly ownerId: number
  readonly ticketId: number | null
  readonly deliverBy: string
}

/** The day after the last day of delivery, or the first run after it. A purchase whose day was moved is reported again. */
export async function findOverdue(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows } = await sql<LatePurchase>`
    update purchase set is_overdue = true, updated_at = ${unit.clock.now()}, version = version + 1
    where state in ('contracted', 'performing') and deliver_by < ${today}::date and not is_overdue and deleted_at is null
    returning id, no, name, dept_id, owner_id, ticket_id, deliver_by`.execute(unit.db)
  for (const { id, no, name, deptId, ownerId, ticketId, deliverBy } of rows.toSorted((a, b) => a.id - b.id)) {
    unit.changed('purchase', id)
    unit.notify({
      to: [ownerId],
      contentType: 'REMIND',
      title: { key: 'rule.PRC-33', params: [no, name, deliverBy] },
      link: purchaseLink(id),
    })
    const link = await unit.service(supervisionOffers).offer({
      kind: 'purchase',
      subject: `${no} ${name}`,
      deptId,
      handlerId: ownerId,
      ticketId,
      key: `${id} ${deliverBy}`,
    })
    const supervisors = link === null ? [] : await unit.usersWithRole('supervisor')
    if (link !== null && supervisors.length > 0)
      unit.notify({
        to: supervisors,
        contentType: 'REMIND',
        title: { key: 'procurement.offered', params: [no, deliverBy] },
        link,
      })
  }
}

export const purchaseJobs: readonly JobDefinition[] = [
  { name: 'procurement.overdue', every: { at: '08:00', missed: 'once' }, run: findOverdue },
]
