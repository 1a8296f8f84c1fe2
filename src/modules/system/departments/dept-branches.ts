/** Departments as branches to choose from: a choice goes down to everything below. */
import type { Department } from '#machines/session/session.ts'

type Named = Pick<Department, 'id' | 'name' | 'parent'>

export interface Branch {
  readonly id: number
  readonly name: string
  /** Itself and everything below it, shown or not. */
  readonly ids: readonly number[]
  /** Those right below that are shown. */
  readonly children: readonly Branch[]
}

/** The departments as a forest; with a keyword only those it names and what is above them. */
export function branchesOf(departments: readonly Named[], keyword = ''): readonly Branch[] {
  const word = keyword.trim().toLowerCase()
  const known = new Set(departments.map(({ id }) => id))
  const below = (id: number): readonly Named[] => departments.filter(({ parent }) => parent === id)
  const idsOf = (id: number): readonly number[] => [id, ...below(id).flatMap((one) => idsOf(one.id))]
  const draw = (level: readonly Named[]): readonly Branch[] =>
    level.flatMap((one) => {
      // `all_dept` names them after their parent.
      const name = one.name.split('-').at(-1) ?? one.name
      const children = draw(below(one.id))
      const isFound = name.toLowerCase().includes(word)
      return isFound || children.length > 0 ? [{ id: one.id, name, ids: idsOf(one.id), children }] : []
    })
  return draw(departments.filter(({ parent }) => parent === null || !known.has(parent)))
}

/** The branch chosen with everything below it; taken away when all of it was. */
export function withBranch({ ids }: Branch, chosen: ReadonlySet<number>): readonly number[] {
  if (ids.every((id) => chosen.has(id))) return [...chosen].filter((id) => !ids.includes(id))
  return [...new Set([...chosen, ...ids])]
}

/** What is chosen, a whole branch as one; a department whose branch is not whole stands for itself. */
export function wholesOf(forest: readonly Branch[], chosen: ReadonlySet<number>): readonly Branch[] {
  return forest.flatMap((branch) => {
    if (branch.ids.every((id) => chosen.has(id))) return [branch]
    const alone = chosen.has(branch.id) ? [{ ...branch, ids: [branch.id], children: [] }] : []
    return [...alone, ...wholesOf(branch.children, chosen)]
  })
}
