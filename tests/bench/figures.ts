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

/** Ratios of a work to its baseline, both done in turns after two warm runs; prints them under `name` with the medians in milliseconds. */
export async function against(
  name: string,
  runs: number,
  work: () => Promise<unknown>,
  base: () => Promise<unknown>,
): Promise<void> {
  for (let warm = 0; warm < 2; warm += 1) {
    await work()
    await base()
  }
  const pairs: [number, number][] = []
  for (let run = 0; run < runs; run += 1) pairs.push([await timed(work), await timed(base)])
  print(
    name,
    pairs.map(([own, other]) => own / other),
    `[${median(pairs.map(([own]) => own)).toFixed(1)} ms / ${median(pairs.map(([, other]) => other)).toFixed(1)} ms]`,
  )
}
