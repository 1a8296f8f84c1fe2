import type { FieldPermission } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { isHeldBy, isUndone, visitFor } from '#machines/ticket/engine/visits.ts'
import type { Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { type Problems, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { isEmpty } from '#src/fields/kind.ts'
import type { Command } from '../commands/command.ts'
import { readThresholds } from '../commands/facts.ts'
import { hashOf } from '../log/canonical.ts'
import { type Applicant, withConcerned } from '../participants/people.ts'
import type { Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import { checkRules, type FormInput, workForm } from './forms.ts'

/** A business rule is answered as such, a mere form error as 4000; both name every field that is wrong. */
export function refuseForm(problems: Problems): void {
  const all = Object.values(problems).flat()
  if (all.length === 0) return
  const rule = all.find((problem) => !problem.key.startsWith('check.'))
  throw rule ? new RuleError(rule.key, ...(rule.params ?? [])).among(problems) : new ValidationError(problems)
}

/** A submitted form, with the applicant and the thresholds of this moment (D9). */
interface Submitted {
  readonly applicant: Applicant
  readonly form: FormData
  readonly thresholds: Ticket['thresholds']
}

/** The form as the applicant submits it. @throws ValidationError or the RuleError of a business rule. */
export async function submittedForm(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  ticket: Ticket,
  version: Version,
  input: FormData,
): Promise<Submitted> {
  if (ticket.revokesId !== null)
    return { applicant: ticket.applicant, form: ticket.formData, thresholds: ticket.thresholds }
  const applicant = await engine.applicant(unit.db, ticket.applicantId)
  const formInput = { engine, unit, version, applicant, ticketId: ticket.id }
  const { values, problems } = await workForm(formInput, ticket.formData, input, {
    access,
    permissions: version.start,
    partial: false,
    wasSubmitted: ticket.status !== 'draft',
  })
  refuseForm(problems)
  refuseForm(await checkRules(formInput, values))
  return {
    applicant: await withConcerned(engine, unit.db, version.type, applicant, values),
    form: values,
    thresholds: readThresholds(version, unit.settings),
  }
}

/** 25.5: people called in only read the form; its writable fields belong to the holder of the task. */
export const isCalledIn = (visit: Visit | undefined, person: number | undefined): boolean =>
  visit?.slots.some(
    (slot) => slot.serves !== undefined && isUndone(slot) && person !== undefined && isHeldBy(slot, person),
  ) === true

/** Something must be filled in here, whatever is sent: what this state requires, and what the form does and is empty (I13). */
const mustWrite = (
  { fields }: Version,
  permissions: Readonly<Record<string, FieldPermission>>,
  form: FormData,
): boolean =>
  Object.entries(permissions).some(
    ([name, permission]) =>
      permission === 'required' ||
      (permission === 'write' && (fields[name]?.required ?? false) !== false && isEmpty(form[name])),
  )

/** The form with what the holder of the task writes into it (I13). */
export async function decidedForm(
  formInput: FormInput,
  access: Access | null,
  ticket: Ticket,
  snapshot: TicketSnapshot,
  command: Command,
): Promise<FormData> {
  const isDecision = command.type === 'approve' || command.type === 'handle'
  const visit = access ? visitFor(snapshot.context, access.userId, command.visit) : undefined
  const own = formInput.version.definition.states.find((state) => state.key === visit?.state)?.fields ?? {}
  const permissions = isCalledIn(visit, access?.userId) ? {} : own
  const input = isDecision ? (command.formData ?? {}) : {}
  const isAsked = Object.keys(input).length > 0 || mustWrite(formInput.version, permissions, ticket.formData)
  if (!access || !isDecision || !isAsked || ticket.revokesId !== null) return ticket.formData
  const { values, problems } = await workForm(formInput, ticket.formData, input, {
    access,
    permissions,
    partial: false,
    wasSubmitted: true,
  })
  refuseForm(problems)
  return values
}

/** Only what changed, as it is now; the whole form at submit (WF-19). */
export function loggedForm(command: Command, before: FormData, after: FormData): FormData | null {
  if (command.type === 'submit') return after
  if (after === before) return null
  // A field that is empty now and was not there before counts: the hash of the form counts it too.
  const names = Object.keys(after).filter(
    (name) => !Object.hasOwn(before, name) || hashOf(after[name] ?? null) !== hashOf(before[name] ?? null),
  )
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, after[name] ?? null]))
}
