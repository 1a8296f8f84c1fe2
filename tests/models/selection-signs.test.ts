import { describe, expect, it } from 'vitest'
import { type Bid, signsOf } from '#src/modules/procurement/selections/signs.ts'

const bid = (vendor: string, amount: string, more: Partial<Bid> = {}): Bid => ({
  vendor,
  bidder: vendor.charCodeAt(0),
  amount,
  hashes: [`hash of ${vendor}`],
  ...more,
})

describe('signs of an agreement among bidders (90 A.4)', () => {
  it('names none where bidders are strangers with papers and prices of their own', () => {
    expect(signsOf([bid('A', '100.00'), bid('B', '110.00'), bid('C', '121.00')])).toEqual([])
    expect(signsOf([])).toEqual([])
  })

  it('PRC-14 names related bidders, papers that are the same file, and equal prices, each group once', () => {
    const papers = { hashes: ['x', 'y'] }
    expect(
      signsOf([bid('A', '100.00', papers), bid('B', '130.00', { ...papers, bidder: 65 }), bid('C', '130.00')]),
    ).toEqual([
      { kind: 'related', vendors: ['A', 'B'] },
      { kind: 'sameFile', vendors: ['A', 'B'] },
      { kind: 'samePrice', vendors: ['B', 'C'] },
    ])
  })

  it('names equal steps from three prices on, to the cent', () => {
    const stepped = [bid('B', '110.00'), bid('A', '100.00'), bid('C', '120.00')]
    expect(signsOf(stepped)).toEqual([{ kind: 'constantStep', vendors: ['A', 'B', 'C'], step: '10.00' }])
    expect(signsOf(stepped.slice(1))).toEqual([])
    expect(signsOf([bid('A', '100.00'), bid('B', '110.00'), bid('C', '120.01')])).toEqual([])
    expect(signsOf([bid('A', '100.00'), bid('B', '100.00'), bid('C', '100.00')])).toEqual([
      { kind: 'samePrice', vendors: ['A', 'B', 'C'] },
    ])
  })
})
