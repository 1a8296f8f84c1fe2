/** What a version would change: for every department and item, the limit before and after. Pure. */
import { entitle } from './entitle.ts'
import type { StandardException, StandardVersion } from './standard-rule.ts'

/** Pieces of an item that a department holds. */
export type Holdings = ReadonlyMap<string, number>
export const holdingKey = (deptId: number, itemId: number): string => `${deptId}.${itemId}`

/** How a department stands with an item. */
export interface Standing {
  readonly deptId: number
  readonly itemId: number
  readonly max: number
  readonly exceptions: number
  readonly held: number
  readonly over: number
  readonly short: number
  readonly unitCap: string | null
}

/** All departments with all items of a version on a day; pairs without a standard and without a piece are left out. */
export function standings(
  version: StandardVersion,
  exceptions: readonly StandardException[],
  holdings: Holdings,
  day: string,
  departments: readonly number[],
): readonly Standing[] {
  return departments.flatMap((deptId) =>
    version.items.flatMap(({ id: itemId }): Standing[] => {
      const { own } = entitle(version, exceptions, itemId, day, { of: 'dept', deptId })
      const held = holdings.get(holdingKey(deptId, itemId)) ?? 0
      if (own === null) return []
      return [
        {
          deptId,
          itemId,
          max: own.max,
          exceptions: own.max - own.standard,
          held,
          over: Math.max(0, held - own.max),
          short: Math.max(0, own.max - held),
          unitCap: own.shares[0]?.rule.unitCap ?? null,
        },
      ]
    }),
  )
}

/** One line of the preview: who becomes over or short. */
export interface Change extends Standing {
  /** Limit of the version in force; null when it has none. */
  readonly before: number | null
  /** What filling the shortage would cost at the price limit, in yuan; null without a limit. */
  readonly cost: number | null
}

/** Pairs whose limit changes, those that become over first, then by the cost to fill. */
export function compareStandings(before: readonly Standing[], after: readonly Standing[]): readonly Change[] {
  const former = new Map(before.map((one) => [holdingKey(one.deptId, one.itemId), one]))
  const gone = before.filter(
    (one) => !after.some((other) => other.deptId === one.deptId && other.itemId === one.itemId),
  )
  const now = [...after, ...gone.map((one) => ({ ...one, max: 0, over: one.held, short: 0, exceptions: 0 }))]
  return now
    .map((one): Change => {
      const cost = one.unitCap === null ? null : one.short * Number(one.unitCap)
      return { ...one, before: former.get(holdingKey(one.deptId, one.itemId))?.max ?? null, cost }
    })
    .filter(({ before: limit, max }) => limit !== max)
    .sort((one, other) => other.over - one.over || (other.cost ?? 0) - (one.cost ?? 0))
}
