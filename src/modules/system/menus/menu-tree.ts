/** A menu as its list call sends it. */
export interface MenuLineRow {
  readonly id: number
  readonly parent: number | null
  readonly title: string
  readonly titleEn: string | null
  readonly icon: string | null
  readonly sort: number
  readonly is_catalog: boolean
  readonly web_path: string | null
  readonly component: string | null
  readonly link_url: string | null
  readonly is_iframe: boolean
  readonly visible: boolean
  readonly cache: boolean
  readonly is_affix: boolean
  readonly state: boolean
  readonly builtIn: boolean
  readonly roles: number
  readonly version: number
  readonly [field: string]: unknown
}

/** What a menu is: a catalogue of others, a page, a way out, or another house's page inside. */
export type MenuKind = 'catalog' | 'page' | 'link' | 'frame'

export function kindOfMenu(row: Pick<MenuLineRow, 'is_catalog' | 'link_url' | 'is_iframe'>): MenuKind {
  if (row.is_catalog) return 'catalog'
  if (!row.link_url) return 'page'
  return row.is_iframe ? 'frame' : 'link'
}

/** Neighbours in their order. */
export const byRank = (a: MenuLineRow, b: MenuLineRow): number => a.sort - b.sort || a.id - b.id

/** Neighbours in order, of everything below `parent`. */
export const childrenOf = (rows: readonly MenuLineRow[], parent: number | null): readonly MenuLineRow[] =>
  rows.filter((row) => row.parent === parent).toSorted(byRank)
