/** What the items of departments say of the matter they belong to. */
import type { UnitOfWork } from '#src/define/server.ts'
import { changeItem, lockItem } from './items.server.ts'

/** The matter is as far as its items of departments on average, and never goes back (SUP-01). */
export async function rollUp(unit: UnitOfWork, parentId: number): Promise<void> {
  const parent = await lockItem(unit, parentId)
  const { mean } = await unit.db
    .selectFrom('supervision_item')
    .select(({ fn }) => fn.avg<string | null>('progress').as('mean'))
    .where('parentId', '=', parentId)
    .where('state', '<>', 'terminated')
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const progress = Math.max(parent.progress, Math.floor(Number(mean ?? 0)))
  if (progress === parent.progress) return
  await changeItem(unit, parent, { progress }, null)
}

/** Open items of departments of a matter. */
export async function openParts(unit: UnitOfWork, parentId: number): Promise<number> {
  const { rest } = await unit.db
    .selectFrom('supervision_item')
    .select(({ fn }) => fn.countAll<number>().as('rest'))
    .where('parentId', '=', parentId)
    .where('state', 'not in', ['closed', 'terminated'])
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(rest)
}

/** Whether the matter is made of items of departments. */
export async function hasParts(unit: UnitOfWork, parentId: number): Promise<boolean> {
  const row = await unit.db
    .selectFrom('supervision_item')
    .select('id')
    .where('parentId', '=', parentId)
    .where('state', '<>', 'terminated')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
