import { createHash } from 'node:crypto'

const MAX_NAMES = 500
const MAX_LENGTH = 4000

const names = new Map<string, string>()

/**
 * The name under which a statement is prepared, so that the server plans it once per connection; undefined for long
 * or ever new statements, which would only fill the server's memory.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || sql.length > MAX_LENGTH || names.size >= MAX_NAMES) {
    return known
  }
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
  names.set(sql, name)
  return name
}
