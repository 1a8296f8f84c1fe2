/** What a worker does with an order on the way: the actions of the order, the next one first. */

/** Actions of the worker's page, in the order of their buttons. */
export const workActions = ['accept', 'start', 'resume', 'finish', 'photograph', 'suspend'] as const
export type WorkAction = (typeof workActions)[number]

/** The action a state is waiting for; it fills the width of the phone. */
const nextActions: readonly WorkAction[] = ['accept', 'start', 'resume', 'finish']
export const isNext = (name: WorkAction): boolean => nextActions.includes(name)

/** What may be done with an order, in the order of its buttons. */
export const workActionsIn = (open: readonly string[]): readonly WorkAction[] =>
  workActions.filter((name) => open.includes(name))

/** Whether an order is planned for another day and not late today. */
export const isLater = ({ planAt, dueAt }: Readonly<Record<string, unknown>>, today: string): boolean => {
  const day = (moment: unknown): string => (typeof moment === 'string' ? moment.slice(0, 10) : '')
  return day(planAt) > today && (day(dueAt) === '' || day(dueAt) > today)
}
