import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { Base } from '#src/define/server.ts'

/** A menu item under the names of the specification (§2). */
export interface MenuItem {
  readonly id: number
  readonly parent: number | null
  readonly title: string
  readonly name: string
  readonly icon: string
  readonly sort: number
  readonly path: string
  readonly web_path: string
  readonly component: string
  readonly component_name: string
  readonly is_catalog: boolean
  readonly is_link: boolean
  readonly link_url: string
  readonly visible: boolean
  readonly cache: boolean
  readonly is_affix: boolean
  readonly is_iframe: boolean
  readonly status: boolean
}

/** A menu item as it is stored. */
export interface MenuRow {
  readonly id: number
  readonly parent: number | null
  readonly name: string
  readonly title: string
  readonly titleEn: string
  readonly icon: string
  readonly sort: number
  readonly path: string
  readonly component: string
  readonly componentName: string
  readonly isCatalog: boolean
  readonly isLink: boolean
  readonly linkUrl: string
  readonly visible: boolean
  readonly cache: boolean
  readonly isAffix: boolean
  readonly isIframe: boolean
  readonly status: boolean
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
    path: row.path,
    web_path: row.path,
    component: row.component,
    component_name: row.componentName,
    is_catalog: row.isCatalog,
    is_link: row.isLink,
    link_url: row.linkUrl,
    visible: row.visible,
    cache: row.cache,
    is_affix: row.isAffix,
    is_iframe: row.isIframe,
    status: row.status,
  }
}

/** What is open to the person: pages of which a permission is held (a page without permissions is everybody's), and the catalogues above them. */
export async function openMenu(base: Base, access: Access): Promise<readonly MenuRow[]> {
  const { rows } = await sql<MenuRow>`select * from menu where status order by sort, id`.execute(base.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = new Set<number>()
  for (const row of rows) {
    const open =
      !row.isCatalog && (row.permissions.length === 0 || row.permissions.some((permission) => access.may(permission)))
    for (
      let at: MenuRow | undefined = open ? row : undefined;
      at && !shown.has(at.id);
      at = at.parent === null ? undefined : byId.get(at.parent)
    ) {
      shown.add(at.id)
    }
  }
  return rows.filter((row) => shown.has(row.id))
}

/** The person's menu as a flat list. */
export async function menuOf(base: Base, access: Access, language: Language): Promise<readonly MenuItem[]> {
  return (await openMenu(base, access)).map((row) => itemOf(row, language))
}
