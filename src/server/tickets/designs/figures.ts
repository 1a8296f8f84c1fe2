/** Figures in conditions. Sums are texts everywhere else on the wire, so callers write them as texts here too; a comparison with a text goes by letters, and "9" would be more than "50000". */
import { isReference, type Leaf } from '#machines/ticket/definition/conditions.ts'
import type { Condition, FactValue, StateDefinition } from '#machines/ticket/definition/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { knownFacts } from '#src/define/facts.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { isLines } from '#src/fields/lines/lines.ts'

type IsNumber = (fact: string) => boolean

const FIGURE = /^-?\d{1,15}(\.\d{1,6})?$/
const figureOf = (value: FactValue): FactValue =>
  typeof value === 'string' && FIGURE.test(value) ? Number(value) : value

function inLeaf(leaf: Leaf, isNumber: IsNumber): Leaf {
  const { field, value } = leaf
  if (value === undefined || isReference(value) || !isNumber(field)) return leaf
  return { ...leaf, value: typeof value === 'object' && value !== null ? value.map(figureOf) : figureOf(value) }
}

function inCondition(condition: Condition, isNumber: IsNumber): Condition {
  if ('all' in condition) return { all: condition.all.map((part) => inCondition(part, isNumber)) }
  if ('any' in condition) return { any: condition.any.map((part) => inCondition(part, isNumber)) }
  return inLeaf(condition, isNumber)
}

function inState(state: StateDefinition, isNumber: IsNumber): StateDefinition {
  const { enterWhen, doneWhen, requireSignature } = state
  return {
    ...state,
    ...(enterWhen && { enterWhen: inCondition(enterWhen, isNumber) }),
    ...(doneWhen && { doneWhen: inCondition(doneWhen, isNumber) }),
    ...(typeof requireSignature === 'object' && { requireSignature: inCondition(requireSignature, isNumber) }),
  }
}

const isFigure = (field: Field): boolean => kindOf(field).places !== undefined

function inFields(fields: Fields, isNumber: IsNumber): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Field] => {
      const { visibleWhen, required } = field
      const conditions = {
        ...(visibleWhen && { visibleWhen: inCondition(visibleWhen, isNumber) }),
        ...(typeof required === 'object' && { required: inCondition(required, isNumber) }),
      }
      if (!isLines(field)) return [name, { ...field, ...conditions }]
      const { fields: cells } = field
      const isNumberInRow = (fact: string): boolean =>
        cells[fact] === undefined ? isNumber(fact) : isFigure(cells[fact])
      return [name, { ...field, ...conditions, fields: inFields(cells, isNumberInRow) }]
    }),
  )
}

/** The design with figures where a number is compared with the text of one. */
export function withFigures<D extends Design>(design: D): D {
  const { definition, form } = design
  const known = knownFacts(form, definition, () => null)
  const counts = new Set(Object.keys(formFieldsOf(form)).map((name) => `${name}.count`))
  const isNumber: IsNumber = (fact) => known[fact]?.domain.type === 'number' || counts.has(fact)
  return {
    ...design,
    definition: {
      ...definition,
      states: definition.states.map((state) => inState(state, isNumber)),
      transitions: definition.transitions.map((transition) =>
        transition.when === undefined ? transition : { ...transition, when: inCondition(transition.when, isNumber) },
      ),
    },
    form: {
      ...form,
      sections: form.sections.map((section) => ({ ...section, fields: inFields(section.fields, isNumber) })),
    },
  }
}
