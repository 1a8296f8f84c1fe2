import { expect, it } from 'vitest'
import { cutAt } from '#src/client/components/forms/cutColumns.ts'

const columns = [
  { left: 0, right: 100 },
  { left: 100, right: 180 },
  { left: 180, right: 300 },
] as const

it.each([
  ['all of them are seen', { left: 0, right: 300 }, []],
  ['one goes on below the end', { left: 0, right: 299 }, [2]],
  ['one goes on below the start', { left: 1, right: 300 }, [0]],
  ['the rest of one is what rounding leaves', { left: 0.4, right: 299.6 }, []],
  ['one is wholly covered', { left: 0, right: 180 }, []],
  ['one is cut at both ends', { left: 110, right: 170 }, [1]],
] as const)('columns that are cut where %s', (_case, seen, expected) => {
  expect(cutAt(columns, seen)).toEqual(expected)
})
