/** Notices that a workflow sends besides tasks (20.9): on which occasion, to whom, and with which text. */

import type { TicketContext, TicketStatus, Visit } from '../engine/vocabulary.ts'
import type { NoticeOccasion, NoticeRule, WorkflowDefinition } from './definition.ts'

/** Occasions that happen in a state. */
export const occasionsInStates: readonly NoticeOccasion[] = ['entered', 'passed', 'returned', 'rejected']

/** What a text may name (SYS-103: number and title, where it stands, and who asks; nothing of the form). */
export const placeholders = ['no', 'title', 'applicant', 'state'] as const
export type Placeholder = (typeof placeholders)[number]

const NAMED = /\{(\w+)\}/g

/** Names between braces that are no placeholder. */
export const unknownPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(NAMED)].map(([, name = '']) => name).filter((name) => !placeholders.some((known) => known === name))

/** The text with its placeholders filled in. */
export const filledIn = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(NAMED, (whole, name: string) => {
    const known = placeholders.find((one) => one === name)
    return known === undefined ? whole : values[known]
  })

/** Something that happened to a ticket; `state` where it happened in one. */
export interface Occurrence {
  readonly on: NoticeOccasion
  readonly state: string | null
}

/** Where a ticket stands, as far as occasions depend on it. */
export interface Standing {
  readonly context: TicketContext
  readonly status: TicketStatus
}

function ofVisit(was: Visit | undefined, is: Visit): readonly Occurrence[] {
  const { state, outcome } = is
  // A state that was passed over was not entered.
  const entered = was === undefined && outcome !== 'skipped'
  const isOver = was?.outcome == null && (outcome === 'passed' || outcome === 'returned' || outcome === 'rejected')
  return [...(entered ? [{ on: 'entered', state } as const] : []), ...(isOver ? [{ on: outcome, state }] : [])]
}

/** Everything that one decision brought about, in order. */
export function happenedBetween(before: Standing, after: Standing): readonly Occurrence[] {
  const ended = (['withdrawn', 'completed', 'voided'] as const).filter(
    (status) => after.status === status && before.status !== status,
  )
  return [
    ...(after.context.round > before.context.round ? [{ on: 'submitted', state: null } as const] : []),
    ...after.context.visits.flatMap((visit, index) => ofVisit(before.context.visits[index], visit)),
    ...ended.map((on) => ({ on, state: null })),
  ]
}

/** The rules that speak of what happened, each at most once for a state. */
export function rulesFor(
  { notices = [] }: WorkflowDefinition,
  happened: readonly Occurrence[],
): readonly { readonly rule: NoticeRule; readonly state: string | null }[] {
  return notices.flatMap((rule) => {
    const states = happened
      .filter(({ on, state }) => on === rule.on && (rule.state === undefined || rule.state === state))
      .map(({ state }) => state)
    return [...new Set(states)].map((state) => ({ rule, state }))
  })
}
