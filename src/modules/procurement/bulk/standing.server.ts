/** PRC-21, PRC-22: what each line of a bulk purchase may have by the standards, and what one piece may cost. */
import { sql } from 'kysely'
import { type Problem, problemOf } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { type Entitlement, type EntitlementQuestion, entitlements } from '#src/modules/standard/contract.ts'
import type { DemandFigures } from '#src/modules/stock/contract.ts'
import { type BulkConfig, type BulkLine, configsOf, ownPlan } from './rows.server.ts'

/** A line beside what the department has already. */
export interface StandingLine extends BulkLine {
  readonly config: BulkConfig | null
  readonly itemName: string
  readonly headcount: number | null
  /** In use, under repair, asked for by other tickets, and ordered or asked for in bulk before. */
  readonly existing: number | null
  /** null when no standard speaks of it. */
  readonly standardMax: number | null
  readonly unitCap: string | null
  /** With the lines before it, more than the standard gives. */
  readonly isOver: boolean
  readonly because: readonly Problem[]
}

const keyOf = (deptId: number, itemId: number): string => `${deptId} ${itemId}`

/** What departments still get of earlier bulk purchases, by department and item; what answers a demand counts with its ticket. */
async function orderedBefore(unit: UnitOfWork, ticketId: number | null): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ deptId: number; itemId: number; qty: number }>`
    select (i ->> 'deptId')::bigint as dept_id, (i ->> 'standardItemId')::bigint as item_id,
      sum((i ->> 'qty')::numeric - coalesce((i ->> 'acceptedQty')::numeric, 0))::int as qty
    from purchase p cross join lateral jsonb_array_elements(p.items) i
    where p.method = 'bulk' and p.state in ('preparing', 'selecting', 'contracted', 'performing') and p.deleted_at is null
      and p.ticket_id is distinct from ${ticketId}::bigint and i ->> 'demandId' is null and i ->> 'standardItemId' is not null and i ->> 'deptId' is not null
    group by 1, 2`.execute(unit.db)
  return byKey(rows)
}

/** PRC-21: what tickets that were submitted before this one and are not approved yet ask for, so that two at once do not share the same room. */
async function askedBefore(unit: UnitOfWork, ticketId: number | null): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ deptId: number; itemId: number; qty: number }>`
    select (l ->> 'deptId')::bigint as dept_id, c.standard_item_id as item_id, sum((l ->> 'qty')::int)::int as qty
    from bulk_plan b join shared_ticket t on t.id = b.ticket_id
      left join bulk_plan own on own.ticket_id = ${ticketId}::bigint and own.is_live
      left join shared_ticket mine on mine.id = own.ticket_id
      cross join lateral jsonb_array_elements(case when jsonb_typeof(t.form_data -> 'demands') = 'array' then t.form_data -> 'demands' else '[]'::jsonb end) l
      join bulk_config c on c.id = (l ->> 'configId')::bigint
    where b.is_live and b.ticket_id is distinct from ${ticketId}::bigint and not exists (select from purchase p where p.ticket_id = b.ticket_id)
      and (mine.id is null or (t.submitted_at, t.id) < (mine.submitted_at, mine.id))
      and l ->> 'demandId' is null and l ->> 'deptId' is not null and l ->> 'qty' is not null and c.standard_item_id is not null
    group by 1, 2`.execute(unit.db)
  return byKey(rows)
}

const byKey = (rows: readonly { readonly deptId: number; readonly itemId: number; readonly qty: number }[]) =>
  new Map(rows.map(({ deptId, itemId, qty }) => [keyOf(deptId, itemId), qty]))

const lower = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && compareMoney(other, one) < 0) ? other : one

/** Each line in the order of the form: what the lines before it want counts as well. */
export async function standingOf(
  unit: UnitOfWork,
  lines: readonly BulkLine[],
  demands: readonly DemandFigures[],
  ticketId: number | null,
): Promise<readonly StandingLine[]> {
  const configs = await configsOf(unit, lines)
  const itemOf = ({ configId }: BulkLine): number | null => configs.get(configId ?? 0)?.standardItemId ?? null
  const questions = new Map<string, EntitlementQuestion>()
  for (const line of lines) {
    const itemId = itemOf(line)
    if (itemId !== null && line.deptId !== null)
      questions.set(keyOf(line.deptId, itemId), { itemId, deptId: line.deptId, userId: null, roomId: null })
  }
  const plan = await ownPlan(unit, ticketId)
  const answered = await unit.service(entitlements).answer([...questions.values()], {
    versionIds: plan?.versionId == null ? [] : [plan.versionId],
  })
  const answers = new Map([...questions.keys()].map((key, index) => [key, answered[index]]))
  const [ordered, asked] =
    questions.size === 0
      ? [none.counts, none.counts]
      : await Promise.all([orderedBefore(unit, ticketId), askedBefore(unit, ticketId)])
  // A request that the form answers is counted by its line, and no longer as asked for.
  const requested = new Map<string, number>()
  for (const line of lines) {
    const itemId = itemOf(line)
    const demand = demands.find(({ id }) => id === line.demandId)
    if (itemId === null || line.deptId === null || demand?.ticketId == null) continue
    const key = keyOf(line.deptId, itemId)
    requested.set(key, (requested.get(key) ?? 0) + demand.qty - demand.receivedQty)
  }
  const wanted = new Map<string, number>()
  return lines.map((line): StandingLine => {
    const config = configs.get(line.configId ?? 0) ?? null
    const itemId = itemOf(line)
    const key = itemId === null || line.deptId === null ? null : keyOf(line.deptId, itemId)
    const answer: Entitlement | undefined = key === null ? undefined : answers.get(key)
    const unitCap = lower(config?.unitCap ?? null, answer?.unitCap ?? null)
    if (key === null || answer === undefined)
      return { ...line, ...none.standing, config, itemName: config?.name ?? '', unitCap }
    const before = { ordered: ordered.get(key) ?? 0, asked: asked.get(key) ?? 0 }
    const requestedHere = Math.min(answer.counted.pending, requested.get(key) ?? 0)
    const existing = answer.holding - requestedHere + before.ordered + before.asked
    const total = (wanted.get(key) ?? 0) + (line.qty ?? 0)
    wanted.set(key, total)
    return {
      ...line,
      config,
      unitCap,
      itemName: answer.itemName,
      headcount: answer.headcount,
      existing,
      standardMax: answer.max,
      isOver: answer.max !== null && total + existing > answer.max,
      because: [
        ...answer.because,
        ...(before.ordered > 0 ? [problemOf('bulk.orderedBefore', before.ordered)] : []),
        ...(before.asked > 0 ? [problemOf('bulk.askedBefore', before.asked)] : []),
      ],
    }
  })
}

const none = {
  counts: new Map<string, number>() as ReadonlyMap<string, number>,
  standing: { headcount: null, existing: null, standardMax: null, isOver: false, because: [] },
} as const
