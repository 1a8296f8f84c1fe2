import { describe, expect, it } from 'vitest'
import { keyOf, withOpen } from '#src/client/pages/home/openTask.ts'
import { rowStanding } from '#src/client/records/form/boundRow.ts'
import { causeOf, standingOf } from '#src/client/tickets/actions/standing.ts'
import { follow, leave, noReader, type Reader } from '#src/client/tickets/approvals/currentRow.ts'
import { splitBatch } from '#src/client/tickets/approvals/splitBatch.ts'
import type { TimelineRow } from '#src/define/tickets/history.ts'
import type { TicketButton, TicketRow } from '#src/define/tickets/line.ts'
import type { UrgentTask } from '#src/define/tickets/lists.ts'

const row = (id: number, version = 1): TicketRow => ({ id, version }) as TicketRow
const [first, second, third] = [row(1), row(2), row(3)]
const start = (rows: readonly TicketRow[]): Reader => follow(noReader, rows)
const reading = ({ row: now }: Reader): number | null => now?.id ?? null

describe('the ticket that is read in the approval centre (TKT-02)', () => {
  it('is the first of the list, and stays when an older one arrives above it', () => {
    const reader = start([second, third])
    expect(reading(reader)).toBe(2)
    expect(reading(follow(reader, [first, second, third]))).toBe(2)
  })

  it('stays when the applicant, a colleague or the clock takes it away, until the person leaves it', () => {
    const reader = follow(start([first, second, third]), [second, third])
    expect(reading(reader)).toBe(1)
    expect(reader.wasMoved).toBe(false)
    expect(reading(leave(reader, [second, third]))).toBe(2)
  })

  it('stays when it was the last of the list, and then there is none', () => {
    const reader = follow(start([first]), [])
    expect(reading(reader)).toBe(1)
    expect(reading(leave(reader, []))).toBeNull()
  })

  it('gives its place to the next after the own decision, to the one before at the end', () => {
    const decided = { ...start([first, second, third]), decided: 1 }
    expect(follow(decided, [second, third])).toMatchObject({ row: second, wasMoved: true, decided: null })
    const atEnd = { ...follow({ ...noReader, row: third }, [first, second, third]), decided: 3 }
    expect(reading(follow(atEnd, [first, second]))).toBe(2)
  })

  it('stays when it was handled and is still there, also when a colleague takes it later', () => {
    const claimed = follow({ ...start([first, second]), decided: 1 }, [row(1, 2), second])
    expect(reading(follow(claimed, [second]))).toBe(1)
  })
})

describe('a dialog and the ticket it was opened for', () => {
  const opened = { id: 7, version: 3, visit: 1 }
  const newest = (version: number, allowed: readonly TicketButton[], visit: number | null = 1) => ({
    id: 7,
    version,
    visit,
    actions: allowed,
  })

  it('stands as it was opened while the version is the same', () => {
    expect(standingOf(opened, newest(3, ['approve']), 'approve')).toBe('same')
  })

  it('has to be looked at again after a change that leaves the action possible', () => {
    expect(standingOf(opened, newest(4, ['approve']), 'approve')).toBe('changed')
  })

  it('is over when the action is no longer allowed, or stands in another visit', () => {
    expect(standingOf(opened, newest(4, ['comment'], null), 'approve')).toBe('gone')
    expect(standingOf(opened, newest(6, ['approve'], 2), 'approve')).toBe('gone')
  })

  it('is over when the ticket is out of sight, and never takes another ticket for its own', () => {
    expect(standingOf(opened, undefined, 'approve')).toBe('hidden')
    expect(() => standingOf(opened, { ...newest(3, ['approve']), id: 8 }, 'approve')).toThrow()
  })

  it('names the last event that took the task, not what the rules or readers did after it', () => {
    const log = ['submit', 'participants', 'withdraw', 'comment'].map(
      (action, seq) => ({ seq, action }) as unknown as TimelineRow,
    )
    expect(causeOf(log, 'gone')?.action).toBe('withdraw')
    expect(causeOf(log, 'changed')?.action).toBe('comment')
    expect(causeOf([], 'gone')).toBeNull()
  })
})

describe('a batch and the tickets it was opened for (WF-17)', () => {
  it('leaves out what has left the list or changed, and adds nothing', () => {
    expect(splitBatch([first, second, third], [row(2, 2), third, row(4)])).toEqual({
      rows: [third],
      gone: [first, second],
    })
  })
})

describe('a task of the home page whose dialog is open (10.2)', () => {
  const task = (id: number, version = 1): UrgentTask => ({ id, version, kind: 'approve' }) as unknown as UrgentTask
  const open = { task: task(2), dialog: 'approval', at: 1 } as const

  it('keeps its place and version when it changes or leaves the list', () => {
    expect(withOpen([task(1), task(2, 5), task(3)], open)).toEqual([task(1), task(2), task(3)])
    expect(withOpen([task(1), task(3)], open).map(keyOf)).toEqual([task(1), task(2), task(3)].map(keyOf))
    expect(withOpen([], open)).toEqual([task(2)])
  })
})

describe('a form and the row it was opened for (FORM-STD)', () => {
  const opened = { id: 3, version: 2 }
  const there = { isLost: false, isAllowed: true }

  it('stands as it was opened before the first answer, and while the version is the same', () => {
    expect(rowStanding(opened, undefined, { isLost: true, isAllowed: false })).toBe('same')
    expect(rowStanding(opened, { id: 3, version: 2 }, there)).toBe('same')
    expect(rowStanding({ id: 3 }, { id: 3, version: 2 }, there)).toBe('same')
  })

  it('has to be looked at again after a change, is over when the row no longer takes it, and gone with the row', () => {
    const newest = { id: 3, version: 3 }
    expect(rowStanding(opened, newest, there)).toBe('changed')
    expect(rowStanding(opened, newest, { isLost: false, isAllowed: false })).toBe('over')
    expect(rowStanding(opened, newest, { isLost: true, isAllowed: true })).toBe('gone')
  })
})
