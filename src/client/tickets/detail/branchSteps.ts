/** Steps of a route that lie in branches, in the order people read them: branch by branch. */
import type { Home } from '#machines/ticket/definition/blocks.ts'

interface InBranches {
  readonly within?: readonly Home[]
}

/** Steps that follow each other in the same branches of a state come branch by branch; all else stays where it is. */
export function inBranchOrder<T extends InBranches>(steps: readonly T[], depth = 0): readonly T[] {
  const ordered: T[] = []
  for (let at = 0; at < steps.length; ) {
    const fork = steps[at]?.within?.[depth]?.fork
    let end = at + 1
    while (end < steps.length && steps[end]?.within?.[depth]?.fork === fork) end++
    const run = steps.slice(at, end)
    if (fork === undefined) ordered.push(...run)
    else
      for (const number of [...new Set(run.map((step) => step.within?.[depth]?.number ?? 0))].toSorted((a, b) => a - b))
        ordered.push(
          ...inBranchOrder(
            run.filter((step) => step.within?.[depth]?.number === number),
            depth + 1,
          ),
        )
    at = end
  }
  return ordered
}

const pathOf = ({ within = [] }: InBranches): string => within.map(({ fork, number }) => `${fork}.${number}`).join(' ')

/** The number of the branch that begins with this step, or is taken up again; null within a branch and outside of all. */
export function branchBegun(steps: readonly InBranches[], index: number): number | null {
  const step = steps[index]
  const before = steps[index - 1]
  const own = step?.within?.at(-1)
  if (step === undefined || own === undefined) return null
  return before !== undefined && pathOf(before) === pathOf(step) ? null : own.number
}
