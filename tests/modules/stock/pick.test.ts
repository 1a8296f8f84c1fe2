import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, availableOf, stockOf } from '#src/modules/stock/ledger/availability.ts'
import { type Batch, isUsable, pickBatches, skipsEarlier } from '#src/modules/stock/ledger/pick.ts'

const today = '2026-03-11'
const batch = (id: number, expireDate: string | null, qty: number, more: Partial<Batch> = {}): Batch => ({
  id,
  expireDate,
  receivedOn: '2026-01-01',
  isHeld: false,
  qty,
  ...more,
})
const anyBatch = fc.record({
  expireDate: fc.constantFrom(null, '2026-03-10', '2026-03-11', '2026-03-12', '2026-06-30'),
  receivedOn: fc.constantFrom('2026-01-01', '2026-02-01'),
  isHeld: fc.boolean(),
  qty: fc.integer({ min: 0, max: 9 }),
})
const anyBatches = fc
  .array(anyBatch, { maxLength: 8 })
  .map((batches) => batches.map((one, index): Batch => ({ id: index + 1, ...one })))

describe('batches that expire first (FEFO)', () => {
  it('90.A7 trap 8: splits 5 over batches of 2 and 3', () => {
    expect(pickBatches([batch(2, '2026-05-01', 3), batch(1, '2026-04-01', 2)], 5, today)).toEqual({
      picks: [
        { batchId: 1, qty: 2 },
        { batchId: 2, qty: 3 },
      ],
      short: 0,
    })
  })

  it('90.A7 trap 8: says at once that 30 of 19 are 11 short', () => {
    expect(pickBatches([batch(1, null, 12), batch(2, null, 7)], 30, today).short).toBe(11)
  })

  it('takes batches without a date last, then the first in, then the oldest row', () => {
    const batches = [
      batch(1, null, 1),
      batch(2, null, 1, { receivedOn: '2025-12-01' }),
      batch(3, '2026-04-01', 1),
      batch(4, '2026-04-01', 1),
    ]
    expect(pickBatches(batches, 4, today).picks.map(({ batchId }) => batchId)).toEqual([3, 4, 2, 1])
  })

  it('STK-02 a batch is usable through the end of its expiry day and not on the next', () => {
    expect(['2026-03-10', '2026-03-11', '2026-03-12'].map((day) => isUsable(batch(1, '2026-03-11', 1), day))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('STK-31 notices an earlier batch that is left behind', () => {
    const batches = [batch(1, '2026-04-01', 2), batch(2, '2026-05-01', 3)]
    expect(skipsEarlier(batches, [{ batchId: 2, qty: 1 }], today)).toBe(true)
    expect(
      skipsEarlier(
        batches,
        [
          { batchId: 1, qty: 2 },
          { batchId: 2, qty: 1 },
        ],
        today,
      ),
    ).toBe(false)
    expect(skipsEarlier([batch(1, '2026-03-10', 2), batches[1] as Batch], [{ batchId: 2, qty: 1 }], today)).toBe(false)
  })

  it('takes as much as is usable, never from what is not, and leaves no earlier batch behind', () => {
    fc.assert(
      fc.property(anyBatches, fc.integer({ min: 0, max: 40 }), (batches, qty) => {
        const { picks, short } = pickBatches(batches, qty, today)
        const { usable } = stockOf(batches, today)
        const taken = picks.reduce((sum, pick) => sum + pick.qty, 0)
        expect([taken, short]).toEqual([Math.min(qty, usable), Math.max(0, qty - usable)])
        for (const pick of picks) {
          const found = batches.find(({ id }) => id === pick.batchId) as Batch
          expect(isUsable(found, today) && pick.qty > 0 && pick.qty <= found.qty).toBe(true)
        }
        expect(skipsEarlier(batches, picks, today)).toBe(false)
      }),
    )
  })
})

describe('what is available', () => {
  it('usable, expired and held add up to what is on hand, a batch that is both counted once', () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const { onHand, usable, expired, held } = stockOf(batches, today)
        expect(usable + expired + held).toBe(onHand)
        expect(onHand).toBe(batches.reduce((sum, { qty }) => sum + qty, 0))
      }),
    )
  })

  it('is never below zero when reserved units expire', () => {
    expect([availableOf(5, 3), availableOf(2, 3)]).toEqual([2, 0])
  })

  it('is taken from one place where one suffices, else from the fullest first', () => {
    const places = [
      { id: 1, free: 3 },
      { id: 2, free: 8 },
      { id: 3, free: 5 },
    ]
    expect(allocate(places, 4)).toEqual({ parts: [{ id: 3, qty: 4 }], short: 0 })
    expect(allocate(places, 20)).toEqual({
      parts: [
        { id: 2, qty: 8 },
        { id: 3, qty: 5 },
        { id: 1, qty: 3 },
      ],
      short: 4,
    })
  })
})
