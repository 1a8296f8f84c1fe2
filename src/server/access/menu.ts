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

interface Row {
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

function itemOf(row: Row, language: Language): MenuItem {
  return {
    id: row.id,
    parent: row.parent,
    title: language === 'en' && row.titleEn !== '' ? row.titleEn : row.title,
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

/** The person's menu as a flat list: pages of which a permission is held (a page without permissions is everybody's), and the catalogues above them. */
export async function menuOf(base: Base, access: Access, language: Language): Promise<readonly MenuItem[]> {
  const { rows } = await sql<Row>`select * from menu where status order by sort, id`.execute(base.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = new Set<number>()
  for (const row of rows) {
    const open =
      !row.isCatalog && (row.permissions.length === 0 || row.permissions.some((permission) => access.may(permission)))
    for (
      let at: Row | undefined = open ? row : undefined;
      at && !shown.has(at.id);
      at = at.parent === null ? undefined : byId.get(at.parent)
    ) {
      shown.add(at.id)
    }
  }
  return rows.filter((row) => shown.has(row.id)).map((row) => itemOf(row, language))
}
