/** Versions of the standards: what publishing would change, and publishing (STD-01, STD-03, STD-04). */
import { sql } from 'kysely'
import { assetLedger } from '#src/define/assets/ledger.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import { because } from './because.server.ts'
import { compareStandings, holdingKey, standings } from './entitlement/compare.ts'
import { entitle } from './entitlement/entitle.ts'
import type { StandardRule, StandardVersion } from './entitlement/standard-rule.ts'
import {
  type CountedPeople,
  departmentIds,
  exceptionsOn,
  headsNow,
  itemsOf,
  rulesToPublish,
  versionInForce,
} from './standard-rows.server.ts'

export interface DraftVersion extends CountedPeople {
  readonly id: number
  readonly kind: string
  readonly state: string
}

/** Pieces by department and item; those of a group are those of its members. */
async function holdingsOf(base: Base, items: StandardVersion['items']): Promise<ReadonlyMap<string, number>> {
  const groupOf = new Map(items.map(({ id, groupId }) => [id, groupId]))
  const found = new Map<string, number>()
  for (const { deptId, itemId, count } of await base.ledger(assetLedger).holdings(null)) {
    const group = groupOf.get(itemId) ?? null
    for (const id of group === null ? [itemId] : [itemId, group]) {
      const key = holdingKey(deptId, id)
      found.set(key, (found.get(key) ?? 0) + count)
    }
  }
  return found
}

const sameRule = (
  { effectiveTo: _one, ...rule }: StandardRule,
  { effectiveTo: _other, ...other }: StandardRule,
): boolean => JSON.stringify(rule) === JSON.stringify(other)
const inWords = ({ basis, qty, tiers, rounding, unitCap }: StandardRule): string =>
  [basis, tiers.length > 0 ? tiers.map((tier) => `${tier.from}+/${tier.per}`).join(' ') : qty / 100, rounding, unitCap]
    .filter((part) => part !== null)
    .join(' ')

/** What the drafts of a kind would make of it, as the draft version shows it. */
async function preview(base: Base, draft: DraftVersion) {
  const { rules, former, rows } = await rulesToPublish(base, draft.kind)
  const [items, heads, before] = [
    await itemsOf(base, draft.kind),
    await headsNow(base, draft),
    await versionInForce(base, draft.kind),
  ]
  const next: StandardVersion = { id: draft.id, no: 0, items, rules, heads }
  const today = base.clock.today()
  const day = rows.reduce(
    (latest, { state, effectiveFrom }) => (state === 'draft' && effectiveFrom > latest ? effectiveFrom : latest),
    today,
  )
  const [departments, holdings, exceptions] = [
    await departmentIds(base),
    await holdingsOf(base, items),
    await exceptionsOn(base, day),
  ]
  const after = standings(next, exceptions, holdings, day, departments)
  const changes = compareStandings(
    before === null ? [] : standings(before, exceptions, holdings, day, departments),
    after,
  )
  const published = new Map((before?.rules ?? former).map((rule) => [rule.id, rule]))
  const numbers = new Map(rows.map(({ id, standardNo }) => [id, standardNo]))
  const line = (change: string, rule: StandardRule, from: string | null, to: string | null) => ({
    change,
    standardNo: numbers.get(rule.id) ?? '',
    itemId: rule.itemId,
    before: from,
    after: to,
  })
  const ruleChanges = rows.flatMap(({ id, replacesId, state }) => {
    const rule = rules.find((one) => one.id === id)
    if (rule === undefined) return []
    const old = published.get(replacesId ?? id)
    if (state === 'draft')
      return [
        line(old === undefined ? 'added' : 'changed', rule, old === undefined ? null : inWords(old), inWords(rule)),
      ]
    if (old !== undefined && (!sameRule(rule, old) || rule.effectiveTo !== old.effectiveTo))
      return [line('ended', rule, inWords(old), rule.effectiveTo)]
    return []
  })
  return {
    next,
    day,
    changes,
    ruleChanges,
    headcount: heads.reduce((sum, { count }) => sum + count, 0),
    overCount: after.filter(({ over }) => over > 0).length,
    shortCount: after.filter(({ short }) => short > 0).length,
    fillCost: after.reduce((cost, { short, unitCap }) => cost + short * Number(unitCap ?? 0), 0).toFixed(2),
  }
}

/** Lines of the preview that are kept; a bureau has fewer. */
const MAX_CHANGES = 1000

/** Counts anew what a draft version would change. */
export async function recount(base: Base, draft: DraftVersion): Promise<void> {
  const found = await preview(base, draft)
  await sql`
    update standard_version set headcount = ${found.headcount}, over_count = ${found.overCount}, short_count = ${found.shortCount}, fill_cost = ${found.fillCost}::numeric,
      preview_on = ${found.day}::date, changes = ${JSON.stringify(
        found.changes.slice(0, MAX_CHANGES).map((change) => ({
          deptId: change.deptId,
          itemId: change.itemId,
          before: change.before,
          max: change.max,
          held: change.held,
          over: change.over,
          short: change.short,
          cost: change.cost === null ? null : change.cost.toFixed(2),
        })),
      )}::jsonb, rule_changes = ${JSON.stringify(found.ruleChanges.slice(0, MAX_CHANGES))}::jsonb,
      rules = ${JSON.stringify(found.next.rules)}::jsonb, items = ${JSON.stringify(found.next.items)}::jsonb, heads = ${JSON.stringify(found.next.heads)}::jsonb
    where id = ${draft.id}`.execute(base.db)
  base.changed('standardVersion', draft.id)
}

/** STD-03: the drafts of the kind become effective as one version; what they replace ends the day before. */
export async function publish(base: Base, draft: DraftVersion, userId: number): Promise<void> {
  const now = base.clock.now()
  await sql`select pg_advisory_xact_lock(hashtext('standard_version'))`.execute(base.db)
  const { rows: drafts } = await sql<{ id: number }>`
    select id from equip_standard where kind = ${draft.kind} and state = 'draft' and deleted_at is null limit 1`.execute(
    base.db,
  )
  if (drafts.length === 0) throw new RuleError('standard.nothingToPublish')
  await recount(base, draft)
  await sql`
    update equip_standard old set effective_to = new.effective_from - 1, state = case when new.effective_from <= old.effective_from then 'history' else old.state end,
      updated_at = ${now}::timestamptz, version = old.version + 1
    from equip_standard new
    where new.replaces_id = old.id and new.kind = ${draft.kind} and new.state = 'draft' and new.deleted_at is null and new.effective_from > old.effective_from`.execute(
    base.db,
  )
  await sql`
    update equip_standard set state = 'published', updated_at = ${now}::timestamptz, version = version + 1
    where kind = ${draft.kind} and state = 'draft' and deleted_at is null`.execute(base.db)
  await sql`
    update standard_version set state = 'history', updated_at = ${now}::timestamptz
    where kind = ${draft.kind} and state = 'published' and deleted_at is null`.execute(base.db)
  await sql`
    update standard_version set state = 'published', published_at = ${now}::timestamptz, published_by = ${userId}::bigint, version = version + 1, updated_at = ${now}::timestamptz,
      no = (select coalesce(max(no), 0) + 1 from standard_version where kind = ${draft.kind})
    where id = ${draft.id}`.execute(base.db)
  base.changed('standardVersion', null)
  base.changed('equipStandard', null)
  await countCompliance(base, draft.kind)
}

/** STD-04: every department against the version in force, with the reasons. */
export async function countCompliance(base: Base, kind: string): Promise<void> {
  const version = await versionInForce(base, kind)
  if (version === null) return
  const day = base.clock.today()
  const [holdings, exceptions, departments] = [
    await holdingsOf(base, version.items),
    await exceptionsOn(base, day),
    await departmentIds(base),
  ]
  const rows = standings(version, exceptions, holdings, day, departments).map((one) => {
    const entitled = entitle(version, exceptions, one.itemId, day, { of: 'dept', deptId: one.deptId })
    const groupId = entitled.group?.itemId
    const group = groupId === undefined ? 0 : (holdings.get(holdingKey(one.deptId, groupId)) ?? 0)
    return {
      ...one,
      standing: one.over > 0 ? 'over' : one.short > 0 ? 'short' : 'met',
      value: one.unitCap === null ? null : (one.short * Number(one.unitCap)).toFixed(2),
      trace: because(version, entitled, { own: one.held, group }),
    }
  })
  await sql`delete from standard_compliance where kind = ${kind}`.execute(base.db)
  await sql`
    insert into standard_compliance (kind, dept_id, item_id, max_qty, exception_qty, holding, over_qty, short_qty, unit_cap, short_value, standing, trace, version_id, counted_at)
    select ${kind}::text, "deptId", "itemId", max, exceptions, held, over, short, "unitCap", value, standing, trace, ${version.id}::bigint, ${base.clock.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("deptId" bigint, "itemId" bigint, max int, exceptions int, held int, over int, short int,
      "unitCap" numeric, value numeric, standing text, trace jsonb) order by "deptId", "itemId"`.execute(base.db)
  base.changed('standardCompliance', null)
}
