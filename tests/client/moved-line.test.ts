import { describe, expect, it } from 'vitest'
import { movedLine, movedLines } from '#src/client/tickets/actor/movedLine.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'

const row = {
  id: 7,
  no: 'QT-7',
  status: 'running',
  version: 3,
  current: [{ key: 'leader', name: '部门审批', handlers: [] }],
  isBatchable: true,
  formData: null,
} as unknown as TicketRow
const newest = { ...row, status: 'handling', version: 4, current: [], isBatchable: false } as unknown as TicketRow

describe('rows beside an open view of one ticket', () => {
  it('are the same array while none of them changes, and a new one when one does', () => {
    const rows = [row, { ...row, id: 8 }]
    expect(movedLines(rows, () => row)).toBe(rows)
    expect(movedLines(rows, (id) => (id === 7 ? newest : null))).toEqual([movedLine(row, newest), rows[1]])
  })
})

describe('a row beside an open view of its ticket', () => {
  it('says what the view says, and keeps what is the list’s own', () => {
    expect(movedLine(row, newest)).toMatchObject({ status: 'handling', version: 4, current: [], isBatchable: true })
  })

  it('stays itself where the view is as old, older, or none', () => {
    for (const view of [null, row, { ...newest, version: 2 }]) expect(movedLine(row, view)).toBe(row)
  })
})
