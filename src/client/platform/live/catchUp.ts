/** The time between the first look at the data of a page and the first line: what changed meanwhile is sent by the server when the line opens. */

/** Milliseconds the server keeps what it sent; a line that opens later has everything fetched again. */
const MAX_MS = 60_000

let enteredAt: number | null = null
let isAsked = false

/** The layout has been entered, and its pages begin to read. */
export function beginCatchUp(): void {
  enteredAt ??= performance.now()
}

/** Milliseconds the line that is being opened has to catch up on; null when that is no longer possible. */
export function catchUpMs(): number | null {
  const passed = enteredAt === null ? null : Math.ceil(performance.now() - enteredAt)
  isAsked = passed !== null && passed <= MAX_MS
  return isAsked ? passed : null
}

/** Whether the line that was opened last was asked to catch up. */
export const isCatchingUp = (): boolean => isAsked
