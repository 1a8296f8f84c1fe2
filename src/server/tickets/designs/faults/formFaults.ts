import { fieldsOf as factsNamedBy } from '#machines/ticket/definition/conditions.ts'
import { headFields } from '#src/define/application.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import type { FieldDefault, Source } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { cellsOf, sourceOf } from '#src/fields/walk.ts'
import { formulaFaults } from './formulaFaults.ts'
import { type ServerFault, serverFault } from './serverFault.ts'

/** What of the product a form may point at. */
export interface Catalogue {
  readonly dictionaries: ReadonlyMap<string, readonly { readonly value: string }[]>
  readonly records: ReadonlySet<string>
}

/** Names that conditions know besides the form's own (20.1). */
export const outsideFacts = [
  'amount',
  'applicant.rankLevel',
  'applicant.isDeptLeader',
  'applicant.id',
  'dept.key',
] as const

const namedIn = (fields: Fields): readonly string[] => [...Object.keys(factsOf(fields, {})), ...outsideFacts]

function entryFaults(
  path: string,
  { dictionary, only = [] }: Extract<Source, { to: 'entry' }>,
  field: Field,
  { dictionaries }: Catalogue,
): readonly ServerFault[] {
  const entries = dictionaries.get(dictionary)
  if (entries === undefined) return [serverFault('20.1', 'dictionaryUnknown', null, { field: path, name: dictionary })]
  const initial = 'initial' in field && typeof field.initial === 'string' ? [field.initial] : []
  return [...only, ...initial]
    .filter((value) => !entries.some((entry) => entry.value === value))
    .map((value) => serverFault('20.1', 'entryUnknown', null, { field: path, name: value }))
}

function fieldFaults(
  path: string,
  field: Field,
  known: readonly string[],
  catalogue: Catalogue,
): readonly ServerFault[] {
  const conditions = [field.visibleWhen, typeof field.required === 'object' ? field.required : undefined]
  const unknown = conditions
    .flatMap((condition) => (condition ? factsNamedBy(condition) : []))
    .filter((name) => !known.includes(name))
  const bounds = 'min' in field && 'max' in field ? ([field.min, field.max] as const) : null
  const source = sourceOf(field)
  const cells = cellsOf(field) ?? {}
  return [
    ...unknown.map((name) => serverFault('WFD-08', 'formFactUnknown', null, { field: path, name })),
    ...(bounds?.every((bound) => bound !== undefined) && Number(bounds[0]) > Number(bounds[1])
      ? [serverFault('20.1', 'fieldBounds', null, { field: path })]
      : []),
    ...(source?.to === 'entry' ? entryFaults(path, source, field, catalogue) : []),
    ...(source?.to === 'record' && !catalogue.records.has(source.record)
      ? [serverFault('20.1', 'recordUnknown', null, { field: path, name: source.record })]
      : []),
    ...Object.entries(cells).flatMap(([name, cell]) =>
      fieldFaults(`${path}.${name}`, cell, [...known, ...Object.keys(cells)], catalogue),
    ),
  ]
}

const twice = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

/** Whether a field of this kind can begin so. */
const isDefault = (rule: FieldDefault, field: Field | undefined): boolean =>
  field !== undefined && field.computed !== true && kindOf(field).begins?.includes(rule) === true

/** Faults of a form: duplicate names, unknown names, bounds that leave no value, formulas that cannot be computed. */
export function formFaults({ definition, form }: Design, catalogue: Catalogue): readonly ServerFault[] {
  const names = form.sections.flatMap((section) => Object.keys(section.fields))
  const fields: Fields = Object.assign({}, headFields, ...form.sections.map((section) => section.fields))
  const known = namedIn(fields)
  const isField = (name: string) => Object.hasOwn(fields, name)
  const amount = form.amountField === undefined ? undefined : fields[form.amountField]
  return [
    ...names
      .filter((name) => Object.hasOwn(headFields, name))
      .map((field) => serverFault('20.1', 'fieldReserved', null, { field })),
    ...twice(names).map((field) => serverFault('20.1', 'fieldDuplicate', null, { field })),
    ...twice(form.sections.map(({ key }) => key)).map((section) =>
      serverFault('20.1', 'sectionDuplicate', null, { section }),
    ),
    ...(form.amountField !== undefined && amount?.kind !== 'money'
      ? [serverFault('20.1', 'amountField', null, { field: form.amountField })]
      : []),
    ...Object.keys(form.start ?? {})
      .filter((name) => !isField(name))
      .map((field) => serverFault('20.1', 'startUnknown', null, { field })),
    ...definition.states.flatMap((state) =>
      Object.keys(state.fields ?? {})
        .filter((name) => !isField(name))
        .map((field) => serverFault('20.1', 'permissionUnknown', state.key, { field })),
    ),
    ...form.sections.flatMap((section) =>
      Object.entries(section.fields).flatMap(([name, field]) => fieldFaults(name, field, known, catalogue)),
    ),
    ...form.sections.flatMap(({ key, visibleWhen }) =>
      (visibleWhen === undefined ? [] : factsNamedBy(visibleWhen))
        .filter((name) => !known.includes(name))
        .map((name) => serverFault('WFD-08', 'sectionFactUnknown', null, { section: key, name })),
    ),
    ...Object.keys(form.hints ?? {})
      .filter((name) => !isField(name))
      .map((field) => serverFault('20.1', 'hintUnknown', null, { field })),
    ...Object.entries(form.defaults ?? {})
      .filter(([name, rule]) => !isDefault(rule, fields[name]))
      .map(([field]) => serverFault('FRM-10', 'defaultKind', null, { field })),
    ...formulaFaults(form),
  ]
}
