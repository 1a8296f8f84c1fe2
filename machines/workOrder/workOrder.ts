import { setup, transition } from 'xstate'

/** What is done with a work order. */
export type WorkOrderEvent =
  /** It is given to a worker or a contractor, or to another one. */
  | { readonly type: 'dispatch' }
  /** The worker takes it. */
  | { readonly type: 'accept' }
  | { readonly type: 'start' }
  /** Work waits for parts, for the contractor or for access. */
  | { readonly type: 'suspend' }
  | { readonly type: 'resume' }
  | { readonly type: 'finish' }
  | { readonly type: 'verify' }
  /** The result is refused. */
  | { readonly type: 'reopen' }
  | { readonly type: 'close' }
  /** The ticket was voided, or the order was merged into another. */
  | { readonly type: 'cancel' }

/** A work order (40.3), one state at a time, `over` once nothing is waited for; times, people and money stand in its record. */
export const workOrderMachine = setup({ types: { events: {} as WorkOrderEvent } }).createMachine({
  id: 'workOrder',
  initial: 'pending',
  states: {
    pending: { on: { dispatch: 'assigned', cancel: 'closed' } },
    assigned: { on: { dispatch: 'assigned', accept: 'accepted', cancel: 'closed' } },
    accepted: { on: { dispatch: 'assigned', start: 'working', suspend: 'suspended', cancel: 'closed' } },
    working: { on: { dispatch: 'assigned', suspend: 'suspended', finish: 'finished', cancel: 'closed' } },
    suspended: { on: { resume: 'working', cancel: 'closed' } },
    finished: { on: { verify: 'verified', reopen: 'working', cancel: 'closed' } },
    verified: { tags: 'over', on: { close: 'closed', reopen: 'working' } },
    closed: { tags: 'over', on: { reopen: 'working' } },
  },
})

/** Dictionary workOrderState, in the order of its columns. */
export const workOrderStates = [
  'pending',
  'assigned',
  'accepted',
  'working',
  'suspended',
  'finished',
  'verified',
  'closed',
] as const
export type WorkOrderState = (typeof workOrderStates)[number]
export type WorkOrderEventName = WorkOrderEvent['type']

/** Whether nothing is waited for any more in this state. */
export const isOver = (state: WorkOrderState): boolean => workOrderMachine.resolveState({ value: state }).hasTag('over')

/** The state after the event; null when the order does not take it. */
export function nextWorkOrderState(state: WorkOrderState, type: WorkOrderEventName): WorkOrderState | null {
  const snapshot = workOrderMachine.resolveState({ value: state })
  return snapshot.can({ type }) ? transition(workOrderMachine, snapshot, { type })[0].value : null
}

/** The states in which the event may happen. */
export const statesTaking = (type: WorkOrderEventName): readonly WorkOrderState[] =>
  workOrderStates.filter((state) => nextWorkOrderState(state, type) !== null)

/** The event that leads from one column into another; null where none does. A cancellation is no move. */
export function eventBetween(from: WorkOrderState, to: WorkOrderState): Exclude<WorkOrderEventName, 'cancel'> | null {
  const moves = ['dispatch', 'accept', 'start', 'suspend', 'resume', 'finish', 'verify', 'reopen', 'close'] as const
  return from === to ? null : (moves.find((type) => nextWorkOrderState(from, type) === to) ?? null)
}
