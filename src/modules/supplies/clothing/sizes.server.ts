/** Sizes of people: forms start with them, requests write them back (23.3). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { StockItemFigures } from '#src/define/stock/stockLedger.ts'
import type { OwnSizes, SizeKind } from './clothing-wire.ts'

export const SIZE_KINDS = ['height', 'hat', 'shirt', 'trousers', 'shoe'] as const satisfies readonly SizeKind[]
/** Measures that are numbers, with their limits (95.1). */
export const SIZE_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  height: [140, 210],
  hat: [52, 64],
  shoe: [34, 48],
}

export const noSizes: OwnSizes = { height: null, hat: null, shirt: null, trousers: null, shoe: null, confirmedAt: null }

export async function sizesOf(unit: UnitOfWork, userIds: readonly number[]): Promise<ReadonlyMap<number, OwnSizes>> {
  const { rows } = await sql<OwnSizes & { userId: number }>`
    select user_id, height::text as height, hat::text as hat, shirt, trousers, shoe::text as shoe, confirmed_at from clothing_profile
    where user_id = any(${[...userIds]}::bigint[])`.execute(unit.db)
  return new Map(rows.map(({ userId, ...sizes }) => [userId, sizes]))
}

/** The size a person takes of an item by their measures: theirs where the item has it, else the next larger; null when unknown. */
export function sizeFor(item: StockItemFigures, sizes: OwnSizes | undefined): string | null {
  const measure = item.sizeKind === null || sizes === undefined ? null : sizes[item.sizeKind as SizeKind]
  if (measure === null) return null
  if (item.sizeList.includes(measure)) return measure
  const larger = item.sizeList
    .filter((size) => /^\d+$/.test(size) && /^\d+$/.test(measure) && Number(size) > Number(measure))
    .sort((one, other) => Number(one) - Number(other))
  return larger[0] ?? null
}

const isMeasure = (kind: SizeKind, size: string): boolean => {
  const range = SIZE_RANGES[kind]
  if (!range) return size !== ''
  return /^\d{2,3}$/.test(size) && Number(size) >= range[0] && Number(size) <= range[1]
}

/** Writes measures of a person; those that are not given stay. */
export async function writeSizes(
  unit: UnitOfWork,
  userId: number,
  sizes: Partial<Readonly<Record<SizeKind, string | null>>>,
  isConfirmed: boolean,
): Promise<void> {
  const given = SIZE_KINDS.filter((kind) => {
    const size = sizes[kind]
    return size === null || (typeof size === 'string' && isMeasure(kind, size))
  })
  const now = unit.clock.now()
  const column = (kind: SizeKind) => (given.includes(kind) ? (sizes[kind] ?? null) : null)
  const isGiven = (kind: SizeKind) => given.includes(kind)
  await sql`
    insert into clothing_profile (user_id, height, hat, shirt, trousers, shoe, confirmed_at, updated_at)
    values (${userId}, ${column('height')}::int, ${column('hat')}::int, ${column('shirt')}, ${column('trousers')}, ${column('shoe')}::int, ${isConfirmed ? now : null}, ${now})
    on conflict (user_id) do update set
      height = case when ${isGiven('height')} then excluded.height else clothing_profile.height end,
      hat = case when ${isGiven('hat')} then excluded.hat else clothing_profile.hat end,
      shirt = case when ${isGiven('shirt')} then excluded.shirt else clothing_profile.shirt end,
      trousers = case when ${isGiven('trousers')} then excluded.trousers else clothing_profile.trousers end,
      shoe = case when ${isGiven('shoe')} then excluded.shoe else clothing_profile.shoe end,
      confirmed_at = coalesce(excluded.confirmed_at, clothing_profile.confirmed_at), updated_at = excluded.updated_at`.execute(
    unit.db,
  )
}
