import pg from 'pg'

const { types } = pg

const INT8 = 20
const DATE = 1082
const TEXT_ARRAY: number = 1009
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`the integer ${text} of the database does not fit a JavaScript number`)
  }
  return value
}

const asText = (text: string): string => text

const texts: (value: string) => (string | null)[] = types.getTypeParser(TEXT_ARRAY, 'text')

function listOf<T>(entry: (text: string) => T): (value: string) => (T | null)[] {
  return (value) => texts(value).map((text) => (text === null ? null : entry(text)))
}

const parsers = new Map<number, (value: string) => unknown>([
  [INT8, integer],
  [DATE, asText],
  [INT8_ARRAY, listOf(integer)],
  [DATE_ARRAY, listOf(asText)],
  [NUMERIC_ARRAY, listOf(asText)],
])

/**
 * How column values arrive in TypeScript on both engines: int8 as number (RangeError past 2^53), numeric as
 * decimal string, date as `yyyy-MM-dd`, timestamptz as Date, jsonb as object.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(oid)
    return own ?? types.getTypeParser(oid, format)
  },
}
