import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'

/** SYS-44: levels of the menu, the first counted. */
const deepest = 4

/** Addresses that are not pages of the signed-in product. */
const reserved = /^\/(api|ws|token|assets|login|register|misc|healthz|readiness|metrics)(\/|$)/

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const parentOf = (values: FormData): number | null => (typeof values.parent === 'number' ? values.parent : null)

/** SYS-44: below a catalogue, in no cycle, at most four levels with everything that comes along. */
export async function checkMenuPlace(unit: UnitOfWork, id: number | null, parent: number | null): Promise<void> {
  if (parent === null) return
  // Two moves at once could each be right and make a cycle together.
  await sql`select id from menu where deleted_at is null order by id for update`.execute(unit.db)
  const { rows } = await sql<{ cycle: boolean; above: number; below: number; isCatalogue: boolean }>`
    with recursive up as (
      select id, parent, is_catalog, 1 as level from menu where id = ${parent} and deleted_at is null
      union all select m.id, m.parent, m.is_catalog, up.level + 1 from menu m join up on m.id = up.parent where up.level < 50),
    down as (
      select id, 1 as level from menu where id = ${id}::bigint
      union all select m.id, down.level + 1 from menu m join down on m.parent = down.id where m.deleted_at is null and down.level < 50)
    select coalesce((select bool_or(id = ${id}::bigint) from up), false) as cycle, coalesce((select max(level) from up), 0) as above,
      greatest(coalesce((select max(level) from down), 1), 1) as below, coalesce((select is_catalog from up where level = 1), false) as is_catalogue`.execute(
    unit.db,
  )
  const found = rows[0]
  if (!found?.isCatalogue) throw new ValidationError({ parent: [{ key: 'menu.parentCatalogue' }] })
  if (found.cycle || found.above + found.below > deepest) throw new RuleError('rule.SYS-44', deepest)
}

/** SYS-46: the way back must stay open. */
export async function keepMenuPage(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ isOpen: boolean | null }>`
    with recursive way as (
      select id, parent, state, deleted_at from menu where web_path = '/system/menu' and component = '/system/menu'
      union all select m.id, m.parent, m.state, m.deleted_at from menu m join way on m.id = way.parent)
    select bool_and(state and deleted_at is null) as is_open from way`.execute(unit.db)
  if (rows[0]?.isOpen !== true) throw new RuleError('rule.SYS-46')
}

/** SYS-47: https alone, to the hosts of `base.iframeHosts`, and without a name or password in it. */
function checkLink(unit: UnitOfWork, link: string): void {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new ValidationError({ link_url: [{ key: 'menu.httpsOnly' }] })
  const hosts = unit.settings.json<unknown>('base.iframeHosts')
  if (!Array.isArray(hosts) || !hosts.includes(url.host)) throw new RuleError('rule.SYS-47', url.host)
}

/** SYS-41, SYS-42, SYS-47: one target, an address of its own, an allowed link. */
async function checkTarget(unit: UnitOfWork, id: number | null, values: FormData): Promise<FormData> {
  const [path, component, link] = [textOf(values.web_path), textOf(values.component), textOf(values.link_url)]
  if (values.is_catalog === true) {
    if (component !== '' || link !== '') throw new RuleError('rule.SYS-41')
    return { ...values, web_path: null, component: null, link_url: null, is_iframe: false }
  }
  if ((component === '') === (link === '') || (values.is_iframe === true && link === ''))
    throw new RuleError('rule.SYS-41')
  if (link !== '') checkLink(unit, link)
  const needsPath = component !== '' || values.is_iframe === true
  if (needsPath && path === '') throw new ValidationError({ web_path: [{ key: 'check.required' }] })
  if (reserved.test(path)) throw new ValidationError({ web_path: [{ key: 'menu.reserved' }] })
  const { rows } = await sql<{ isTaken: boolean; isShipped: boolean }>`
    select exists(select from menu where web_path = ${path} and ${path} <> '' and deleted_at is null and id is distinct from ${id}::bigint) as is_taken,
      exists(select from menu where built_in and not is_catalog and web_path = ${component}) as is_shipped`.execute(
    unit.db,
  )
  if (rows[0]?.isTaken) throw new RuleError('rule.SYS-42', path)
  if (component !== '' && !rows[0]?.isShipped) throw new ValidationError({ component: [{ key: 'menu.unknownPage' }] })
  return needsPath ? values : { ...values, web_path: null }
}

/** What comes with the product keeps its address and target: links in messages lead there. */
function keepShipped(values: FormData, row: Record<string, unknown>): void {
  if (row.builtIn !== true) return
  const changed = ['is_catalog', 'web_path', 'component', 'link_url', 'is_iframe'].filter(
    (name) => (values[name] || null) !== (row[name] || null),
  )
  if (changed.length > 0)
    throw new ValidationError(Object.fromEntries(changed.map((name) => [name, [{ key: 'menu.shipped' }]])))
}

/** A row of an administrator asks for what its target asks for. */
async function followTarget(unit: UnitOfWork, id: number): Promise<void> {
  await sql`
    update menu set component_name = component,
      permissions = coalesce((select shipped.permissions from menu shipped where shipped.built_in and not shipped.is_catalog and shipped.web_path = menu.component), '{}')
    where id = ${id} and not built_in`.execute(unit.db)
}

/** The rules of 60.4. */
export const menuServer: RecordServer = {
  computed: {
    roles:
      '(select count(*) from role_menu g join role o on o.id = g.role_id where g.menu_id = r.id and o.deleted_at is null)::int',
  },
  async beforeCreate(values, unit) {
    await checkMenuPlace(unit, null, parentOf(values))
    return checkTarget(unit, null, values)
  },
  async beforeUpdate(values, row, unit) {
    keepShipped(values, row)
    if (parentOf(values) !== row.parent) await checkMenuPlace(unit, row.id, parentOf(values))
    return row.builtIn === true ? values : checkTarget(unit, row.id, values)
  },
  async afterWrite(row, unit) {
    await followTarget(unit, row.id)
    await keepMenuPage(unit)
  },
  async beforeRemove(row, unit, _access, isConfirmed) {
    const { rows } = await sql`select from menu where parent = ${row.id} and deleted_at is null limit 1`.execute(
      unit.db,
    )
    if (rows.length > 0) throw new RuleError('rule.SYS-45', String(row.title))
    if (row.web_path === '/system/menu') throw new RuleError('rule.SYS-46')
    if (Number(row.roles) > 0 && !isConfirmed)
      throw new RuleError('menu.rolesLinked', String(row.title), Number(row.roles))
    await sql`delete from role_menu where menu_id = ${row.id}`.execute(unit.db)
    await sql`update permission set menu_id = null where menu_id = ${row.id}`.execute(unit.db)
  },
}
