/** The events that lead to a moment, each sent to the very ticket that those before it have made. */

import type { Facts, WorkflowDefinition } from '../definition/definition.ts'
import type { TicketMachine, TicketSnapshot } from '../engine/compile.ts'
import { step } from '../engine/replay.ts'
import { liveVisits } from '../engine/visits.ts'
import type { TicketContext, TicketEvent } from '../engine/vocabulary.ts'
import type { Filler } from './formInput.ts'
import type { Action, Position, Positions } from './positions.ts'
import { eventsFor, type TestPeople } from './testPeople.ts'

/** A position with a form, and how it was come by. */
export interface Moment {
  readonly position: Position
  /** The form as it is stored. */
  readonly form: Facts
  readonly from: Moment | null
  readonly event: Action | null
}

/** An action in one word, with what tells it from others of its kind. */
export function nameOf(event: TicketEvent): string {
  if (event.type === 'return') return `return(${event.target}${event.resume ? `, ${event.resume}` : ''})`
  if (event.type === 'timeout') return `timeout(${event.rule})`
  if (event.type === 'child') return `child${event.said.charAt(0).toUpperCase()}${event.said.slice(1)}`
  return event.type === 'addSign' ? `addSign(${event.where})` : event.type
}

/** The event with the visit it means as another ticket in the same position numbers it. */
function renumbered(action: Action, from: TicketContext, to: TicketContext, facts: Facts): TicketEvent {
  const event = { ...action, facts } as TicketEvent
  if (!('visit' in event) || event.visit === undefined) return event
  const state = from.visits[event.visit - 1]?.state
  const visit = liveVisits(to).find((live) => live.state === state)?.id
  return visit === undefined ? event : { ...event, visit }
}

/** A ticket on the way to a moment. */
interface Retraced {
  readonly snapshot: TicketSnapshot
  readonly events: readonly TicketEvent[]
}

/** Follows the path to a moment from the draft; null where no ticket of its own could go it. */
export function createRetrace(
  definition: WorkflowDefinition,
  machine: TicketMachine,
  positions: Positions,
  testPeople: TestPeople,
): (moment: Moment) => readonly TicketEvent[] | null {
  const known = new WeakMap<Moment, { readonly retraced: Retraced | null }>()
  const next = ({ snapshot, events }: Retraced, moment: Moment, from: Position, action: Action): Retraced | null => {
    const direct = renumbered(action, from.snapshot.context, snapshot.context, moment.form)
    const isMeant = (event: TicketEvent): Retraced | null => {
      const result = step(machine, snapshot, event)
      const isThere = result.ok && positions.of(result.snapshot) === moment.position
      return isThere ? { snapshot: result.snapshot, events: [...events, event] } : null
    }
    const others = () =>
      eventsFor(definition, testPeople, moment.form, snapshot).filter((event) => nameOf(event) === nameOf(direct))
    return isMeant(direct) ?? others().reduce<Retraced | null>((found, event) => found ?? isMeant(event), null)
  }
  const retrace = (moment: Moment): Retraced | null => {
    const met = known.get(moment)
    if (met) return met.retraced
    const { from, event } = moment
    const before = from && retrace(from)
    const retraced =
      from === null || event === null
        ? { snapshot: positions.first.snapshot, events: [] }
        : before && next(before, moment, from.position, event)
    known.set(moment, { retraced })
    return retraced
  }
  return (moment) => retrace(moment)?.events ?? null
}

/** The one of the cells that whoever submitted wanted, and later writers as far as they agree. */
export function wantedIn(
  formInput: Filler,
  cells: readonly [Facts, ...Facts[]],
  events: readonly TicketEvent[],
): Facts {
  const [first] = cells
  const submitted = events.find(({ type }) => type === 'submit')?.facts
  const last = events.at(-1)?.facts
  if (submitted === undefined || last === undefined) return first
  const word = JSON.stringify(submitted)
  const blank = formInput.blank(first)
  const likely = cells.filter((cell) => JSON.stringify(formInput.submittedForm('start', blank, cell)) === word)
  const agreeing = (cell: Facts) => Object.keys(cell).filter((name) => cell[name] === last[name]).length
  return likely.toSorted((left, right) => agreeing(right) - agreeing(left))[0] ?? first
}
