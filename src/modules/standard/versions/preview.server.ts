/** What the drafts of a version would change: standards against the former version, and who becomes over or short. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { assetLedger, type ItemHolding } from '#src/modules/asset/contract.ts'
import { clothingIssues } from '#src/modules/supplies/contract.ts'
import type { CountedPieces } from '../contract.ts'
import { type Change, compareStandings, holdingKey, standings } from '../entitlement/compare.ts'
import { addPieces, countOf, noPieces } from '../entitlement/pieces.ts'
import type { StandardRule, StandardVersion } from '../entitlement/standard-rule.ts'
import {
  type CountedPeople,
  departmentIds,
  exceptionsOn,
  headsNow,
  itemsOf,
  rulesToPublish,
  versionInForce,
} from '../standard-rows.server.ts'

export interface DraftVersion extends CountedPeople {
  readonly id: number
  readonly kind: string
  readonly state: string
  /** The drafts it publishes; all of the kind when empty. */
  readonly drafts: readonly { readonly standardId: number }[] | null
}

export const draftIdsOf = ({ drafts }: DraftVersion): readonly number[] =>
  (drafts ?? []).map(({ standardId }) => Number(standardId))

/** A standard before and after, as a version keeps it. */
export interface StoredRuleChange {
  readonly change: 'added' | 'changed' | 'ended'
  readonly before: StandardRule | null
  readonly after: StandardRule | null
}

/** What departments hold of a kind: cards of assets, for clothing what people were issued. */
async function holdingsOf(
  unit: UnitOfWork,
  kind: string,
): Promise<readonly (CountedPieces & Pick<ItemHolding, 'itemId' | 'deptId'>)[]> {
  if (kind !== 'clothing') return unit.service(assetLedger).holdings(null)
  const issued = await unit.service(clothingIssues).holdings()
  return issued.map(({ itemId, deptId, count }) => ({ ...noPieces, itemId, deptId, inUse: count }))
}

/** Pieces by department and item; those of a group are those of its members. */
export async function piecesOf(
  unit: UnitOfWork,
  kind: string,
  items: StandardVersion['items'],
): Promise<ReadonlyMap<string, CountedPieces>> {
  const groupOf = new Map(items.map(({ id, groupId }) => [id, groupId]))
  const found = new Map<string, CountedPieces>()
  for (const holding of await holdingsOf(unit, kind)) {
    const group = groupOf.get(holding.itemId) ?? null
    for (const id of group === null ? [holding.itemId] : [holding.itemId, group]) {
      const key = holdingKey(holding.deptId, id)
      const before = found.get(key)
      found.set(key, before === undefined ? addPieces([holding]) : addPieces([before, holding]))
    }
  }
  return found
}

export const countsOf = (pieces: ReadonlyMap<string, CountedPieces>): ReadonlyMap<string, number> =>
  new Map([...pieces].map(([key, parts]) => [key, countOf(parts)]))

/** Each draft against what it replaces, and each standard that ends without one. */
function ruleChangesOf(
  rows: readonly { readonly id: number; readonly replacesId: number | null; readonly state: string }[],
  rules: readonly StandardRule[],
  before: readonly StandardRule[],
): readonly StoredRuleChange[] {
  const published = new Map(before.map((rule) => [rule.id, rule]))
  const replaced = new Set(rows.flatMap(({ state, replacesId }) => (state === 'draft' ? (replacesId ?? []) : [])))
  return rows.flatMap(({ id, replacesId, state }): StoredRuleChange[] => {
    const after = rules.find((rule) => rule.id === id) ?? null
    const former = published.get(state === 'draft' ? (replacesId ?? id) : id) ?? null
    if (state === 'draft') return [{ change: former === null ? 'added' : 'changed', before: former, after }]
    if (replaced.has(id) || former === null || after === null) return []
    // A published standard changes in nothing but its end.
    return former.effectiveTo === after.effectiveTo ? [] : [{ change: 'ended', before: former, after }]
  })
}

export interface Preview {
  readonly next: StandardVersion
  /** The day on which all of its standards hold. */
  readonly day: string
  readonly changes: readonly Change[]
  readonly ruleChanges: readonly StoredRuleChange[]
  readonly headcount: number
  readonly overCount: number
  readonly shortCount: number
  readonly fillCost: string
}

async function preview(unit: UnitOfWork, draft: DraftVersion): Promise<Preview> {
  const { rules, former, rows } = await rulesToPublish(unit, draft.kind, draftIdsOf(draft))
  const [items, heads, before] = [
    await itemsOf(unit, draft.kind),
    await headsNow(unit, draft),
    await versionInForce(unit, draft.kind),
  ]
  const next: StandardVersion = { id: draft.id, no: 0, items, rules, heads }
  const today = unit.clock.today()
  const day = rows.reduce(
    (latest, { state, effectiveFrom }) => (state === 'draft' && effectiveFrom > latest ? effectiveFrom : latest),
    today,
  )
  const [departments, holdings, exceptions] = [
    await departmentIds(unit),
    countsOf(await piecesOf(unit, draft.kind, items)),
    await exceptionsOn(unit, day),
  ]
  const after = standings(next, exceptions, holdings, day, departments)
  const changes = compareStandings(
    before === null ? [] : standings(before, exceptions, holdings, day, departments),
    after,
  )
  return {
    next,
    day,
    changes,
    ruleChanges: ruleChangesOf(rows, rules, before?.rules ?? former),
    headcount: heads.reduce((sum, { count }) => sum + count, 0),
    overCount: after.filter(({ over }) => over > 0).length,
    shortCount: after.filter(({ short }) => short > 0).length,
    fillCost: after.reduce((cost, { short, unitCap }) => cost + short * Number(unitCap ?? 0), 0).toFixed(2),
  }
}

/** Lines of the preview that are kept; a bureau has fewer. */
const MAX_CHANGES = 1000

/** Counts anew what a draft version would change. */
export async function recount(unit: UnitOfWork, draft: DraftVersion): Promise<void> {
  const found = await preview(unit, draft)
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
    where id = ${draft.id}`.execute(unit.db)
  unit.changed('standardVersion', draft.id)
}
