/** An asset is in one open procedure at once: a transfer, or a request to scrap it (a unique index holds it). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type AssetRow, changeAssets, type Mover } from './asset-moves.server.ts'

type ProcedureKind = 'transfer' | 'scrap'

/** Leader and deputies of a department. */
export async function leadersOf(unit: UnitOfWork, deptId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ leaderId: number | null; deputyIds: readonly number[] }>`
    select leader_id, deputy_ids from shared_department where id = ${deptId}`.execute(unit.db)
  return [...(rows[0]?.leaderId == null ? [] : [rows[0].leaderId]), ...(rows[0]?.deputyIds ?? [])]
}

/**
 * Refuses assets that are in an open procedure of these kinds. The assets are locked before, so that of two requests
 * at once the second one sees the first.
 */
export async function refuseInProcedure(
  unit: UnitOfWork,
  assetIds: readonly number[],
  kinds: readonly ProcedureKind[] = ['transfer', 'scrap'],
): Promise<void> {
  const { rows } = await sql<{ assetNo: string; kind: ProcedureKind }>`
    select a.asset_no, p.kind from asset_procedure p join asset a on a.id = p.asset_id
    where p.asset_id = any(${[...assetIds]}::bigint[]) and p.kind = any(${[...kinds]}::text[]) order by a.asset_no limit 1`.execute(
    unit.db,
  )
  const [open] = rows
  if (open) throw new RuleError(open.kind === 'transfer' ? 'asset.transferOpen' : 'asset.scrapOpen', open.assetNo)
}

interface Ended {
  readonly assetId: number
  readonly createdBy: number | null
  readonly deptId: number
}

const ends = {
  transfer: { action: 'cancelTransfer', title: 'asset.transferCancelled', tab: 'transfers' },
  scrap: { action: 'cancelScrap', title: 'asset.scrapCancelled', tab: 'scraps' },
} as const

/** A line in the log of each asset, and a notice to the leaders who were to confirm and to the person who asked. */
async function recordEnds(
  mover: Mover,
  assets: readonly AssetRow[],
  ended: readonly Ended[],
  { action, title, tab }: (typeof ends)[keyof typeof ends],
  note: string,
): Promise<void> {
  const { unit, userId } = mover
  for (const { assetId, createdBy, deptId } of ended) {
    const asset = assets.find(({ id }) => id === assetId)
    if (asset === undefined) continue
    await changeAssets(mover, [asset], action, sql`remark = remark`, note)
    unit.notify({
      to: othersThan(userId, [...(await leadersOf(unit, deptId)), createdBy]),
      contentType: 'SYSTEM',
      title: { key: title, params: [asset.assetNo] },
      link: `/stockmanage/asset?tab=${tab}`,
    })
  }
}

/**
 * Ends the open transfers of locked assets that went another way (returned, handed out, lost), each with a line in the log
 * and a notice to the leaders who were to confirm and to the person who asked.
 */
export async function cancelTransfers(mover: Mover, assets: readonly AssetRow[], note = ''): Promise<void> {
  const { unit, userId } = mover
  if (assets.length === 0) return
  const { rows } = await sql<Ended>`
    update asset_transfer set state = 'cancelled', updated_at = ${unit.clock.now()}::timestamptz, updated_by = ${userId}::bigint, version = version + 1
    where asset_id = any(${assets.map(({ id }) => id)}::bigint[]) and state in ('requested', 'released') and deleted_at is null
    returning asset_id, created_by, waits_dept_id as dept_id`.execute(unit.db)
  await recordEnds(mover, assets, rows, ends.transfer, note)
  if (rows.length > 0) unit.changed('assetTransfer', null)
}

/** What is lost is neither transferred nor scrapped: every open procedure of it ends. */
export async function cancelProcedures(mover: Mover, assets: readonly AssetRow[], note: string): Promise<void> {
  await cancelTransfers(mover, assets, note)
  const { unit, userId } = mover
  const { rows } = await sql<Ended>`
    update asset_scrap set state = 'cancelled', updated_at = ${unit.clock.now()}::timestamptz, updated_by = ${userId}::bigint, version = version + 1
    where asset_id = any(${assets.map(({ id }) => id)}::bigint[]) and state in ('requested', 'reviewed', 'approved') and deleted_at is null
    returning asset_id, created_by, review_dept_id as dept_id`.execute(unit.db)
  await recordEnds(mover, assets, rows, ends.scrap, note)
  if (rows.length > 0) unit.changed('assetScrap', null)
}

const othersThan = (userId: number | null, people: readonly (number | null)[]): readonly number[] => [
  ...new Set(people.filter((id): id is number => id !== null && id !== userId)),
]
