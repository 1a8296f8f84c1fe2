import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { MenuItem } from '#src/define/answers/access.ts'
import type { Language } from '#src/define/messages.ts'
import { applicationPermission } from '#src/define/names.ts'
import type { Settings, UnitOfWork } from '#src/define/server.ts'
import { customRoute } from '#src/define/tickets/types.ts'

/** A menu item as it is stored. */
export interface MenuRow {
  readonly id: number
  readonly parent: number | null
  readonly name: string
  readonly title: string
  readonly titleEn: string
  readonly icon: string
  readonly sort: number
  readonly webPath: string
  /** Path of the shipped page that answers it; empty for catalogues, links and frames. */
  readonly component: string
  readonly isCatalog: boolean
  readonly isLink: boolean
  readonly linkUrl: string
  readonly visible: boolean
  readonly cache: boolean
  readonly isAffix: boolean
  readonly isIframe: boolean
  readonly state: boolean
  readonly builtIn: boolean
  /** Shown to one of the person's roles. */
  readonly isGranted: boolean
  readonly permissions: readonly string[]
}

/** The title in the reader's language; the Chinese one where there is no other. */
export function titleIn({ title, titleEn }: MenuRow, language: Language): string {
  return language === 'en' && titleEn !== '' ? titleEn : title
}

function itemOf(row: MenuRow, language: Language): MenuItem {
  return {
    id: row.id,
    parent: row.parent,
    title: titleIn(row, language),
    name: row.name,
    icon: row.icon,
    sort: row.sort,
    path: row.webPath,
    web_path: row.webPath,
    component: row.component,
    component_name: row.component,
    is_catalog: row.isCatalog,
    is_link: row.isLink,
    link_url: row.linkUrl,
    visible: row.visible,
    cache: row.cache,
    is_affix: row.isAffix,
    is_iframe: row.isIframe,
    status: row.state,
  }
}

/** The hosts links and frames may lead to (SYS-47); a mistyped entry counts for nothing. */
export function linkHosts(settings: Settings): readonly string[] {
  const hosts = settings.json<unknown>('base.iframeHosts')
  if (!Array.isArray(hosts)) return []
  return hosts.filter(
    (host): host is string => typeof host === 'string' && /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host),
  )
}

/** Whether somebody may begin a ticket of a type (APP-01). */
export type MayStart = (access: Access, type: string) => boolean

const OWN = customRoute('')
/** The type a line of the bureau's own leads to; null for every other line. */
const typeOf = ({ webPath, component }: MenuRow): string | null =>
  component === customRoute('{type}') && webPath !== component && webPath.startsWith(OWN)
    ? webPath.slice(OWN.length)
    : null

/** Why a menu line is closed to a person: it is a catalogue, its type names other roles or departments, its host is not allowed (SYS-47), no role is given the menu, or none of its permissions is held. */
export type MenuBar = 'catalogue' | 'type' | 'host' | 'role' | 'permission'

/** A page that is everybody's, or one that a role is shown and of which a permission is held, is open: null. */
export function barOf(row: MenuRow, access: Access, hosts: readonly string[], mayStart: MayStart): MenuBar | null {
  if (row.isCatalog) return 'catalogue'
  const type = typeOf(row)
  // An administrator may have named the roles and departments that file it.
  if (type !== null && !mayStart(access, type) && !access.may(applicationPermission(type, 'Register'))) return 'type'
  if (row.linkUrl !== '' && !(URL.canParse(row.linkUrl) && hosts.includes(new URL(row.linkUrl).host))) return 'host'
  // The page of one thing is open to whoever may read it: it stands in no navigation, so no role is shown it.
  const needsRole = !row.builtIn || (row.permissions.length > 0 && !row.webPath.includes('{'))
  if (row.permissions.length > 0 && !row.permissions.some((permission) => access.permissions.has(permission)))
    return 'permission'
  return row.isGranted || !needsRole ? null : 'role'
}

/** Lines of the menu, those that are in use alone unless all are asked for, each with whether a role of the person is shown it. */
export async function menuRows(unit: UnitOfWork, access: Access, isAll = false): Promise<readonly MenuRow[]> {
  const { rows } = await sql<MenuRow>`
    select m.*, exists (select from role_menu g join role r on r.id = g.role_id
      where g.menu_id = m.id and r.state and r.deleted_at is null and r.key = any(${[...access.roles]}::text[])) as is_granted
    from menu m where (m.state or ${isAll}::boolean) and m.deleted_at is null order by m.sort, m.id`.execute(unit.db)
  return rows
}

/** What is open to the person: its pages, and the catalogues above them. What is below a disabled catalogue is not. */
export async function openMenu(unit: UnitOfWork, access: Access, mayStart: MayStart): Promise<readonly MenuRow[]> {
  const rows = await menuRows(unit, access)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const hosts = linkHosts(unit.settings)
  const shown = new Set<number>()
  for (const row of rows) {
    if (barOf(row, access, hosts, mayStart) !== null) continue
    const lineage: number[] = []
    let at: MenuRow | undefined = row
    while (at) {
      lineage.push(at.id)
      if (at.parent === null) break
      at = byId.get(at.parent)
    }
    if (at) for (const id of lineage) shown.add(id)
  }
  return rows.filter((row) => shown.has(row.id))
}

/** The person's menu as a flat list. */
export async function menuOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  mayStart: MayStart,
): Promise<readonly MenuItem[]> {
  return (await openMenu(unit, access, mayStart)).map((row) => itemOf(row, language))
}
