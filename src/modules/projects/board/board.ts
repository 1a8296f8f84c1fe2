/** The board of projects: columns by state, and which action leads from one to another. */
import { sumMoney } from '#src/fields/money/cents.ts'

export const columns = [
  'draft',
  'declared',
  'returned',
  'inLibrary',
  'inBudget',
  'executing',
  'finished',
  'removed',
] as const
export type ProjectState = (typeof columns)[number]

/** The action behind a move into a column. */
const actions: Readonly<Partial<Record<ProjectState, string>>> = {
  declared: 'submit',
  returned: 'sendBack',
  inLibrary: 'review',
  inBudget: 'include',
  executing: 'start',
  finished: 'finish',
  removed: 'takeOut',
}

export interface BoardRow {
  readonly id: number
  readonly state: string
  readonly declareAmount: string
  readonly reviewAmount: string | null
}

/** The action that a drop into a column asks for; null where none leads there. A review leads into the library only by its outcome. */
export const actionInto = (column: ProjectState): string | null => actions[column] ?? null

/** The columns a card may be dropped into, by the actions that are open to the person. */
export const targetsOf = (open: readonly string[]): readonly ProjectState[] =>
  columns.filter((column) => {
    const action = actionInto(column)
    return action !== null && open.includes(action)
  })

/** What a project asks for, or was given by its review. */
export const amountOf = ({ declareAmount, reviewAmount }: BoardRow): string => reviewAmount ?? declareAmount

/** Cards of a column and their sum. */
export function columnOf<Row extends BoardRow>(
  rows: readonly Row[],
  state: ProjectState,
): { readonly rows: readonly Row[]; readonly sum: string } {
  const own = rows.filter((row) => row.state === state)
  return { rows: own, sum: sumMoney(own.map(amountOf)) }
}
