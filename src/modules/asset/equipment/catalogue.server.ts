/** What can be requested in 23.6 and 23.7: kinds of equipment with what the standard leaves, idle pieces, and one's last request. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { notFound } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { spelling } from '#src/define/services.ts'
import type { Catalogue, CatalogueLine } from '#src/define/tickets/catalogue.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { entitlements } from '#src/modules/standard/contract.ts'
import type { EquipmentType } from '../asset.types.ts'

/** Whether the type hands out furniture. */
const types: Readonly<Record<EquipmentType, boolean>> = { officeElectronicEquipment: false, officeFurniture: true }

/** Most pieces of a line (23.6). */
export const MAX_PIECES = 50

interface Kind {
  readonly id: number
  readonly name: string
  readonly unit: string
  readonly category: string
  readonly picture: number | null
  readonly idle: number
  readonly isByRoom: boolean
  readonly isFavourite: boolean
}

/** Kinds by category and name, the favourites of the person marked; headings whose limit others share are no kind of their own. */
async function kindsOf(unit: UnitOfWork, userId: number, isFurniture: boolean): Promise<readonly Kind[]> {
  const { rows } = await sql<Kind>`
    select i.id, i.name, i.unit, i.category, i.picture,
      (select count(*)::int from asset a where a.item_id = i.id and a.state = 'idle' and a.reserved_ticket_id is null and a.deleted_at is null) as idle,
      exists (select from shared_equip_standard s where s.item_id = i.id and s.basis = 'perRoom' and s.state = 'published' and s.deleted_at is null) as is_by_room,
      exists (select from asset_favourite f where f.item_id = i.id and f.user_id = ${userId}) as is_favourite
    from shared_standard_item i
    where i.kind = 'office' and i.deleted_at is null and i.category is not null and (i.category = 'furniture') = ${isFurniture}
      and not exists (select from shared_standard_item m where m.group_id = i.id and m.deleted_at is null)
    order by i.category, i.name`.execute(unit.db)
  return rows
}

async function lastLines(unit: UnitOfWork, userId: number, type: string): Promise<readonly CatalogueLine[]> {
  const { rows } = await sql<{ lines: FormData['lines'] }>`
    select form_data -> 'lines' as lines from shared_ticket
    where applicant_id = ${userId} and type = ${type} and submitted_at is not null and deleted_at is null and form_data ->> 'applyKind' <> 'return'
    order by submitted_at desc, id desc limit 1`.execute(unit.db)
  return rowsOf(rows[0]?.lines).flatMap(({ itemId, qty }) =>
    typeof itemId === 'number' && typeof qty === 'number' ? [{ itemId, qty }] : [],
  )
}

async function catalogueOf(unit: UnitOfWork, access: Access, type: EquipmentType): Promise<Catalogue> {
  const kinds = await kindsOf(unit, access.userId, types[type])
  const spell = await unit.service(spelling)
  const answers = await unit
    .service(entitlements)
    .answer(kinds.map(({ id }) => ({ itemId: id, deptId: access.departmentId, userId: access.userId, roomId: null })))
  const last = await lastLines(unit, access.userId, type)
  return {
    items: kinds.map(({ idle, isByRoom, ...kind }, index) => {
      const answer = answers[index]
      const { full, initials } = spell.of(kind.name)
      return {
        ...kind,
        spec: '',
        packUnit: null,
        packQty: null,
        maxPerRequest: MAX_PIECES,
        oneHolder: false,
        controlled: false,
        available: idle,
        qtyPlaces: 0,
        price: answer?.unitCap ?? null,
        pinyin: full,
        initials,
        allowance: { max: answer?.max ?? null, left: answer?.left ?? null, nextDueAt: null, isByRoom },
        // What counts for each person is counted for who asks, until the line names another holder.
        cells: isByRoom ? {} : { userId: access.userId },
      }
    }),
    kits: [],
    last: last.filter(({ itemId }) => kinds.some(({ id }) => id === itemId)),
  }
}

export const catalogueRoutes = [
  route({
    method: 'GET',
    url: '/api/assets/catalogue/',
    permission: 'signedIn',
    query: z.object({ type: z.enum(['officeElectronicEquipment', 'officeFurniture']) }),
    handle: ({ unit, access, query }) => catalogueOf(unit, access, query.type),
  }),
  route({
    method: 'PUT',
    url: '/api/assets/favourite/:id/',
    permission: 'signedIn',
    unlogged: true,
    operation: { text: 'asset.keepFavourite' },
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.strictObject({ isFavourite: z.boolean() }),
    async handle({ unit, access, params, body }) {
      const items = await unit.service(entitlements).items([params.id])
      if (items.length === 0) throw notFound()
      if (body.isFavourite)
        await sql`insert into asset_favourite (user_id, item_id, created_at) values (${access.userId}, ${params.id}, ${unit.clock.now()}) on conflict do nothing`.execute(
          unit.db,
        )
      else
        await sql`delete from asset_favourite where user_id = ${access.userId} and item_id = ${params.id}`.execute(
          unit.db,
        )
      return body
    },
  }),
] as const
