import type { TicketSnapshot } from '#machines/ticket/compile.ts'
import type { Facts } from '#machines/ticket/definition.ts'
import type { Candidate, PersonId, Signature, TicketAction } from '#machines/ticket/vocabulary.ts'
import type { Language } from '#src/define/messages.ts'
import { RuleError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Filling } from './forms.ts'
import type { LogEntry } from './log.ts'
import type { Ticket } from './ticket.ts'

/** One decision on its way: what stays the same, and what grows while the machine and the server talk. */
export interface Deciding extends Filling {
  readonly ticket: Ticket
  readonly language: Language
  /** Server time of the whole decision, ISO. */
  readonly at: string
  readonly facts: Facts
  readonly dataHash: string
  /** The form after this decision. */
  readonly form: FormData
  /** The form before it, when it changed. */
  readonly formBefore: FormData | null
  readonly actorId: PersonId | null
  readonly comment: string
  /** With which this approval was signed; null where none was asked for. */
  readonly signature: Signature | null
  /** People already found for states ahead (WF-15). */
  readonly resolved: ReadonlyMap<string, readonly Candidate[]>
  snapshot: TicketSnapshot
  readonly entries: LogEntry[]
  readonly cc: Set<PersonId>
  /** People whom the workflow's own notices tell of this decision. */
  readonly told: Set<PersonId>
}

/** A decision before its first event: whatever is not said did not change, was not asked for or is not known. */
export const begun = (
  filling: Filling,
  given: Pick<
    Deciding,
    'ticket' | 'language' | 'at' | 'facts' | 'dataHash' | 'form' | 'actorId' | 'comment' | 'snapshot'
  > &
    Partial<Pick<Deciding, 'formBefore' | 'signature' | 'resolved'>>,
): Deciding => ({
  ...filling,
  formBefore: null,
  signature: null,
  resolved: new Map(),
  ...given,
  entries: [],
  cc: new Set(),
  told: new Set(),
})

/** Number the event will have in the log. */
export const nextSeq = (deciding: Deciding): number => deciding.ticket.events + deciding.entries.length

/** `wf.noParticipant` with the state's name in the reader's language. */
export function noParticipant(deciding: Pick<Deciding, 'version' | 'language'>, state: string): RuleError {
  const name = deciding.version.definition.states.find((one) => one.key === state)?.name[deciding.language]
  return new RuleError('wf.noParticipant', name ?? state)
}

/** A message about the ticket: number and title only (SYS-103). */
export function tell(
  deciding: Pick<Deciding, 'base' | 'ticket' | 'form'>,
  contentType: 'TICKET' | 'REMIND',
  key: string,
  to: readonly number[],
): void {
  if (to.length === 0) return
  const { no, id } = deciding.ticket
  const title = { key, params: [no, String(deciding.form.title)] }
  deciding.base.notify({ to: [...new Set(to)], contentType, title, link: `/workflow/ticket/${id}` })
}

export type ActionOf<Type extends TicketAction['type']> = Extract<TicketAction, { type: Type }>['params']
