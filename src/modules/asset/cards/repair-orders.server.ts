/** Work orders that a repair entered on a card may belong to: open ones, those of this asset among them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { route } from '#src/define/server.ts'
import type { AssetChoice } from '../asset.types.ts'

const patternSigns = /[%_\\]/g

export const repairOrderChoices = route({
  method: 'GET',
  url: '/api/assets/repair/orders/',
  permission: 'asset:Repair',
  query: z.object({ search: z.string().max(60).optional(), id: z.coerce.number().int().optional() }),
  async handle({ unit, query }) {
    const search = query.search?.trim() ? `%${query.search.trim().replace(patternSigns, '\\$&')}%` : null
    const { rows } = await sql<AssetChoice>`
      select o.id, concat_ws(' · ', o.no, r.name, coalesce(a.asset_no || ' ' || a.name, to_char(o.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'))) as label
      from shared_work_order o left join asset_room r on r.id = o.room_id left join asset a on a.id = o.asset_id
      where o.deleted_at is null and (o.id = ${query.id ?? null}::bigint or (${query.id ?? null}::bigint is null and o.state in ('pending', 'assigned', 'accepted', 'working', 'suspended') and not o.is_cancelled
        and (${search}::text is null or concat_ws(' ', o.no, r.name, a.asset_no, a.name) ilike ${search}::text)))
      order by o.created_at desc, o.id desc limit 50`.execute(unit.db)
    return rows
  },
})
