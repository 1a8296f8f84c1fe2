/** Who acts, how they decide and how long they have. */

import {
  type Ballot,
  type Group,
  groupsOf,
  type Mode,
  type Participant,
  type StateDefinition,
  type TimerRule,
} from '#machines/ticket/definition/definition.ts'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { Patch } from './states.ts'

/** One group stands alone, several stand together. */
export function participantOf(groups: readonly Group[]): Participant | null {
  const [first] = groups
  if (first === undefined) return null
  return groups.length === 1 ? first : { type: 'several', of: groups }
}

/** Sets, adds (at the end) or takes away (null) a group; the last one stays. */
export function withGroup(participant: Participant, at: number, group: Group | null): Participant {
  const groups = groupsOf(participant)
  const next = group === null ? groups.toSpliced(at, 1) : groups.toSpliced(at, 1, group)
  return participantOf(next) ?? participant
}

/** A group of a kind, with the first of what it may name. */
export function newGroup(
  type: Group['type'],
  first: { readonly userId: number; readonly role: string; readonly dept: string; readonly field: string },
): Group {
  switch (type) {
    case 'role':
      return { type, role: first.role }
    case 'user':
      return { type, userId: first.userId }
    case 'dept':
      return { type, dept: first.dept }
    case 'formField':
      return { type, field: first.field }
    default:
      return { type }
  }
}

/** The choice of mode with the number it needs, and without what no longer fits it (25.1). */
export function ballotPatch(state: StateDefinition, mode: Mode): Patch<StateDefinition> {
  return {
    mode,
    ratio: mode === 'ratio' ? (state.ratio ?? 100) : undefined,
    count: mode === 'count' || mode === 'perGroup' ? (state.count ?? 1) : undefined,
    claim: mode === 'any' ? state.claim : undefined,
  }
}

/** Modes a state can choose: groups by themselves only where there are several. */
export function modesOf({ kind, participant }: StateDefinition): readonly Mode[] {
  if (kind === 'cc') return []
  const plain = ['any', 'anyApproval', 'all', 'sequential', 'ratio', 'count'] as const
  return groupsOf(participant).length > 1 ? [...plain, 'perGroup'] : plain
}

/** A whole number of at least one, and at most `most`; null for what is none. */
export function wholeNumber(text: string, most: number): number | null {
  const value = Number(text)
  return !isBlank(text) && Number.isInteger(value) && value >= 1 && value <= most ? value : null
}

/** Percentages with the computed number beside them for some sizes of a visit (25.1). */
export const examplesOf = (
  ballot: Ballot,
  needed: (ballot: Ballot, n: number) => number,
): readonly { readonly n: number; readonly need: number }[] => [2, 3, 5].map((n) => ({ n, need: needed(ballot, n) }))

/** Working hours of a new limit. */
const FIRST_LIMIT = 48

/** One more limit, under a key of its own. */
export function addTimer(timers: readonly TimerRule[], action: TimerRule['action']): readonly TimerRule[] {
  const taken = new Set(['open', ...timers.map((timer) => timer.key)])
  let key: string = action
  for (let number = 2; taken.has(key); number++) key = `${action}${number}`
  return [...timers, timerOf(key, FIRST_LIMIT, action)]
}

/** A limit that does this; an escalation asks the leader in charge until somebody says better. */
export function timerOf(key: string, afterHours: number, action: TimerRule['action']): TimerRule {
  return action === 'escalate' || action === 'transfer'
    ? { key, afterHours, action, to: { type: 'divisionLeader' } }
    : { key, afterHours, action }
}
