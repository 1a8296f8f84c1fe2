import type { TicketSnapshot } from '#machines/ticket/compile.ts'
import { isHeldBy, isUndone, visitFor } from '#machines/ticket/visits.ts'
import type { Visit } from '#machines/ticket/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { type Problems, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { hashOf } from './canonical.ts'
import type { Wish } from './dispatch.ts'
import type { Engine } from './engine.ts'
import { readThresholds } from './facts.ts'
import { checkRules, type Filling, workForm } from './forms.ts'
import type { Ticket } from './ticket.ts'
import type { Version } from './versions.ts'

/** A business rule is answered as such, a mere form error as 4000. */
export function refuseForm(problems: Problems): void {
  const all = Object.values(problems).flat()
  if (all.length === 0) return
  const rule = all.find((problem) => !problem.key.startsWith('check.'))
  throw rule ? new RuleError(rule.key, ...(rule.params ?? [])) : new ValidationError(problems)
}

/** A submitted form, with the applicant and the thresholds of this moment (D9). */
interface Submitted {
  readonly filling: Filling
  readonly values: FormData
  readonly thresholds: Ticket['thresholds']
}

/** The form as the applicant submits it. @throws ValidationError or the RuleError of a business rule. */
export async function submittedForm(
  engine: Engine,
  base: Base,
  access: Access,
  ticket: Ticket,
  version: Version,
  input: FormData,
): Promise<Submitted> {
  if (ticket.revokesId !== null) {
    const filling = { engine, base, version, applicant: ticket.applicant, ticketId: ticket.id }
    return { filling, values: ticket.formData, thresholds: ticket.thresholds }
  }
  const applicant = await engine.applicant(base.db, ticket.applicantId)
  const filling = { engine, base, version, applicant, ticketId: ticket.id }
  const { values, problems } = await workForm(filling, ticket.formData, input, {
    access,
    permissions: version.start,
    partial: false,
    wasSubmitted: ticket.status !== 'draft',
  })
  refuseForm(problems)
  refuseForm(await checkRules(filling, values))
  return { filling, values, thresholds: readThresholds(version, base.settings) }
}

/** 25.5: who advises or signs for somebody else reads the form; its fields are the holder's. */
export const isCalledIn = (visit: Visit | undefined, person: number | undefined): boolean =>
  visit?.slots.some(
    (slot) => slot.serves !== undefined && isUndone(slot) && person !== undefined && isHeldBy(slot, person),
  ) === true

/** The form with what the holder of the task writes into it (I13). */
export async function decidedForm(
  filling: Filling,
  access: Access | null,
  ticket: Ticket,
  snapshot: TicketSnapshot,
  wish: Wish,
): Promise<FormData> {
  const isDecision = wish.type === 'approve' || wish.type === 'handle'
  const visit = access ? visitFor(snapshot.context, access.userId, wish.visit) : undefined
  const own = filling.version.definition.states.find((state) => state.key === visit?.state)?.fields ?? {}
  const permissions = isCalledIn(visit, access?.userId) ? {} : own
  const input = isDecision ? (wish.formData ?? {}) : {}
  const isAsked = Object.keys(input).length > 0 || Object.values(permissions).includes('required')
  if (!access || !isDecision || !isAsked || ticket.revokesId !== null) return ticket.formData
  const { values, problems } = await workForm(filling, ticket.formData, input, {
    access,
    permissions,
    partial: false,
    wasSubmitted: true,
  })
  refuseForm(problems)
  return values
}

/** Only what changed, as it is now; the whole form at submit (WF-19). */
export function loggedForm(wish: Wish, before: FormData, after: FormData): FormData | null {
  if (wish.type === 'submit') return after
  if (after === before) return null
  // A field that is empty now and was not there before counts: the hash of the form counts it too.
  const names = Object.keys(after).filter(
    (name) => !Object.hasOwn(before, name) || hashOf(after[name] ?? null) !== hashOf(before[name] ?? null),
  )
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, after[name] ?? null]))
}
