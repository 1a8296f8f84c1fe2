/** What becomes of a shipped form in a copy, which no program stands behind (20.9). */
import { fieldsOf } from '#machines/ticket/definition/conditions.ts'
import type { Text } from '#machines/ticket/definition/definition.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { cellsOf, namesIn } from '#src/fields/walk.ts'
import type { Engine } from '../versions/engine.ts'

/** What the catalogue says at a key; empty where it says nothing. */
export const textsAt = (engine: Engine, key: string): Text => ({
  zhHans: engine.texts.find('zhHans', key) ?? '',
  en: engine.texts.find('en', key) ?? '',
})

/** Fields whose showing hangs on themselves, over whatever others. */
function cyclesOf(form: FormDefinition): ReadonlySet<string> {
  const fields = formFieldsOf(form)
  const decisionContext = (name: string): readonly string[] => {
    const condition = fields[name]?.visibleWhen
    return condition === undefined
      ? []
      : fieldsOf(condition).map((fact) =>
          fact === 'amount' ? (form.amountField ?? fact) : fact.replace(/\.count$/, ''),
        )
  }
  const isInCycle = (name: string): boolean => {
    const met = new Set(decisionContext(name))
    // A set that grows while it is walked is walked to its end.
    for (const one of met) for (const next of decisionContext(one)) met.add(next)
    return met.has(name)
  }
  return new Set(Object.keys(fields).filter(isInCycle))
}

/** Columns that a program computed are written by people, too. */
const ownColumns = (cells: Fields): Fields =>
  Object.fromEntries(
    Object.entries(cells).map(([name, { computed, ...cell }]) => [
      name,
      { ...cell, ...(cell.formula !== undefined && { computed }) } as Field,
    ]),
  )

/**
 * Fields of a shipped form become the bureau's own: named as the catalogue names them, and written by people, since nothing
 * computes them any more. A computed field may show by its own value, which it has before it shows; one that is written may not.
 */
export function ownForm(engine: Engine, key: string, form: FormDefinition): FormDefinition {
  const cycles = cyclesOf(form)
  const owned = (name: string, field: Field): Field => {
    // Formulas go with the form.
    if (field.formula !== undefined) return field
    const cells = cellsOf(field)
    if (cells !== null) return { ...field, fields: ownColumns(cells) } as Field
    const { computed, ...rest } = field
    if (computed !== true || !cycles.has(name)) return rest as Field
    const { visibleWhen: _, ...always } = rest
    return always as Field
  }
  const sections = form.sections.map((section) => ({
    ...section,
    title: section.title ?? textsAt(engine, `applications.${key}.sections.${section.key}`),
    fields: Object.fromEntries(Object.entries(section.fields).map(([name, field]) => [name, owned(name, field)])),
  }))
  const paths = sections.flatMap(({ fields }) => namesIn(fields))
  const labels = Object.fromEntries(
    paths.map((path) => [path, form.labels?.[path] ?? textsAt(engine, `applications.${key}.fields.${path}`)]),
  )
  return { ...form, sections, labels }
}
