import { describe, expect, it } from 'vitest'
import { foreignUses, tables, tablesIn, views } from './tableOwners.ts'

/** `owner: file -> table`: what does not go through the owner, and why. */
const knownUses: readonly string[] = [
  // The trigger keeps the sums of the module that reads them (0017): it changes nothing of the ledger, which need not know who adds it up.
  'budget: src/modules/analysis/migrations/0001_analysis.sql -> budget_ledger (writes)',
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

  /** Others read through a view that the owner declares in a migration (`shared_ticket`), or call a service it provides (`src/define/services.ts`). This list may only shrink. */
  it('is read by others through views of its owner, and changed by nobody else', () => {
    expect(foreignUses().map(({ use }) => use)).toEqual(knownUses)
  })
})
