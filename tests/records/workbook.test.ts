import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { type SheetColumn, type Value, workbook } from '#src/server/records/transfer/workbook.ts'

const at = new Date('2026-03-11T02:00:00Z')
const bytesOf = (columns: readonly SheetColumn[], pages: Iterable<readonly (readonly Value[])[]>): Promise<Buffer> => {
  async function* each() {
    yield* pages
  }
  return buffer(Readable.from(workbook(columns, each(), at)))
}

describe('a workbook written as a stream', () => {
  it('IMPEX-STD reads back as it was written, page after page, formulas as texts', async () => {
    const columns = [{ title: '名称 <&"' }, { title: '金额', places: 2 }, { title: '数', places: 0 }]
    const pages: Value[][][] = [
      [['甲', 1234.5, 7]],
      [
        [' 乙\n丙 ', null, -3],
        ['=1+1', 0, null],
      ],
    ]
    expect(await readSheet(await bytesOf(columns, pages), { trim: false })).toEqual([
      ['名称 <&"', '金额', '数'],
      ['甲', 1234.5, 7],
      [' 乙\n丙 ', null, -3],
      ["'=1+1", 0, null],
    ])
  })

  it('holds any text, without what no XML may hold', async () => {
    const shown = async (text: string) =>
      (await readSheet(await bytesOf([{ title: 'a' }], [[[text]]]), { trim: false }))[1]?.[0]
    expect(await shown('a\u0000b\u0008c\ud800d\ufffee')).toBe('abcde')
    expect(await shown('🚓 & <车>')).toBe('🚓 & <车>')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 40 }), async (text) => {
        expect(String(await shown(`x${text}x`))).toBe(`x${text}x`)
      }),
      { numRuns: 60, seed: 7 },
    )
  })

  it('has as many columns as it needs', async () => {
    const columns = Array.from({ length: 60 }, (_, index) => ({ title: `c${index}` }))
    const [head, row] = await readSheet(await bytesOf(columns, [[columns.map((_, index) => index)]]))
    expect(head).toHaveLength(60)
    expect(row).toEqual(columns.map((_, index) => index))
  })

  it('passes the fault of a page on', async () => {
    async function* broken(): AsyncGenerator<readonly (readonly Value[])[]> {
      yield [['a']]
      throw new Error('the page broke')
    }
    await expect(buffer(Readable.from(workbook([{ title: 'a' }], broken(), at)))).rejects.toThrow('the page broke')
  })

  it('passes the fault on of a page that comes when everything before it was read', async () => {
    async function* broken(): AsyncGenerator<readonly (readonly Value[])[]> {
      yield [['a']]
      // Turns enough for what the deflater gives at once: the reader waits when the page breaks.
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
      throw new Error('the page broke')
    }
    await expect(buffer(Readable.from(workbook([{ title: 'a' }], broken(), at)))).rejects.toThrow('the page broke')
  })
})
