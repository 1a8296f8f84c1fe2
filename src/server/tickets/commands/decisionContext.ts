import type { Facts, Text } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import type { Candidate, PersonId, Signature, TicketAction } from '#machines/ticket/engine/vocabulary.ts'
import type { Language } from '#src/define/messages.ts'
import { RuleError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import type { FormInput } from '../forms/forms.ts'
import type { LogEntry } from '../log/log.ts'
import { saidText } from '../summary/line.ts'
import type { Ticket } from '../ticket.ts'
import { amountOf } from './facts.ts'

/** One decision on its way: what stays the same, and what grows while the machine and the server talk. */
export interface DecisionContext extends FormInput {
  readonly ticket: Ticket
  readonly language: Language
  /** Server time of the whole decision, ISO. */
  readonly at: string
  readonly facts: Facts
  readonly dataHash: string
  /** The form after this decision. */
  readonly form: FormData
  /** What is applied for in one line, as the form says it after this decision. */
  readonly summary: Text | null
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
export const newDecisionContext = (
  formInput: FormInput,
  given: Pick<
    DecisionContext,
    'ticket' | 'language' | 'at' | 'facts' | 'dataHash' | 'form' | 'actorId' | 'comment' | 'snapshot'
  > &
    Partial<Pick<DecisionContext, 'formBefore' | 'signature' | 'resolved' | 'summary'>>,
): DecisionContext => ({
  ...formInput,
  summary: given.ticket.summary,
  formBefore: null,
  signature: null,
  resolved: new Map(),
  ...given,
  entries: [],
  cc: new Set(),
  told: new Set(),
})

/** Number the event will have in the log. */
export const nextSeq = (decisionContext: DecisionContext): number =>
  decisionContext.ticket.events + decisionContext.entries.length

/** `wf.noParticipant` with the state's name in the reader's language. */
export function noParticipant(
  decisionContext: Pick<DecisionContext, 'version' | 'language'>,
  state: string,
): RuleError {
  const name = decisionContext.version.definition.states.find((one) => one.key === state)?.name[
    decisionContext.language
  ]
  return new RuleError('wf.noParticipant', name ?? state)
}

/** Notices that ask their recipients to act. */
const asking: ReadonlySet<string> = new Set(['notice.ticket.task', 'notice.ticket.urged', 'notice.ticket.overdue'])

/** A message about the ticket, to people who see it: its number and its summary line, nothing else of the form (SYS-103, 20.6). */
export function tell(
  decisionContext: Pick<DecisionContext, 'engine' | 'base' | 'ticket' | 'form' | 'version' | 'applicant' | 'summary'>,
  contentType: 'TICKET' | 'REMIND',
  key: string,
  to: readonly number[],
): void {
  if (to.length === 0) return
  const { ticket, form, version, applicant, summary } = decisionContext
  const { no, id, type } = ticket
  const isOwn = to.every((person) => person === applicant.id)
  const line = saidText(decisionContext.engine, {
    type,
    title: String(form.title),
    summary,
    amount: amountOf(version, form),
    applicant: isOwn ? null : applicant,
  })
  const title = { key, params: [no, line] }
  decisionContext.base.notify({
    to: [...new Set(to)],
    contentType,
    title,
    link: `/workflow/ticket/${id}`,
    ...(asking.has(key) && { asks: true }),
  })
}

export type ActionOf<Type extends TicketAction['type']> = Extract<TicketAction, { type: Type }>['params']
