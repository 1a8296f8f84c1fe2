import { describe, expect, it } from 'vitest'
import { readPreferences } from '#src/client/records/list/columns.ts'
import { changeList, nextOrdering, readList, resetList, viewQuery } from '#src/client/tickets/queue/listFilters.ts'

const address = 'label=todo&type=leaveApproval,otherBusiness&amount_after=10&charts=1&ordering=-amount&page=3&limit=50'

describe('the address of a ticket list', () => {
  it('20.6 holds every filter, the order and the page', () => {
    expect(readList(new URLSearchParams(`${address}&tab=mine`))).toEqual({
      filters: { type: 'leaveApproval,otherBusiness', amount_after: '10' },
      ordering: '-amount',
      page: 3,
      limit: 50,
    })
    expect(readList(new URLSearchParams('page=0&limit=7&type='))).toEqual({
      filters: {},
      ordering: '',
      page: 1,
      limit: 20,
    })
  })

  it('a changed filter begins at page 1, an emptied one is gone', () => {
    expect(changeList(new URLSearchParams(address), { type: '', stay: '1-3' }).toString()).toBe(
      'label=todo&amount_after=10&charts=1&ordering=-amount&limit=50&stay=1-3',
    )
    expect(changeList(new URLSearchParams(address), { page: '4' }).get('page')).toBe('4')
  })

  it('LIST-STD Reset takes away filters and order and leaves the list', () => {
    expect(resetList(new URLSearchParams(address)).toString()).toBe('label=todo&charts=1&limit=50')
  })

  it('20.6 a saved view keeps list, filters and order, not the page', () => {
    expect(viewQuery(new URLSearchParams(address))).toBe(
      'label=todo&type=leaveApproval%2CotherBusiness&amount_after=10&ordering=-amount',
    )
  })

  it('a head sorts up, then down, then as the list does', () => {
    expect([nextOrdering('', 'no'), nextOrdering('no', 'no'), nextOrdering('-no', 'no')]).toEqual(['no', '-no', ''])
  })

  it('LIST-STD columns that wait to be asked for are hidden until somebody chooses', () => {
    const columns = ['no', 'title', 'round']
    expect(readPreferences(null, columns, ['round']).hidden).toEqual(['round'])
    expect(readPreferences('{"order":["no","title","round"],"hidden":[]}', columns, ['round']).hidden).toEqual([])
  })
})
