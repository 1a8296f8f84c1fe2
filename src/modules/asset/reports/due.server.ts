/** What is due: warranties, lives, inspections, service ends, loans; as a widget and as reminders. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type JobDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { remindLateLoans } from '../bookings/bookings.server.ts'
import type { AssetDue, DueAsset } from './due.types.ts'

/** Days ahead that the widget looks for warranties and lives (10.2), and for inspections. */
const DUE_DAYS = 90
const INSPECT_DAYS = 30
const SHOWN = 6

/** Each kind of end in one relation, so that figures and rows cannot differ. */
const ends = (today: string, until: string, inspectUntil: string) => sql`(
  select id, asset_no, name, 'warranty' as kind, warranty_to as day from asset where deleted_at is null and state in ('idle', 'inUse', 'repairing') and warranty_to between ${today}::date and ${until}::date
  union all select id, asset_no, name, 'life', life_end from asset where deleted_at is null and state in ('idle', 'inUse', 'repairing') and life_end between ${today}::date and ${until}::date
  union all select id, asset_no, name, 'inspection', inspect_due from asset where deleted_at is null and state in ('idle', 'inUse', 'repairing') and inspect_due <= ${inspectUntil}::date
  union all select id, asset_no, name, 'service', service_until from asset where deleted_at is null and state in ('idle', 'inUse', 'repairing') and service_until <= ${inspectUntil}::date
  union all select a.id, a.asset_no, a.name, 'loan', l.until from asset_allocation l join asset a on a.id = l.asset_id where l.closed_at is null and l.until < ${today}::date)`

export const due = route({
  method: 'GET',
  url: '/api/assets/due/',
  permission: 'asset:Search',
  async handle({ unit }): Promise<AssetDue> {
    const today = unit.clock.today()
    const [until, inspectUntil] = [addDays(today, DUE_DAYS), addDays(today, INSPECT_DAYS)]
    const { rows: counts } = await sql<{ kind: DueAsset['kind']; count: number }>`
      select kind, count(*)::int as count from ${ends(today, until, inspectUntil)} ends group by kind`.execute(unit.db)
    const { rows: first } = await sql<DueAsset>`
      select id, asset_no, name, kind, day from ${ends(today, until, inspectUntil)} ends order by day, asset_no limit ${SHOWN}`.execute(
      unit.db,
    )
    const of = (kind: DueAsset['kind']): number => counts.find((one) => one.kind === kind)?.count ?? 0
    return {
      warranty: of('warranty'),
      life: of('life'),
      inspection: of('inspection'),
      service: of('service'),
      loan: of('loan'),
      until,
      inspectUntil,
      today,
      yesterday: addDays(today, -1),
      first,
    }
  },
})

/** Managers are told once of each due date that comes near, in one message; a run after a stop tells what was missed. */
export async function tellInspections(unit: UnitOfWork): Promise<void> {
  const until = addDays(unit.clock.today(), INSPECT_DAYS)
  const { rows } = await sql<{ isInspection: boolean }>`
    update asset set inspect_told = least(coalesce(inspect_due, 'infinity'), coalesce(service_until, 'infinity'))
    where deleted_at is null and state in ('idle', 'inUse') and least(coalesce(inspect_due, 'infinity'), coalesce(service_until, 'infinity')) <= ${until}::date
      and inspect_told is distinct from least(coalesce(inspect_due, 'infinity'), coalesce(service_until, 'infinity')) returning coalesce(inspect_due <= ${until}::date, false) as is_inspection`.execute(
    unit.db,
  )
  const day = rows.some(({ isInspection }) => isInspection) ? 'inspectDue_before' : 'serviceUntil_before'
  if (rows.length > 0)
    unit.notify({
      to: await unit.usersWithRole('assetManager'),
      contentType: 'REMIND',
      title: { key: 'asset.inspectionsDue', params: [rows.length, INSPECT_DAYS] },
      link: `/stockmanage/asset?tab=cards&state=idle,inUse&${day}=${until}`,
    })
}

/** Days after which a loan is overdue enough to remind its holder and their leader (AST-05, as STK-43). */
const OVERDUE_DAYS = 3
const HOURS_BETWEEN_REMINDERS = 24

/** AST-05: whoever has a loan more than three days too long is reminded daily, with the leader of the department. */
export async function remindOverdueAllocations(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{
    id: number
    holderId: number
    leaderId: number | null
    assetNo: string
    name: string
    until: string
  }>`
    select l.id, l.holder_id, d.leader_id, a.asset_no, a.name, l.until from asset_allocation l join asset a on a.id = l.asset_id join shared_department d on d.id = l.dept_id
    where l.closed_at is null and l.until < ${addDays(unit.clock.today(), -OVERDUE_DAYS)}::date
      and (l.reminded_at is null or l.reminded_at <= ${unit.clock.now()}::timestamptz - make_interval(hours => ${HOURS_BETWEEN_REMINDERS})) order by l.id`.execute(
    unit.db,
  )
  for (const { holderId, leaderId, assetNo, name, until } of rows)
    unit.notify({
      to: [...new Set([holderId, ...(leaderId === null ? [] : [leaderId])])],
      contentType: 'REMIND',
      title: { key: 'asset.loanDue', params: [assetNo, name, until] },
      link: '/personal-center?tab=assets',
    })
  await sql`
    update asset_allocation set reminded_at = ${unit.clock.now()}::timestamptz where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    unit.db,
  )
}

/** Each looks at what is true when it runs: one run after a stop catches up with all that were missed. */
export const dueJobs: readonly JobDefinition[] = [
  { name: 'asset.inspections', every: { at: '08:00', missed: 'once' }, run: tellInspections },
  { name: 'asset.overdueLoans', every: { at: '08:30', missed: 'once' }, run: remindOverdueAllocations },
  { name: 'asset.lateBookings', every: { minutes: 60 }, run: remindLateLoans },
]
