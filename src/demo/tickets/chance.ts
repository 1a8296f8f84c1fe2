/** Chance that falls the same way in every run. */
export interface Chance {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** One of several; the list must not be empty. */
  pick<T>(list: readonly T[]): T
  /** True this often, 0 never, 1 always. */
  often(share: number): boolean
}

/** A small generator (mulberry32): good enough for sample data, and the same on every machine. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    between,
    pick: (list) => {
      const found = list[between(0, list.length - 1)]
      if (found === undefined) throw new Error('nothing to choose from')
      return found
    },
    often: (share) => next() < share,
  }
}
