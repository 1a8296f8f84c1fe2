import { sql } from 'kysely'
import { z } from 'zod'
import { assetLedger } from '#src/define/assets/ledger.ts'
import { defineHolding } from '#src/define/holdings.ts'
import { provideLedger } from '#src/define/ledgers.ts'
import { RuleError } from '#src/define/problem.ts'
import { defineModuleServer, route } from '#src/define/server.ts'
import { seedAssets } from './asset-seed.server.ts'
import type { AssetChoice } from './asset-wire.ts'
import { assetServer } from './cards/asset-cards.server.ts'
import { closeAllocations, createAssetLedger } from './cards/asset-ledger.server.ts'
import { depreciationJob, postDepreciation } from './cards/asset-plan.server.ts'
import { confirmOwn, ownAssets } from './cards/own-assets.server.ts'
import { scrapServer } from './cards/scraps.server.ts'
import { moveAsset, requestTransfer, transferServer } from './cards/transfers.server.ts'
import { equipmentEffects } from './equipment/equipment-effects.server.ts'
import { equipmentApplication } from './equipment/equipment-form.server.ts'

/** AST-13: an account is switched off only when what its holder has goes to a successor. */
const held = defineHolding({
  key: 'assets',
  successor: 'needed',
  async find(base, userId) {
    const { rows } = await sql<{ assetNo: string }>`
      select a.asset_no from asset_allocation l join asset a on a.id = l.asset_id where l.holder_id = ${userId} and l.closed_at is null order by a.asset_no`.execute(
      base.db,
    )
    return { count: rows.length, names: rows.map(({ assetNo }) => assetNo) }
  },
  async release(base, userId, successorId) {
    const { rows } = await sql<{ assetId: number; deptId: number; roomId: number | null; state: string }>`
      select l.asset_id, coalesce(u.dept_id, l.dept_id) as dept_id, l.room_id, a.state from asset_allocation l join asset a on a.id = l.asset_id
      left join shared_app_user u on u.id = ${successorId}::bigint
      where l.holder_id = ${userId} and l.closed_at is null order by l.asset_id`.execute(base.db)
    const mover = { base, userId: null, ticketId: null }
    if (rows.length > 0 && successorId === null) throw new RuleError('asset.successorNeeded', rows.length)
    for (const { assetId, deptId, roomId, state } of rows)
      if (state === 'inUse') await moveAsset(mover, assetId, { deptId, holderId: successorId, roomId }, '')
      else await closeAllocations(mover, [assetId], 'repairing', '')
  },
})

const digits = /[%_\\]/g

/** Idle assets for the reviewer of a request. */
const idle = route({
  method: 'GET',
  url: '/api/assets/asset/idle/',
  permission: 'asset:Search',
  query: z.object({ search: z.string().max(60).optional(), id: z.coerce.number().int().optional() }),
  async handle({ base, query }) {
    const search = query.search?.trim() ? `%${query.search.trim().replace(digits, '\\$&')}%` : null
    const { rows } = await sql<AssetChoice>`
      select id, asset_no || ' ' || name || ' ' || model as label from asset
      where deleted_at is null and (id = ${query.id ?? null}::bigint or (${query.id ?? null}::bigint is null and state = 'idle' and not is_pool
        and (${search}::text is null or asset_no || ' ' || name || ' ' || model || ' ' || sn ilike ${search}::text)))
      order by asset_no desc limit 50`.execute(base.db)
    return rows
  },
})

const depreciate = route({
  method: 'POST',
  url: '/api/assets/depreciate/',
  permission: 'asset:Depreciate',
  operation: { text: 'asset.depreciate' },
  handle: ({ base }) => postDepreciation(base),
})

export default defineModuleServer({
  effects: equipmentEffects,
  applications: {
    officeElectronicEquipment: equipmentApplication(false),
    officeFurniture: equipmentApplication(true),
  },
  records: {
    asset: assetServer,
    assetRoom: { pickable: () => sql`r.deleted_at is null` },
    assetTransfer: transferServer,
    assetScrap: scrapServer,
    assetAllocation: {
      actions: {
        return: (row, values, base, access) =>
          closeAllocations(
            { base, userId: access.userId, ticketId: null },
            [Number(row.assetId)],
            values.after === 'repairing' || values.after === 'pendingScrap' ? values.after : 'idle',
            String(values.note ?? ''),
          ),
        transfer: (row, values, base, access) => requestTransfer(Number(row.assetId), values, base, access),
      },
    },
    assetLog: {
      computed: {
        change: `(select string_agg(b.key || ': ' || coalesce(b.value #>> '{}', '-') || ' → ' || coalesce(r.after ->> b.key, '-'), '; ') from jsonb_each(r.before) b where b.value is distinct from r.after -> b.key)`,
      },
    },
  },
  ledgers: [provideLedger(assetLedger, (base) => createAssetLedger(base))],
  routes: [ownAssets, confirmOwn, idle, depreciate],
  jobs: [depreciationJob],
  holdings: [held],
  seedDemo: seedAssets,
})
