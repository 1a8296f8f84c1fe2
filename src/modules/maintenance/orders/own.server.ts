/** Repairs of a person: reported, followed, and those whose parts the head of logistics comments on (MNT-03). */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { commentOnParts, ESCALATE_AFTER_REOPENS, logisticsHeads } from './finish.server.ts'
import type { CommentedOrder, OpenOrder, OwnRepairs, UnratedOrder } from './order.types.ts'

interface Row extends Omit<CommentedOrder, 'createdAt'> {
  readonly createdAt: Date
  readonly isReported: boolean
  readonly isFollowed: boolean
  readonly needsComment: boolean
  readonly isWatched: boolean
}

const MAX_ROWS = 50
const RATING_DAYS = 30

/** What silence accepted lately, so that its applicant can still rate it. */
async function unrated(unit: UnitOfWork, userId: number): Promise<readonly UnratedOrder[]> {
  const { rows } = await sql<Omit<UnratedOrder, 'createdAt'> & { createdAt: Date }>`
    select id, no, category, state, location, description, created_at, ticket_id from work_order
    where applicant_id = ${userId} and is_default_rating and ticket_id is not null and state in ('verified', 'closed') and deleted_at is null
      and verified_at > ${unit.clock.now()}::timestamptz - make_interval(days => ${RATING_DAYS}) order by verified_at desc, id desc limit ${MAX_ROWS}`.execute(
    unit.db,
  )
  return rows.map((row) => ({ ...row, createdAt: momentText(row.createdAt) }))
}

async function ownRepairs(unit: UnitOfWork, { userId }: Access): Promise<OwnRepairs> {
  const now = unit.clock.now()
  const isHead = (await logisticsHeads(unit)).includes(userId)
  const { rows } = await sql<Row>`
    select o.id, o.no, o.category, o.state, o.location, o.description, o.created_at, o.parts_value, o.needs_comment, o.applicant_id is not distinct from ${userId}::bigint as is_reported,
      f.user_id is not null as is_followed, ${isHead}::boolean and (o.due_at < ${now}::timestamptz or o.reopen_count >= ${ESCALATE_AFTER_REOPENS}) as is_watched
    from work_order o left join work_order_follower f on f.order_id = o.id and f.user_id = ${userId}
    where o.deleted_at is null and o.state not in ('verified', 'closed')
      and (o.applicant_id = ${userId} or f.user_id is not null or (${isHead}::boolean and (o.needs_comment or o.due_at < ${now}::timestamptz or o.reopen_count >= ${ESCALATE_AFTER_REOPENS})))
    order by o.created_at desc, o.id desc limit ${MAX_ROWS}`.execute(unit.db)
  const shown = ({ id, no, category, state, location, description, createdAt }: Row) => ({
    id,
    no,
    category,
    state,
    location,
    description,
    createdAt: momentText(createdAt),
  })
  const open = (row: Row): OpenOrder => ({ ...shown(row), isFollowed: row.isFollowed })
  return {
    reported: rows.filter(({ isReported }) => isReported).map(open),
    followed: rows.filter(({ isFollowed, isReported }) => isFollowed && !isReported).map(open),
    toWatch: rows.filter(({ isWatched }) => isWatched).map(open),
    toRate: await unrated(unit, userId),
    toComment: isHead
      ? rows
          .filter(({ needsComment }) => needsComment)
          .map((row): CommentedOrder => ({ ...shown(row), partsValue: row.partsValue }))
      : [],
  }
}

export const ownRepairRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/maintenance/own/',
    permission: 'signedIn',
    handle: ({ unit, access }) => ownRepairs(unit, access),
  }),
  route({
    method: 'POST',
    url: '/api/maintenance/order/:id/comment/',
    permission: 'signedIn',
    operation: { text: 'maintenance.comment' },
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.strictObject({ comment: z.string().overwrite(trimText).min(2).max(300) }),
    async handle({ unit, access, params, body }) {
      await commentOnParts(unit, params.id, body.comment, access.userId)
      return { id: params.id }
    },
  }),
]
