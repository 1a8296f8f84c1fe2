/** Ids on the wire: whole numbers from 1, as numbers or digits. */
import type { FieldValue } from './field.ts'
import { accept, type CheckResult, refuse } from './kind.ts'

/** The id, or null when the value is none. */
export function parseId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

export function checkId(value: unknown): CheckResult {
  const id = parseId(value)
  return id === null ? refuse('id') : accept(id)
}

/** A list of different ids, at most `max`. */
export function checkIds(value: unknown, max: number): CheckResult {
  if (!Array.isArray(value)) return refuse('list')
  if (value.length > max) return refuse('most', max)
  const ids: number[] = []
  for (const item of value) {
    const id = parseId(item)
    if (id === null) return refuse('id')
    if (ids.includes(id)) return refuse('duplicate')
    ids.push(id)
  }
  return accept(ids)
}

/** The ids in a list value; none for any other value. */
export const idsOf = (value: FieldValue | undefined): readonly number[] =>
  Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : []

/** Names of listed ids, an unknown one as `#id`. */
export const printIds = (value: FieldValue, name: (id: number) => string | undefined): string =>
  idsOf(value)
    .map((id) => name(id) ?? `#${id}`)
    .join(', ')
