/** PRT-03: what was put up is taken down on its day. Each run treats what it finds, so that a stop is caught up with once. */
import { sql } from 'kysely'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'

interface Due {
  readonly id: number
  readonly ticketId: number
  readonly applicantId: number
  readonly deliveredBy: number | null
  readonly jobNames: string
  readonly installPlace: string
  readonly removeAt: string
}

/** Reminds the applicant and the person who delivered, once. */
export async function remindRemovals(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<Due>`
    update print_order set removal_noticed_at = ${unit.clock.now()}::timestamptz
    where state = 'delivered' and deleted_at is null and removed_on is null and removal_noticed_at is null and remove_at <= ${unit.clock.today()}::date
    returning id, ticket_id, applicant_id, delivered_by, job_names, coalesce(install_place, '') as install_place, remove_at`.execute(
    unit.db,
  )
  for (const { ticketId, applicantId, deliveredBy, jobNames, installPlace, removeAt } of rows)
    unit.notify({
      to: [...new Set([applicantId, ...(deliveredBy === null ? [] : [deliveredBy])])],
      contentType: 'REMIND',
      title: { key: 'rule.PRT-03', params: [jobNames, installPlace, removeAt] },
      link: `/workflow/ticket/${ticketId}`,
    })
}

export const printingJobs: readonly JobDefinition[] = [
  { name: 'printing.removals', every: { at: '08:00', missed: 'once' }, run: remindRemovals },
]
