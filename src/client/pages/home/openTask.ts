import type { UrgentTask } from '#src/define/tickets/lists.ts'

/** The task a dialog was opened for, as it was then. */
export interface OpenTask {
  readonly task: UrgentTask
  readonly dialog: 'approval' | 'reading'
  /** Its place in the list. */
  readonly at: number
}

/** A person may have two tasks of one ticket. */
export const keyOf = ({ id, kind }: UrgentTask): string => `${id} ${kind}`

/** The newest tasks, with the one whose dialog is open as it was opened, also when it has left the list. */
export function withOpen(newest: readonly UrgentTask[], { task, at }: OpenTask): readonly UrgentTask[] {
  const place = newest.findIndex((one) => keyOf(one) === keyOf(task))
  return place < 0 ? newest.toSpliced(Math.min(at, newest.length), 0, task) : newest.with(place, task)
}
