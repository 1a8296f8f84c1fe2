/** Which fields of a form show: the one answer for the browser, the server, the proofs and the generated tests. */
import { evaluate } from './conditions.ts'
import type { Condition, Facts } from './definition.ts'

/** The condition under which each field shows; a field without one always does. */
export type Shows = Readonly<Record<string, Condition | undefined>>

export interface ShownFields {
  readonly visible: ReadonlySet<string>
  /** What the conditions see of the visible fields. */
  readonly facts: Facts
}

/** Which fields show, by the facts that are left when only these do. A hidden field counts as empty for the others, so showing one can hide the next. */
export function shownFields(shows: Shows, factsWith: (visible: ReadonlySet<string>) => Facts): ShownFields {
  const names = Object.keys(shows)
  let visible: ReadonlySet<string> = new Set(names)
  let facts = factsWith(visible)
  // Conditions that hide each other in a cycle would never settle: as many rounds as fields are enough for any chain.
  for (const _ of names) {
    const next = new Set(names.filter((name) => evaluate(shows[name], facts)))
    const isSettled = next.size === visible.size && names.every((name) => next.has(name) === visible.has(name))
    visible = next
    facts = factsWith(visible)
    if (isSettled) break
  }
  return { visible, facts }
}
