/** Branches open, run side by side and are joined again (25.10): every block has one entry and one exit. */
import type { Block, BlockBranch } from '#machines/ticket/definition/blocks.ts'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import { type Fault, fault } from './fault.ts'

type Given = Pick<Workflow, 'definition'> & { readonly workflow: Workflow }

/** A branching state and the state that joins its branches belong together, one to one. */
function pairFaults({ definition, workflow }: Given): readonly Fault[] {
  const joinsOf = (fork: string) => definition.states.filter(({ joinOf }) => joinOf === fork)
  return definition.states.flatMap((state) => {
    const { key, branch, joinOf } = state
    const isOpener = joinOf === undefined || (joinOf !== key && workflow.blocks.of(joinOf) !== undefined)
    return [
      ...(isOpener ? [] : [fault('25.10', 'joinUnknown', key, { fork: joinOf })]),
      ...(branch !== undefined && joinsOf(key).length === 0 ? [fault('25.10', 'joinMissing', key)] : []),
      ...(branch !== undefined && joinsOf(key).length > 1
        ? [
            fault('25.10', 'joinTwice', key, {
              joins: joinsOf(key)
                .map((join) => join.key)
                .join(', '),
            }),
          ]
        : []),
      ...(branch === undefined ? [] : openingFaults(state, workflow.transitionsFrom(key))),
    ]
  })
}

/** At least two branches, each with a beginning of its own; in parallel ones nothing is chosen. */
function openingFaults(
  { key, branch }: StateDefinition,
  transitions: readonly { readonly to: string; readonly when?: unknown }[],
): readonly Fault[] {
  const targets = transitions.map(({ to }) => to)
  const same = targets.find((to, index) => targets.indexOf(to) !== index)
  return [
    ...(transitions.length < 2 ? [fault('25.10', 'branchSingle', key)] : []),
    ...(same === undefined ? [] : [fault('25.10', 'branchSame', key, { to: same })]),
    ...(branch === 'parallel'
      ? transitions
          .filter(({ when }) => when !== undefined)
          .map(({ to }) => fault('25.10', 'branchConditional', key, { to }))
      : []),
  ]
}

/** What a branch may not hold: transitions past its join, states of another branch, a place without a path to the join, work after approval. */
function branchFaults({ workflow, definition }: Given, block: Block, branch: BlockBranch): readonly Fault[] {
  const { fork, join } = block
  const inside = (key: string) => branch.states.has(key)
  const others = block.branches.filter(({ number }) => number !== branch.number)
  const shared = [...branch.states].find((key) =>
    others.some(({ number, states }) => number > branch.number && states.has(key)),
  )
  const leaving = definition.transitions.filter(({ from, to }) => to === 'end' && inside(from))
  const isOfBlock = (key: string) => key === fork || block.branches.some(({ states }) => states.has(key))
  const entering = definition.transitions.filter(({ from, to }) => inside(to) && !isOfBlock(from))
  return [
    ...(shared === undefined ? [] : [fault('25.10', 'branchSideways', shared, { fork })]),
    ...(branch.first === 'end' ? [fault('25.10', 'branchLeaves', fork, { fork })] : []),
    ...leaving.map(({ from }) => fault('25.10', 'branchLeaves', from, { fork })),
    ...entering.map(({ from, to }) => fault('25.10', 'branchEntered', from, { to, fork })),
    ...[...branch.states]
      .filter((key) => !reaches(workflow.transitionsFrom, key, join))
      .map((key) => fault('25.10', 'branchEndless', key, { fork, join: join ?? '' })),
    ...[...branch.states]
      .filter((key) => workflow.state(key).kind === 'handle')
      .map((key) => fault('25.10', 'handleInBranch', key, { fork })),
  ]
}

function reaches(transitionsFrom: Workflow['transitionsFrom'], from: string, goal: string | null): boolean {
  const met = new Set([from])
  for (const key of met) {
    for (const { to } of transitionsFrom(key)) {
      if (to === goal) return true
      met.add(to)
    }
  }
  return false
}

/** The join is entered from its branches and from nowhere else: anybody else would wait there for nothing. */
function joinFaults({ definition }: Given, { fork, join, branches }: Block): readonly Fault[] {
  return definition.transitions
    .filter(({ from, to }) => to === join && from !== fork && !branches.some(({ states }) => states.has(from)))
    .map(({ from }) => fault('25.10', 'joinEntered', from, { to: join ?? '', fork }))
}

/** Every fault in the branches of a definition; what else is proved supposes that there is none. */
export function blockFaults(examined: Given): readonly Fault[] {
  const pairs = pairFaults(examined)
  const inside = examined.workflow.blocks.all.flatMap((block) => [
    ...block.branches.flatMap((branch) => branchFaults(examined, block, branch)),
    ...joinFaults(examined, block),
  ])
  return (pairs.length > 0 ? pairs : inside).map((fault) => ({
    ...fault,
    path: fault.state === null ? [] : pathTo(examined.workflow, fault.state),
  }))
}

/** The fewest transitions from the start to a state. */
function pathTo({ transitionsFrom }: Workflow, goal: string): readonly string[] {
  const paths = new Map<string, readonly string[]>([['start', ['start']]])
  for (const [key, path] of paths) {
    for (const { to } of transitionsFrom(key)) if (!paths.has(to)) paths.set(to, [...path, to])
  }
  return paths.get(goal) ?? []
}
