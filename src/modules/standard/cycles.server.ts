/** What people may have in each cycle (STD-11): clothing by its cycle, police gear by its life. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { because } from './because.server.ts'
import type { CycleEntitlement } from './contract.ts'
import { entitle } from './entitlement/entitle.ts'
import type { Profile } from './entitlement/specificity.ts'
import type { StandardRule } from './entitlement/standard-rule.ts'
import { exceptionsOn, versionInForce } from './standard-rows.server.ts'

const KINDS = ['clothing', 'police'] as const
const YEARS: Readonly<Record<string, number>> = { year1: 1, year2: 2, year3: 3, year5: 5 }

const yearsOf = ({ clothingCycle, lifeYears }: StandardRule): number | null =>
  clothingCycle == null ? lifeYears : (YEARS[clothingCycle] ?? null)

export async function cyclesOf(unit: UnitOfWork, userIds: readonly number[]): Promise<readonly CycleEntitlement[]> {
  const { rows: people } = await sql<Profile & { readonly id: number }>`
    select id, dept_id, rank_level, post_type, person_type, gender from shared_app_user
    where id = any(${[...userIds]}::bigint[]) and deleted_at is null order by id`.execute(unit.db)
  const day = unit.clock.today()
  const exceptions = await exceptionsOn(unit, day)
  const found: CycleEntitlement[] = []
  for (const kind of KINDS) {
    const version = await versionInForce(unit, kind)
    if (version === null) continue
    const named = new Set(version.rules.map(({ itemId }) => itemId))
    for (const { id: userId, ...profile } of people)
      for (const { id: itemId, name } of version.items) {
        if (!named.has(itemId)) continue
        const entitled = entitle(version, exceptions, itemId, day, { of: 'person', userId, profile })
        if (entitled.own === null || entitled.rule === null || entitled.own.max === 0) continue
        found.push({
          userId,
          itemId,
          itemName: name,
          kind,
          qty: entitled.own.max,
          years: yearsOf(entitled.rule),
          unitCap: entitled.rule.unitCap,
          because: because(version, entitled, { own: null, group: 0 }),
        })
      }
  }
  return found.sort((one, other) => one.userId - other.userId || one.itemId - other.itemId)
}
