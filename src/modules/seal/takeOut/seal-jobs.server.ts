/** What a clock does with approved uses: the rest expires (SEA-02), and a seal that is out is asked for. Each run treats what it finds, so that a stop is caught up with once. */
import { sql } from 'kysely'
import { SEAL_LAPSE_TIMER } from '#src/define/chains/receive.ts'
import { addDays, momentText } from '#src/define/days.ts'
import { GENERAL_OFFICE } from '#src/define/departments.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import { expireUse } from '../application/seal-effects.server.ts'

/** Days before a use expires on which applicant and keepers are notified: day 5 of 7. */
const NOTICE_DAYS = 2
const HOUR_MS = 3_600_000
/** How long before its return a seal is asked for. */
const SOON_MS = 2 * HOUR_MS

interface Waiting {
  readonly id: number
  readonly ticketId: number
  readonly docTitle: string
  readonly expiresOn: string
  readonly rest: number
  readonly stampedCount: number
  readonly people: readonly number[]
}

/** Applicant and keepers of a use (alias `u`) and its seal (alias `s`). */
const concerned = sql<readonly number[]>`array_remove(array[u.applicant_id, s.keeper_id, s.backup_keeper_id], null)`

const waitingWhere = (condition: ReturnType<typeof sql<boolean>>) => sql<Waiting>`
  select u.id, u.ticket_id, u.doc_title, u.expires_on, u.stamps - u.stamped_count as rest, u.stamped_count, ${concerned} as people
  from seal_use u join seal s on s.id = u.seal_id where u.state = 'pending' and u.deleted_at is null and ${condition} order by u.ticket_id`

function tell(
  unit: UnitOfWork,
  use: Waiting,
  key: 'expires' | 'expired' | 'restExpired',
  ...params: readonly (string | number)[]
): void {
  unit.notify({
    to: [...new Set(use.people)],
    contentType: 'REMIND',
    title: { key: `seal.${key}`, params: [use.docTitle, ...params] },
    link: `/workflow/ticket/${use.ticketId}`,
  })
}

/** SEA-02: what was not stamped by the day it expires is cancelled, and its ticket ends. */
export async function expireUses(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const tickets = unit.service(ticketActions)
  const { rows: over } = await waitingWhere(sql<boolean>`u.expires_on <= ${today}::date`).execute(unit.db)
  for (const use of over) {
    await tickets.lock(use.ticketId)
    await expireUse(unit, use.ticketId)
    await tickets.expire(use.ticketId, SEAL_LAPSE_TIMER)
    if (use.stampedCount > 0) tell(unit, use, 'restExpired', use.rest)
    else tell(unit, use, 'expired')
  }
  const { rows: soon } = await waitingWhere(
    sql<boolean>`u.expiry_noticed_at is null and u.expires_on <= ${addDays(today, NOTICE_DAYS)}::date and u.expires_on > ${today}::date`,
  ).execute(unit.db)
  for (const use of soon) {
    await sql`update seal_use set expiry_noticed_at = ${unit.clock.now()}::timestamptz where id = ${use.id}`.execute(
      unit.db,
    )
    tell(unit, use, 'expires', use.expiresOn)
  }
}

interface Out {
  readonly id: number
  readonly ticketId: number
  readonly name: string
  readonly takeOutTo: Date
  readonly people: readonly number[]
  readonly keepers: readonly number[]
}

const outWhere = (condition: ReturnType<typeof sql<boolean>>) => sql<Out>`
  select u.id, u.ticket_id, s.name, u.take_out_to, array_remove(array[u.applicant_id, u.escort_id], null) as people,
    array_remove(array[s.keeper_id, s.backup_keeper_id], null) as keepers
  from seal_use u join seal s on s.id = u.seal_id where u.state = 'takenOut' and u.deleted_at is null and ${condition} order by u.id for update of u`

async function officeHead(unit: UnitOfWork): Promise<readonly number[]> {
  const { rows } = await sql<{ leaderId: number | null }>`
    select leader_id from shared_department where key = ${GENERAL_OFFICE} and deleted_at is null`.execute(unit.db)
  return rows.flatMap(({ leaderId }) => leaderId ?? [])
}

/** 23.12: who has a seal is reminded before its return; a late one is asked for every hour, and the head of the general office hears of it. */
export async function askForSeals(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const remind = ({ ticketId, name, takeOutTo }: Out, key: 'returnSoon' | 'late', to: readonly number[]): void =>
    unit.notify({
      to: [...new Set(to)],
      contentType: 'REMIND',
      title: { key: `seal.${key}`, params: [name, momentText(takeOutTo)] },
      link: `/workflow/ticket/${ticketId}`,
    })
  const { rows: soon } = await outWhere(
    sql<boolean>`u.return_noticed_at is null and u.take_out_to > ${now}::timestamptz and u.take_out_to <= ${new Date(now.getTime() + SOON_MS)}::timestamptz`,
  ).execute(unit.db)
  for (const use of soon) {
    await sql`update seal_use set return_noticed_at = ${now}::timestamptz where id = ${use.id}`.execute(unit.db)
    remind(use, 'returnSoon', use.people)
  }
  const { rows: late } = await outWhere(
    sql<boolean>`u.take_out_to < ${now}::timestamptz and coalesce(u.late_noticed_at <= ${new Date(now.getTime() - HOUR_MS)}::timestamptz, true)`,
  ).execute(unit.db)
  const head = late.length > 0 ? await officeHead(unit) : []
  for (const use of late) {
    await sql`update seal_use set is_late = true, late_noticed_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
      where id = ${use.id}`.execute(unit.db)
    unit.changed('sealUse', use.id)
    remind(use, 'late', [...use.people, ...use.keepers, ...head])
  }
}

export const sealJobs: readonly JobDefinition[] = [
  { name: 'seal.expire', every: { at: '00:20', missed: 'once' }, run: expireUses },
  { name: 'seal.late', every: { minutes: 10 }, run: askForSeals },
]
