/** Which columns of a sub-table are drawn, and what their conditions know of the form around it. */
import { useMemo } from 'react'
import { fieldsOf } from '#machines/ticket/definition/conditions.ts'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import { visibility } from '../conditions.ts'
import type { Field, Fields, FormData } from '../field.ts'

const conditionsOf = ({ visibleWhen, required }: Field) =>
  [visibleWhen, typeof required === 'object' ? required : undefined].filter((one) => one !== undefined)

/** Those of the facts that the columns ask for; the same object until one of them changes, so that no line is drawn again. */
export function useFacts(fields: Fields, facts: Facts = {}): Facts {
  const names = Object.values(fields).flatMap((field) => conditionsOf(field).flatMap((one) => fieldsOf(one)))
  const json = JSON.stringify(names.flatMap((name) => (Object.hasOwn(facts, name) ? [[name, facts[name]]] : [])))
  return useMemo(() => Object.fromEntries(JSON.parse(json) as [string, Facts[string]][]), [json])
}

/** Columns that show in some line; the same object while they are the same. */
export function useShownColumns(fields: Fields, rows: readonly FormData[], facts: Facts): Fields {
  const sometimes = Object.values(fields).some(({ visibleWhen }) => visibleWhen !== undefined)
  const seen = new Set<string>()
  if (sometimes) for (const row of rows) for (const name of visibility(fields, row, facts).visible) seen.add(name)
  const names = Object.keys(fields).filter((name) => !sometimes || rows.length === 0 || seen.has(name))
  const key = names.join(' ')
  return useMemo(
    () => Object.fromEntries(Object.entries(fields).filter(([name]) => key.split(' ').includes(name))),
    [fields, key],
  )
}
