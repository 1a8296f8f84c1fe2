import { sql } from 'kysely'
import { visitsReached } from '#machines/ticket/engine/regions.ts'
import type { TicketContext } from '#machines/ticket/engine/vocabulary.ts'
import { diagramOf } from '#machines/ticket/explore/diagram.ts'
import type { StateUse, UseAnswer } from '#src/define/workflows/workflowUse.ts'
import { only } from '#src/server/database/only.ts'
import { standingDesign } from '../designs/drafts.ts'
import { readHead } from '../designs/workflow.ts'
import type { Reader } from '../queries/lines.ts'
import { versionRow } from '../tests/version.ts'

/** Tickets whose route is looked at: the newest tell enough. */
const MAX_LOOKED = 2000
const DAY = 86_400_000
/** Length of the default period, in days. */
const DAYS = 90

export interface UsePeriod {
  /** `yyyy-MM-dd`, both included. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const chinese = (day: string): Date => new Date(`${day}T00:00:00+08:00`)

/** Tickets submitted in the period that stand on the version, or stood on it until they were brought to another by hand. */
const chosen = (type: string, versionId: number, from: Date, until: Date) => sql`
  select t.id, t.version_id, t.snapshot from ticket t where t.type = ${type} and t.round > 0 and t.deleted_at is null
    and t.submitted_at >= ${from} and t.submitted_at < ${until} and (t.version_id = ${versionId} or t.id in (
      select e.ticket_id from ticket_event e where e.type = 'move' and (e.event ->> 'from')::bigint = ${versionId}))`

/** Few were ever brought anywhere: only their visits are looked through. Of each ticket the visits from `first` to before `next` were lived under the version; without an end where it stands there. */
const lived = (versionId: number) => sql`
  brought as (
    select c.id, (v ->> 'id')::int as visit, (v -> 'moved' ->> 'from')::bigint as left_id
    from (select id, snapshot from chosen where id in (
      select e.ticket_id from ticket_event e where e.type = 'move') offset 0) c,
      jsonb_array_elements(c.snapshot -> 'context' -> 'visits') v
    where v -> 'moved' is not null),
  life as (
    select id, coalesce(lag(visit) over (partition by id order by visit), 1) as first, visit as next, left_id as version_id from brought
    union all
    select c.id, coalesce(max(b.visit), 1), null, c.version_id from chosen c left join brought b on b.id = c.id group by c.id, c.version_id),
  own as (select id, first, next from life where version_id = ${versionId})`

/** 25.11 live coverage and ageing: what real tickets did with a version in a period. @throws Refusal 4004. */
export async function useOf(
  reader: Pick<Reader, 'engine' | 'unit'>,
  id: number,
  no: number | undefined,
  period: UsePeriod,
): Promise<UseAnswer> {
  const { engine, unit } = reader
  const head = await readHead(unit.db, id)
  const { basics } = await standingDesign(engine, unit.db, head)
  const { version, versions } = await versionRow(unit.db, id, no)
  const to = period.to ?? unit.clock.today()
  const until = new Date(chinese(to).getTime() + DAY)
  const from = period.from ?? new Date(until.getTime() - DAYS * DAY).toISOString().slice(0, 10)
  const tickets = chosen(head.key, version.id, chinese(from), until)
  const { rows: states } = await sql<StateUse>`
    with chosen as (${tickets}), ${lived(version.id)}, visit as (
      select k.state, min(k.opened_at) as opened, bool_or(k.outcome = 'return') as is_returned,
        case when bool_and(k.status in ('done', 'cancelled')) then max(k.decided_at) end as closed
      from ticket_task k join own o on o.id = k.ticket_id and k.visit >= o.first and (o.next is null or k.visit < o.next)
      where k.kind <> 'cc' group by k.ticket_id, k.visit, k.state)
    select state, count(*)::int as visits, count(*) filter (where closed is null)::int as open,
      count(*) filter (where is_returned)::int as returns,
      percentile_cont(0.5) within group (order by extract(epoch from closed - opened) / 3600)::float8 as median_hours,
      percentile_cont(0.9) within group (order by extract(epoch from closed - opened) / 3600)::float8 as p90_hours
    from visit group by state`.execute(unit.db)
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from (${tickets}) c`.execute(unit.db)
  const { rows: newest } = await sql<{ versionId: number; context: TicketContext }>`
    select version_id, snapshot -> 'context' as context from (${tickets}) c order by id desc limit ${MAX_LOOKED}`.execute(
    unit.db,
  )
  const transitions = version.definition.transitions.map(() => 0)
  for (const { versionId, context } of newest) {
    const history = visitsReached(context).filter((life) => (life.from ?? versionId) === version.id)
    const diagrams = history.map((life) => diagramOf(version.definition, life.context))
    // A ticket that came back to a version took a transition of it once, however often it lived there.
    for (const index of transitions.keys())
      if (diagrams.some(({ edges }) => edges[index]?.isTaken)) transitions[index] = (transitions[index] ?? 0) + 1
  }
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
    transitions,
    looked: newest.length,
  }
}
