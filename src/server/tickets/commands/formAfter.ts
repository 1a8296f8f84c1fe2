import type { Facts, Text } from '#machines/ticket/definition/definition.ts'
import type { Signature } from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import { attachFiles } from '../forms/attachments.ts'
import { formContext } from '../forms/forms.ts'
import { decidedForm, submittedForm } from '../forms/submittedForm.ts'
import { hashOf } from '../log/canonical.ts'
import type { Applicant } from '../participants/people.ts'
import type { Ticket } from '../ticket.ts'
import { readFacts } from './facts.ts'
import type { OpenCommand } from './openCommand.ts'
import { refuseNamed } from './separation.ts'

/** The form that is decided upon, and what is computed from it. */
export interface FormAfter {
  /** As of this submit; else as of the last one. */
  readonly applicant: Applicant
  /** Thresholds as at submit (D9). */
  readonly thresholds: Ticket['thresholds']
  readonly form: FormData
  /** The form before the decision; null where it did not change. */
  readonly formBefore: FormData | null
  readonly dataHash: string
  readonly facts: Facts
  /** What is applied for in one line, as the form says it. */
  readonly summary: Text | null
  /** The signature of this approval; null where none is needed. */
  readonly signature: Signature | null
  readonly isSubmit: boolean
}

type Values = Pick<FormAfter, 'applicant' | 'thresholds' | 'form' | 'isSubmit'>

/** The form as the command leaves it, checked. */
async function valuesAfter(open: OpenCommand): Promise<Values> {
  const { engine, unit, version, ticket, snapshot, access, command } = open
  const { applicant, thresholds } = ticket
  if (command.type !== 'submit' || access === null) {
    const form = await decidedForm(open, access, ticket, snapshot, command)
    return { applicant, thresholds, form, isSubmit: false }
  }
  const submitted = await submittedForm(engine, unit, access, ticket, version, command.formData ?? {})
  return { ...submitted, isSubmit: true }
}

/** The signature of an approval that needs one. */
async function signatureFor(open: OpenCommand): Promise<Signature | null> {
  const { engine, unit, access, command } = open
  if (command.type !== 'approve' || access === null) return null
  return engine.takeSignature(unit, engine.vault, access, open, command.signature, command.visit)
}

/** Asks the application whether it has anything against this decision. */
async function checkDecision(open: OpenCommand, { applicant, form }: Values): Promise<void> {
  const { engine, version, ticket, command, visit, actorId, comment } = open
  if (!visit || actorId === null || ticket.revokesId !== null) return
  const event = { type: command.type, state: visit.state, actorId, comment, form, ticketId: ticket.id }
  await engine.servers.get(version.type)?.checkDecision?.(event, formContext({ ...open, applicant }))
}

/**
 * Checks what the command writes into the form, and computes what follows from it; files and a signature belong to the
 * ticket from then on. @throws ValidationError, or the RuleError of a business rule.
 */
export async function formAfter(open: OpenCommand): Promise<FormAfter> {
  const { engine, unit, version, ticket, access } = open
  const values = await valuesAfter(open)
  const { applicant, thresholds, form, isSubmit } = values
  await refuseNamed(open, ticket.formData, form, isSubmit)
  const dataHash = form === ticket.formData ? ticket.dataHash : hashOf(form)
  const isChanged = dataHash !== ticket.dataHash
  const facts = await readFacts({ ...open, applicant }, form, thresholds)
  if (isChanged && access) await attachFiles(unit, access, ticket.id, version.fields, ticket.formData, form)
  const signature = await signatureFor(open)
  await checkDecision(open, values)
  const summary =
    isChanged || ticket.summary === null
      ? await engine.summaryOf(engine, unit.db, version, form, unit.clock.today())
      : ticket.summary
  return { ...values, formBefore: isChanged ? ticket.formData : null, dataHash, facts, summary, signature }
}
