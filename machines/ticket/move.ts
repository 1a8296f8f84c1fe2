/** Bringing a ticket by hand into a state of another version of its workflow (25.11), where replaying its log there does not do it. */
import { ask, enter } from './changes.ts'
import type { TicketMachine, TicketSnapshot } from './compile.ts'
import { evaluate } from './conditions.ts'
import { regionsOf } from './regions.ts'
import type { StepResult } from './replay.ts'
import { closeLive, liveVisits, withVisit } from './visits.ts'
import type { TicketContext, TicketEvent } from './vocabulary.ts'
import type { Workflow } from './workflow.ts'

/** The event that stands in the log between two versions. */
export type Move = Extract<TicketEvent, { type: 'move' }>

/**
 * Why a state does not take a ticket in: there is none, either of them lies in branches or joins some, a filed ticket is
 * waited for, its people would do something of another kind, or its own condition does not hold for the ticket.
 */
export type MoveBar = 'unknown' | 'branches' | 'child' | 'kind' | 'condition'

/** What keeps the ticket from being brought into the state the event names; null when nothing does. */
export function barToMove(
  { definition, blocks }: Workflow,
  context: TicketContext,
  { target, facts }: Pick<Move, 'target' | 'facts'>,
): MoveBar | null {
  const [live, ...others] = liveVisits(context)
  const state = definition.states.find(({ key }) => key === target)
  if (live === undefined || state === undefined) return 'unknown'
  const isAside = blocks.home(target).length > 0 || state.joinOf !== undefined
  if (others.length > 0 || regionsOf(live).length > 0 || isAside) return 'branches'
  if (live.kind === 'sub' || state.kind === 'sub') return 'child'
  // What was approved stays approved, and what was not is not by way of a move.
  if (state.kind !== live.kind) return 'kind'
  return state.enterWhen === undefined || evaluate(state.enterWhen, facts) ? null : 'condition'
}

/**
 * The ticket in the other version: what was live is closed, the named state is entered anew and asks for its people as it
 * always does. No approval is carried over: a return, a straight way back and the rule of repeated approvals look at what
 * came after.
 */
export function move(machine: TicketMachine, workflow: Workflow, before: TicketContext, event: Move): StepResult {
  const { target, from } = event
  if (barToMove(workflow, before, event) !== null) return { ok: false }
  const [entered] = enter(workflow, closeLive(before, 'moved', event), event, target)
  const [visit] = liveVisits(entered)
  const marked = visit ? withVisit(entered, { ...visit, moved: { from } }) : entered
  const [context, actions] = ask(workflow, marked, event, target)
  const snapshot: TicketSnapshot = machine.resolveState({ value: { process: { [target]: 'staffing' } }, context })
  return { ok: true, snapshot, actions }
}
