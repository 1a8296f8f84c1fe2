/** The branches of a state as regions of a parallel state. */
import type { Block, BlockBranch } from '#machines/ticket/definition/blocks.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import type { Kit } from '../machine.ts'
import { branchName, pathOf } from './paths.ts'

type Node = ReturnType<Kit['createStateConfig']>
/** The nodes of the states directly in a place, with the blocks that begin there. */
type NodesOf = (keys: readonly string[]) => Record<string, Node>

function region(kit: Kit, workflow: Workflow, block: Block, branch: BlockBranch, nodesOf: NodesOf) {
  const own = [...branch.states].filter((key) => {
    const inner = workflow.blocks.home(key).at(-1)
    return inner?.fork === block.fork && inner.number === branch.number
  })
  const first = branch.first === block.join ? 'arrived' : branch.first
  const isTaken = { type: 'isTaken', params: { state: block.fork, number: branch.number } } as const
  return kit.createStateConfig({
    initial: 'considered',
    states: {
      considered: kit.createStateConfig({ always: [{ guard: isTaken, target: first }, { target: 'untaken' }] }),
      ...nodesOf(own),
      arrived: kit.createStateConfig({ type: 'final' }),
      untaken: kit.createStateConfig({ type: 'final' }),
    },
  })
}

/**
 * The parallel state that a branching state opens. It is left without XState's `onDone`: a done event would carry no facts
 * for what comes after the join. @throws Error when no state joins the branches (25.10).
 */
export function blockNode(kit: Kit, workflow: Workflow, block: Block, nodesOf: NodesOf) {
  const { fork, join, branches } = block
  if (join === null) throw new Error(`workflow ${workflow.definition.key}: nothing joins the branches of ${fork}`)
  const regions = branches.map(
    (branch) => [branchName(branch.number), region(kit, workflow, block, branch, nodesOf)] as const,
  )
  return kit.createStateConfig({
    type: 'parallel',
    states: Object.fromEntries(regions),
    always: { guard: { type: 'isJoined', params: { state: fork } }, target: pathOf(workflow, join) },
  })
}
