import { setup, transition } from 'xstate'

/** What happens to a purchase. */
export type PurchaseEvent =
  /** Vendors are being selected. */
  | { readonly type: 'select' }
  /** The contract is signed. */
  | { readonly type: 'sign' }
  /** Goods or services are delivered, in one part or several. */
  | { readonly type: 'deliver' }
  /** Everything that was ordered is accepted. */
  | { readonly type: 'accept' }
  /** The file is complete and goes to the archive. */
  | { readonly type: 'archive' }
  | { readonly type: 'terminate' }

/** A purchase (50.9), one state at a time, `over` once nothing is waited for; money, deliveries and acceptances stand in its record. */
export const purchaseMachine = setup({ types: { events: {} as PurchaseEvent } }).createMachine({
  id: 'purchase',
  initial: 'preparing',
  states: {
    preparing: { on: { select: 'selecting', sign: 'contracted', terminate: 'terminated' } },
    selecting: { on: { sign: 'contracted', terminate: 'terminated' } },
    contracted: { on: { deliver: 'performing', terminate: 'terminated' } },
    performing: { on: { deliver: 'performing', accept: 'accepted', terminate: 'terminated' } },
    accepted: { on: { archive: 'closed' } },
    closed: { tags: 'over' },
    terminated: { tags: 'over' },
  },
})

/** Dictionary purchaseState, in its order. */
export const purchaseStates = [
  'preparing',
  'selecting',
  'contracted',
  'performing',
  'accepted',
  'closed',
  'terminated',
] as const
export type PurchaseState = (typeof purchaseStates)[number]
export type PurchaseEventName = PurchaseEvent['type']

const snapshotOf = (value: PurchaseState) => purchaseMachine.resolveState({ value })

/** Whether nothing is waited for any more in this state. */
export const isOver = (state: PurchaseState): boolean => snapshotOf(state).hasTag('over')

/** The state after the event; null when the purchase does not take it. */
export function nextState(state: PurchaseState, type: PurchaseEventName): PurchaseState | null {
  const snapshot = snapshotOf(state)
  return snapshot.can({ type }) ? transition(purchaseMachine, snapshot, { type })[0].value : null
}

/** The states in which the event may happen. */
export const statesTaking = (type: PurchaseEventName): readonly PurchaseState[] =>
  purchaseStates.filter((state) => nextState(state, type) !== null)
