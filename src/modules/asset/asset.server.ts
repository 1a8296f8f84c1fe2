import { sql } from 'kysely'
import { z } from 'zod'
import { defineHolding } from '#src/define/holdings.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { defineModuleServer, route } from '#src/define/server.ts'
import { provideService } from '#src/define/services.ts'
import type { AssetChoice } from './asset.types.ts'
import { seedAssets } from './asset-seed.server.ts'
import { bookingServer, poolCalendar, poolOptions } from './bookings/bookings.server.ts'
import { assetServer } from './cards/asset-cards.server.ts'
import { closeAllocations, createAssetLedger } from './cards/asset-ledger.server.ts'
import { depreciationJob, postDepreciation } from './cards/asset-plan.server.ts'
import { logServer } from './cards/log-words.server.ts'
import { confirmOwn, ownAssets } from './cards/own-assets.server.ts'
import { repairOrderChoices } from './cards/repair-orders.server.ts'
import { scrapServer } from './cards/scraps.server.ts'
import { moveAsset, requestTransfers, transferMany, transferServer } from './cards/transfers.server.ts'
import { afterReturnOf, assetLedger } from './contract.ts'
import { countServer } from './counts/count.server.ts'
import { countRoutes } from './counts/sheet.server.ts'
import { catalogueRoutes } from './equipment/catalogue.server.ts'
import { equipmentEffects } from './equipment/equipment-effects.server.ts'
import { equipmentApplication } from './equipment/equipment-form.server.ts'
import { labels } from './labels/labels.server.ts'
import { printLabels } from './labels/prints.server.ts'
import { receipts } from './receipts/receipts.server.ts'
import { classServer } from './reports/classes.server.ts'
import { due, dueJobs } from './reports/due.server.ts'
import { financeExport } from './reports/finance-export.server.ts'
import { handOver, heldAssets, signReceipt } from './sheets/counter.server.ts'
import { printSheet } from './sheets/sheets.server.ts'

/** AST-13: an account is switched off only when what its holder has goes to a successor. */
const held = defineHolding({
  key: 'assets',
  successor: 'needed',
  async find(unit, userId) {
    const { rows } = await sql<{ assetNo: string }>`
      select a.asset_no from asset_allocation l join asset a on a.id = l.asset_id where l.holder_id = ${userId} and l.closed_at is null order by a.asset_no`.execute(
      unit.db,
    )
    return { count: rows.length, names: rows.map(({ assetNo }) => assetNo) }
  },
  async release(unit, userId, successorId) {
    const { rows } = await sql<{ assetId: number; deptId: number; roomId: number | null; state: string }>`
      select l.asset_id, coalesce(u.dept_id, l.dept_id) as dept_id, l.room_id, a.state from asset_allocation l join asset a on a.id = l.asset_id
      left join shared_app_user u on u.id = ${successorId}::bigint
      where l.holder_id = ${userId} and l.closed_at is null order by l.asset_id`.execute(unit.db)
    const mover = { unit, userId: null, ticketId: null }
    if (rows.length > 0 && successorId === null) throw new RuleError('asset.successorNeeded', rows.length)
    for (const { assetId, deptId, roomId, state } of rows)
      if (state === 'inUse') await moveAsset(mover, assetId, { deptId, holderId: successorId, roomId }, '')
      else await closeAllocations(mover, [assetId], 'repairing', '')
  },
})

const digits = /[%_\\]/g

/** What the reviewer of a request may hand out: idle assets that are kept for no ticket, and pool equipment for loans. */
const idle = route({
  method: 'GET',
  url: '/api/assets/asset/idle/',
  permission: 'asset:Search',
  query: z.object({ search: z.string().max(60).optional(), id: z.coerce.number().int().optional() }),
  async handle({ unit, query, language }) {
    const search = query.search?.trim() ? `%${query.search.trim().replace(digits, '\\$&')}%` : null
    const { rows } = await sql<AssetChoice & { isPool: boolean }>`
      select id, asset_no || ' ' || name || ' ' || model as label, is_pool from asset
      where deleted_at is null and (id = ${query.id ?? null}::bigint or (${query.id ?? null}::bigint is null and ((state = 'idle' and reserved_ticket_id is null) or (is_pool and state = 'inUse'))
        and (${search}::text is null or asset_no || ' ' || name || ' ' || model || ' ' || sn ilike ${search}::text)))
      order by is_pool, asset_no desc limit 50`.execute(unit.db)
    const pool = unit.textOf(language, 'records.asset.fields.isPool') ?? ''
    return rows.map(({ id, label, isPool }) => ({ id, label: isPool ? `${label} (${pool})` : label }))
  },
})

/** AST-15: a label leads to the page of its asset, for those who may see it. */
const byNo = route({
  method: 'GET',
  url: '/api/assets/asset/by_no/:no/',
  permission: 'signedIn',
  params: z.object({ no: z.string().max(20) }),
  async handle({ unit, access, params }) {
    const { rows } = await sql<{ id: number; deptId: number; holderId: number | null }>`
      select id, dept_id, holder_id from asset where asset_no = ${params.no} and deleted_at is null`.execute(unit.db)
    const asset = rows[0]
    if (asset === undefined) throw notFound()
    const isOwn = asset.holderId === access.userId
    const scope = access.may('asset:Retrieve') ? access.scope('asset:Retrieve') : null
    if (scope === 'all' || scope?.departments.includes(asset.deptId) || (isOwn && scope?.self))
      return { id: asset.id, page: 'register' }
    if (isOwn) return { id: asset.id, page: 'own' }
    throw notFound()
  },
})

/** Devices in use that the caller holds or their department has: what parts are asked for. */
const serving = route({
  method: 'GET',
  url: '/api/assets/asset/serving/',
  permission: 'signedIn',
  query: z.object({ search: z.string().max(60).optional(), ids: z.string().max(500).optional() }),
  async handle({ unit, access, query }) {
    const search = query.search?.trim() ? `%${query.search.trim().replace(digits, '\\$&')}%` : null
    const ids = query.ids ? query.ids.split(',').map(Number).filter(Number.isSafeInteger) : null
    const { rows } = await sql<AssetChoice>`
      select id, asset_no || ' ' || name || ' ' || model as label from asset
      where deleted_at is null and state = 'inUse' and category in ('computer', 'office', 'communication', 'electrical')
        and (holder_id = ${access.userId} or dept_id = (select dept_id from shared_app_user where id = ${access.userId}))
        and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
        and (${search}::text is null or asset_no || ' ' || name || ' ' || model || ' ' || sn ilike ${search}::text)
      order by holder_id is distinct from ${access.userId}::bigint, asset_no desc limit 50`.execute(unit.db)
    return rows
  },
})

const depreciate = route({
  method: 'POST',
  url: '/api/assets/depreciate/',
  permission: 'asset:Depreciate',
  operation: { text: 'asset.depreciate' },
  handle: ({ unit }) => postDepreciation(unit),
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
    assetClass: classServer,
    assetCount: countServer,
    assetBooking: bookingServer,
    assetAllocation: {
      actions: {
        return: (row, values, unit, access) =>
          closeAllocations(
            { unit, userId: access.userId, ticketId: null },
            [Number(row.assetId)],
            afterReturnOf(values.after),
            String(values.note ?? ''),
          ),
        async transfer(row, values, unit, access) {
          await requestTransfers([Number(row.assetId)], values, unit, access)
        },
      },
    },
    assetLog: logServer,
  },
  services: [provideService(assetLedger, (unit) => createAssetLedger(unit))],
  routes: [
    ownAssets,
    confirmOwn,
    ...catalogueRoutes,
    idle,
    repairOrderChoices,
    serving,
    byNo,
    depreciate,
    ...countRoutes,
    printSheet,
    heldAssets,
    signReceipt,
    handOver,
    transferMany,
    poolCalendar,
    poolOptions,
    due,
    financeExport,
    labels,
    printLabels,
    receipts,
  ],
  jobs: [depreciationJob, ...dueJobs],
  holdings: [held],
  seedDemo: seedAssets,
})
