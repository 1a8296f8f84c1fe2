import { expect, it, vi } from 'vitest'
import { coalesce } from '#src/server/coalesce.ts'

/** Work whose runs end when the test says so. */
function runs() {
  const ends: ((error?: Error) => void)[] = []
  const work = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()))
    })
  return { ends, work }
}

it('runs once more for all who ask while it runs, and not again for each', async () => {
  const { ends, work } = runs()
  const ask = coalesce(work, () => undefined)
  const done = [ask(), ask(), ask()]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await Promise.all(done)
  expect(ends).toHaveLength(2)
})

it('tells what went wrong, and tries again when it is asked again', async () => {
  const { ends, work } = runs()
  const errors: unknown[] = []
  const ask = coalesce(work, (error) => errors.push(error))
  const first = ask()
  const failure = new Error('the database is away')
  ends[0]?.(failure)
  await first
  expect(errors).toEqual([failure])
  const second = ask()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await second
})

it('hears a request that comes in the same breath as its end', async () => {
  const { ends, work } = runs()
  const ask = coalesce(work, () => undefined)
  const first = ask()
  const next = first.then(() => ask())
  ends[0]?.()
  await first
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await next
})

it('lets requests wait for each other, and a single one for none', async () => {
  const { ends, work } = runs()
  const ask = coalesce(work, () => undefined, 20)
  const first = ask()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await first
  const from = performance.now()
  const together = [ask(), ask()]
  expect(ends).toHaveLength(1)
  await vi.waitUntil(() => ends.length === 2, { interval: 1 })
  expect(performance.now() - from).toBeGreaterThan(10)
  ends[1]?.()
  await Promise.all(together)
  expect(ends).toHaveLength(2)
})
