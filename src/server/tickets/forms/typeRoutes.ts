/** Routes of application types: cards, designed types, a new form, and spreadsheets of its sub-tables. */
import { operation } from '#src/define/operations/operations.ts'
import { badFile } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { largestUpload } from '#src/server/records/transfer/import.ts'
import { favouriteBody, keyParams, linesParams, startQuery } from '../commands/bodies.ts'
import { cardsOf, setFavourite, startOf } from '../queries/cards.ts'
import type { ReaderOf } from '../queries/lines.ts'
import { designedTypes } from '../versions/designedTypes.ts'
import { lineTemplate, readLineSheet } from './lineSheet.ts'

const TYPES = '/api/workflow/application_types/'

/** What can be applied for, and by whom: each call answers by the caller's own rights. */
export function typeRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: TYPES,
      permission: 'signedIn',
      handle: (request) => cardsOf(reader(request), request.access),
    }),
    route({
      method: 'GET',
      url: '/api/workflow/designed_types/',
      permission: 'signedIn',
      handle: async (request) => designedTypes(reader(request).engine, request.access),
    }),
    route({
      method: 'GET',
      url: `${TYPES}:key/`,
      permission: 'signedIn',
      params: keyParams,
      query: startQuery,
      handle: (request) => startOf(reader(request), request.access, request.params.key, request.query.from),
    }),
    route({
      method: 'POST',
      url: `${TYPES}:key/favourite/`,
      operation: operation('ticket.favourite', { of: 'application', param: 'key' }),
      permission: 'signedIn',
      params: keyParams,
      body: favouriteBody,
      handle: (request) => setFavourite(reader(request), request.access, request.params.key, request.body.favourite),
    }),
    route({
      method: 'GET',
      url: `${TYPES}:key/lines/:field/import_template/`,
      operation: operation('ticket.lineTemplate', { of: 'application', param: 'key' }),
      permission: 'signedIn',
      params: linesParams,
      handle: (request) => lineTemplate(reader(request), request.access, request.params.key, request.params.field),
    }),
    route({
      method: 'POST',
      url: `${TYPES}:key/lines/:field/import_data/`,
      operation: operation('ticket.importLines', { of: 'application', param: 'key' }),
      permission: 'signedIn',
      params: linesParams,
      // Nothing is written, and a file that waits to be read must not hold a transaction.
      ownTransaction: true,
      upload: { maxBytes: largestUpload },
      handle: (request) => {
        if (!request.upload) throw badFile('file.missing')
        return readLineSheet(reader(request), request.access, request.params.key, request.params.field, request.upload)
      },
    }),
  ]
}
