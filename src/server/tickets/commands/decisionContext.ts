import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import type { Candidate, PersonId, TicketAction } from '#machines/ticket/engine/vocabulary.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { problemOf, RuleError } from '#src/define/problem.ts'
import type { FormInput } from '../forms/forms.ts'
import type { LogEntry, Origin } from '../log/log.ts'
import { saidText } from '../summary/line.ts'
import type { Ticket } from '../ticket.ts'
import { amountOf } from './facts.ts'
import type { FormAfter } from './formAfter.ts'
import type { OpenedTicket } from './open.ts'

/** What every step of a decision reads: the ticket as its lock found it, who decides, from where and when. */
export interface DecisionInput extends FormInput, OpenedTicket {
  readonly ticket: Ticket
  readonly language: Language
  readonly origin: Origin
  /** Created in this transaction: the lists do not count it yet. */
  readonly isNew: boolean
  /** Server time of the whole decision, ISO. */
  readonly at: string
  readonly actorId: PersonId | null
  readonly comment: string
}

/** One decision on its way: what stays the same, and what grows while the machine and the server talk. */
export interface DecisionContext extends DecisionInput, FormAfter {
  readonly applicant: FormAfter['applicant']
  /** Where the ticket stood before its first event. */
  readonly before: TicketSnapshot
  snapshot: TicketSnapshot
  /** People already looked up for states ahead (WF-15). */
  resolved: ReadonlyMap<string, readonly Candidate[]>
  readonly entries: LogEntry[]
  readonly cc: Set<PersonId>
  /** People to whom the workflow's own notices of this decision go. */
  readonly noticeRecipients: Set<PersonId>
}

/** A decision before its first event. */
export const newDecisionContext = (input: DecisionInput, formAfter: FormAfter): DecisionContext => ({
  ...input,
  ...formAfter,
  before: input.snapshot,
  resolved: new Map(),
  entries: [],
  cc: new Set(),
  noticeRecipients: new Set(),
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

/** Notices that require an action of their recipients. */
const asking: ReadonlySet<ProblemKey> = new Set(['notice.ticket.task', 'notice.ticket.urged', 'notice.ticket.overdue'])

/** A message about the ticket, to people who see it: its number and its summary line, nothing else of the form (SYS-103, 20.6). */
export function tell(
  decisionContext: Pick<DecisionContext, 'engine' | 'unit' | 'ticket' | 'form' | 'version' | 'applicant' | 'summary'>,
  contentType: 'TICKET' | 'REMIND',
  key: ProblemKey,
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
  const title = problemOf(key, no, line)
  decisionContext.unit.notify({
    to: [...new Set(to)],
    contentType,
    title,
    link: `/workflow/ticket/${id}`,
    ...(asking.has(key) && { asks: true }),
  })
}

export type ActionOf<Type extends TicketAction['type']> = Extract<TicketAction, { type: Type }>['params']
