import { assign, setup, transition } from 'xstate'

/** Extensions an item may have (SUP-02). */
export const MAX_EXTENSIONS = 2

/** What is done with a supervision item. */
export type SupervisionItemEvent =
  /** It is given to its handler. */
  | { readonly type: 'assign' }
  /** The handler signs for it. */
  | { readonly type: 'signFor' }
  /** The handler says that it is not theirs. */
  | { readonly type: 'decline' }
  /** The handler submits the result. */
  | { readonly type: 'submit' }
  /** The result is not accepted. */
  | { readonly type: 'sendBack' }
  /** The handler asks for a later due date. */
  | { readonly type: 'extend' }
  | { readonly type: 'approveExtension' }
  | { readonly type: 'refuseExtension' }
  | { readonly type: 'close' }
  | { readonly type: 'terminate' }

/** What decides over events beside the state. */
export interface SupervisionItemContext {
  /** Extensions that were approved. */
  readonly extensions: number
}

/** A supervision item (10.5), one state at a time, `over` once nothing is waited for; people, dates and replies stand in its record. */
export const supervisionItemMachine = setup({
  types: { context: {} as SupervisionItemContext, events: {} as SupervisionItemEvent },
  guards: { mayExtend: ({ context }) => context.extensions < MAX_EXTENSIONS },
  actions: { countExtension: assign({ extensions: ({ context }) => context.extensions + 1 }) },
}).createMachine({
  id: 'supervisionItem',
  context: { extensions: 0 },
  initial: 'draft',
  states: {
    draft: { on: { assign: 'assigned' } },
    assigned: { on: { signFor: 'doing', decline: 'draft', terminate: 'terminated' } },
    doing: { on: { submit: 'replied', extend: { guard: 'mayExtend', target: 'extending' }, terminate: 'terminated' } },
    extending: {
      on: {
        approveExtension: { target: 'doing', actions: 'countExtension' },
        refuseExtension: 'doing',
        terminate: 'terminated',
      },
    },
    replied: { on: { close: 'closed', sendBack: 'doing', terminate: 'terminated' } },
    closed: { tags: 'over' },
    terminated: { tags: 'over' },
  },
})

/** Dictionary supervisionState, in the order of its columns. */
export const supervisionItemStates = [
  'draft',
  'assigned',
  'doing',
  'extending',
  'replied',
  'closed',
  'terminated',
] as const
export type SupervisionItemState = (typeof supervisionItemStates)[number]
export type SupervisionItemEventName = SupervisionItemEvent['type']

const snapshotOf = (value: SupervisionItemState, extensions: number) =>
  supervisionItemMachine.resolveState({ value, context: { extensions } })

/** Whether nothing is waited for any more in this state. */
export const isOver = (state: SupervisionItemState): boolean => snapshotOf(state, 0).hasTag('over')

/** The state after the event; null when the item does not take it. */
export function nextState(
  state: SupervisionItemState,
  type: SupervisionItemEventName,
  extensions = 0,
): SupervisionItemState | null {
  const snapshot = snapshotOf(state, extensions)
  return snapshot.can({ type }) ? transition(supervisionItemMachine, snapshot, { type })[0].value : null
}

/** The states in which the event may happen. */
export const statesTaking = (type: SupervisionItemEventName): readonly SupervisionItemState[] =>
  supervisionItemStates.filter((state) => nextState(state, type) !== null)

/** States in which somebody is working on the item. */
export const openStates: readonly SupervisionItemState[] = statesTaking('terminate')

/** The events that lead from one column into another, as a card may be moved. */
export const eventsBetween = (
  from: SupervisionItemState,
  to: SupervisionItemState,
): readonly SupervisionItemEventName[] => (from === to ? [] : eventNames.filter((type) => nextState(from, type) === to))

const eventNames = [
  'assign',
  'signFor',
  'decline',
  'submit',
  'sendBack',
  'extend',
  'approveExtension',
  'refuseExtension',
  'close',
  'terminate',
] as const satisfies readonly SupervisionItemEventName[]
