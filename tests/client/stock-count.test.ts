import { describe, expect, it } from 'vitest'
import type { CountSheetLine } from '#src/modules/stock/counts/count.types.ts'
import { isDone, isQty, lineOfCode, nextOpen, scannedQty, shownQty, stepQty } from '#src/modules/stock/counts/lines.ts'

const line = (id: number, more: Partial<CountSheetLine> = {}): CountSheetLine => ({
  id,
  code: `A${id}`,
  name: `物品${id}`,
  spec: '',
  unit: '个',
  qtyPlaces: 0,
  size: '',
  batchNo: '',
  expireDate: null,
  bin: null,
  barcodes: [`69${id}`],
  expected: null,
  firstQty: null,
  firstBy: null,
  secondQty: null,
  secondBy: null,
  difference: null,
  value: null,
  needsSecond: false,
  isOwn: false,
  reason: '',
  ...more,
})
const none = new Map<number, never>()
const always = () => true

describe('a stock count item by item (STK-54, 90 A 1)', () => {
  it('goes to the next line without a figure, round the end, and stops when all have one', () => {
    const lines = [line(1), line(2, { firstBy: '孔', firstQty: 3 }), line(3)]
    expect(nextOpen(lines, none, always, 1)?.id).toBe(3)
    expect(nextOpen(lines, none, always, 3)?.id).toBe(1)
    expect(nextOpen(lines, new Map([[1, { qty: '4' }]]), always, 3)?.id).toBe(3)
    const written = new Map([1, 3].map((id) => [id, { qty: '0' }] as const))
    expect(nextOpen(lines, written, always, 3)).toBeNull()
  })

  it('takes a line for a second counter as waiting until this counter has written', () => {
    const again = line(1, { firstBy: '孔', needsSecond: true })
    expect(isDone(again, undefined)).toBe(false)
    expect(isDone(again, { qty: '9' })).toBe(true)
    expect(isDone({ ...again, isOwn: true }, undefined)).toBe(true)
  })

  it('finds the line of a code: the one on screen, else the next batch without a figure', () => {
    const lines = [line(1, { barcodes: ['69'] }), line(2, { barcodes: ['69'] }), line(3)]
    expect(lineOfCode(lines, none, '69', 2)?.id).toBe(2)
    expect(lineOfCode(lines, new Map([[1, { qty: '5' }]]), '69', 3)?.id).toBe(2)
    expect(lineOfCode(lines, none, '70', 1)).toBeNull()
  })

  it('counts one for each scan, and only shows a line first that has its figure already', () => {
    expect(scannedQty(line(1), undefined, false)).toBe('1')
    expect(scannedQty(line(1), { qty: '1' }, true)).toBe('2')
    expect(scannedQty(line(1, { isOwn: true, firstBy: '孔', firstQty: 12 }), undefined, false)).toBe('12')
    expect(scannedQty(line(1, { isOwn: true, firstBy: '孔', firstQty: 12 }), undefined, true)).toBe('13')
  })

  it('steps by one and stays within what the field takes', () => {
    expect([
      stepQty(line(1), '', 1),
      stepQty(line(1), '7', -1),
      stepQty(line(1), '0', -1),
      stepQty(line(1), '9999999', 1),
    ]).toEqual(['1', '6', '0', '9999999'])
  })

  it('95.5 takes as many places as the item has, and steps and scans by whole units', () => {
    const kilo = line(1, { qtyPlaces: 3, isOwn: true, firstBy: '孔', firstQty: 2.5 })
    expect([isQty(kilo, '2.375'), isQty(kilo, '2.3755'), isQty(line(1), '2.5'), isQty(line(1), '2')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    const litre = line(2, { qtyPlaces: 1 })
    expect([isQty(litre, '0.1'), isQty(litre, '0.01'), isQty(litre, '.5'), isQty(litre, '')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(shownQty(kilo, undefined)).toBe('2.500')
    expect(scannedQty(kilo, undefined, true)).toBe('3.500')
    expect([stepQty(kilo, '0.2', 1), stepQty(kilo, '0.2', -1)]).toEqual(['1.200', '0.000'])
  })
})
