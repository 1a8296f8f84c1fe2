import { expect, it } from 'vitest'
import { inTimeSlices } from '#src/server/tickets/tests/timeSlices.ts'

function* counting(to: number): Generator<void, number> {
  let n = 0
  for (; n < to; n += 1) yield
  return n
}

it('what takes long lets others in, and ends when it is told to', async () => {
  let others = 0
  const other = setInterval(() => {
    others += 1
  })
  let asked = 0
  const ended = await inTimeSlices(counting(Number.POSITIVE_INFINITY), async () => {
    asked += 1
    return asked < 5
  })
  clearInterval(other)
  expect([ended, asked]).toEqual([null, 5])
  expect(others).toBeGreaterThan(0)
})

it('what is short is done at once', async () => {
  expect(await inTimeSlices(counting(3), async () => false)).toBe(3)
})
