/** What a tick on a department chooses, and how it is told. */
import { expect, it } from 'vitest'
import { branchesOf, wholesOf, withBranch } from '#src/modules/system/departments/dept-branches.ts'

const departments = [
  { id: 1, name: '示范市公安局', parent: null },
  { id: 4, name: '示范市公安局-警务保障部', parent: 1 },
  { id: 5, name: '警务保障部-财务科', parent: 4 },
  { id: 6, name: '警务保障部-采购科', parent: 4 },
  { id: 7, name: '示范市公安局-督察处', parent: 1 },
]
const forest = branchesOf(departments)
const found = (keyword: string) => branchesOf(departments, keyword)
const wholeNames = (chosen: readonly number[]) =>
  wholesOf(forest, new Set(chosen)).map(({ name, ids }) => [name, ids.length])

it('a keyword leaves what it names and what is above it, and a tick there still reaches what is not shown', () => {
  const [bureau] = found(' 财务 ')
  expect(bureau?.children.map(({ name, children }) => [name, children.map((one) => one.name)])).toEqual([
    ['警务保障部', ['财务科']],
  ])
  expect(withBranch(bureau!.children[0]!, new Set([7]))).toEqual([7, 4, 5, 6])
  expect(found('警务保障部')[0]?.children.map(({ name, children }) => [name, children.length])).toEqual([
    ['警务保障部', 0],
  ])
  expect(found('车辆')).toEqual([])
})

it('a whole branch is told as one and taken away as one, a part of it by its departments', () => {
  expect(wholeNames([4, 5, 6])).toEqual([['警务保障部', 3]])
  expect(wholeNames([4, 6])).toEqual([
    ['警务保障部', 1],
    ['采购科', 1],
  ])
  expect(wholeNames([1, 4, 5, 6, 7])).toEqual([['示范市公安局', 5]])
  expect(withBranch(forest[0]!.children[0]!, new Set([4, 5, 6, 7]))).toEqual([7])
})
