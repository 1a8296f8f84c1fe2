/** Actions on a form: sections, fields, and what they are called. */
import { fieldsOf } from '#machines/ticket/definition/conditions.ts'
import type { FieldPermission, Text } from '#machines/ticket/definition/definition.ts'
import { type FormDefinition, type FormSection, formFieldsOf, headFields } from '#src/define/application.ts'
import type { Field, FieldKind, Fields } from '#src/fields/field.ts'
import type { FieldDefault } from '#src/fields/kind.ts'
import { kinds } from '#src/fields/kinds.ts'
import { cellsOf } from '#src/fields/walk.ts'
import type { Fact } from './facts.ts'
import { type Patch, patchObject } from './states.ts'

/** Kinds a designed field can be of; the others come with the program only. */
export const designedKinds: readonly FieldKind[] = (Object.keys(kinds) as FieldKind[]).filter(
  (kind) => kinds[kind].fresh !== undefined,
)

/** Kinds a column of a sub-table can be of: rows do not nest. */
export const columnKinds: readonly FieldKind[] = designedKinds.filter((kind) => kinds[kind].cells === undefined)

/** A field of a kind as it begins. `dictionary` is what a choice offers first. @throws RangeError for a kind that comes with the program only */
export function newField(kind: FieldKind, dictionary: string): Field {
  const field = kinds[kind].fresh?.(dictionary)
  if (field === undefined) throw new RangeError(`no field of kind ${kind} is designed`)
  return field
}

function freeName(stem: string, isTaken: (name: string) => boolean): string {
  let name = stem
  for (let number = 2; isTaken(name); number++) name = `${stem}${number}`
  return name
}

/** The section a field stands in. */
export const sectionOf = (form: FormDefinition, name: string): FormSection | undefined =>
  form.sections.find((section) => Object.hasOwn(section.fields, name))

const withSection = (
  form: FormDefinition,
  key: string,
  change: (section: FormSection) => FormSection,
): FormDefinition => ({
  ...form,
  sections: form.sections.map((section) => (section.key === key ? change(section) : section)),
})

const withFields = (form: FormDefinition, name: string, change: (fields: Fields) => Fields): FormDefinition => {
  const section = sectionOf(form, name)
  return section === undefined
    ? form
    : withSection(form, section.key, (before) => ({ ...before, fields: change(before.fields) }))
}

/** Names a field, or a column as `lines.column`. */
export const setLabel = (form: FormDefinition, path: string, label: Text): FormDefinition => ({
  ...form,
  labels: { ...form.labels, [path]: label },
})

/** Says below a field what to enter; without words in either language nothing is said. */
export function setHint(form: FormDefinition, name: string, hint: Text): FormDefinition {
  const { [name]: _before, ...others } = form.hints ?? {}
  const hints = hint.zhHans === '' && hint.en === '' ? others : { ...others, [name]: hint }
  return patchObject(form, { hints: Object.keys(hints).length === 0 ? undefined : hints })
}

/** With what a field begins besides a fixed value; undefined for nothing. */
export function setDefault(form: FormDefinition, name: string, rule: FieldDefault | undefined): FormDefinition {
  const { [name]: _before, ...others } = form.defaults ?? {}
  const defaults = rule === undefined ? others : { ...others, [name]: rule }
  return patchObject(form, { defaults: Object.keys(defaults).length === 0 ? undefined : defaults })
}

/** Under which condition a section shows; undefined for always. */
export const setSectionCondition = (
  form: FormDefinition,
  key: string,
  visibleWhen: FormSection['visibleWhen'],
): FormDefinition => withSection(form, key, (section) => patchObject(section, { visibleWhen }))

/** One more section at the end. */
export function addSection(form: FormDefinition, title: Text): FormDefinition {
  const key = freeName('section', (name) => form.sections.some((section) => section.key === name))
  return { ...form, sections: [...form.sections, { key, title, fields: {} }] }
}

/** What a section is called. */
export const setTitle = (form: FormDefinition, key: string, title: Text): FormDefinition =>
  withSection(form, key, (section) => ({ ...section, title }))

/** Takes a section away with its fields. */
export function removeSection(form: FormDefinition, key: string): FormDefinition {
  const fields = Object.keys(form.sections.find((section) => section.key === key)?.fields ?? {})
  const emptied = fields.reduce(removeField, form)
  return { ...emptied, sections: emptied.sections.filter((section) => section.key !== key) }
}

/** One more field at the end of a section, under a name of its own. */
export function addField(
  form: FormDefinition,
  section: string,
  kind: FieldKind,
  label: Text,
  dictionary: string,
): { readonly form: FormDefinition; readonly name: string } {
  const isTaken = (name: string) => Object.hasOwn(headFields, name) || sectionOf(form, name) !== undefined
  const name = freeName(kind === 'boolean' ? 'flag' : kind, isTaken)
  const field = newField(kind, dictionary)
  const added = withSection(form, section, (before) => ({ ...before, fields: { ...before.fields, [name]: field } }))
  const labelled = setLabel(added, name, label)
  const columns = Object.keys(cellsOf(field) ?? {})
  return { form: columns.reduce((form, column) => setLabel(form, `${name}.${column}`, label), labelled), name }
}

/** Takes a field away with its name and what the applicant may do with it. */
export function removeField(form: FormDefinition, name: string): FormDefinition {
  const without = <T>(entries: Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> | undefined => {
    if (entries === undefined) return undefined
    const kept = Object.entries(entries).filter(([path]) => path !== name && !path.startsWith(`${name}.`))
    return kept.length === 0 ? undefined : Object.fromEntries(kept)
  }
  return patchObject(
    withFields(form, name, ({ [name]: _gone, ...kept }) => kept),
    {
      labels: without(form.labels),
      start: without(form.start),
      hints: without(form.hints),
      defaults: without(form.defaults),
      amountField: form.amountField === name ? undefined : form.amountField,
    },
  )
}

/** Sets properties of a field. */
export const patchField = (
  form: FormDefinition,
  name: string,
  patch: Readonly<Record<string, unknown>>,
): FormDefinition =>
  withFields(form, name, (fields) => {
    const field = fields[name]
    return field === undefined ? fields : { ...fields, [name]: patchObject(field, patch as Patch<Field>) }
  })

/** One place up or down in its section. */
export function shiftField(form: FormDefinition, name: string, step: -1 | 1): FormDefinition {
  return withFields(form, name, (fields) => shifted(fields, name, step))
}

function shifted(fields: Fields, name: string, step: -1 | 1): Fields {
  const entries = Object.entries(fields)
  const at = entries.findIndex(([key]) => key === name)
  const moved = entries[at]
  if (moved === undefined || at + step < 0 || at + step >= entries.length) return fields
  return Object.fromEntries(entries.toSpliced(at, 1).toSpliced(at + step, 0, moved))
}

/** One more column of a sub-table. */
export function addColumn(
  form: FormDefinition,
  name: string,
  kind: FieldKind,
  label: Text,
  dictionary: string,
): FormDefinition {
  const field = sectionOf(form, name)?.fields[name]
  const cells = field && cellsOf(field)
  if (!cells || !columnKinds.includes(kind)) return form
  const column = freeName(kind, (key) => Object.hasOwn(cells, key))
  const fields = { ...cells, [column]: newField(kind, dictionary) }
  return setLabel(patchField(form, name, { fields }), `${name}.${column}`, label)
}

const withColumns = (form: FormDefinition, name: string, change: (columns: Fields) => Fields): FormDefinition => {
  const field = sectionOf(form, name)?.fields[name]
  const cells = field && cellsOf(field)
  return cells ? patchField(form, name, { fields: change(cells) }) : form
}

/** Sets properties of a column. */
export const patchColumn = (
  form: FormDefinition,
  name: string,
  column: string,
  patch: Readonly<Record<string, unknown>>,
): FormDefinition =>
  withColumns(form, name, (columns) => {
    const inner = columns[column]
    return inner === undefined ? columns : { ...columns, [column]: patchObject(inner, patch as Patch<Field>) }
  })

/** One place left or right in the table. */
export const shiftColumn = (form: FormDefinition, name: string, column: string, step: -1 | 1): FormDefinition =>
  withColumns(form, name, (columns) => shifted(columns, column, step))

/** Takes a column away; the last one stays. What the others ask of it goes with it. */
export function removeColumn(form: FormDefinition, name: string, column: string): FormDefinition {
  const field = sectionOf(form, name)?.fields[name]
  const { [column]: _gone, ...others } = (field && cellsOf(field)) ?? {}
  if (Object.keys(others).length === 0) return form
  const fields = Object.fromEntries(
    Object.entries(others).map(([key, inner]): [string, Field] => {
      const { visibleWhen, ...shown } = inner
      const isAsked =
        visibleWhen !== undefined && fieldsOf(visibleWhen).some((fact) => fact.replace(/\.count$/, '') === column)
      return [key, isAsked ? (shown as Field) : inner]
    }),
  )
  const { [`${name}.${column}`]: _label, ...labels } = form.labels ?? {}
  return patchObject(patchField(form, name, { fields }), { labels })
}

/** Says what the applicant may do with a field. */
export const setStart = (form: FormDefinition, name: string, permission: FieldPermission): FormDefinition => ({
  ...form,
  start: { ...form.start, [name]: permission },
})

/** Facts a field of the form may be shown for: what other fields say. */
export const factsForField = (form: FormDefinition, facts: readonly Fact[], name: string): readonly Fact[] => {
  const others = Object.keys(formFieldsOf(form)).filter((other) => other !== name)
  return facts.filter((fact) => others.includes(fact.name.replace(/\.count$/, '')))
}
