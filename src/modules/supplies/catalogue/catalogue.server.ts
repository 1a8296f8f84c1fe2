/** What can be asked for: items with picture and spelling, favourites, kits, and what the person asked for last. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { spelling } from '#src/define/services.ts'
import type { Catalogue, CatalogueItem, CatalogueLine } from '#src/define/tickets/catalogue.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { garmentsFor } from '../clothing/garments.server.ts'
import { suppliedCategories } from '../forms/categories.ts'
import { centsOf } from '../forms/form.server.ts'
import { fittingParts } from '../parts/parts.server.ts'

const linesOf = (rows: FormData['lines']): readonly CatalogueLine[] =>
  rowsOf(rows).flatMap(({ itemId, qty }) =>
    typeof itemId === 'number' && typeof qty === 'number' ? [{ itemId, qty }] : [],
  )

/** What a type knows of items beside the stock, for one person; an item that is missing is not offered to them. */
export type OwnCards = ReadonlyMap<number, Pick<CatalogueItem, 'allowance' | 'cells'>>
const ownCards: Readonly<
  Record<string, (unit: UnitOfWork, userId: number, itemIds: readonly number[]) => Promise<OwnCards>>
> = {
  equipmentClothing: garmentsFor,
}
const noCards = { allowance: null, cells: {} } as const

/** What the catalogue is opened for; `assetId` is the device whose parts are looked for. */
interface CatalogueQuery {
  readonly type: string
  readonly forSelf: boolean
  readonly assetId?: number | undefined
}

export async function catalogueFor(
  unit: UnitOfWork,
  access: Access,
  { type, forSelf, assetId }: CatalogueQuery,
): Promise<Catalogue> {
  const { userId } = access
  const categories = suppliedCategories[type]
  if (categories === undefined) throw notFound()
  const [all, spell] = [await unit.service(stockLedger).catalogue(categories), unit.service(spelling)]
  const fitting = await fittingParts(
    unit,
    access,
    assetId,
    all.map(({ id }) => id),
  )
  const stocked = all.filter(({ id }) => fitting.has(id))
  const own = forSelf
    ? await ownCards[type]?.(
        unit,
        userId,
        stocked.map(({ id }) => id),
      )
    : undefined
  const entries = own === undefined ? stocked : stocked.filter(({ id }) => own.has(id))
  const offered = new Set(entries.map(({ id }) => id))
  const { rows: favourites } = await sql<{ itemId: number }>`
    select item_id from supply_favourite where user_id = ${userId}`.execute(unit.db)
  const { rows: kits } = await sql<{ id: number; name: string; lines: FormData['lines'] }>`
    select id, name, lines from supply_kit where state = 'active' and deleted_at is null order by name`.execute(unit.db)
  const { rows: last } = await sql<{ lines: FormData['lines'] }>`
    select form_data -> 'lines' as lines from shared_ticket
    where applicant_id = ${userId} and type = ${type} and submitted_at is not null and deleted_at is null order by submitted_at desc, id desc limit 1`.execute(
    unit.db,
  )
  const offeredLines = (rows: FormData['lines']) => linesOf(rows).filter(({ itemId }) => offered.has(itemId))
  const kept = new Set(favourites.map(({ itemId }) => itemId))
  return {
    items: entries.map(({ averagePrice, ...item }) => {
      const { full, initials } = spell.of(item.name)
      return {
        ...item,
        price: fromCents(centsOf(averagePrice)),
        pinyin: full,
        initials,
        isFavourite: kept.has(item.id),
        ...(own?.get(item.id) ?? noCards),
      }
    }),
    kits: kits
      .map(({ id, name, lines }) => ({ id, name, lines: offeredLines(lines) }))
      .filter(({ lines }) => lines.length > 0),
    last: offeredLines(last[0]?.lines ?? null),
  }
}

export async function keepFavourite(unit: UnitOfWork, { userId }: Access, itemId: number, isFavourite: boolean) {
  const items = await unit.service(stockLedger).items([itemId])
  if (items.length === 0) throw notFound()
  if (isFavourite)
    await sql`insert into supply_favourite (user_id, item_id, created_at) values (${userId}, ${itemId}, ${unit.clock.now()}) on conflict do nothing`.execute(
      unit.db,
    )
  else await sql`delete from supply_favourite where user_id = ${userId} and item_id = ${itemId}`.execute(unit.db)
  return { isFavourite }
}
