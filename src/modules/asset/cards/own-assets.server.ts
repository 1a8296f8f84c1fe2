/** 10.3 我的资产: what a person holds, and the confirmation that they have it. */
import { sql } from 'kysely'
import { z } from 'zod'
import { RuleError } from '#src/define/problem.ts'
import { route } from '#src/define/server.ts'
import type { OwnAsset } from '../asset.types.ts'
import { confirmAllocations } from './asset-ledger.server.ts'

export const ownAssets = route({
  method: 'GET',
  url: '/api/assets/own/',
  permission: 'signedIn',
  async handle({ unit, access }) {
    const { rows } = await sql<OwnAsset>`
      select l.id, a.id as asset_id, a.asset_no, a.name, a.model, a.sn, a.category, a.state, r.name as room, l.opened_at::date as since, l.until, l.state as allocation_state,
        t.id as ticket_id, t.no as ticket_no
      from asset_allocation l join asset a on a.id = l.asset_id left join asset_room r on r.id = l.room_id left join shared_ticket t on t.id = l.ticket_id
      where l.holder_id = ${access.userId} and l.closed_at is null order by l.state desc, a.asset_no`.execute(unit.db)
    return rows
  },
})

export const confirmOwn = route({
  method: 'POST',
  url: '/api/assets/own/:id/confirm/',
  permission: 'signedIn',
  params: z.object({ id: z.coerce.number().int().positive() }),
  operation: { text: 'asset.confirm' },
  async handle({ unit, access, params }) {
    const mover = { unit, userId: access.userId, ticketId: null }
    const confirmed = await confirmAllocations(mover, { allocationId: params.id }, access.userId)
    if (confirmed === 0) throw new RuleError('asset.nothingToConfirm')
    return { confirmed }
  },
})
