import { expect, it } from 'vitest'
import { spentBeside, trimSpending } from '#src/demo/tickets/planned-spending.ts'

it('cuts the latest spending of a line down to the room that is left on it, and no other line', () => {
  const spending = [
    { line: 1, amount: 60 },
    { line: 2, amount: 60 },
    { line: 1, amount: 60 },
    { line: 1, amount: 10 },
  ]
  const roomOf = (line: number): number => (line === 1 ? 100 : 60)
  expect(trimSpending(spending, roomOf)).toEqual([
    { line: 1, amount: 60 },
    { line: 2, amount: 60 },
    { line: 1, amount: 40 },
  ])
  expect(trimSpending(spending, () => 130)).toEqual(spending)
  expect(trimSpending(spending, () => -1)).toEqual([])
})

it('spends beside the stories what is missing to the goal, but nothing that they hold', () => {
  const line = { approved: 100, used: 98, frozen: 0 }
  expect(spentBeside(line)).toBe(98)
  expect(spentBeside(line, { spent: 20, held: 2 })).toBe(78)
  expect(spentBeside(line, { spent: 20, held: 3 })).toBe(77)
  expect(spentBeside(line, { spent: 99, held: 0 })).toBe(0)
})
