/** Chosen rows by id. */
export type ChosenIds = ReadonlySet<number>

/** The set with one id taken in or out. */
export function toggleId(chosen: ChosenIds, id: number): ChosenIds {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** All rows from the one last ticked to this one become what this one becomes. */
export function toggledRange(chosen: ChosenIds, ids: readonly number[], from: number, to: number): ChosenIds {
  const target = ids[to]
  if (target === undefined) return chosen
  const isTaken = !chosen.has(target)
  const next = new Set(chosen)
  for (const id of ids.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (isTaken) next.add(id)
    else next.delete(id)
  return next
}
