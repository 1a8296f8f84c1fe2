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

/** The leader of a department, or the one of the nearest department above that has one. */
export interface KnownLeader {
  readonly name: string
  readonly isInherited: boolean
}

/** Neighbours in their order. */
export const byRank = (one: DeptRow, other: DeptRow): number => one.sort - other.sort || one.id - other.id

/** Who leads each department, by id; none where nobody above leads either. */
export function leadersOf(rows: readonly DeptRow[]): ReadonlyMap<number, KnownLeader> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const leaders = new Map<number, KnownLeader>()
  for (const row of rows) {
    let at: DeptRow | undefined = row
    for (let step = 0; at !== undefined && at.leaderIdLabel === undefined && step <= rows.length; step += 1)
      at = at.parent === null ? undefined : byId.get(at.parent)
    if (at?.leaderIdLabel !== undefined) leaders.set(row.id, { name: at.leaderIdLabel, isInherited: at !== row })
  }
  return leaders
}
