/** Calls about layouts of the home page (10.2). */
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { count, line } from '#src/fields/shapes.server.ts'
import { COLUMNS, MAX_ROWS, MAX_WIDGETS, widgetIds } from './layout.ts'
import {
  createLayout,
  historyOf,
  keepLayout,
  layoutFor,
  layoutsOf,
  publishLayout,
  removeLayout,
  rolesFor,
  setDefault,
  updateLayout,
} from './layouts.server.ts'

const url = '/api/home/layouts/'
const MAX_NAME = 30
/** More than a layout holds, so that the fault is named by its rule (HOM-04). */
const MAX_SENT = MAX_WIDGETS * 2

const params = z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const version = count(1, 1_000_000)
const widget = z.strictObject({
  id: z.enum(widgetIds),
  x: count(0, COLUMNS),
  y: count(0, MAX_ROWS),
  w: count(1, COLUMNS),
  h: count(1, MAX_ROWS),
})
const layout = { name: line(MAX_NAME).min(1), widgets: z.array(widget).max(MAX_SENT) }

export const layoutRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/home/layout/',
    permission: 'home:Search',
    handle: ({ unit, access, language }) => layoutFor(unit, access, language),
  }),
  route({
    method: 'GET',
    url,
    permission: 'home:Search',
    handle: ({ unit, access, language }) => layoutsOf(unit, access, language),
  }),
  route({
    method: 'GET',
    url: `${url}roles/`,
    permission: 'home:PublishLayout',
    handle: ({ unit, language }) => rolesFor(unit, language),
  }),
  route({
    method: 'GET',
    url: `${url}:id/history/`,
    permission: 'home:SaveLayout',
    params,
    handle: ({ unit, access, params, language }) => historyOf(unit, access, params.id, language),
  }),
  route({
    method: 'POST',
    url,
    permission: 'home:SaveLayout',
    operation: operation('home.createLayout', { of: 'literal', body: 'name' }),
    body: z.strictObject({ ...layout, isDefault: z.boolean() }),
    handle: ({ unit, access, body, language }) => createLayout(unit, access, body, language),
  }),
  route({
    method: 'PUT',
    url: `${url}:id/`,
    permission: 'home:SaveLayout',
    operation: operation('home.updateLayout', { of: 'literal', body: 'name' }),
    params,
    body: z.strictObject({ ...layout, version }),
    handle: ({ unit, access, params, body, language }) => updateLayout(unit, access, params.id, body, language),
  }),
  route({
    method: 'POST',
    url: `${url}:id/default/`,
    permission: 'home:SaveLayout',
    operation: operation('home.defaultLayout'),
    params,
    body: z.strictObject({ isDefault: z.boolean() }),
    async handle({ unit, access, params, body }) {
      await setDefault(unit, access, params.id, body.isDefault)
      return null
    },
  }),
  route({
    method: 'POST',
    url: `${url}:id/keep/`,
    permission: 'home:SaveLayout',
    operation: operation('home.keepLayout'),
    params,
    async handle({ unit, access, params }) {
      await keepLayout(unit, access, params.id)
      return null
    },
  }),
  route({
    method: 'POST',
    url: `${url}:id/publish/`,
    permission: 'home:PublishLayout',
    operation: operation('home.publishLayout'),
    params,
    body: z.strictObject({ version, roleKeys: z.array(line(50).min(1)).max(50) }),
    handle: ({ unit, access, params, body, language }) => publishLayout(unit, access, params.id, body, language),
  }),
  route({
    method: 'DELETE',
    url: `${url}:id/`,
    permission: 'home:SaveLayout',
    operation: operation('home.removeLayout'),
    params,
    async handle({ unit, access, params, language }) {
      await removeLayout(unit, access, params.id, language)
      return null
    },
  }),
]
