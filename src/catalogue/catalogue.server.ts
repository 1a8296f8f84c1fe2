/** What every bureau starts with, in the demo and in production: roles, permissions, dictionaries, configuration, menus. Runs again when a release ships something else; what an administrator changed stays. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Messages, MessageTree } from '#src/define/messages.ts'
import { type ModuleDefinition, type PageDefinition, titlePaths } from '#src/define/module.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { actionNames, buttonName } from './actions.ts'
import { groupOf, ruleOf, settings, settingType } from './config.ts'
import { dictionaries, extensible } from './dictionaries.ts'
import { catalogues, framePages } from './menus.ts'
import { allPermissions, isAdminOnly } from './permissions.ts'
import { roles } from './roles.ts'
import { seedWhiteList, shippedCalls } from './whiteList.server.ts'

const foundAt = (tree: MessageTree, path: readonly string[]): string | undefined => {
  const found = path.reduce<string | MessageTree | undefined>(
    (at, key) => (typeof at === 'object' ? at[key] : undefined),
    tree,
  )
  return typeof found === 'string' ? found : undefined
}
/** The text under a path of keys; the last key when the catalogue has none. */
const textAt = (tree: MessageTree, ...path: readonly string[]): string => foundAt(tree, path) ?? path.at(-1) ?? ''
const both = (messages: Messages, ...path: readonly string[]): [zh: string, en: string] => [
  textAt(messages.zhHans, ...path),
  textAt(messages.en as MessageTree, ...path),
]

/** The title of a page in both languages; its path when the catalogue has none. */
const titleOf = ({ zhHans, en }: Messages, page: PageDefinition): readonly [zh: string, en: string] => {
  const titleIn = (tree: MessageTree): string =>
    titlePaths(page).flatMap((path = []) => foundAt(tree, path) ?? [])[0] ?? page.path
  return [titleIn(zhHans), titleIn(en as MessageTree)]
}

const matcher = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('*', '[A-Za-z]*')}$`)

/** Which roles hold which permission: the catalogue's grants and those of the modules. */
function grantsOf(modules: readonly ModuleDefinition[], all: readonly string[]): { role: string; value: string }[] {
  const grants = new Map<string, { role: string; value: string }>()
  const add = (role: string, value: string): void => void grants.set(`${role} ${value}`, { role, value })
  for (const role of roles) {
    const patterns = role.grants.map(matcher)
    for (const value of all) if (patterns.some((pattern) => pattern.test(value))) add(role.key, value)
  }
  for (const { resource, actions } of modules.flatMap((module) => module.permissions)) {
    for (const [action, holders] of Object.entries(actions))
      for (const role of holders) add(role, `${resource}:${action}`)
  }
  return [...grants.values()]
}

/** Roles and permissions that are new, with the grants of those that are new; grants an administrator took away do not come back. Answers the new permissions. */
async function seedAccess(unit: UnitOfWork, modules: readonly ModuleDefinition[]): Promise<readonly string[]> {
  const all = allPermissions(modules)
  const now = unit.clock.now()
  const newRoles = await sql<{ key: string }>`
    insert into role (key, name, name_en, sort, data_scope, built_in, created_at, updated_at)
    select r.key, r.name, r.name_en, r.sort, r.scope, true, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(roles.map((role, sort) => ({ key: role.key, name: role.name, name_en: role.nameEn, sort, scope: role.scope })))}::json)
      as r(key text, name text, name_en text, sort int, scope text)
    on conflict (key) do nothing returning key`.execute(unit.db)
  const newPermissions = await sql<{ value: string }>`
    insert into permission (value, admin_only, sort, built_in, created_at, updated_at)
    select p.value, p.admin, p.sort, true, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(all.map((value, sort) => ({ value, admin: isAdminOnly(value), sort })))}::json) as p(value text, admin boolean, sort int)
    on conflict (value) do nothing returning value`.execute(unit.db)
  const fresh = new Set([...newRoles.rows.map((row) => row.key), ...newPermissions.rows.map((row) => row.value)])
  const grants = grantsOf(modules, all).filter(({ role, value }) => fresh.has(role) || fresh.has(value))
  const added = newPermissions.rows.map((row) => row.value)
  if (grants.length === 0) return added
  await sql`
    insert into role_permission (role_id, permission_id)
    select r.id, p.id
    from json_to_recordset(${JSON.stringify(grants)}::json) as g(role text, value text)
      join role r on r.key = g.role join permission p on p.value = g.value
    on conflict do nothing`.execute(unit.db)
  return added
}

/** A page that was there before and opens by a new permission too is shown to the roles that got it. */
async function showPages(unit: UnitOfWork, added: readonly string[]): Promise<void> {
  if (added.length === 0) return
  await sql`
    insert into role_menu (role_id, menu_id)
    select distinct g.role_id, m.id from menu m join permission p on p.value = any(m.permissions) join role_permission g on g.permission_id = p.id
    where m.built_in and not m.is_catalog and m.deleted_at is null and p.value = any(${[...added]}::text[])
    on conflict do nothing`.execute(unit.db)
}

interface SeedEntry {
  readonly dictionary: string
  readonly value: string
  readonly label: string
  readonly label_en: string
  readonly color: string
  readonly sort: number
}

function parseEntries(dictionary: string, line: string): SeedEntry[] {
  return line.split('; ').map((entry, sort) => {
    const match = /^([^=]+)=([^/]+)\/([^:]+)(?::(\w+))?$/.exec(entry)
    const [, value, label, labelEn, color = ''] = match ?? []
    if (value === undefined || label === undefined || labelEn === undefined)
      throw new Error(`dictionary ${dictionary}: ${entry}`)
    return { dictionary, value, label, label_en: labelEn, color, sort }
  })
}

/** Dictionaries of the modules. Who names one that a module before has adds to it (a kind of claim), and gives it no title. */
function broughtBy(modules: readonly ModuleDefinition[]) {
  const brought = new Map<string, { key: string; name: string; name_en: string; type: number; entries: SeedEntry[] }>()
  for (const { messages, dictionaries: own = {}, colors } of modules) {
    for (const [key, codes] of Object.entries(own)) {
      const known = brought.get(key)
      const first = known?.entries.length ?? 0
      const entries = codes.map((value, place): SeedEntry => {
        const [label, labelEn] = both(messages, 'dictionaries', key, 'entries', value)
        return {
          dictionary: key,
          value,
          label,
          label_en: labelEn,
          color: colors?.[key]?.[value] ?? '',
          sort: first + place,
        }
      })
      if (known !== undefined) {
        known.entries.push(...entries)
        continue
      }
      const [name, nameEn] = both(messages, 'dictionaries', key, 'title')
      brought.set(key, { key, name, name_en: nameEn, type: 0, entries })
    }
  }
  return [...brought.values()]
}

async function seedDictionaries(unit: UnitOfWork, modules: readonly ModuleDefinition[]): Promise<void> {
  const shipped = dictionaries.map(([key, name, nameEn, type, entries]) => ({
    key,
    name,
    name_en: nameEn,
    type: type as number,
    entries: parseEntries(key, entries),
  }))
  const all = [...shipped, ...broughtBy(modules)]
  const now = unit.clock.now()
  const keys = all.map(({ key, name, name_en, type }, sort) => ({
    key,
    name,
    name_en,
    type,
    sort,
    extensible: extensible.has(key),
  }))
  await sql`
    insert into dictionary (key, name, name_en, type, system, extensible, sort, created_at, updated_at)
    select d.key, d.name, d.name_en, d.type, true, d.extensible, d.sort, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(keys)}::json) as d(key text, name text, name_en text, type text, extensible boolean, sort int)
    on conflict (key) where deleted_at is null do update set system = true, extensible = excluded.extensible
      where not dictionary.system or dictionary.extensible <> excluded.extensible`.execute(unit.db)
  await sql`
    insert into dictionary_entry (dictionary_key, value, label, label_en, type, color, sort, shipped, created_at, updated_at)
    select e.dictionary, e.value, e.label, e.label_en, d.type, e.color, e.sort, true, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(all.flatMap(({ entries }) => entries))}::json)
      as e(dictionary text, value text, label text, label_en text, color text, sort int)
      join dictionary d on d.key = e.dictionary and d.deleted_at is null
    on conflict (dictionary_key, value) where deleted_at is null do update
      set shipped = true, color = coalesce(nullif(dictionary_entry.color, ''), excluded.color)
      where not dictionary_entry.shipped or (dictionary_entry.color = '' and excluded.color <> '' and dictionary_entry.updated_by is null)`.execute(
    unit.db,
  )
}

/** Dictionary configItemType of a value chosen from a dictionary. */
const CHOSEN = 4

async function seedSettings(unit: UnitOfWork, modules: readonly ModuleDefinition[]): Promise<void> {
  const brought = modules.flatMap((module) =>
    (module.settings ?? []).map((setting) => {
      const [title, titleEn] = both(module.messages, 'config', setting.key.slice(setting.key.indexOf('.') + 1))
      return {
        key: setting.key,
        title,
        titleEn,
        value: setting.value,
        public: setting.public ?? false,
        group: groupOf(setting.key),
        rule: setting.rule ?? ruleOf(setting.key, setting.value),
        options: setting.options ?? null,
        confirmedBy: setting.confirmedBy ?? [],
      }
    }),
  )
  // A key of §0.8 that a module names again is one item.
  const all = new Map([...settings, ...brought, ...settings].map((item) => [item.key, item]))
  const items = [...all.values()].map((item, sort) => ({
    key: item.key,
    grp: item.group,
    rule: item.rule,
    title: item.title,
    title_en: item.titleEn,
    value: item.value,
    type: item.options === null ? settingType(item.value) : CHOSEN,
    options: item.options,
    public: item.public,
    sort,
    seats: item.confirmedBy,
  }))
  await sql`
    insert into config_item (key, grp, title, title_en, value, type, options, public, sort, rule, seats, updated_at)
    select c.key, c.grp, c.title, c.title_en, c.value, c.type, c.options, c.public, c.sort, c.rule, c.seats, ${unit.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as c(key text, grp text, title text, title_en text, value jsonb, type int, options text, public boolean, sort int, rule jsonb, seats text[])
    on conflict (key) do update set grp = excluded.grp, title = excluded.title, title_en = excluded.title_en, type = excluded.type, sort = excluded.sort, rule = excluded.rule, seats = excluded.seats
      where not config_item.custom
        and (config_item.grp, config_item.title, config_item.title_en, config_item.type, config_item.sort, config_item.rule, config_item.seats)
          is distinct from (excluded.grp, excluded.title, excluded.title_en, excluded.type, excluded.sort, excluded.rule, excluded.seats)`.execute(
    unit.db,
  )
  // An item that administrators made before the product brought one of its key is read by the product too.
  await sql`
    update config_item c set seats = i.seats
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(key text, seats text[])
    where c.key = i.key and c.custom and c.seats is distinct from i.seats`.execute(unit.db)
}

/** Menu rows of the pages that exist. What the product decides (target, permissions) follows the release, for the rows that administrators made for the same pages too; the rest stays as edited, and what was removed stays away. */
async function seedMenus(unit: UnitOfWork, modules: readonly ModuleDefinition[]): Promise<void> {
  const pages = [
    ...framePages.map((page, index) => ({
      ...page,
      title_en: page.titleEn,
      sort: page.sort ?? index,
    })),
    ...modules.flatMap((module) =>
      module.pages.map((page) => {
        const [title, titleEn] = titleOf(module.messages, page)
        const { path, catalogue, icon, permissions: needed, sort } = page
        return {
          path,
          catalogue,
          icon,
          permissions: needed,
          sort,
          title,
          title_en: titleEn,
          visible: page.visible ?? true,
          affix: false,
        }
      }),
    ),
  ]
  const unknown = pages.find((page) => !catalogues.some((catalogue) => catalogue.key === page.catalogue))
  if (unknown) throw new Error(`page ${unknown.path} names the unknown catalogue ${unknown.catalogue}`)
  const now = unit.clock.now()
  const used = catalogues.filter((catalogue) => pages.some((page) => page.catalogue === catalogue.key))
  const rows = used.map(({ key, title, titleEn, icon }) => ({
    key,
    title,
    title_en: titleEn,
    icon,
    sort: (catalogues.findIndex((it) => it.key === key) + 1) * 10,
  }))
  await sql`
    insert into menu (name, title, title_en, icon, sort, is_catalog, built_in, created_at, updated_at)
    select 'catalogue.' || c.key, c.title, c.title_en, c.icon, c.sort, true, true, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(key text, title text, title_en text, icon text, sort int)
    on conflict (name) do nothing`.execute(unit.db)
  await sql`
    insert into menu (parent, name, title, title_en, icon, sort, web_path, component, component_name, visible, is_affix, permissions, built_in, created_at, updated_at)
    select m.id, p.path, p.title, p.title_en, p.icon, p.sort, p.path, p.path, p.path, p.visible, p.affix,
      array(select json_array_elements_text(p.permissions)), true, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(pages)}::json)
      as p(path text, catalogue text, icon text, sort int, title text, title_en text, visible boolean, affix boolean, permissions json)
      join menu m on m.name = 'catalogue.' || p.catalogue
    on conflict (name) do update set component = excluded.component, component_name = excluded.component_name, permissions = excluded.permissions
      where (menu.component, menu.permissions) is distinct from (excluded.component, excluded.permissions)`.execute(
    unit.db,
  )
  await sql`
    update menu as own set permissions = shipped.permissions from menu as shipped
    where not own.built_in and shipped.built_in and own.component = shipped.component and not shipped.is_catalog
      and own.permissions is distinct from shipped.permissions`.execute(unit.db)
}

/** What a button calls; `method` as dictionary httpMethod counts. */
interface ButtonCall {
  readonly api: string
  readonly method: string
}

/** The first call each permission opens, out of the records. */
function callsOf(modules: readonly ModuleDefinition[]): ReadonlyMap<string, ButtonCall> {
  const calls = new Map<string, ButtonCall>()
  const add = (permission: string | undefined, api: string, method: string): void => {
    if (permission !== undefined && !calls.has(permission)) calls.set(permission, { api, method })
  }
  for (const { path, permissions: each, actions } of modules.flatMap((module) => module.records)) {
    add(each.search, path, '0')
    add(each.retrieve, `${path}{id}/`, '0')
    add(each.create, path, '1')
    add(each.update, `${path}{id}/`, '2')
    add(each.remove, `${path}{id}/`, '3')
    add(each.export, `${path}export_data/`, '0')
    add(each.import, `${path}import_data/`, '1')
    for (const [name, action] of Object.entries(actions ?? {})) add(action.permission, `${path}{id}/${name}/`, '1')
  }
  return calls
}

/** Buttons nobody has touched get their name and the menu of their resource, as soon as the release has its page. */
async function seedButtons(unit: UnitOfWork, modules: readonly ModuleDefinition[]): Promise<void> {
  const calls = callsOf(modules)
  const { rows } = await sql<{ value: string }>`
    select value from permission where updated_by is null and (name = '' or menu_id is null)`.execute(unit.db)
  const names = rows.map(({ value }) => ({ value, ...buttonName(value), api: '', method: '0', ...calls.get(value) }))
  await sql`
    update permission p set name = n.zh, name_en = n.en, api = n.api, method = n.method,
      menu_id = (select m.id from menu m where m.built_in and not m.is_catalog and exists (
          select from unnest(m.permissions) v where split_part(v, ':', 1) = split_part(p.value, ':', 1))
        order by p.value = any(m.permissions) desc, m.visible desc, m.id limit 1)
    from json_to_recordset(${JSON.stringify(names)}::json) as n(value text, zh text, en text, api text, method text) where p.value = n.value`.execute(
    unit.db,
  )
}

/** What this release ships, as one hash. */
export function catalogueHash(modules: readonly ModuleDefinition[]): string {
  const brought = modules.map(
    ({ name, messages, pages, permissions: grants, dictionaries: own, colors, settings: items }) => ({
      name,
      messages,
      pages,
      grants,
      own,
      colors,
      items,
    }),
  )
  return createHash('sha256')
    .update(
      JSON.stringify([
        roles,
        allPermissions(modules),
        [...actionNames],
        dictionaries,
        [...extensible],
        settings,
        catalogues,
        framePages,
        shippedCalls,
        brought,
      ]),
    )
    .digest('base64url')
}

/** Brings the shipped catalogue into the database. */
export async function seedCatalogue(unit: UnitOfWork, modules: readonly ModuleDefinition[]): Promise<void> {
  const added = await seedAccess(unit, modules)
  await seedDictionaries(unit, modules)
  await seedSettings(unit, modules)
  await seedMenus(unit, modules)
  await showPages(unit, added)
  await seedWhiteList(unit)
  await seedButtons(unit, modules)
}
