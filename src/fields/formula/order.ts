/** In which order formulas are computed, and which wait for each other (FRM-06). */
import { fieldsOf } from '#machines/ticket/definition/conditions.ts'
import type { Condition } from '#machines/ticket/definition/definition.ts'
import type { Field, Fields } from '../field.ts'
import { cellsOf } from '../walk.ts'
import { fieldsRead } from './formula.ts'

/** A computed field by its path, with what it waits for. */
type Waits = ReadonlyMap<string, ReadonlySet<string>>

const readBy = (condition: Condition | undefined, amountField: string | undefined): readonly string[] =>
  condition === undefined
    ? []
    : fieldsOf(condition).map((fact) =>
        fact === 'amount' && amountField !== undefined ? amountField : fact.replace(/\.count$/, ''),
      )

/** What the value of each field follows from: its formula, and the fields that decide whether it shows. */
export function waitsOf(fields: Fields, amountField?: string): Waits {
  const waits = new Map<string, ReadonlySet<string>>()
  const put = (path: string, { formula, visibleWhen }: Field, inside: (name: string) => string): void => {
    const read = [...(formula === undefined ? [] : fieldsRead(formula)), ...readBy(visibleWhen, amountField)]
    waits.set(path, new Set(read.map(inside)))
  }
  for (const [name, field] of Object.entries(fields)) {
    put(name, field, (one) => one)
    const cells = cellsOf(field)
    if (cells === null) continue
    for (const [column, cell] of Object.entries(cells))
      put(`${name}.${column}`, cell, (one) => (Object.hasOwn(cells, one) ? `${name}.${one}` : one))
  }
  return waits
}

/** Paths of fields with a formula that follow from themselves, over whatever others; none is computed. */
export function circularFormulas(fields: Fields, amountField?: string): readonly string[] {
  const waits = waitsOf(fields, amountField)
  // A column hangs on its sub-table, which shows or does not; the sub-table as a whole on none of its columns.
  const nextOf = (path: string): readonly string[] => {
    const [table = path] = path.split('.')
    return [...(waits.get(path) ?? []), ...(table === path ? [] : [table])]
  }
  return computedPaths(fields).filter((path) => {
    const met = new Set(nextOf(path))
    // A set that grows while it is walked is walked to its end.
    for (const one of met) for (const next of nextOf(one)) met.add(next)
    return met.has(path)
  })
}

/** Paths of all fields and columns with a formula. */
export const computedPaths = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.formula === undefined ? [] : [name]),
    ...Object.entries(cellsOf(field) ?? {}).flatMap(([column, cell]) =>
      cell.formula === undefined ? [] : [`${name}.${column}`],
    ),
  ])
