/** Exact decimals as whole numbers of their last place: `1.50` at scale 2 is `150n` (INV-12). */

const shape = /^([+-]?)(\d{1,20})(?:\.(\d{0,12}))?$/

/** A decimal in text or as a JSON number, counted in its last place; null when it is not a decimal or has more places than `scale`. */
export function parseScaled(value: unknown, scale: number): bigint | null {
  // The shortest text of a JSON number is what the sender wrote; no arithmetic is done on the float.
  const source = typeof value === 'number' ? String(value) : value
  if (typeof source !== 'string') return null
  const match = shape.exec(source.trim())
  if (match === null) return null
  const places = (match[3] ?? '').replace(/0+$/, '')
  if (places.length > scale) return null
  const size = BigInt((match[2] ?? '') + places.padEnd(scale, '0'))
  return match[1] === '-' ? -size : size
}

/** The text of a scaled number with exactly `scale` places. */
export function formatScaled(value: bigint, scale: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Brings a typed decimal to its places; anything else stays as typed. */
export function toScale(text: string, scale: number): string {
  const number = parseScaled(text, scale)
  return number === null ? text : formatScaled(number, scale)
}
