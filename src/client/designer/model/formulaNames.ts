/** How the fields of a form are called within formulas. */
import type { Fields } from '#src/fields/field.ts'
import type { Formula } from '#src/fields/formula/formula.ts'
import type { FormulaNames } from '#src/fields/formula/parse.ts'
import { typeOfField } from '#src/fields/formula/typing.ts'
import { cellsOf, sourceOf } from '#src/fields/walk.ts'

type Part = Parameters<FormulaNames['nameOf']>[0]

/** A field that formulas may read, with the name it is written by. */
export interface FormulaField {
  readonly name: string
  readonly part: Part
}

/** Where a formula stands: the form, and the sub-table of whose rows it computes a column. */
export interface FormulaPlace {
  readonly fields: Fields
  readonly table: string | null
}

/** The columns of the row in which a formula computes; none for a field of the form. */
const columnsAt = ({ fields, table }: FormulaPlace): Fields =>
  (table === null ? null : fields[table] && cellsOf(fields[table])) ?? {}

/** Everything a formula may name there: columns of its row before fields of the form. */
export const fieldsAround = (place: FormulaPlace): Fields => ({ ...place.fields, ...columnsAt(place) })

/** Labels of fields by path, and entries of dictionaries. */
export interface FormulaWords {
  readonly label: (path: string) => string
  readonly entries: (dictionary: string) => readonly { readonly value: string; readonly label: string }[]
}

const keyOf = (part: Part): string => ('column' in part ? `${part.of}.${part.column}` : part.field)

/** What a formula may read there: columns of its row first, then the fields of the form, then columns as a whole. */
function partsAt({
  fields,
  table,
}: FormulaPlace): readonly { readonly part: Part; readonly path: readonly string[] }[] {
  const cells = columnsAt({ fields, table })
  const inRow = Object.entries(cells).flatMap(([column, cell]) =>
    typeOfField(cell) === null ? [] : [{ part: { field: column }, path: [`${table}.${column}`] }],
  )
  const ofForm = Object.entries(fields).flatMap(([name, field]) =>
    typeOfField(field) === null || Object.hasOwn(cells, name) ? [] : [{ part: { field: name }, path: [name] }],
  )
  const columns = Object.entries(fields).flatMap(([name, field]) =>
    Object.entries(cellsOf(field) ?? {}).flatMap(([column, cell]) => {
      const type = typeOfField(cell)
      return type === 'number' || type === 'day'
        ? [{ part: { column, of: name }, path: [name, `${name}.${column}`] }]
        : []
    }),
  )
  return [...inRow, ...ofForm, ...columns]
}

/** Fields by the names people write; where two are called alike, or a name holds a bracket, the key stands beside it. */
export function formulaFields(place: FormulaPlace, words: FormulaWords): readonly FormulaField[] {
  const found = partsAt(place).map(({ part, path }) => ({ part, name: path.map(words.label).join('.') }))
  return found.map(({ part, name }) => {
    const isClear = !/[[\]【】]/.test(name) && found.filter((other) => other.name === name).length === 1
    return { part, name: isClear ? name : `${name.replace(/[[\]【】]/g, '')} ${keyOf(part)}` }
  })
}

/** The names of a place, for reading and printing its formulas. */
export function formulaNames(place: FormulaPlace, words: FormulaWords): FormulaNames {
  const fields = formulaFields(place, words)
  const isSame = (one: Formula, other: Formula): boolean => JSON.stringify(one) === JSON.stringify(other)
  const entriesOf = (field: string) => {
    const found = fieldsAround(place)[field]
    const source = found && sourceOf(found)
    return source?.to === 'entry' ? words.entries(source.dictionary) : []
  }
  return {
    find: (name) =>
      (fields.find((one) => one.name === name) ?? fields.find(({ part }) => keyOf(part) === name))?.part ?? null,
    nameOf: (part) => fields.find((one) => isSame(one.part, part))?.name ?? keyOf(part),
    entryOf: (field, label) => entriesOf(field).find((entry) => entry.label === label)?.value ?? null,
    labelOf: (field, code) => entriesOf(field).find((entry) => entry.value === code)?.label ?? null,
  }
}
