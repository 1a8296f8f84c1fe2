import { describe, expect, it } from 'vitest'
import { pasteWrites, placeAfterKey, readTable, startFor, writeTable } from '#src/client/components/grid/cells.ts'

const size = { rows: 3, cols: 4 }
const press = (key: string, more: { ctrl?: boolean; shift?: boolean } = {}) => ({
  key,
  ctrl: false,
  shift: false,
  ...more,
})

describe('keys in a spreadsheet', () => {
  it.each([
    ['ArrowDown', { row: 2, col: 0 }, { row: 2, col: 0 }],
    ['ArrowRight', { row: 0, col: 0 }, { row: 0, col: 1 }],
    ['Enter', { row: 0, col: 2 }, { row: 1, col: 2 }],
    ['End', { row: 1, col: 0 }, { row: 1, col: 3 }],
    ['PageDown', { row: 0, col: 1 }, { row: 2, col: 1 }],
    ['Tab', { row: 0, col: 3 }, { row: 1, col: 0 }],
  ])('%s goes on within the sheet', (key, from, to) => expect(placeAfterKey(from, press(key), size)).toEqual(to))

  it('Tab leaves the sheet after its last cell, and Shift+Tab before its first', () => {
    expect(placeAfterKey({ row: 2, col: 3 }, press('Tab'), size)).toBeNull()
    expect(placeAfterKey({ row: 0, col: 0 }, press('Tab', { shift: true }), size)).toBeNull()
    expect(placeAfterKey({ row: 2, col: 1 }, press('Home', { ctrl: true }), size)).toEqual({ row: 0, col: 0 })
  })
})

describe('tables of other programs', () => {
  it('are read with quotes, tabs and line breaks, and written back the same', () => {
    const text = '30201\t"a\tb"\t"says ""no"""\r\n30202\t"two\nlines"\t\r\n'
    const table = [
      ['30201', 'a\tb', 'says "no"'],
      ['30202', 'two\nlines', ''],
    ]
    expect(readTable(text)).toEqual(table)
    const range = { from: { row: 0, col: 0 }, to: { row: 1, col: 2 } }
    expect(readTable(writeTable(range, ({ row, col }) => table[row]?.[col] ?? ''))).toEqual(table)
  })

  it('are pasted from the corner on, one cell into all that are chosen, and never beyond the last column', () => {
    const range = { from: { row: 1, col: 2 }, to: { row: 0, col: 3 } }
    expect(pasteWrites(range, [['7']], 4)).toHaveLength(4)
    expect(
      pasteWrites(
        range,
        [
          ['1', '2', '3'],
          ['4', '5', '6'],
        ],
        4,
      ),
    ).toEqual([
      { row: 0, col: 2, text: '1' },
      { row: 0, col: 3, text: '2' },
      { row: 1, col: 2, text: '4' },
      { row: 1, col: 3, text: '5' },
    ])
  })
})

describe('a view that shows a cell', () => {
  it.each([
    ['above it', 2, 5, 2],
    ['that is its first', 5, 5, 5],
    ['in it', 7, 5, 5],
    ['at its end', 8, 5, 5],
    ['just below it', 9, 5, 6],
    ['far below it', 90, 5, 87],
  ])('starts no farther than it takes for one %s', (_where, target, first, expected) =>
    expect(startFor(target, first, 125, () => 30)).toBe(expected),
  )

  it('goes by the width of each column, and starts at one that is wider than the view', () => {
    const widths = [100, 40, 40, 300, 40]
    const sizeOf = (index: number): number => widths[index] ?? 0
    expect([2, 3, 4].map((target) => startFor(target, 0, 180, sizeOf))).toEqual([0, 3, 4])
  })
})
