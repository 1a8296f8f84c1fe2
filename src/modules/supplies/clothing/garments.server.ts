/** What the catalogue says of clothing and equipment for one person: what the cycle leaves, and their size. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import type { OwnCards } from '../catalogue/catalogue.server.ts'
import { entitledOf } from './entitled.server.ts'
import { sizeFor, sizesOf } from './sizes.server.ts'

/** STD-11, STD-12, STD-15: what is not for the person is left out. */
export async function garmentsFor(unit: UnitOfWork, userId: number, itemIds: readonly number[]): Promise<OwnCards> {
  const { rows } = await sql<{ personType: string }>`
    select person_type from shared_app_user where id = ${userId}`.execute(unit.db)
  const items = itemIds.length === 0 ? [] : await unit.service(stockLedger).items(itemIds)
  const entitled = await entitledOf(unit, [userId], null)
  const sizes = (await sizesOf(unit, [userId])).get(userId)
  return new Map(
    items
      .filter(({ auxiliary }) => auxiliary || rows[0]?.personType !== 'auxiliary')
      .map((item) => {
        const own = entitled.find(({ itemId }) => itemId === item.standardItemId)
        const size = sizeFor(item, sizes)
        return [
          item.id,
          {
            allowance: {
              max: own?.qty ?? null,
              left: own?.left ?? null,
              nextDueAt: own?.nextDueAt ?? null,
              isByRoom: false,
            },
            cells: size === null ? {} : { sizeCode: size },
          },
        ]
      }),
  )
}
