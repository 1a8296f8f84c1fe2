import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { isSafeRegex } from '#src/modules/system/config/config.ts'
import { itemGroups } from '#src/modules/system/config/config.types.ts'
import type { Services } from '#src/server/app/services.ts'
import { idParams } from '#src/server/http/schemas.ts'
import {
  changeItem,
  changeValues,
  createItem,
  findItem,
  historyOf,
  listItems,
  removeItem,
  restoreValue,
} from './configuration.ts'

const PATH = '/api/system/config/'

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const change = z.strictObject({ id: count, version: count, value: z.unknown() })

const customItem = z.strictObject({
  key: z
    .string()
    .max(64)
    .regex(/^[a-z][A-Za-z0-9]{0,31}\.[A-Za-z][A-Za-z0-9]{0,31}$/),
  group: z.enum(itemGroups),
  title: z.string().overwrite(trimText).min(1).max(50),
  titleEn: z.string().overwrite(trimText).min(1).max(80),
  type: z.union([
    z.literal(0),
    z.literal(1),
    z.literal(3),
    z.literal(4),
    z.literal(7),
    z.literal(9),
    z.literal(10),
    z.literal(11),
  ]),
  options: z.string().max(64).nullable().default(null),
  rule: z
    .strictObject({
      optional: z.boolean().optional(),
      min: z.number().min(-1e12).max(1e12).optional(),
      max: z.number().min(-1e12).max(1e12).optional(),
      places: z.number().int().min(0).max(6).optional(),
      regex: z.string().max(100).refine(isSafeRegex).optional(),
    })
    .default({}),
  placeholder: z.string().overwrite(trimText).max(100).default(''),
  sort: z.number().int().min(0).max(9999).default(999),
  public: z.boolean().default(false),
  secret: z.boolean().default(false),
  // Under a name that no log keeps: it may be a secret.
  secretValue: z.unknown(),
})

/** What may be said anew about an item that is there. */
const customChange = customItem
  .omit({ key: true, type: true, secret: true, secretValue: true })
  .extend({ version: count })

/** The rule without what was not said. */
const compact = <T extends object>(rule: T): T =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as T

/** Configuration for administrators (60.7). Values are effective at once: every node reloads them by their revision (SYS-73). */
export function configurationRoutes({ vault }: Services): readonly RouteDefinition[] {
  return [
    route({ method: 'GET', url: PATH, permission: 'config:Search', handle: ({ unit }) => listItems(unit) }),
    route({
      method: 'PUT',
      url: PATH,
      operation: operation('config.change', { of: 'config', body: 'items' }),
      permission: 'config:Update',
      // Two names for the same, so that secrets never stand in a log.
      body: z.strictObject({
        items: z.array(change).max(200).default([]),
        secrets: z.array(change).max(50).default([]),
      }),
      handle: ({ unit, access, body }) => changeValues(unit, vault, access, [...body.items, ...body.secrets]),
    }),
    route({
      method: 'POST',
      url: PATH,
      operation: operation('config.create', { of: 'literal', body: 'title' }),
      permission: 'config:Create',
      body: customItem,
      handle: ({ unit, access, body: { key, secretValue, rule, ...item } }) =>
        createItem(unit, vault, access, key, { ...item, rule: compact(rule) as object }, secretValue),
    }),
    route({
      method: 'PUT',
      url: `${PATH}:id/`,
      operation: operation('config.update', { of: 'config' }),
      permission: 'config:Update',
      params: idParams,
      body: customChange,
      handle: ({ unit, access, params, body: { rule, ...item } }) =>
        changeItem(unit, access, params.id, { ...item, rule: compact(rule) as object }),
    }),
    route({
      method: 'DELETE',
      url: `${PATH}:id/`,
      operation: operation('config.remove', { of: 'config' }),
      permission: 'config:Delete',
      params: idParams,
      handle: ({ unit, params }) => removeItem(unit, params.id),
    }),
    route({
      method: 'GET',
      url: `${PATH}:id/history/`,
      permission: 'config:Search',
      params: idParams,
      handle: async ({ unit, params }) => {
        const item = await findItem(unit, params.id)
        return historyOf(unit, item.id)
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}:id/restore/`,
      operation: operation('config.restore', { of: 'config' }),
      permission: 'config:Update',
      params: idParams,
      body: z.strictObject({ version: count, history: count }),
      handle: ({ unit, access, params, body }) => restoreValue(unit, vault, access, { id: params.id, ...body }),
    }),
  ]
}
