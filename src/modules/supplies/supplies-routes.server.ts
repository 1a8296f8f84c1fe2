/** Calls of the issue counter, the catalogue and a ticket's lines. */

import { z } from 'zod'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { quantityOf } from '#src/fields/shapes.server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { catalogueFor, keepFavourite } from './catalogue/catalogue.server.ts'
import { issueBody, issueRound } from './counter/issue.server.ts'
import { progressOf } from './counter/progress.server.ts'
import { counterOf, ticketOfCode } from './counter/waiting.server.ts'
import { PICKUP_DIGITS } from './forms/fields.ts'
import { ownReturns } from './returns/own-returns.server.ts'

const id = z.coerce.number().int().positive()
const params = z.object({ id })

export const suppliesRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/supplies/counter/',
    permission: 'supplyCounter:Search',
    handle: ({ unit, access, language }) => counterOf(unit, access, language),
  }),
  route({
    method: 'GET',
    url: '/api/supplies/counter/code/',
    permission: 'supplyCounter:Search',
    query: z.object({
      code: z
        .string()
        .regex(new RegExp(`^\\d{${PICKUP_DIGITS}}$`))
        .meta({ examples: ['0'.repeat(PICKUP_DIGITS)] }),
    }),
    handle: async ({ unit, access, query }) => ({ ticketId: await ticketOfCode(unit, access, query.code) }),
  }),
  route({
    method: 'POST',
    url: '/api/supplies/counter/issue/',
    permission: 'supplyCounter:Issue',
    operation: { text: 'supplies.issueRound' },
    ownTransaction: true,
    body: issueBody,
    handle: ({ body, ...request }) => issueRound(request, body),
  }),
  route({
    method: 'GET',
    url: '/api/supplies/ticket/:id/',
    permission: 'signedIn',
    params,
    handle: ({ unit, access, params: given }) => progressOf(unit, access, given.id),
  }),
  route({
    method: 'GET',
    url: '/api/supplies/catalogue/',
    permission: 'signedIn',
    query: z.object({ type: z.string().max(40), forSelf: z.stringbool().default(true), assetId: id.optional() }),
    handle: ({ unit, access, query }) => catalogueFor(unit, access, query),
  }),
  route({
    method: 'POST',
    url: '/api/supplies/shortages/',
    permission: 'signedIn',
    unlogged: true,
    operation: { text: 'supplies.shortages' },
    body: z.strictObject({
      ticketId: z.number().int().positive().nullable(),
      lines: z
        .array(
          z.strictObject({
            key: z.string().max(20),
            itemId: z.number().int().positive(),
            size: z.string().max(20).exactOptional(),
            qty: quantityOf(0, 999),
          }),
        )
        .max(50),
    }),
    handle: ({ unit, body }) => unit.service(stockLedger).shortages(body.lines, body.ticketId),
  }),
  route({
    method: 'PUT',
    url: '/api/supplies/favourite/:id/',
    permission: 'signedIn',
    unlogged: true,
    operation: { text: 'supplies.keepFavourite' },
    params,
    body: z.strictObject({ isFavourite: z.boolean() }),
    handle: ({ unit, access, params: given, body }) => keepFavourite(unit, access, given.id, body.isFavourite),
  }),
  route({
    method: 'GET',
    url: '/api/supplies/return/own/',
    permission: 'signedIn',
    handle: ({ unit, access }) => ownReturns(unit, access),
  }),
]
