/** What publishing knows of a form's fields and of the applicant, for the proofs (25.10). */
import type { Facts, FactValue, WorkflowDefinition } from '#machines/ticket/definition.ts'
import type { Domain } from '#machines/ticket/domains.ts'
import type { Policy } from '#machines/ticket/policies.ts'
import type { KnownFact, Surroundings } from '#machines/ticket/verify.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { Field } from '#src/fields/field.ts'
import { type FormDefinition, formFieldsOf, startPermissions } from './application.ts'

/** Codes of a dictionary; null when there is none of that key. */
export type EntriesOf = (dictionary: string) => readonly string[] | null

const flags: readonly FactValue[] = [true, false]
const MONEY_STEP = 0.01

function domainOf(field: Field, entriesOf: EntriesOf, isRequired: boolean): Domain {
  switch (field.kind) {
    case 'integer':
      return { type: 'number', step: 1, isRequired }
    case 'decimal':
      return { type: 'number', step: Number(field.step ?? 10 ** -field.scale), isRequired }
    case 'money':
      return { type: 'number', step: MONEY_STEP, isRequired }
    case 'date':
      return { type: 'day', isRequired }
    case 'boolean':
      return { type: 'choice', values: flags, isRequired }
    case 'choice': {
      const values = field.only ?? entriesOf(field.dictionary)
      return values === null ? { type: 'any', isRequired } : { type: 'choice', values, isRequired }
    }
    default:
      return { type: 'any', isRequired }
  }
}

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
  const own = Object.entries(fields).map(([name, field]): [string, KnownFact] => {
    const permission = start[name] ?? 'write'
    const isRequired = field.required === true
    const isFilled = permission === 'required' || (isRequired && permission === 'write')
    return [
      name,
      {
        domain: domainOf(field, entriesOf, isFilled),
        kind: field.kind,
        start: permission,
        isRequired,
        isComputed: field.computed === true,
      },
    ]
  })
  const amount = form.amountField === undefined ? undefined : fields[form.amountField]
  return {
    // Without an amount field every ticket is worth nothing (WF-06).
    amount: amount
      ? { ...given({ type: 'number', step: MONEY_STEP }), isComputed: true }
      : given({ type: 'choice', values: [0], isRequired: true }),
    'applicant.isDeptLeader': given({ type: 'choice', values: flags, isRequired: true }),
    'applicant.rankLevel': given(ranks ? { type: 'choice', values: ranks, isRequired: true } : { type: 'any' }),
    'applicant.id': given({ type: 'any' }),
    'dept.key': given({ type: 'any' }),
    ...Object.fromEntries(own),
  }
}

/** What the house is like today, as far as proofs ask for it. */
export interface HouseFacts {
  /** `config.wf.t1` and its like. */
  readonly thresholds: Facts
  readonly entriesOf: EntriesOf
  /** The enabled policies. */
  readonly policies: readonly Policy[]
}

/** What a workflow with this form is proved with: one function for the page, for publishing and for policies. */
export function surroundingsOf(form: FormDefinition, definition: WorkflowDefinition, house: HouseFacts): Surroundings {
  const known = knownFacts(form, definition, house.entriesOf)
  return {
    fields: [...new Set([...Object.keys(known), ...Object.keys(factsOf(formFieldsOf(form), {}))])],
    thresholds: house.thresholds,
    known,
    policies: house.policies,
  }
}
