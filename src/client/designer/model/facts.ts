/** What a condition may ask about (20.1): the fields of the form, the amount, and what is known of the applicant. */
import type { FactValue, Operator } from '#machines/ticket/definition/definition.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import type { FactType } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { sourceOf } from '#src/fields/walk.ts'

/** One thing a condition may ask about. */
export interface Fact {
  /** `amount`, `applicant.rankLevel`, `lines.count`. */
  readonly name: string
  readonly type: FactType
  /** The dictionary its values are words of. */
  readonly dictionary?: string
  /** The values there are, where they are few and known. */
  readonly values?: readonly FactValue[]
}

const orders = ['gt', 'gte', 'lt', 'lte'] as const
const filled = ['empty', 'notEmpty'] as const
const operators: Readonly<Record<FactType, readonly Operator[]>> = {
  number: [...orders, 'eq', 'ne'],
  money: [...orders, 'eq', 'ne'],
  text: ['eq', 'ne', ...filled],
  date: [...orders, 'eq', ...filled],
  flag: ['eq'],
  choice: ['eq', 'ne', 'in', 'notIn', ...filled],
  department: ['eq', 'ne', 'in', 'notIn'],
  presence: ['notEmpty', 'empty'],
}

/** The comparisons that make sense with a kind of fact. */
export const operatorsOf = (type: FactType): readonly Operator[] => operators[type]

function factOfField(name: string, field: Field): Fact {
  const kind = kindOf(field)
  const source = sourceOf(field)
  return {
    name: kind.isList === true ? `${name}.count` : name,
    type: kind.compares(field),
    ...(source?.to === 'entry' && {
      dictionary: source.dictionary,
      ...(source.only !== undefined && { values: source.only }),
    }),
  }
}

/** What a condition over these fields may ask about. */
export const factsOfFields = (fields: Fields): readonly Fact[] =>
  Object.entries(fields).map(([name, field]) => factOfField(name, field))

/** Everything a condition over this form may ask about. */
export function factsOfForm(form: FormDefinition): readonly Fact[] {
  const own = factsOfFields(formFieldsOf(form))
  const known: readonly Fact[] = [
    // Without an amount field every ticket is worth nothing (WF-06), and asking would be idle.
    ...(form.amountField === undefined ? [] : [{ name: 'amount', type: 'money' } as const]),
    { name: 'applicant.rankLevel', type: 'choice', dictionary: 'rankLevel' },
    { name: 'applicant.isDeptLeader', type: 'flag' },
    { name: 'dept.key', type: 'department' },
  ]
  return [...known, ...own.filter((fact) => known.every(({ name }) => name !== fact.name))]
}

/** The steps of §0.8 a sum may be compared with. */
export const thresholds = ['config.wf.t1', 'config.wf.t2', 'config.wf.t3'] as const

/** A fact a stored condition names and the form does not have, shown as it stands. */
export const unknownFact = (name: string): Fact => ({ name, type: 'text' })
