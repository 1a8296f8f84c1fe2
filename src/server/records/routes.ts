/** The endpoints of every record of the module list (97-api). */
import { z } from 'zod'
import { recordOperation } from '#src/define/operations/operations.ts'
import { badFile } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import type { Services } from '#src/server/app/services.ts'
import { changeOf, describedForm } from '#src/server/documentation/schema.ts'
import { exportLater } from '#src/server/exports/request.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { runAction } from './actions.ts'
import { chartOf, exportChart } from './charts.ts'
import { holdBack, holdRemoval } from './confirmation.ts'
import { timelineOf } from './history.ts'
import type { RecordModel } from './model.ts'
import { listOptions } from './options.ts'
import { behindPassword } from './password.ts'
import { anyQuery } from './query.ts'
import { askFirst, splitAnswer } from './question.ts'
import { findRow, listRecords, presentOne } from './read.ts'
import { type Records, recordsOf } from './records.ts'
import { relatedOf } from './related.ts'
import { changeRow, insertRow } from './save.ts'
import { exportRecords } from './transfer/export.ts'
import { importRecords, importTemplate, largestUpload, MAX_IMPORT_ROWS, readRows } from './transfer/import.ts'
import { checkChange, checkNew, removeRecord } from './write.ts'

/** Rows of one `multiple_delete`. */
const mostKeys = 100

/** The id is in the path; a body that repeats it is tolerated (97-api). */
const removeBody = z.object({ id: z.unknown(), confirmed: z.boolean() }).partial().nullish()

const keysBody = z.strictObject({
  keys: z.array(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(mostKeys),
})

/** Lists that clients of the API family also ask for under another address (97-api). */
export const secondPaths: Readonly<Record<string, string>> = { file: '/api/system/file/' }

/** Routes of all records, except those that were written by hand at the same place. */
export function recordRoutes(services: Services, byHand: readonly RouteDefinition[]): readonly RouteDefinition[] {
  const records = recordsOf(services)
  const taken = new Set(byHand.map(placeOf))
  return [...records.models.values()]
    .flatMap((model) => routesOf(records, model))
    .filter((each) => !taken.has(placeOf(each)))
}

const placeOf = (each: RouteDefinition): string => `${each.method} ${each.url}`

function routesOf(records: Records, model: RecordModel): readonly RouteDefinition[] {
  return [
    ...readingRoutes(records, model),
    ...guarded(records, model, writingRoutes(records, model)),
    ...sheetRoutes(records, model),
    ...chartRoutes(records, model),
    ...actionRoutes(records, model),
  ]
}

/** SYS-122: nothing is written before the password, and not many rows by one password. */
function guarded(records: Records, model: RecordModel, routes: readonly RouteDefinition[]): readonly RouteDefinition[] {
  if (model.definition.requiresPassword !== true) return routes
  return routes
    .filter((each) => !each.url.endsWith('/multiple_delete/'))
    .map((each) => behindPassword(records.services, model, each))
}

function readingRoutes(records: Records, model: RecordModel): readonly RouteDefinition[] {
  const { name, path, permissions, openable } = model.definition
  const opens = openable === true ? ({ openable, returns: `records.${name}.title` } as const) : {}
  const routes = [
    route({
      method: 'GET',
      url: path,
      ...opens,
      operation: recordOperation(name, 'search'),
      permission: permissions.search,
      query: anyQuery,
      handle: (request) => listRecords(records, model, request, request.query),
    }),
    // Who may pick what is decided inside: forms are filled by people who may not search the record.
    route({
      method: 'GET',
      url: `${path}options/`,
      operation: recordOperation(name, 'search'),
      permission: 'signedIn',
      query: anyQuery,
      handle: (request) => listOptions(records, model, request, request.query),
    }),
  ]
  const second = secondPaths[name]
  if (second !== undefined)
    routes.push(
      route({
        method: 'GET',
        url: second,
        operation: recordOperation(name, 'search'),
        permission: permissions.search,
        query: anyQuery,
        handle: (request) => listRecords(records, model, request, request.query),
      }),
    )
  const { retrieve } = permissions
  if (retrieve === undefined) return routes
  return [
    ...routes,
    route({
      method: 'GET',
      url: `${path}:id/`,
      ...opens,
      operation: recordOperation(name, 'retrieve'),
      permission: retrieve,
      params: idParams,
      handle: async (request) =>
        presentOne(records, model, request, await findRow(model, request, retrieve, request.params.id)),
    }),
    route({
      method: 'GET',
      url: `${path}:id/timeline/`,
      operation: recordOperation(name, 'retrieve'),
      permission: retrieve,
      params: idParams,
      handle: async (request) => {
        const row = await findRow(model, request, retrieve, request.params.id)
        return timelineOf(records, model, request, row)
      },
    }),
    route({
      method: 'GET',
      url: `${path}:id/related/`,
      operation: recordOperation(name, 'retrieve'),
      permission: retrieve,
      params: idParams,
      handle: async (request) =>
        relatedOf(records, model, request, await findRow(model, request, retrieve, request.params.id)),
    }),
  ]
}

function writingRoutes(records: Records, model: RecordModel): readonly RouteDefinition[] {
  const { name, path, permissions, appendOnly } = model.definition
  const { create } = permissions
  // INV-03: what is append-only has no way to be changed, whatever its permissions say.
  const update = appendOnly === true ? undefined : permissions.update
  const remove = appendOnly === true ? undefined : permissions.remove
  const routes: RouteDefinition[] = []
  if (create !== undefined)
    routes.push(
      route({
        method: 'POST',
        url: path,
        operation: recordOperation(name, 'create'),
        permission: create,
        body: describedForm(name),
        async handle(request) {
          const { isConfirmed, form } = splitAnswer(model, request.body)
          const values = await checkNew(records, model, request, form)
          if (!isConfirmed) await askFirst(model, request, values)
          const held = await holdBack(model, request, { action: 'create', row: null, values })
          return held ?? presentOne(records, model, request, await insertRow(model, request, values, create, 'create'))
        },
      }),
    )
  if (update !== undefined)
    routes.push(
      route({
        method: 'PUT',
        url: `${path}:id/`,
        operation: recordOperation(name, 'update'),
        permission: update,
        params: idParams,
        body: describedForm(changeOf(name)),
        async handle(request) {
          const checked = await checkChange(records, model, request, request.params.id, request.body, update)
          const { row, values } = checked
          const held = await holdBack(model, request, { action: 'update', row, values })
          return (
            held ?? presentOne(records, model, request, await changeRow(model, request, row, values, update, 'update'))
          )
        },
      }),
    )
  if (remove !== undefined)
    routes.push(
      route({
        method: 'DELETE',
        url: `${path}:id/`,
        operation: recordOperation(name, 'remove'),
        permission: remove,
        params: idParams,
        body: removeBody,
        async handle(request) {
          const { id } = request.params
          const held = await holdRemoval(model, request, id, remove)
          return held ?? removeRecord(records, model, request, id, remove, request.body?.confirmed === true)
        },
      }),
      route({
        method: 'DELETE',
        url: `${path}multiple_delete/`,
        operation: recordOperation(name, 'remove'),
        permission: remove,
        body: keysBody,
        handle: async (request) => {
          // One order for everybody, so that two callers never wait for each other.
          const ids = [...new Set(request.body.keys)].sort((a, b) => a - b)
          let held: ProposedAnswer | null = null
          for (const id of ids) {
            const one = await holdRemoval(model, request, id, remove)
            if (one === null) await removeRecord(records, model, request, id, remove)
            held = one ?? held
          }
          return held ?? undefined
        },
      }),
    )
  return routes
}

function sheetRoutes(records: Records, model: RecordModel): readonly RouteDefinition[] {
  const { name, path, permissions } = model.definition
  const routes: RouteDefinition[] = []
  const { export: exporting, import: importing } = permissions
  if (exporting !== undefined)
    routes.push(
      route({
        method: 'GET',
        url: `${path}export_data/`,
        operation: recordOperation(name, 'export'),
        permission: exporting,
        query: anyQuery,
        handle: (request) =>
          exportRecords(records, model, request, exporting, request.query, (query) =>
            exportLater(records.services, request, model.definition.name, query),
          ),
      }),
    )
  if (importing !== undefined)
    routes.push(
      route({
        method: 'GET',
        url: `${path}import_template/`,
        operation: recordOperation(name, 'template'),
        permission: importing,
        handle: (request) => importTemplate(records, model, request),
      }),
      route({
        method: 'POST',
        url: `${path}import_data/`,
        operation: recordOperation(name, 'import'),
        permission: importing,
        ownTransaction: true,
        upload: { maxBytes: largestUpload },
        handle: async (request) => {
          if (!request.upload) throw badFile('file.missing')
          const { parser } = records.services
          const rows = await readRows(parser, request.upload, MAX_IMPORT_ROWS, request.access.userId)
          return request.write((unit) => importRecords(records, model, { ...request, unit }, importing, rows))
        },
      }),
    )
  return routes
}

function chartRoutes(records: Records, model: RecordModel): readonly RouteDefinition[] {
  const { name, path, permissions, list } = model.definition
  if (list.charts === undefined) return []
  const { search, export: exporting } = permissions
  const reading = route({
    method: 'GET',
    url: `${path}chart/`,
    operation: recordOperation(name, 'search'),
    permission: search,
    query: anyQuery,
    handle: (request) => chartOf(records, model, request, search, request.query),
  })
  if (exporting === undefined) return [reading]
  return [
    reading,
    route({
      method: 'GET',
      url: `${path}chart/export_data/`,
      operation: recordOperation(name, 'export'),
      permission: exporting,
      query: anyQuery,
      handle: (request) => exportChart(records, model, request, exporting, request.query),
    }),
  ]
}

function actionRoutes(records: Records, model: RecordModel): readonly RouteDefinition[] {
  const { name: record, path, actions } = model.definition
  return Object.entries(actions ?? {}).map(([name, action]) =>
    route({
      method: 'POST',
      operation: { record, action: name },
      url: `${path}:id/${name}/`,
      permission: action.permission,
      ...(action.isSecret && { hasSecretBody: true }),
      params: idParams,
      body: describedForm(`${record}.${name}`),
      handle: (request) => runAction(records, model, name, action, request, request.params.id, request.body),
    }),
  )
}
