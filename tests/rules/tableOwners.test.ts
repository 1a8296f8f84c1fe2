import { describe, expect, it } from 'vitest'
import { foreignUses, tables, tablesIn, views } from './tableOwners.ts'

/** `owner: file -> table`: what does not go through the owner, and why. It may only shrink. */
const knownUses: readonly string[] = [
  // The sums of the ledger are kept by a trigger of the module that reads them (0017).
  'budget: src/modules/analysis/migrations/0001_analysis.sql -> budget_ledger (writes)',
  // Projects of the demo come with lines of past years, which the ledger does not open any more.
  'budget: src/modules/projects/projects-seed.server.ts -> budget_ledger (writes)',
  'budget: src/modules/projects/projects-seed.server.ts -> budget_line (writes)',
  // Past tickets of the demo are written as they ended, with what came of them, past the rules that hold today.
  'finance: src/demo/tickets/claim-book.server.ts -> expense_claim',
  'finance: src/demo/tickets/claim-book.server.ts -> expense_claim (writes)',
  'finance: src/demo/tickets/claim-book.server.ts -> invoice (writes)',
  'finance: src/demo/tickets/claim-book.server.ts -> payment',
  'finance: src/demo/tickets/claim-book.server.ts -> payment (writes)',
  'finance: src/demo/tickets/claim-book.server.ts -> payment_number',
  'finance: src/demo/tickets/claim-book.server.ts -> payment_number (writes)',
  'finance: src/demo/tickets/claim-book.server.ts -> voucher',
  'finance: src/demo/tickets/claim-book.server.ts -> voucher (writes)',
  'finance: src/demo/tickets/live-book.server.ts -> pre_approval',
  'finance: src/demo/tickets/live-book.server.ts -> travel_trip',
  'finance: src/demo/tickets/live-book.server.ts -> voucher (writes)',
  'leave: src/demo/tickets/leave-book.server.ts -> absence (writes)',
  'leave: src/demo/tickets/leave-book.server.ts -> leave_quota (writes)',
  'leave: src/demo/tickets/leave-book.server.ts -> leave_quota_entry (writes)',
  'leave: src/demo/tickets/leave-book.server.ts -> leave_record (writes)',
]

describe('a table has one owner', () => {
  it('finds the tables a statement reads and writes', () => {
    expect(
      tablesIn(
        `with due as (select id from ticket t, ticket_task where state = 'x' for update of t)
         insert into notice (text) select name from app_user join department on true cross join lateral (select 1) x`,
      ),
    ).toEqual([
      { table: 'ticket', writes: false },
      { table: 'ticket_task', writes: false },
      { table: 'notice', writes: true },
      { table: 'app_user', writes: false },
      { table: 'department', writes: false },
    ])
    expect(tablesIn('ticket t join job on true')).toEqual([
      { table: 'ticket', writes: false },
      { table: 'job', writes: false },
    ])
    expect(tablesIn('delete from file where id = $0')).toEqual([{ table: 'file', writes: true }])
    expect(tablesIn('update role set key = $0 from menu m, job')).toEqual([
      { table: 'role', writes: true },
      { table: 'menu', writes: false },
      { table: 'job', writes: false },
    ])
    expect(tables.size).toBeGreaterThan(100)
    expect(views.get('project_execution')).toBe('projects')
  })

  /** Others read through a view that the owner declares in a migration (`shared_ticket`), or call a service it provides (`src/define/ledgers.ts`). This list may only shrink. */
  it('is read by others through views of its owner, and changed by nobody else', () => {
    expect(foreignUses().map(({ use }) => use)).toEqual(knownUses)
  })
})
