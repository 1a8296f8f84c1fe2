import { sql } from 'kysely'
import { diagramOf } from '#machines/ticket/diagram.ts'
import type { TicketContext } from '#machines/ticket/vocabulary.ts'
import type { StateUse, UseAnswer } from '#src/define/workflowUse.ts'
import { only } from '#src/server/database/only.ts'
import { standingDesign } from './designs/drafts.ts'
import { readHead } from './designs/workflow.ts'
import type { Reader } from './lines.ts'
import { versionRow } from './testing/version.ts'

/** Tickets whose way is looked at: the newest tell enough. */
const MOST_LOOKED = 2000
const DAY = 86_400_000
/** Days back, when nobody says from when. */
const DAYS = 90

export interface UsePeriod {
  /** `yyyy-MM-dd`, both included. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const chinese = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

/** Tickets of the version that were submitted in the period. */
const chosen = (type: string, versionId: number, from: Date, until: Date) => sql`
  select id from ticket where type = ${type} and version_id = ${versionId} and round > 0 and deleted_at is null
    and submitted_at >= ${from} and submitted_at < ${until}`

/** 25.11 live coverage and ageing: what real tickets did with a version in a period. @throws Refusal 4004. */
export async function useOf(reader: Reader, id: number, no: number | undefined, period: UsePeriod): Promise<UseAnswer> {
  const { engine, base } = reader
  const head = await readHead(base.db, id)
  const { basics } = await standingDesign(engine, base.db, head)
  const { version, versions } = await versionRow(base.db, id, no)
  const to = period.to ?? base.clock.today()
  const until = new Date(chinese(to).getTime() + DAY)
  const from = period.from ?? new Date(until.getTime() - DAYS * DAY).toISOString().slice(0, 10)
  const tickets = chosen(head.key, version.id, chinese(from), until)
  const { rows: states } = await sql<StateUse>`
    with chosen as (${tickets}), visit as (
      select k.state, min(k.opened_at) as opened, bool_or(k.outcome = 'return') as is_returned,
        case when bool_and(k.status in ('done', 'cancelled')) then max(k.decided_at) end as closed
      from ticket_task k join chosen c on c.id = k.ticket_id where k.kind <> 'cc' group by k.ticket_id, k.visit, k.state)
    select state, count(*)::int as visits, count(*) filter (where closed is null)::int as open,
      count(*) filter (where is_returned)::int as returns,
      percentile_cont(0.5) within group (order by extract(epoch from closed - opened) / 3600)::float8 as median_hours,
      percentile_cont(0.9) within group (order by extract(epoch from closed - opened) / 3600)::float8 as p90_hours
    from visit group by state`.execute(base.db)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from (${tickets}) c`.execute(base.db)
  const { rows: newest } = await sql<{ context: TicketContext }>`
    select snapshot -> 'context' as context from ticket where id in (${tickets}) order by id desc limit ${MOST_LOOKED}`.execute(
    base.db,
  )
  const ways = version.definition.transitions.map(() => 0)
  for (const { context } of newest)
    for (const [index, edge] of diagramOf(version.definition, context).edges.entries())
      if (edge.isTaken) ways[index] = (ways[index] ?? 0) + 1
  return {
    name: basics.name,
    nameEn: basics.nameEn,
    versions,
    versionNo: version.versionNo,
    definition: version.definition,
    from,
    to,
    tickets: only(counted).n,
    states,
    ways,
    looked: newest.length,
  }
}
