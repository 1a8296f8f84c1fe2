/** Steps of a ticket machine, and a whole life of them. */
import { type ActorScope, createActor, initialTransition, type Snapshot } from 'xstate'
import type { TicketMachine, TicketSnapshot } from './compile.ts'
import type { TicketAction, TicketContext, TicketEvent, TicketInput, TicketStateValue } from './vocabulary.ts'

/** Anything JSON can hold; snapshots are stored as this. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** An event was taken: the new snapshot, and what the server must do in this order. */
export interface Step {
  readonly ok: true
  readonly snapshot: TicketSnapshot
  readonly actions: readonly TicketAction[]
}
/** An event was taken or refused; refused, nothing has changed (`wf.stateChanged`). */
export type StepResult = Step | { readonly ok: false }

const dataOf = (actions: readonly { readonly type: string; readonly params?: unknown }[]): readonly TicketAction[] =>
  // The kit enqueues nothing but TicketAction; XState's own type of a list of actions has lost that.
  actions.map(({ type, params }) => ({ type, params }) as TicketAction)

/** A new draft. */
export function start(machine: TicketMachine, input: TicketInput): Step {
  const [snapshot, actions] = initialTransition(machine, input)
  return { ok: true, snapshot, actions: dataOf(actions) }
}

type Scope = ActorScope<TicketSnapshot, TicketEvent>
const scopes = new WeakMap<TicketMachine, Omit<Scope, 'actionExecutor'>>()
const nothing = () => undefined

/** What a step needs around it: an actor that never runs. XState's own `transition` makes one, with a first snapshot, for every event. */
function scopeOf(machine: TicketMachine): Omit<Scope, 'actionExecutor'> {
  const known = scopes.get(machine)
  if (known) return known
  const self = createActor(machine, { input: { applicant: 0 } })
  const scope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
  }
  scopes.set(machine, scope)
  return scope
}

/** One event, refused by the guards or carried out. */
export const step = (machine: TicketMachine, snapshot: TicketSnapshot, event: TicketEvent): StepResult =>
  snapshot.can(event) ? carryOut(machine, snapshot, event) : { ok: false }

/** The event without asking the guards; where the chart does not know it, only what the chart does by itself. */
export function carryOut(machine: TicketMachine, snapshot: TicketSnapshot, event: TicketEvent): Step {
  const actions: Parameters<Scope['actionExecutor']>[0][] = []
  const actionExecutor = (action: (typeof actions)[number]) => void actions.push(action)
  const next = machine.transition(snapshot, event, { ...scopeOf(machine), actionExecutor })
  return { ok: true, snapshot: next, actions: dataOf(actions) }
}

/** The ticket after all its events (I9). @throws Error naming the first event the machine refuses. */
export function replay(machine: TicketMachine, input: TicketInput, events: readonly TicketEvent[]): TicketSnapshot {
  return events.reduce((snapshot, event, index) => {
    const result = step(machine, snapshot, event)
    if (!result.ok) throw new Error(`event ${index + 1} of the log, ${event.type}, is refused`)
    return result.snapshot
  }, start(machine, input).snapshot)
}

/** The snapshot as data, to be stored as JSON. Version id and content hash must be stored beside it: restoring checks neither. */
export function persist(snapshot: TicketSnapshot): JsonValue {
  // XState types what it gives as anything at all; a ticket has neither children nor history, so it is plain data.
  return snapshot.toJSON() as unknown as JsonValue
}

/** A stored snapshot in the machine of its version. @throws Error when it names a state the machine does not have. */
export function restore(machine: TicketMachine, json: JsonValue): TicketSnapshot {
  const stored = json as unknown as Snapshot<unknown>
  try {
    return machine.restoreSnapshot(stored, { ...scopeOf(machine), actionExecutor: nothing })
  } catch (cause) {
    throw new Error('the stored snapshot does not fit this workflow', { cause })
  }
}

/** The snapshot of a ticket as a reader gets it: where it is in the chart, and its context. @throws Error when the value names a state the machine does not have. */
export function snapshotAt(machine: TicketMachine, value: TicketStateValue, context: TicketContext): TicketSnapshot {
  try {
    return machine.resolveState({ value: value as TicketSnapshot['value'], context })
  } catch (cause) {
    throw new Error('the place of the ticket does not fit this workflow', { cause })
  }
}
