/** What became of a row since a form about it was opened; pure. */

/** What a form was opened for. */
export interface BoundRow {
  readonly id: number
  readonly version?: unknown
}

/**
 * `same`: as it was opened. `changed`: the form may go on with the newest version. `over`: the row no longer takes it.
 * `gone`: the row was there and is not any more.
 */
export type RowStanding = 'same' | 'changed' | 'over' | 'gone'

/** `newest` is undefined before the first answer; `isLost` when a later one said that there is no such row. */
export function rowStanding(
  opened: BoundRow,
  newest: BoundRow | undefined,
  { isLost, isAllowed }: { readonly isLost: boolean; readonly isAllowed: boolean },
): RowStanding {
  if (newest === undefined || opened.version === undefined) return 'same'
  if (isLost) return 'gone'
  if (newest.version === opened.version) return 'same'
  return isAllowed ? 'changed' : 'over'
}
