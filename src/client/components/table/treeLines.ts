/** A row of a tree as a list call sends it. */
export interface TreeRow {
  readonly id: number
  /** null at the top. */
  readonly parent: number | null
}

/** A row of a tree as it is drawn: parents before their children. */
export interface TreeLine<Row> {
  readonly row: Row
  /** 1 at the top. */
  readonly level: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
  /** Place among its neighbours from 0, and how many there are. */
  readonly at: number
  readonly of: number
}

export interface TreeShape<Row> {
  readonly closed: ReadonlySet<number>
  readonly keyword: string
  /** Order of neighbours. */
  readonly compare: (one: Row, other: Row) => number
  /** What a keyword is looked for in. */
  readonly textOf: (row: Row) => string
}

/** The lines of a tree; children of closed rows are left out. With a keyword only matches and what is above them remain, all open. A row whose parent is not among the rows stands at the top. */
export function treeLines<Row extends TreeRow>(
  rows: readonly Row[],
  { closed, keyword, compare, textOf }: TreeShape<Row>,
): readonly TreeLine<Row>[] {
  const word = keyword.trim().toLowerCase()
  const known = new Set(rows.map(({ id }) => id))
  const below = new Map<number | null, Row[]>()
  for (const row of rows) {
    const parent = row.parent !== null && known.has(row.parent) ? row.parent : null
    const neighbours = below.get(parent)
    if (neighbours === undefined) below.set(parent, [row])
    else neighbours.push(row)
  }
  for (const neighbours of below.values()) neighbours.sort(compare)
  const found = new Map<number, boolean>()
  const isFound = (row: Row): boolean => {
    const before = found.get(row.id)
    if (before !== undefined) return before
    const now = textOf(row).toLowerCase().includes(word) || (below.get(row.id) ?? []).some(isFound)
    found.set(row.id, now)
    return now
  }
  const linesBelow = (parent: number | null, level: number): readonly TreeLine<Row>[] => {
    const all = below.get(parent) ?? []
    return all.flatMap((row, at) => {
      if (word !== '' && !isFound(row)) return []
      const isOpen = word !== '' || !closed.has(row.id)
      const line = { row, level, hasChildren: below.has(row.id), isOpen, at, of: all.length }
      return isOpen ? [line, ...linesBelow(row.id, level + 1)] : [line]
    })
  }
  return linesBelow(null, 1)
}

/** Whether `target` is `moved` or lies below it: a move there would be a cycle. */
export function isWithin(rows: readonly TreeRow[], target: number | null, moved: number): boolean {
  let at = target
  for (let step = 0; at !== null && step <= rows.length; step += 1) {
    if (at === moved) return true
    at = rows.find(({ id }) => id === at)?.parent ?? null
  }
  return false
}
