import { describe, expect, it } from 'vitest'
import { sortDirection } from '#src/client/components/table/sort.ts'
import {
  changeQuery,
  isNarrowed,
  isSortable,
  type ListedRecord,
  nextOrdering,
  readQuery,
  serverParams,
  writeQuery,
} from '#src/client/records/list/query.ts'
import { choice, date, files, integer, money, person, text } from '#src/fields/field.ts'

const record: ListedRecord = {
  fields: {
    userId: person(),
    year: integer(),
    state: choice('leaveState'),
    startDate: date(),
    amount: money(),
    account: text(30, { maskedUnless: 'finance:Pay' }),
    proof: files(3),
    note: text(100),
  },
  list: {
    columns: ['userId', 'year', 'state', 'startDate', 'amount', 'account', 'proof', 'createdAt'],
    filters: ['state', 'startDate', 'amount', 'createdAt'],
    search: ['note'],
    order: '-year',
  },
}
const read = (search: string) => readQuery(new URLSearchParams(search), record)

describe('the state of a list in its address (LIST-STD)', () => {
  it('is page 1 of 20 in the order of the record when nothing is said', () => {
    expect(read('')).toEqual({ page: 1, limit: 20, ordering: '-year', search: '', filters: {} })
  })

  it('reads page, size, order, keyword, and filters with ranges of days, moments and money', () => {
    expect(
      read(
        'page=3&limit=50&ordering=userId&search=zhang&state=closed&startDate_after=2026-01-01&amount_before=500&createdAt_after=2026-02-01',
      ),
    ).toEqual({
      page: 3,
      limit: 50,
      ordering: 'userId',
      search: 'zhang',
      filters: { state: 'closed', startDate_after: '2026-01-01', amount_before: '500', createdAt_after: '2026-02-01' },
    })
  })

  it.each([
    ['page=0', { page: 1 }],
    ['page=two', { page: 1 }],
    ['limit=7', { limit: 20 }],
    ['ordering=password', { ordering: '-year' }],
    ['ordering=-proof', { ordering: '-year' }],
    ['ordering=note', { ordering: '-year' }],
    ['colour=red', { filters: {} }],
    ['startDate=2026-01-01', { filters: {} }],
  ])('takes the default for %s, since people edit addresses', (search, expected) => {
    expect(read(search)).toMatchObject(expected)
  })

  it('cuts the keyword at 50 characters', () => {
    expect(read(`search=${'x'.repeat(80)}`).search).toHaveLength(50)
  })

  it('writes back what it read, leaves defaults out and other parameters alone', () => {
    const search = 'tab=register&state=closed&startDate_after=2026-01-01&search=a&ordering=userId&limit=50&page=3'
    expect(writeQuery(new URLSearchParams(search), read(search), record).toString()).toBe(search)
    expect(writeQuery(new URLSearchParams('tab=register&page=4&state=closed'), read(''), record).toString()).toBe(
      'tab=register',
    )
  })

  it('starts at page 1 again when anything but the page changes', () => {
    const query = read('page=4')
    expect(changeQuery(query, { search: 'a' }).page).toBe(1)
    expect(changeQuery(query, { limit: 50 }).page).toBe(1)
    expect(changeQuery(query, { page: 5 }).page).toBe(5)
  })

  it('sends the server no empty value and no order that is its own default', () => {
    expect(serverParams(read('search=%20%20'), record)).toEqual({ page: '1', limit: '20' })
    expect(serverParams(read('ordering=amount&state=closed'), record)).toEqual({
      page: '1',
      limit: '20',
      ordering: 'amount',
      state: 'closed',
    })
  })

  it('tells a narrowed list from one that is simply empty', () => {
    expect(isNarrowed(read('page=2&ordering=userId'))).toBe(false)
    expect(isNarrowed(read('state=closed'))).toBe(true)
    expect(isNarrowed(read('search=a'))).toBe(true)
  })
})

describe('sorting by a column head', () => {
  it('goes up, down, and back to the order of the record', () => {
    const up = nextOrdering(read(''), 'userId', record)
    const down = nextOrdering(read(`ordering=${up}`), 'userId', record)
    expect([up, down, nextOrdering(read(`ordering=${down}`), 'userId', record)]).toEqual(['userId', '-userId', '-year'])
  })

  it('turns the column around that the record itself sorts by', () => {
    expect(nextOrdering(read(''), 'year', record)).toBe('year')
    expect(nextOrdering(read('ordering=year'), 'year', record)).toBe('-year')
  })

  it('says the direction for aria-sort', () => {
    expect(['-year', 'year', 'userId'].map((ordering) => sortDirection(ordering, 'year'))).toEqual([
      'descending',
      'ascending',
      'none',
    ])
  })

  it('is not offered where there is no order, or where the order would tell a masked value', () => {
    expect(['userId', 'createdAt'].map((name) => isSortable(record, name))).toEqual([true, true])
    expect(['proof', 'account', 'note', 'nothing'].map((name) => isSortable(record, name))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
