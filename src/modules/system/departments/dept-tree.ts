/** A department as its list call sends it. */
export interface DeptRow {
  readonly id: number
  readonly name: string
  readonly nameEn: string | null
  readonly key: string
  readonly parent: number | null
  readonly sort: number
  readonly leaderId: number | null
  readonly leaderIdLabel?: string
  readonly people: number
  readonly isBudgetUnit: boolean
  readonly state: boolean
  readonly version: number
  readonly [field: string]: unknown
}

/** A department in the tree as it is drawn: parents before children. */
export interface DeptLine {
  readonly row: DeptRow
  /** 1 for a root. */
  readonly level: number
  readonly hasChildren: boolean
  /** The leader, or the one of the nearest department above that has one. */
  readonly leader: { readonly name: string; readonly isInherited: boolean } | null
}

/** The lines of the tree; children of closed departments are left out. With a keyword only matches and what is above them remain, all open. */
export function linesOf(rows: readonly DeptRow[], closed: ReadonlySet<number>, keyword: string): readonly DeptLine[] {
  const word = keyword.trim().toLowerCase()
  const children = new Map<number | null, DeptRow[]>()
  const known = new Set(rows.map((row) => row.id))
  for (const row of rows) {
    const parent = row.parent !== null && known.has(row.parent) ? row.parent : null
    children.set(parent, [...(children.get(parent) ?? []), row])
  }
  const matches = (row: DeptRow): boolean =>
    word === '' ||
    `${row.name} ${row.nameEn ?? ''} ${row.key}`.toLowerCase().includes(word) ||
    (children.get(row.id) ?? []).some(matches)
  const walk = (parent: number | null, level: number, above: string | null): readonly DeptLine[] =>
    (children.get(parent) ?? [])
      .filter(matches)
      .toSorted((left, right) => left.sort - right.sort || left.id - right.id)
      .flatMap((row) => {
        const own = row.leaderIdLabel ?? null
        const name = own ?? above
        const line = {
          row,
          level,
          hasChildren: children.has(row.id),
          leader: name === null ? null : { name, isInherited: own === null },
        }
        return closed.has(row.id) && word === '' ? [line] : [line, ...walk(row.id, level + 1, name)]
      })
  return walk(null, 1, null)
}

/** Whether `target` lies in the subtree of `moved` (or is it): a move there would be a cycle (SYS-31). */
export function isBelow(rows: readonly DeptRow[], target: number, moved: number): boolean {
  let at: number | null = target
  for (let step = 0; at !== null && step < rows.length + 1; step += 1) {
    if (at === moved) return true
    at = rows.find((row) => row.id === at)?.parent ?? null
  }
  return false
}
