import { describe, expect, it } from 'vitest'
import type { Field } from '#src/fields/field.ts'
import type { Resolver } from '#src/fields/kind.ts'
import { readCell } from '#src/server/records/transfer/cells.ts'
import { readTable } from '#src/server/uploads/process/table.ts'
import { sheetOf, workbookOf } from '#tests/harness/hostileFiles.ts'

const resolver = {} as Resolver
const read = (field: Field, cell: unknown) => readCell(field, cell, resolver)
const text = (reference: string, value: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('cells of a spreadsheet (E15)', () => {
  it.each([
    ['2026/11/1', '2026-11-01'],
    ['2026年11月1日', '2026-11-01'],
    ['2026.11.01', '2026-11-01'],
    ['２０２６－１１－０１', '2026-11-01'],
    ['\u200b2026-11-1\u00a0', '2026-11-01'],
    ['20261101', '2026-11-01'],
  ])('E15 reads %j as a day and says so', (cell, day) => {
    expect(read({ kind: 'date' }, cell)).toEqual({ value: day, readAs: day })
  })

  it.each(['1/11/2026', '2026/13/1', '2026-02-30', 'tomorrow'])(
    'E15 leaves %j as it stands, for the check to refuse',
    (cell) => {
      expect(read({ kind: 'date' }, cell)).toEqual({ value: cell })
    },
  )

  it('E15 reads moments as people write them', () => {
    expect(read({ kind: 'dateTime' }, '2026/11/1 9:05')).toMatchObject({ value: '2026-11-01 09:05:00' })
  })

  it.each([
    ['1,000', '1000'],
    ['¥1,234,567.80', '1234567.80'],
    ['１，０００', '1000'],
    ['1 000.5', '1000.5'],
    ['-1,000', '-1000'],
  ])('E15 reads %j as a number', (cell, value) => {
    for (const field of [{ kind: 'money' }, { kind: 'decimal', precision: 12, scale: 2 }, { kind: 'integer' }] as const)
      expect(read(field, cell)).toEqual({ value, readAs: value })
  })

  it.each(['1,00', '10,0000', '1,000,00', '1.000,50', 'abc'])('E15 does not guess what %j means', (cell) => {
    expect(read({ kind: 'money' }, cell)).toEqual({ value: cell })
  })

  it('E15 takes the number a spreadsheet shows, not the error of its floating point', () => {
    expect(read({ kind: 'decimal', precision: 12, scale: 2 }, 0.1 + 0.2)).toEqual({ value: '0.3' })
    expect(read({ kind: 'money' }, 1234.56)).toEqual({ value: '1234.56' })
  })

  it('E15 removes what cannot be seen and keeps what a person wrote', () => {
    expect(read({ kind: 'text', max: 20 }, '\u200b办公\u3164桌 ')).toEqual({ value: '办公桌', readAs: '办公桌' })
    expect(read({ kind: 'text', max: 20 }, ' 办公桌 ')).toEqual({ value: '办公桌' })
  })

  it('E15 names hidden rows, error values and formulas without a stored value', async () => {
    const sheet = sheetOf(
      `<row r="1">${text('A1', '名称')}${text('B1', '价格')}</row>` +
        `<row r="2">${text('A2', '甲')}<c r="B2" t="e"><v>#N/A</v></c></row>` +
        `<row r="3" hidden="1">${text('A3', '乙')}<c r="B3"><v>2</v></c></row>` +
        `<row r="4">${text('A4', '丙')}<c r="B4"><f>B2+B3</f></c></row>` +
        `<row r="5" hidden="1"/>`,
    )
    const table = await readTable(workbookOf(sheet), { rows: 10 })
    expect(table.hidden).toEqual([3])
    expect(table.rows).toEqual([
      ['名称', '价格'],
      ['甲', { fault: 'errorValue', text: '#N/A' }],
      ['乙', 2],
      ['丙', { fault: 'noStoredValue', text: '' }],
    ])
    expect(table.rows.slice(1).map((row) => read({ kind: 'money' }, row[1]))).toEqual([
      { problem: { key: 'import.errorValue', params: ['#N/A'] } },
      { value: '2' },
      { problem: { key: 'import.noStoredValue' } },
    ])
  })
})
