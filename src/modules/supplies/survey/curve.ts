/** Pieces by size, those without a known size included: spread by the sizes that are known; pure. */

/** Pieces by size. */
export type Sizes = ReadonlyMap<string, number>

/** Spreads `qty` pieces over sizes in proportion to `known`, whole pieces, by the largest remainder; null where no size is known. */
export function spreadBy(known: Sizes, qty: number): Sizes | null {
  const sum = [...known.values()].reduce((all, one) => all + one, 0)
  if (sum === 0) return qty === 0 ? new Map() : null
  const parts = [...known].map(([size, one]) => ({
    size,
    whole: Math.floor((qty * one) / sum),
    rest: (qty * one) % sum,
  }))
  const left = qty - parts.reduce((all, { whole }) => all + whole, 0)
  const favoured = new Set(
    parts
      .toSorted((one, other) => other.rest - one.rest || one.size.localeCompare(other.size))
      .slice(0, left)
      .map(({ size }) => size),
  )
  return new Map(parts.map(({ size, whole }) => [size, whole + (favoured.has(size) ? 1 : 0)]))
}
