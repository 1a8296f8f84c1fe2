import { describe, expect, it } from 'vitest'
import { settleDay } from '#src/fields/date/written.ts'
import { binCode, gs1Date, numbersOf, readBin, readGs1 } from '#src/modules/stock/entry/codes.ts'
import type { ScanResult } from '#src/modules/stock/entry/entry.types.ts'
import { addScanned, packsOf } from '#src/modules/stock/entry/scanned.ts'
import { sheetColumns, sheetRows, unitsOf } from '#src/modules/stock/entry/sheet.ts'

const FNC1 = '\u001d'

describe('codes that scanners send (90.A2)', () => {
  it('reads GS1 (01)(17)(10) with brackets, and without them by lengths and separators', () => {
    const found = { gtin: '06901234500035', batchNo: 'LOT-7', produceDate: null, expireDate: '2027-02-28', count: null }
    expect(readGs1('(01)06901234500035(17)270228(10)LOT-7', 2026)).toEqual(found)
    expect(readGs1('01069012345000351727022810LOT-7', 2026)).toEqual(found)
    expect(readGs1(`]d20106901234500035 10LOT-7${FNC1}17270228`.replace(' ', ''), 2026)).toEqual(found)
    expect(readGs1(`0106901234500035${FNC1}3012${FNC1}11260101`, 2026)).toEqual({
      ...found,
      batchNo: null,
      expireDate: null,
      produceDate: '2026-01-01',
      count: 12,
    })
  })

  it('day 00 is the last of the month, the nearest century counts, and no such day is no date', () => {
    expect(['270200', '280200', '991231', '761231', '271301', '270230'].map((text) => gs1Date(text, 2026))).toEqual([
      '2027-02-28',
      '2028-02-29',
      '1999-12-31',
      '2076-12-31',
      null,
      null,
    ])
  })

  it('takes no plain barcode and no broken string for GS1', () => {
    expect(
      ['6901234500035', '(01)123', '0106901234500035', 'WP000001', '(17)270228'].map((code) => readGs1(code, 2026)),
    ).toEqual([null, null, null, null, null])
  })

  it('finds a product number as it stands on its package', () => {
    expect(numbersOf('06901234500035')).toEqual(['06901234500035', '6901234500035'])
    expect(numbersOf('16901234500018')).toEqual(['16901234500018'])
  })

  it('reads the label of a bin back', () => {
    expect(readBin(binCode(3, 'A-01'))).toEqual({ warehouseId: 3, bin: 'A-01' })
    expect(readBin('WP000001')).toBeNull()
  })
})

describe('lines by scanner', () => {
  const pack: Extract<ScanResult, { kind: 'item' }> = {
    kind: 'item',
    itemId: 7,
    label: '中性笔',
    unit: '支',
    size: '',
    packQty: 12,
    batchNo: null,
    produceDate: null,
    expireDate: null,
  }

  it('three packs of twelve are 36, the same item adds up, an empty first line gives way', () => {
    expect(packsOf('3*6901234500028')).toEqual({ packs: 3, text: '6901234500028' })
    expect(packsOf(' 6901234500028 ')).toEqual({ packs: 1, text: '6901234500028' })
    const first = addScanned([{ itemId: null, qty: null }], pack, 3, 'A-01', 'in')
    expect(first).toEqual({
      rows: [{ itemId: 7, size: null, qty: 36, batchNo: null, produceDate: null, expireDate: null, bin: 'A-01' }],
      total: 36,
    })
    expect(addScanned(first.rows, pack, 1, null, 'in').total).toBe(48)
  })

  it('another batch is another line', () => {
    const first = addScanned([], { ...pack, batchNo: 'L1', expireDate: '2027-01-01' }, 1, null, 'in')
    expect(
      addScanned(first.rows, { ...pack, batchNo: 'L2', expireDate: '2027-01-01' }, 1, null, 'in').rows,
    ).toHaveLength(2)
  })
})

describe('lines pasted from a spreadsheet', () => {
  it('follows the head where there is one, and counts rows as the spreadsheet does', () => {
    const names = (column: string) =>
      column === 'itemId' ? ['物品', 'Item'] : column === 'qty' ? ['数量', 'Quantity'] : []
    expect(sheetRows('\n数量\t物品\n3x12\t中性笔\n\n5\tWP000001\n', sheetColumns.in, names)).toEqual([
      { row: 3, cells: { qty: '3x12', itemId: '中性笔' } },
      { row: 5, cells: { qty: '5', itemId: 'WP000001' } },
    ])
    expect(sheetRows('WP000001,,5,2.50', sheetColumns.in, names)).toEqual([
      {
        row: 1,
        cells: {
          itemId: 'WP000001',
          size: '',
          qty: '5',
          price: '2.50',
          batchNo: '',
          produceDate: '',
          expireDate: '',
          bin: '',
        },
      },
    ])
  })

  it('reads packs, separators and dates as people write them', () => {
    expect(['3 x 12', '3×12', '1,200', 'zwölf'].map(unitsOf)).toEqual(['36', '36', '1200', 'zwölf'])
    expect(['2026/3/1', '2026年3月1日', '2026-03-01', 'soon'].map(settleDay)).toEqual([
      '2026-03-01',
      '2026-03-01',
      '2026-03-01',
      'soon',
    ])
  })
})
