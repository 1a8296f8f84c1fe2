/** What the rules of a ticket's form look at: the one answer for the browser and the server (20.1). */
import type { Facts } from '#machines/ticket/definition/definition.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { FormData } from '#src/fields/field.ts'
import type { FormOptions } from '#src/fields/form.ts'
import { type FormDefinition, formFieldsOf } from '../application.ts'

/** The applicant, the amount (0 where the form has none, WF-06), and the values of fields that are not asked here. */
export function formRules(
  form: FormDefinition,
  applicant: Facts,
  values: FormData,
): Required<Pick<FormOptions, 'facts' | 'amountField'>> {
  const { amountField } = form
  const amount = amountField === undefined ? 0 : Number(values[amountField] ?? 0)
  return {
    facts: { amount: Number.isFinite(amount) ? amount : 0, ...applicant, ...factsOf(formFieldsOf(form), values) },
    amountField,
  }
}
