/** The board of repairs: its columns are the states of the statechart, and a move between them is one of its events. */
import { eventBetween, isOver, type WorkOrderState, workOrderStates } from '#machines/workOrder/workOrder.ts'

export const columns = workOrderStates

const isState = (value: unknown): value is WorkOrderState => workOrderStates.some((state) => state === value)

/** The action that leads a card of this state into the column; null where none does, or the person may not. */
export function actionInto(state: unknown, column: WorkOrderState, open: readonly string[]): string | null {
  const event = isState(state) ? eventBetween(state, column) : null
  return event !== null && open.includes(event) ? event : null
}

/** Columns that take the card. */
export const targetsOf = (state: unknown, open: readonly string[]): readonly WorkOrderState[] =>
  columns.filter((column) => actionInto(state, column, open) !== null)

/** Columns of what is over: they grow without end and show the latest only. */
export const overStates: readonly WorkOrderState[] = columns.filter(isOver)
