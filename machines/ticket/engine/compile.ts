/** A workflow definition becomes a statechart: the one model from which decisions, buttons, previews and tests come. */
import type { SnapshotFrom } from 'xstate'
import type { StateDefinition, WorkflowDefinition } from '../definition/definition.ts'
import { indexWorkflow, type Workflow } from '../definition/workflow.ts'
import { type Kit, kitFor } from './machine.ts'
import { blockNode } from './nodes/block.ts'
import { enterOrPass } from './nodes/considered.ts'
import { openToApprove, openToHandle } from './nodes/open.ts'
import { blockName } from './nodes/paths.ts'
import { staffing } from './nodes/staffing.ts'
import { filing } from './nodes/sub.ts'
import { transitionsOut } from './nodes/transitions.ts'
import type { TicketInput } from './vocabulary.ts'

/** More microsteps than this in one event is a loop, not a workflow. */
const MAX_STEPS = 2000
const NOBODY = 0

function stateNode(kit: Kit, workflow: Workflow, state: StateDefinition) {
  const left = transitionsOut(kit, workflow, state.key)
  if (state.kind === 'cc') {
    return kit.createStateConfig({
      initial: 'considered',
      states: { considered: enterOrPass(kit, workflow, state, 'pass', 'left'), left },
    })
  }
  if (state.kind === 'sub') {
    const before = enterOrPass(kit, workflow, state, 'enter', 'staffing')
    return kit.createStateConfig({
      initial: 'considered',
      tags: 'running',
      states: { considered: before, ...filing(kit, workflow, state), left },
    })
  }
  return kit.createStateConfig({
    initial: 'considered',
    tags: state.kind === 'handle' ? 'handling' : 'running',
    states: {
      considered: enterOrPass(kit, workflow, state, 'enter', 'staffing'),
      ...staffing(kit, state),
      open: state.kind === 'handle' ? openToHandle(kit, state) : openToApprove(kit, workflow, state),
      left,
    },
  })
}

const allowed = { guard: 'isAllowed' } as const
/** 25.6: anyone who may see the ticket may speak and share, also after its end. */
const always = { comment: { ...allowed, actions: 'note' }, cc: { ...allowed, actions: 'shareWith' } } as const
const submit = { ...allowed, target: 'process', actions: 'beginRound' } as const
/** Nothing is live, and nothing was approved. */
const toVoided = { ...allowed, target: 'voided' } as const

/** The nodes of states that lie in the same place, and of the branches they open. */
function nodesOf(kit: Kit, workflow: Workflow, keys: readonly string[]): Record<string, ReturnType<typeof stateNode>> {
  const inner = (more: readonly string[]) => nodesOf(kit, workflow, more)
  return Object.fromEntries(
    keys.flatMap((key) => {
      const block = workflow.blocks.of(key)
      const node = [key, stateNode(kit, workflow, workflow.state(key))] as const
      return block ? [node, [blockName(key), blockNode(kit, workflow, block, inner)] as const] : [node]
    }),
  )
}

function build(workflow: Workflow) {
  const kit = kitFor(workflow)
  const keys = workflow.definition.states.map(({ key }) => key)
  const nodes = nodesOf(
    kit,
    workflow,
    keys.filter((key) => workflow.blocks.home(key).length === 0),
  )
  return kit.createMachine({
    id: 'ticket',
    initial: 'draft',
    // XState makes a scratch actor without input for every transition; to throw there would cost more than the transition.
    context: ({ input }: { input: TicketInput | undefined }) => ({
      applicant: input?.applicant ?? NOBODY,
      round: 0,
      visits: [],
    }),
    options: { maxIterations: MAX_STEPS },
    states: {
      draft: { on: { submit } },
      returned: { id: 'returned', on: { submit, abandon: toVoided, ...always } },
      withdrawn: { id: 'withdrawn', on: { submit, abandon: toVoided, ...always } },
      process: {
        initial: 'start',
        states: { start: transitionsOut(kit, workflow, 'start'), ...nodes },
        on: {
          withdraw: { ...allowed, target: 'withdrawn', actions: 'withdraw' },
          abandon: { ...allowed, target: 'voided', actions: 'abandon' },
          ...always,
        },
      },
      // Not final in XState's sense: comments and copies go on, and a completed ticket can be voided.
      completed: {
        id: 'completed',
        on: {
          void: { ...allowed, target: 'voided', actions: 'voidTicket' },
          abandon: { ...allowed, target: 'voided', actions: 'voidTicket' },
          ...(workflow.definition.revocableDays !== undefined && {
            revoked: { ...allowed, actions: 'markRevoked' as const },
          }),
          ...always,
        },
      },
      rejected: { id: 'rejected', on: always },
      voided: { id: 'voided', on: always },
    },
  })
}

/** The statechart of one workflow version. */
export type TicketMachine = ReturnType<typeof build>
/** Where a ticket stands, with its context; belongs to the machine that made it. */
export type TicketSnapshot = SnapshotFrom<TicketMachine>

/**
 * The statechart of a definition. Pure, and worth caching by version.
 * @throws Error for a definition that publishing would refuse for a dangling state or a conditional last transition, or branches without a join.
 */
export function compileWorkflow(definition: WorkflowDefinition): TicketMachine {
  return build(indexWorkflow(definition))
}

const machines = new WeakMap<WorkflowDefinition, TicketMachine>()

/** The same, made once for each definition: for whoever walks it many times. */
export function machineOf(definition: WorkflowDefinition): TicketMachine {
  const machine = machines.get(definition) ?? compileWorkflow(definition)
  machines.set(definition, machine)
  return machine
}
