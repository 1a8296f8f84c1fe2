import type { Row } from './kinds.ts'

/** The name the server sent beside an id: `userIdLabel` for `userId`. */
export function labelIn(row: Row | undefined, name: string): string | undefined {
  const label = row?.[`${name}Label`]
  return typeof label === 'string' && label !== '' ? label : undefined
}

/** The names the server sent beside a list of ids, in the same order. */
export function labelsIn(row: unknown, name: string): readonly unknown[] {
  const labels = (row as Readonly<Record<string, unknown>> | undefined)?.[`${name}Label`]
  return Array.isArray(labels) ? labels : []
}
