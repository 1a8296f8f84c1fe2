/** Standards as the tables hold them, in the form the entitlement engine reads. */
import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { ruleOf, type StandardRow } from './entitlement/rule-of-row.ts'
import type {
  Heads,
  StandardException,
  StandardItem,
  StandardRule,
  StandardVersion,
} from './entitlement/standard-rule.ts'

export async function itemsOf(unit: UnitOfWork, kind: string): Promise<readonly StandardItem[]> {
  const { rows } = await sql<StandardItem>`
    select id, name, group_id from standard_item where kind = ${kind} and deleted_at is null order by id`.execute(
    unit.db,
  )
  return rows
}

/** Standards of a kind that publishing these drafts, or all of them, would put in force; a draft ends the one it replaces on the day before. */
export async function rulesToPublish(
  unit: UnitOfWork,
  kind: string,
  drafts: readonly number[],
): Promise<{
  readonly rules: readonly StandardRule[]
  readonly former: readonly StandardRule[]
  readonly rows: readonly StandardRow[]
}> {
  const { rows } = await sql<StandardRow>`
    select id, standard_no, item_id, target_type, target_rank, target_post, target_dept_id, area_from, area_to, person_types, gender, basis, max_qty, tiers,
      rounding, unit_cap, life_years, life_use, life_use_unit, clothing_cycle, doc_no, effective_from, effective_to, replaces_id, state
    from equip_standard where kind = ${kind} and deleted_at is null and (state = 'published' or (state = 'draft' and (${drafts.length === 0} or id = any(${[...drafts]}::bigint[])))) order by id`.execute(
    unit.db,
  )
  const endsOn = new Map(
    rows.flatMap(({ state, replacesId, effectiveFrom }) =>
      state === 'draft' && replacesId !== null ? [[replacesId, addDays(effectiveFrom, -1)] as const] : [],
    ),
  )
  const rules = rows.map((row) => {
    const end = endsOn.get(row.id)
    return end === undefined ? ruleOf(row) : { ...ruleOf(row), effectiveTo: end }
  })
  return { rules, former: rows.filter(({ state }) => state === 'published').map(ruleOf), rows }
}

/** Who is counted by the choices of a version. */
export interface CountedPeople {
  readonly countsAuxiliary: boolean
  readonly countsContract: boolean
  readonly countsSeconded: boolean
}

/** People in service now, alike ones together. */
export async function headsNow(unit: UnitOfWork, counted: CountedPeople): Promise<readonly Heads[]> {
  const types = [
    'police',
    ...(counted.countsAuxiliary ? ['auxiliary'] : []),
    ...(counted.countsContract ? ['contract'] : []),
    ...(counted.countsSeconded ? ['seconded'] : []),
  ]
  const { rows } = await sql<Heads>`
    select dept_id, rank_level, post_type, person_type, gender, count(*)::int as count from shared_app_user
    where state and deleted_at is null and person_type = any(${types}::text[])
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(unit.db)
  return rows
}

interface VersionRow {
  readonly id: number
  readonly no: number
  readonly items: readonly StandardItem[]
  readonly rules: readonly StandardRule[]
  readonly heads: readonly Heads[]
}

async function versionWhere(unit: UnitOfWork, where: RawBuilder<unknown>): Promise<StandardVersion | null> {
  const { rows } = await sql<VersionRow>`
    select id, no, items, rules, heads from standard_version where deleted_at is null and ${where}`.execute(unit.db)
  return rows[0] ?? null
}
export const versionInForce = (unit: UnitOfWork, kind: string): Promise<StandardVersion | null> =>
  versionWhere(unit, sql`kind = ${kind} and state = 'published'`)
/** Published versions by kind. */
export async function versionsOf(
  unit: UnitOfWork,
  ids: readonly number[],
): Promise<ReadonlyMap<string, StandardVersion>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<VersionRow & { readonly kind: string }>`
    select id, no, items, rules, heads, kind from standard_version
    where deleted_at is null and state <> 'draft' and id = any(${[...ids]}::bigint[]) order by no`.execute(unit.db)
  return new Map(rows.map(({ kind, ...version }) => [kind, version]))
}

/** Exceptions that hold on a day. */
export async function exceptionsOn(unit: UnitOfWork, day: string): Promise<readonly StandardException[]> {
  const { rows } = await sql<StandardException>`
    select id, item_id, dept_id, user_id, qty, valid_to as until, doc_no from standard_exception
    where deleted_at is null and ${day}::date between valid_from and valid_to order by id`.execute(unit.db)
  return rows
}

/** Ids of the departments in use, in their order. */
export async function departmentIds(unit: UnitOfWork): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from shared_department where state and deleted_at is null order by sort, id`.execute(unit.db)
  return rows.map(({ id }) => id)
}
