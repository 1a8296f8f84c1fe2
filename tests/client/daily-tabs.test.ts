import { expect, it } from 'vitest'
import { dailyTabs } from '#src/client/records/detail/dailyTabs.ts'

const tabs = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key }))
const keysOf = ({ daily, others }: ReturnType<typeof dailyTabs>) =>
  [daily, others].map((list) => list.map(({ key }) => key).join(''))

it('lists of every day come first in their own order, the others stand together, and one alone needs no group', () => {
  expect(keysOf(dailyTabs(tabs, ['c', 'a']))).toEqual(['ca', 'bde'])
  expect(keysOf(dailyTabs(tabs, ['c', 'a', 'b', 'x', 'e']))).toEqual(['cabed', ''])
  expect(keysOf(dailyTabs(tabs, undefined))).toEqual(['abcde', ''])
})
