/** Sizes of people: forms start with them, requests write them back (23.3). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { StockItemFigures } from '#src/modules/stock/contract.ts'
import type { OwnSizes, SizeKind } from './clothing.types.ts'

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

/** Measures of people, those that are written only. */
export type GivenSizes = ReadonlyMap<number, Partial<Readonly<Record<SizeKind, string | null>>>>

/** The measures that pieces in these sizes tell of their wearers; the last piece of a kind counts. */
export function sizesWorn(
  pieces: readonly { readonly userId: number; readonly sizeKind: string | null; readonly size: string | null }[],
): GivenSizes {
  const people = new Map<number, Partial<Record<SizeKind, string>>>()
  for (const { userId, sizeKind, size } of pieces)
    if (sizeKind !== null && size !== null && size !== '')
      people.set(userId, { ...people.get(userId), [sizeKind as SizeKind]: size })
  return people
}

/** Writes measures of people; those that are not given stay, and a size that is no measure is passed over. */
export async function writeSizes(unit: UnitOfWork, people: GivenSizes, isConfirmed: boolean): Promise<void> {
  const rows = [...people].map(([user, sizes]) => ({
    user,
    sizes: Object.fromEntries(
      SIZE_KINDS.flatMap((kind) => {
        const size = sizes[kind]
        return size === null || (typeof size === 'string' && isMeasure(kind, size)) ? [[kind, size]] : []
      }),
    ),
  }))
  const [now, json] = [unit.clock.now(), JSON.stringify(rows)]
  await sql`
    insert into clothing_profile (user_id, updated_at)
    select g."user", ${now}::timestamptz from jsonb_to_recordset(${json}::jsonb) as g("user" bigint) on conflict do nothing`.execute(
    unit.db,
  )
  await sql`
    update clothing_profile p set
      height = case when g.sizes ? 'height' then (g.sizes ->> 'height')::int else p.height end,
      hat = case when g.sizes ? 'hat' then (g.sizes ->> 'hat')::int else p.hat end,
      shirt = case when g.sizes ? 'shirt' then g.sizes ->> 'shirt' else p.shirt end,
      trousers = case when g.sizes ? 'trousers' then g.sizes ->> 'trousers' else p.trousers end,
      shoe = case when g.sizes ? 'shoe' then (g.sizes ->> 'shoe')::int else p.shoe end,
      confirmed_at = coalesce(${isConfirmed ? now : null}::timestamptz, p.confirmed_at), updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) as g("user" bigint, sizes jsonb) where p.user_id = g."user"`.execute(
    unit.db,
  )
}
