/** What a clock does with grants: hosts hear 7 days before they end, then they expire. Each run treats what it finds, so that a stop is caught up with once. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { anyOf } from '#src/define/records/rows.server.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { askToLeave } from '../gate/visits.server.ts'
import { expire } from './grants.server.ts'

/** Days before the end of a grant on which its host is reminded (90 B). */
export const NOTICE_DAYS = 7

interface Ending {
  readonly id: number
  readonly ticketId: number
  readonly name: string
  readonly validTo: string
  readonly hostId: number
  readonly applicantId: number
}

const ending = (condition: ReturnType<typeof sql<boolean>>) => sql<Ending>`
  select id, ticket_id, name, valid_to, host_id, applicant_id from access_grant
  where state = 'active' and deleted_at is null and ${condition} order by id for update`

/** One message for all that a ticket granted, to the host and the applicant. */
function tell(
  unit: UnitOfWork,
  grants: readonly Ending[],
  what: 'access.endsSoon' | 'access.ended',
  link: string,
): void {
  const keyOf = ({ ticketId, hostId, validTo }: Ending): string => `${ticketId} ${hostId} ${validTo}`
  for (const key of new Set(grants.map(keyOf))) {
    const group = grants.filter((one) => keyOf(one) === key)
    const [first] = group
    if (first === undefined) continue
    unit.notify({
      to: [...new Set([first.hostId, first.applicantId])],
      contentType: 'REMIND',
      title: { key: what, params: [first.name, group.length, first.validTo] },
      link: link || `/workflow/ticket/${first.ticketId}`,
    })
  }
}

export async function endGrants(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows: over } = await ending(sql<boolean>`valid_to < ${today}::date`).execute(unit.db)
  await expire(
    unit,
    over.map(({ id }) => id),
  )
  tell(unit, over, 'access.ended', '')
  const { rows: soon } = await ending(
    sql<boolean>`expiry_noticed_at is null and valid_to <= ${addDays(today, NOTICE_DAYS)}::date and valid_to - valid_from >= ${NOTICE_DAYS}`,
  ).execute(unit.db)
  const ids = soon.map(({ id }) => id)
  await sql`update access_grant set expiry_noticed_at = ${unit.clock.now()}::timestamptz where id = ${anyOf(ids)}`.execute(
    unit.db,
  )
  tell(unit, soon, 'access.endsSoon', '/workflow/receive/accessControlDining')
}

export const accessJobs: readonly JobDefinition[] = [
  { name: 'access.expire', every: { at: '00:10', missed: 'once' }, run: endGrants },
  { name: 'access.overdue', every: { minutes: 10 }, run: askToLeave },
]
