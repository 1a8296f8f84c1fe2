/** What publishing knows of a form's fields and of the applicant, for the proofs (25.10). */
import type { Facts, FactValue, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Domain } from '#machines/ticket/definition/domains.ts'
import type { Policy } from '#machines/ticket/definition/policies.ts'
import type { KnownFact, Surroundings } from '#machines/ticket/verify/verify.ts'
import { factsOf, isList } from '#src/fields/conditions.ts'
import type { Field } from '#src/fields/field.ts'
import type { EntriesOf } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { type FormDefinition, formFieldsOf, startPermissions } from './application.ts'

const flags: readonly FactValue[] = [true, false]
const MONEY_STEP = 0.01
/** To ask what a field begins with, the day does not matter. */
const ANY_DAY = { today: '2000-01-01', now: '2000-01-01 00:00:00' }

const domainOf = (field: Field, entriesOf: EntriesOf, isRequired: boolean): Domain => ({
  ...(kindOf(field).domain?.(field, entriesOf) ?? { type: 'any' }),
  isRequired,
})

const given = (domain: Domain): KnownFact => ({ domain, kind: null, start: null, isRequired: true, isComputed: false })

/** Everything known of the facts a workflow's conditions may look at; what a type's own code adds is not among it. */
export function knownFacts(
  form: FormDefinition,
  workflow: WorkflowDefinition,
  entriesOf: EntriesOf,
): Readonly<Record<string, KnownFact>> {
  const fields = formFieldsOf(form)
  const start = startPermissions(form, workflow)
  const ranks = entriesOf('rankLevel')
  const own = Object.entries(fields).flatMap(([name, field]): [string, KnownFact][] => {
    const permission = start[name] ?? 'write'
    const isRequired = field.required === true
    const later = workflow.states.flatMap((state) => state.fields?.[name] ?? [])
    // Never without a value: shown to whoever writes it, and demanded of all of them.
    const isFilled =
      field.visibleWhen === undefined &&
      (permission === 'required' || (isRequired && permission === 'write')) &&
      (isRequired || !later.includes('write'))
    const fact: KnownFact = {
      domain: domainOf(field, entriesOf, isFilled && field.computed !== true),
      kind: field.kind,
      start: permission,
      isRequired,
      isComputed: field.computed === true,
      ...(field.visibleWhen && { visibleWhen: field.visibleWhen }),
      ...(typeof field.required === 'object' && { requiredWhen: field.required }),
      hasInitial: form.defaults?.[name] !== undefined || kindOf(field).initial(field, ANY_DAY) !== null,
    }
    const length: KnownFact = { ...given({ type: 'number', step: 1, min: 0 }), of: name }
    return isList(field)
      ? [
          [name, fact],
          [`${name}.count`, length],
        ]
      : [[name, fact]]
  })
  const amount = form.amountField === undefined ? undefined : fields[form.amountField]
  return {
    // Without an amount field every ticket is worth nothing (WF-06).
    amount: amount
      ? { ...given({ type: 'number', step: MONEY_STEP }), isComputed: true, of: form.amountField ?? '' }
      : given({ type: 'choice', values: [0], isRequired: true }),
    'applicant.isDeptLeader': given({ type: 'choice', values: flags, isRequired: true }),
    'applicant.rankLevel': given(ranks ? { type: 'choice', values: ranks, isRequired: true } : { type: 'any' }),
    'applicant.id': given({ type: 'any' }),
    'dept.key': given({ type: 'any' }),
    ...Object.fromEntries(own),
  }
}

/** What the house is like today, as far as proofs ask for it. */
export interface BureauFacts {
  /** `config.wf.t1` and its like. */
  readonly thresholds: Facts
  readonly entriesOf: EntriesOf
  /** The enabled policies. */
  readonly policies: readonly Policy[]
}

/** What a workflow with this form is proved with: one function for the page, for publishing and for policies. */
export function surroundingsOf(
  form: FormDefinition,
  definition: WorkflowDefinition,
  bureau: BureauFacts,
): Surroundings {
  const known = knownFacts(form, definition, bureau.entriesOf)
  return {
    fields: [...new Set([...Object.keys(known), ...Object.keys(factsOf(formFieldsOf(form), {}))])],
    thresholds: bureau.thresholds,
    known,
    policies: bureau.policies,
  }
}
