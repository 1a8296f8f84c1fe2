import { sql } from 'kysely'
import { z } from 'zod'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { notFound, RuleError, versionConflict } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { menuMessages } from './menu.messages.ts'
import { checkMenuPlace, keepMenuPage } from './menu-rules.server.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Steps between neighbours, so that a new row finds room. */
const STEP = 10

/** Puts the row at a place among the children of `parent`; those beside it are numbered anew. */
async function arrange(
  unit: UnitOfWork,
  userId: number,
  moved: number,
  parent: number | null,
  index: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from menu where deleted_at is null and parent is not distinct from ${parent}::bigint and id <> ${moved} order by sort, id`.execute(
    unit.db,
  )
  const order = rows.map((row) => row.id)
  order.splice(Math.min(index, order.length), 0, moved)
  await sql`
    update menu set sort = place.at * ${STEP}::int, parent = case when id = ${moved} then ${parent}::bigint else parent end,
      updated_at = ${unit.clock.now()}, updated_by = ${userId}, version = version + 1
    from unnest(${order}::bigint[]) with ordinality as place(menu_id, at)
    where id = place.menu_id and (id = ${moved} or sort <> place.at * ${STEP}::int)`.execute(unit.db)
}

/** Moving is its own action with its own permission: to another catalogue, or among its neighbours (SYS-44). */
const move = route({
  method: 'POST',
  url: '/api/system/menu/:id/move/',
  operation: operation('organisation.moveMenu', rowOf('menu')),
  permission: 'menu:Move',
  params: z.strictObject({ id }),
  body: z.strictObject({
    parent: z.number().int().positive().nullable(),
    /** Place among the children of the parent, 0 first. */
    index: z.number().int().min(0).max(9999),
    version: z.number().int(),
  }),
  async handle({ unit, access, params, body }) {
    const { rows } = await sql<{ parent: number | null; sort: number; version: number }>`
      select parent, sort, version from menu where id = ${params.id} and deleted_at is null for update`.execute(unit.db)
    const own = rows[0]
    if (!own) throw notFound()
    if (own.version !== body.version) throw versionConflict()
    await checkMenuPlace(unit, params.id, body.parent)
    await arrange(unit, access.userId, params.id, body.parent, body.index)
    await keepMenuPage(unit)
    unit.changed('menu', null)
    const after = { parent: body.parent, index: body.index }
    unit.traced({ record: 'menu', id: params.id, before: { parent: own.parent, sort: own.sort }, after })
    return { id: params.id, version: own.version + 1 }
  },
})

/** Every page of the product that a menu may lead to. */
const targets = route({
  method: 'GET',
  url: '/api/system/menu/targets/',
  permission: 'menu:Search',
  async handle({ unit, language }) {
    const { rows } = await sql<{ path: string; title: string; titleEn: string; permissions: readonly string[] }>`
      select web_path as path, title, title_en, permissions from menu where built_in and not is_catalog order by web_path`.execute(
      unit.db,
    )
    return rows.map(({ path, title, titleEn, permissions }) => ({
      path,
      title: language === 'en' && titleEn !== '' ? titleEn : title,
      permissions,
    }))
  },
})

/** The set every register has (60.4 Generate): action, the call below the resource's path, its method. */
const standard = [
  ['Search', '', '0'],
  ['Retrieve', '{id}/', '0'],
  ['Create', '', '1'],
  ['Update', '{id}/', '2'],
  ['Delete', '{id}/', '3'],
] as const

/** Registers what of the standard set is missing, and takes what stood without a menu into this one. */
const generate = route({
  method: 'POST',
  url: '/api/system/menu_button/generate/',
  operation: operation('menu.generate', rowOf('menu', 'menuId')),
  permission: 'menuButton:Generate',
  body: z.strictObject({
    menuId: id,
    resource: z.string().regex(/^[a-zA-Z]{2,40}$/),
    /** Path of the resource's calls; empty when nobody knows it. */
    api: z.union([z.literal(''), z.string().regex(/^\/api\/[\w/-]{1,150}\/$/)]).default(''),
    adminOnly: z.boolean().default(false),
  }),
  async handle({ unit, access, body }) {
    const found = await sql`
      select from menu where id = ${body.menuId} and not is_catalog and deleted_at is null`.execute(unit.db)
    if (found.rows.length === 0) throw notFound()
    const now = unit.clock.now()
    const buttons = standard.map(([action, path, method], index) => ({
      value: `${body.resource}:${action}`,
      api: body.api === '' ? '' : body.api + path,
      method,
      zh: menuMessages.zhHans.menu.standard[action],
      en: menuMessages.en.menu.standard[action],
      sort: (index + 1) * 10,
    }))
    const { rows } = await sql<{ id: number; value: string; isNew: boolean }>`
      insert into permission as p (menu_id, name, name_en, value, api, method, admin_only, sort, created_at, created_by, updated_at, updated_by)
      select ${body.menuId}::bigint, b.zh, b.en, b.value, b.api, b.method, ${body.adminOnly}::boolean, b.sort,
        ${now}::timestamptz, ${access.userId}::bigint, ${now}::timestamptz, ${access.userId}::bigint
      from json_to_recordset(${JSON.stringify(buttons)}::json) as b(value text, api text, method text, zh text, en text, sort int)
      on conflict (value) do update set menu_id = excluded.menu_id, deleted_at = null, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by, version = p.version + 1
        where p.menu_id is null or p.deleted_at is not null
      returning p.id, p.value, xmax = 0 as is_new`.execute(unit.db)
    if (rows.length === 0) throw new RuleError('menu.nothingToGenerate', body.resource)
    for (const row of rows)
      unit.traced({ record: 'menuButton', id: row.id, before: null, after: { value: row.value, menuId: body.menuId } })
    unit.changed('menuButton', null)
    const created = rows.filter((row) => row.isNew).length
    return { created, attached: rows.length - created }
  },
})

export const menuRoutes = [move, targets, generate]
