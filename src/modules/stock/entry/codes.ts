/** What scanners send: labels of bins, GS1 element strings, and plain barcodes. */

const BIN = 'HW'

/** What the label of a bin says: the warehouse and the bin, without a host name. */
export const binCode = (warehouseId: number, bin: string): string => `${BIN}-${warehouseId}-${bin}`

export function readBin(code: string): { readonly warehouseId: number; readonly bin: string } | null {
  const found = /^HW-(\d{1,15})-(.{1,20})$/.exec(code.trim())
  return found ? { warehouseId: Number(found[1]), bin: found[2] ?? '' } : null
}

/** A product by its number, with batch and dates as far as the code has them (GS1 application identifiers 01, 10, 11, 17, 30, 37). */
export interface Gs1 {
  readonly gtin: string
  readonly batchNo: string | null
  readonly produceDate: string | null
  readonly expireDate: string | null
  /** Units in the pack, where the code counts them. */
  readonly count: number | null
}

/** Characters of the identifiers whose values have a fixed length; others end at the separator. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
}
const SEPARATOR = '\u001d'
/** Longest value of an identifier without a fixed length. */
const MAX_VALUE = 30

/** Day of a date as YYMMDD; day 00 means the last of the month, and the century is that which lies nearest (GS1 7.12). */
export function gs1Date(text: string, thisYear: number): string | null {
  const found = /^(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!found) return null
  const [month, day] = [Number(found[2]), Number(found[3])]
  const base = Math.floor(thisYear / 100) * 100 + Number(found[1])
  const year = base - thisYear > 50 ? base - 100 : thisYear - base >= 50 ? base + 100 : base
  if (month < 1 || month > 12) return null
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day > last) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day === 0 ? last : day).padStart(2, '0')}`
}

/** The values by identifier; null when the code is no GS1 element string. */
function elementsOf(code: string): ReadonlyMap<string, string> | null {
  const text = code.trim().replace(/^\](C1|d2|e0|Q3)/, '')
  if (text.startsWith('(')) {
    const parts = [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)]
    if (parts.map(([whole]) => whole).join('') !== text) return null
    return new Map(parts.map(([, key = '', value = '']) => [key, value.replaceAll(SEPARATOR, '')]))
  }
  if (!/^01\d{14}/.test(text) || text.length < 17) return null
  const found = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    if (rest.startsWith(SEPARATOR)) {
      rest = rest.slice(1)
      continue
    }
    const key = rest.slice(0, 2)
    const fixed = FIXED[key]
    const end = fixed === undefined ? rest.indexOf(SEPARATOR) : 2 + fixed
    const value = rest.slice(2, end < 0 ? rest.length : end)
    if (
      !/^\d{2}$/.test(key) ||
      value === '' ||
      value.length > MAX_VALUE ||
      (fixed !== undefined && value.length < fixed)
    )
      return null
    found.set(key, value)
    rest = rest.slice(2 + value.length)
  }
  return found
}

/** Reads (01)(17)(10) with and without brackets; null for any other code. */
export function readGs1(code: string, thisYear: number): Gs1 | null {
  const elements = elementsOf(code)
  const gtin = elements?.get('01')
  if (elements === null || gtin === undefined || !/^\d{14}$/.test(gtin)) return null
  const dateOf = (key: string): string | null => gs1Date(elements.get(key) ?? '', thisYear)
  const count = elements.get('30') ?? elements.get('37')
  return {
    gtin,
    batchNo: elements.get('10') ?? null,
    produceDate: dateOf('11'),
    expireDate: dateOf('17'),
    count: count !== undefined && /^\d{1,8}$/.test(count) && Number(count) > 0 ? Number(count) : null,
  }
}

/** Forms in which a product number may be stored: 14 digits, or without its leading zeros as on the package (13, 12, 8). */
export const numbersOf = (gtin: string): readonly string[] => [
  ...new Set(
    [14, 13, 12, 8]
      .filter((length) => /^0*$/.test(gtin.slice(0, 14 - length)))
      .map((length) => gtin.slice(14 - length)),
  ),
]
