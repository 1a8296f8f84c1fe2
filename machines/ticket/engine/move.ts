/** Bringing a ticket by hand into states of another version of its workflow (25.11), where replaying its log there does not do it. */
import type { StateValue } from 'xstate'
import type { Home } from '../definition/blocks.ts'
import { encloses } from '../definition/blocks.ts'
import { evaluate } from '../definition/conditions.ts'
import type { Workflow } from '../definition/workflow.ts'
import { transitionsTaken } from '../explore/route.ts'
import { fork, skip } from './changes.ts'
import type { TicketMachine } from './compile.ts'
import { blockName, branchName } from './nodes/paths.ts'
import { carryOut, type Step, type StepResult } from './replay.ts'
import { closeLive, liveIn, liveVisits, withVisit } from './visits.ts'
import type { TicketContext, TicketEvent, Visit } from './vocabulary.ts'

/** The event that stands in the log between two versions. */
export type Move = Extract<TicketEvent, { type: 'move' }>
type MoveInput = Pick<Move, 'target' | 'beside' | 'facts'>

/**
 * Why the states do not take a ticket in: one of them is not there or does nothing, they cannot all be current at once, the
 * people there would do something of another kind, or a condition on the way does not hold for the ticket.
 */
export type MoveBar = 'unknown' | 'branches' | 'kind' | 'condition'

/** The states a ticket is brought into: several only in branches of one block. */
export const targetsOf = ({ target, beside = [] }: Pick<Move, 'target' | 'beside'>): readonly string[] => [
  ...new Set([target, ...beside]),
]

/** A ticket waits in it; or branches part there, and a copy or a place of nobody leads straight into all of them. */
export const takesIn = (workflow: Workflow, key: string): boolean =>
  workflow.definition.states.some((state) => state.key === key && (state.kind !== 'cc' || state.branch !== undefined))

/** Neither place is on the way to the other: they lie in two branches that part at the same state. */
function areBeside(left: readonly Home[], right: readonly Home[]): boolean {
  if (encloses(left, right) || encloses(right, left)) return false
  const parting = left.findIndex(
    ({ fork: at, number }, depth) => right[depth]?.fork !== at || right[depth].number !== number,
  )
  return left[parting]?.fork === right[parting]?.fork
}

/** The branches to be opened so that these states can be current, outermost first; of a join, those it has waited for. */
function blocksTo({ blocks, state }: Workflow, targets: readonly string[]): readonly string[] {
  const opened = targets.flatMap((key) => {
    const { joinOf } = state(key)
    return [...blocks.home(key).map((home) => home.fork), ...(joinOf === undefined ? [] : [joinOf])]
  })
  return [...new Set(opened)].toSorted((left, right) => blocks.home(left).length - blocks.home(right).length)
}

/** What can be said without making the move. */
function barBefore(workflow: Workflow, context: TicketContext, input: MoveInput): MoveBar | null {
  const targets = targetsOf(input)
  if (liveVisits(context).length === 0 || !targets.every((key) => takesIn(workflow, key))) return 'unknown'
  const homes = targets.map(workflow.blocks.home)
  if (homes.some((home, index) => homes.slice(index + 1).some((other) => !areBeside(home, other)))) return 'branches'
  const isBarred = targets.some((key) => {
    const { enterWhen } = workflow.state(key)
    const homes = workflow.blocks.home(key)
    const isUntaken = homes.some(
      ({ fork: at, number }) => !transitionsTaken(workflow, at, input.facts).some((one) => one.number === number),
    )
    return isUntaken || (enterWhen !== undefined && !evaluate(enterWhen, input.facts))
  })
  return isBarred ? 'condition' : null
}

/** Where the chart stands when each state is about to be considered, and every other branch beside it about to begin. */
function placeOf({ blocks }: Workflow, targets: readonly string[]): StateValue {
  const within = (keys: readonly string[], depth: number): StateValue => {
    const [first = ''] = keys
    const home = blocks.home(first)[depth]
    if (home === undefined) return { [first]: 'considered' }
    const regions = (blocks.of(home.fork)?.branches ?? []).map(({ number }) => {
      const inside = keys.filter((key) => blocks.home(key)[depth]?.number === number)
      return [branchName(number), inside.length === 0 ? 'considered' : within(inside, depth + 1)] as const
    })
    return { [blockName(home.fork)]: Object.fromEntries(regions) }
  }
  return within(targets, 0)
}

/** Branching states are left without people, with exactly the branches whose conditions hold. For a join all have arrived. */
function opened(workflow: Workflow, before: TicketContext, event: Move): TicketContext {
  const targets = targetsOf(event)
  const joined = targets.map((key) => workflow.state(key).joinOf)
  return blocksTo(workflow, targets).reduce((context, at) => {
    const [parted] = fork(workflow, skip(workflow, context, event, at)[0], event, at)
    const visit = parted.visits.at(-1)
    if (!visit) return parted
    const isJoined = joined.includes(at)
    const branches = (visit.branches ?? []).map((one) => (isJoined ? { ...one, arrivedAt: event.at } : one))
    return withVisit(parted, { ...visit, rule: 'moved', branches })
  }, before)
}

const phasesOf = (visits: readonly Visit[]): string =>
  [...new Set(visits.map(({ kind }) => (kind === 'handle' ? 'handling' : 'running')))].toSorted().join()

/** What was approved stays approved, and what was not is not by way of a move; each state named is the ticket's place now. */
function barAfter(workflow: Workflow, before: TicketContext, { snapshot, actions }: Step, event: Move): MoveBar | null {
  const { context } = snapshot
  const isThere = (key: string) => workflow.state(key).kind === 'cc' || liveIn(context, key) !== undefined
  const live = liveVisits(context)
  if (live.length === 0 || !targetsOf(event).every(isThere)) return 'condition'
  const isWeighty = actions.some(({ type }) => type === 'hook' || type === 'announce')
  return isWeighty || phasesOf(live) !== phasesOf(liveVisits(before)) ? 'kind' : null
}

/**
 * The ticket in the other version: whatever was live is closed, the named states are entered anew, and branches beside them
 * begin as they always do. No approval is carried over: a return, a direct return and the rule of repeated approvals
 * look at what came after.
 */
function attempt(
  machine: TicketMachine,
  workflow: Workflow,
  before: TicketContext,
  event: Move,
): { readonly step: Step; readonly bar: MoveBar | null } | { readonly step: null; readonly bar: MoveBar } {
  const bar = barBefore(workflow, before, event)
  if (bar !== null) return { step: null, bar }
  const closed = opened(workflow, closeLive(before, 'moved', event), event)
  const ready = machine.resolveState({ value: { process: placeOf(workflow, targetsOf(event)) }, context: closed })
  // The chart knows no such event, and goes on by itself from where it has been put.
  const { snapshot, actions } = carryOut(machine, ready, event)
  const first = snapshot.context.visits[before.visits.length]
  const context = first ? withVisit(snapshot.context, { ...first, moved: { from: event.from } }) : snapshot.context
  const step: Step = { ok: true, snapshot: machine.resolveState({ value: snapshot.value, context }), actions }
  return { step, bar: barAfter(workflow, before, step, event) }
}

/** What keeps the ticket from being brought into the states the event names; null when nothing does. */
export const barToMove = (
  machine: TicketMachine,
  workflow: Workflow,
  context: TicketContext,
  event: Move,
): MoveBar | null => attempt(machine, workflow, context, event).bar

/** The ticket in the other version, or refused (see {@link barToMove}). */
export function move(machine: TicketMachine, workflow: Workflow, before: TicketContext, event: Move): StepResult {
  const { step, bar } = attempt(machine, workflow, before, event)
  return step !== null && bar === null ? step : { ok: false }
}
