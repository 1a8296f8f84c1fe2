import { momentText } from '#src/define/days.ts'
import type { CheckTime } from '#src/fields/kind.ts'

/** The time the browser believes it is, in the bureau's zone: good enough for hints and defaults, the server checks again with its own (INV-13). */
export function browserTime(): CheckTime {
  const now = momentText(new Date())
  return { now, today: now.slice(0, 10) }
}
