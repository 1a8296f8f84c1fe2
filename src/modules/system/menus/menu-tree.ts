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

/** A line of the tree as it is drawn. */
export interface MenuLine {
  readonly row: MenuLineRow
  /** 1 at the top. */
  readonly level: number
  readonly hasChildren: boolean
  /** Place among its neighbours, and how many there are. */
  readonly at: number
  readonly of: number
}

const byRank = (a: MenuLineRow, b: MenuLineRow): number => a.sort - b.sort || a.id - b.id

/** Neighbours in order, of everything below `parent`. */
export const childrenOf = (rows: readonly MenuLineRow[], parent: number | null): readonly MenuLineRow[] =>
  rows.filter((row) => row.parent === parent).toSorted(byRank)

/** The lines of the tree; with a keyword only matches and what is above them, all open. */
export function menuLines(
  rows: readonly MenuLineRow[],
  closed: ReadonlySet<number>,
  keyword: string,
): readonly MenuLine[] {
  const word = keyword.trim().toLowerCase()
  const matches = (row: MenuLineRow): boolean =>
    `${row.title} ${row.titleEn ?? ''} ${row.web_path ?? ''} ${row.link_url ?? ''}`.toLowerCase().includes(word) ||
    childrenOf(rows, row.id).some(matches)
  const walk = (parent: number | null, level: number): readonly MenuLine[] => {
    const all = childrenOf(rows, parent)
    return all.flatMap((row, at) => {
      if (!matches(row)) return []
      const children = childrenOf(rows, row.id)
      const line = { row, level, hasChildren: children.length > 0, at, of: all.length }
      return closed.has(row.id) && word === '' ? [line] : [line, ...walk(row.id, level + 1)]
    })
  }
  return walk(null, 1)
}

/** Whether `target` is `moved` or lies below it: a move there would be a circle (SYS-44). */
export function isInside(rows: readonly MenuLineRow[], target: number | null, moved: number): boolean {
  let at = target
  for (let step = 0; at !== null && step <= rows.length; step += 1) {
    if (at === moved) return true
    at = rows.find((row) => row.id === at)?.parent ?? null
  }
  return false
}
