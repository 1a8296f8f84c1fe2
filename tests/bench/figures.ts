/** How benchmarks say what they measured: one line per figure, ratios first. */

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** `name: 0.83 (min 0.79, max 0.86) [details]` */
export function print(name: string, values: readonly number[], details = ''): void {
  const short = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3))
  console.log(
    `${name}: ${short(median(values))} (min ${short(Math.min(...values))}, max ${short(Math.max(...values))})${details === '' ? '' : ` ${details}`}`,
  )
}

/** Milliseconds a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
