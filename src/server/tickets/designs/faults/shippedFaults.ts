import { type ApplicationDefinition, fieldsOf, formFieldsOf } from '#src/define/application.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { cellsOf, namesIn } from '#src/fields/walk.ts'
import { canonical } from '../../log/canonical.ts'
import { type ServerFault, serverFault } from './serverFault.ts'

/** What of a field the program relies on: its kind, where its value comes from, who may see it, and that it is there. */
const reliedOn = ({ kind, required, computed, formula, maskedUnless, askedFor, ...rest }: Field) =>
  canonical({
    kind,
    required,
    computed,
    formula,
    maskedUnless,
    askedFor,
    ...('dictionary' in rest && { dictionary: rest.dictionary }),
    ...('record' in rest && { record: rest.record }),
    ...('fields' in rest && { fields: Object.keys(rest.fields) }),
  })

/** An optional field may become required; nothing else of what the program relies on may change. */
function isKept(shipped: Field, designed: Field | undefined): boolean {
  if (designed === undefined) return false
  const isStricter = shipped.required === undefined && designed.required !== undefined
  const { required: _, ...plain } = designed
  return reliedOn(shipped) === reliedOn(isStricter ? (plain as Field) : designed)
}

/** WFD-04 and 20.9: states that carry a shipped effect stay, and so do the shipped fields. */
export function shippedFaults(
  application: ApplicationDefinition,
  { definition, form }: Design,
): readonly ServerFault[] {
  const states = Object.keys(application.effects.onHandle ?? {})
  const shipped: Fields = fieldsOf(application)
  const designed = formFieldsOf(form)
  const kindOf = (key: string) => definition.states.find((state) => state.key === key)?.kind
  return [
    ...states
      .filter((key) => kindOf(key) !== 'handle')
      .map((state) => serverFault('WFD-04', 'effectState', null, { state })),
    ...Object.entries(shipped)
      .filter(([name, field]) => !isKept(field, designed[name]))
      .map(([field]) => serverFault('WFD-04', 'shippedField', null, { field })),
    ...uncomputedFaults(Object.fromEntries(Object.entries(designed).filter(([name]) => !Object.hasOwn(shipped, name)))),
    ...(form.amountField === application.amountField ? [] : [serverFault('WFD-04', 'shippedAmount', null)]),
  ]
}

/** What no program computes needs a formula, columns of sub-tables too. */
const uncomputedFaults = (fields: Fields, prefix = ''): readonly ServerFault[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.computed === true && field.formula === undefined
      ? [serverFault('20.1', 'computedUnknown', null, { field: prefix + name })]
      : []),
    ...uncomputedFaults(cellsOf(field) ?? {}, `${prefix}${name}.`),
  ])

/** In a form of an administrator's own formulas alone compute, and every field has a name in both languages. */
export function customFaults({ form }: Design): readonly ServerFault[] {
  const isNamed = (path: string) => {
    const label = form.labels?.[path]
    return label !== undefined && label.zhHans !== '' && label.en !== ''
  }
  const fields = form.sections.flatMap((section) => Object.entries(section.fields))
  const paths = form.sections.flatMap((section) => namesIn(section.fields))
  return [
    ...uncomputedFaults(Object.fromEntries(fields)),
    ...paths.filter((path) => !isNamed(path)).map((field) => serverFault('20.1', 'fieldUnnamed', null, { field })),
    ...form.sections
      .filter(({ title }) => title === undefined || title.zhHans === '' || title.en === '')
      .map(({ key }) => serverFault('20.1', 'sectionUnnamed', null, { section: key })),
  ]
}
