import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { ListAnswer } from '#src/define/answer.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { articleFor, articlesFor, markRead } from './reading.server.ts'
import { PUBLISHED } from './reading.ts'

const blank = (value: unknown): unknown => (value === '' ? undefined : value)
const count = z.coerce.number().int().min(1)
const day = z.preprocess(blank, z.iso.date().optional())
const listQuery = z.strictObject({
  page: z.preprocess(blank, count.max(1_000_000).default(1)),
  limit: z.preprocess(blank, count.max(100).default(20)),
  category: z.preprocess(blank, z.string().max(64).optional()),
  search: z.preprocess(blank, z.string().overwrite(trimText).max(50).optional()),
  deptId: z.preprocess(blank, count.max(Number.MAX_SAFE_INTEGER).optional()),
  // True travels as 1 (specification §5).
  unread: z.preprocess(blank, z.enum(['0', '1', 'false', 'true']).optional()),
  publishAt_after: day,
  publishAt_before: day,
})
const idParams = z.object({ id: count.max(Number.MAX_SAFE_INTEGER) })

/** What readers ask for (10.4); editors have the record's own calls. */
export const readingRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: PUBLISHED,
    permission: 'article:Search',
    query: listQuery,
    handle: async ({
      unit,
      access,
      language,
      query: { unread, publishAt_after: after, publishAt_before: before, ...query },
    }) => {
      const isUnread = unread === '1' || unread === 'true'
      const { rows, total } = await articlesFor(unit, access, language, { ...query, after, before, unread: isUnread })
      return new ListAnswer(rows, { page: query.page, limit: query.limit, total })
    },
  }),
  route({
    method: 'GET',
    url: `${PUBLISHED}:id/`,
    permission: 'article:Retrieve',
    params: idParams,
    handle: ({ unit, access, language, params }) => articleFor(unit, access, language, params.id),
  }),
  route({
    method: 'POST',
    url: `${PUBLISHED}:id/read/`,
    operation: operation('article.read', rowOf('article')),
    permission: 'article:Retrieve',
    params: idParams,
    unlogged: true,
    handle: async ({ unit, access, params }) => {
      await markRead(unit, access, params.id)
      return null
    },
  }),
]
