import { hash } from 'node:crypto'

/** JSON with sorted keys and without absent values, so that equal data has one text whatever path it came through. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value ?? null)
  const parts: string[] = []
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${canonical(item)}`)
  }
  return `{${parts.join(',')}}`
}

/** SHA-256 of the canonical text, in hexadecimal. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonical(value), 'hex')
}
