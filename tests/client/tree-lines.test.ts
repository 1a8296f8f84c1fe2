import { describe, expect, it } from 'vitest'
import { isWithin, treeLines } from '#src/client/components/table/treeLines.ts'
import { type DeptRow, leadersOf } from '#src/modules/system/departments/dept-tree.ts'

interface Row {
  readonly id: number
  readonly parent: number | null
  readonly name: string
}
const rows: readonly Row[] = [
  { id: 3, parent: 1, name: 'Traffic' },
  { id: 1, parent: null, name: 'Bureau' },
  { id: 2, parent: 1, name: 'Office' },
  { id: 4, parent: 3, name: 'Vehicles' },
  { id: 5, parent: 99, name: 'Elsewhere' },
]
const shape = {
  closed: new Set<number>(),
  keyword: '',
  compare: (one: Row, other: Row) => one.id - other.id,
  textOf: ({ name }: Row) => name,
}
const drawn = (given: Partial<typeof shape>): readonly string[] =>
  treeLines(rows, { ...shape, ...given }).map(
    ({ row, level, hasChildren, isOpen, at, of }) =>
      `${level} ${row.name} ${at + 1}/${of}${hasChildren ? (isOpen ? ' open' : ' closed') : ''}`,
  )

describe('the lines of a tree', () => {
  it('are parents before children, each in the order of its neighbours; a row without its parent stands at the top', () => {
    expect(drawn({})).toEqual([
      '1 Bureau 1/2 open',
      '2 Office 1/2',
      '2 Traffic 2/2 open',
      '3 Vehicles 1/1',
      '1 Elsewhere 2/2',
    ])
  })

  it('leave out what lies below a closed row', () => {
    expect(drawn({ closed: new Set([3]) })).toEqual([
      '1 Bureau 1/2 open',
      '2 Office 1/2',
      '2 Traffic 2/2 closed',
      '1 Elsewhere 2/2',
    ])
  })

  it('are with a keyword what is found and what lies above it, open also where it was closed', () => {
    expect(drawn({ closed: new Set([1, 3]), keyword: ' vehic ' })).toEqual([
      '1 Bureau 1/2 open',
      '2 Traffic 2/2 open',
      '3 Vehicles 1/1',
    ])
    expect(drawn({ keyword: 'nothing of the kind' })).toEqual([])
  })

  it('SYS-31 SYS-44 know what lies within what is moved', () => {
    expect([1, 2, 3, 4, 5, null].map((target) => isWithin(rows, target, 3))).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the leader of a department', () => {
  const dept = (id: number, parent: number | null, leaderIdLabel?: string): DeptRow => ({
    id,
    parent,
    name: '',
    nameEn: null,
    key: '',
    sort: 1,
    leaderId: null,
    people: 0,
    isBudgetUnit: false,
    state: true,
    version: 1,
    ...(leaderIdLabel !== undefined && { leaderIdLabel }),
  })

  it('is its own, else that of the nearest department above that has one', () => {
    const departments = [dept(1, null), dept(2, 1, 'Li'), dept(3, 2), dept(4, 3, 'Wang'), dept(5, 3)]
    expect(Object.fromEntries(leadersOf(departments))).toEqual({
      2: { name: 'Li', isInherited: false },
      3: { name: 'Li', isInherited: true },
      4: { name: 'Wang', isInherited: false },
      5: { name: 'Li', isInherited: true },
    })
  })
})
