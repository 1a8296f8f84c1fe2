/** Files made to silence or end a server that parses them, and the reason each is refused with (SYS-135). */
import { deflateRawSync } from 'node:zlib'
import type { ParseKind, ParseKinds } from '#src/server/uploads/kinds.ts'
import { pngOf, tinyPng } from './files.ts'

export interface HostileFile {
  readonly name: string
  readonly kind: ParseKind
  readonly content: Buffer
  readonly options: ParseKinds[ParseKind]['options']
  /** Key of the refusal. */
  readonly key: string
}

/** A part of an archive; `says` is the size it claims when that is a lie. */
interface Part {
  readonly name: string
  readonly content: Buffer | string
  readonly says?: number
  /** Stored as it is. */
  readonly isStored?: boolean
}

/** An archive of these parts. */
export function archiveOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, says, isStored } of parts) {
    const plain = Buffer.from(content)
    const packed = isStored === true ? plain : deflateRawSync(plain, { level: 6 })
    const text = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(isStored === true ? 0 : 8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(says ?? plain.length, 22)
    local.writeUInt16LE(text.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    local.copy(entry, 6, 4, 30)
    entry.writeUInt16LE(text.length, 28)
    entry.writeUInt32LE(offset, 42)
    pieces.push(local, text, packed)
    directory.push(entry, text)
    offset += local.length + text.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, listed, end])
}

const xmlns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with this sheet, and other parts in place of the usual ones. */
export function workbookOf(sheet: string | Buffer, others: readonly Part[] = []): Buffer {
  const usual: readonly Part[] = [
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${xmlns} xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    { name: 'xl/styles.xml', content: `<styleSheet ${xmlns}></styleSheet>` },
  ]
  const replaced = new Set(others.map(({ name }) => name))
  return archiveOf([...usual.filter(({ name }) => !replaced.has(name)), ...others])
}

export const cell = (reference: string): string => `<c r="${reference}" t="inlineStr"><is><t>x</t></is></c>`
export const sheetOf = (rows: string, after = ''): string =>
  `<worksheet ${xmlns}><sheetData>${rows}</sheetData>${after}</worksheet>`
const table = (name: string, key: string, content: Buffer): HostileFile => ({
  name,
  kind: 'table',
  content,
  options: { rows: 2000 },
  key,
})
const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('')
const small = sheetOf(`<row r="1">${cell('A1')}</row>`)
const sheet1 = 'xl/worksheets/sheet1.xml'

/** A sheet of so many full rows, each of so many cells. */
export const fullSheet = (rows: number, columns: number): string => {
  const letters = Array.from({ length: columns }, (_, index) => {
    const rest = Math.floor(index / 26)
    return (rest > 0 ? String.fromCharCode(64 + rest) : '') + String.fromCharCode(65 + (index % 26))
  })
  return sheetOf(
    times(rows, (row) => `<row r="${row + 1}">${letters.map((letter) => cell(`${letter}${row + 1}`)).join('')}</row>`),
  )
}

/** More than ten kinds, made anew at each call. */
export function hostileFiles(): readonly HostileFile[] {
  const zeros = Buffer.alloc(100_000_000)
  const spaces = Buffer.alloc(100_000_000, ' ')
  const nested = Array.from({ length: 8 }).reduce<Buffer>(
    (inner) => archiveOf(Array.from({ length: 10 }, (_, index) => ({ name: `${index}.zip`, content: inner }))),
    archiveOf([{ name: 'zeros', content: Buffer.alloc(1_000_000) }]),
  )
  const good = workbookOf(fullSheet(200, 20))
  return [
    table(
      'a cell at the far corner',
      'upload.tooFar',
      workbookOf(sheetOf(`<row r="1048576">${cell('XFD1048576')}</row>`)),
    ),
    table('a cell at ZZ100000', 'upload.tooFar', workbookOf(sheetOf(`<row r="100000">${cell('ZZ100000')}</row>`))),
    table(
      'a row number beyond any sheet',
      'import.unreadable',
      workbookOf(sheetOf(`<row r="4000000000">${cell('A1')}</row>`)),
    ),
    table(
      'half a million merged ranges',
      'upload.tooManyMerges',
      workbookOf(
        sheetOf(
          `<row r="1">${cell('A1')}</row>`,
          `<mergeCells>${times(500_000, (n) => `<mergeCell ref="A${n}:XFD${n}"/>`)}</mergeCells>`,
        ),
      ),
    ),
    table(
      'a million shared strings',
      'upload.tooManyStrings',
      workbookOf(small, [
        {
          name: 'xl/sharedStrings.xml',
          content: `<sst ${xmlns}>${times(1_000_000, (n) => `<si><t>${n}</t></si>`)}</sst>`,
        },
      ]),
    ),
    table(
      'half a million styles',
      'upload.tooManyStyles',
      workbookOf(small, [
        {
          name: 'xl/styles.xml',
          content: `<styleSheet ${xmlns}><cellXfs>${times(500_000, (n) => `<xf numFmtId="${n}" xfId="0"/>`)}</cellXfs></styleSheet>`,
        },
      ]),
    ),
    table('elements 100,000 deep', 'upload.tooDeep', workbookOf(`<worksheet ${xmlns}>${'<row>'.repeat(100_000)}`)),
    table(
      'entities that expand',
      'upload.docType',
      workbookOf(
        `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">${times(8, (n) => `<!ENTITY ${'bcdefghi'[n]} "${`&${'abcdefgh'[n]};`.repeat(10)}">`)}]>${small.replace('>x<', '>&i;<')}`,
      ),
    ),
    table(
      'a hundred megabytes of nothing',
      'upload.tooLargeUnpacked',
      workbookOf(small, [{ name: 'xl/media/zeros.bin', content: zeros }]),
    ),
    table(
      'a bomb that says it is small',
      'upload.sizesDiffer',
      workbookOf(small, [{ name: sheet1, content: spaces, says: 900_000 }]),
    ),
    table(
      'a part that says it has four gigabytes',
      'upload.tooLargeUnpacked',
      workbookOf(small, [{ name: sheet1, content: small, says: 0xffff_fff0 }]),
    ),
    table('archives inside archives', 'import.unreadable', nested),
    table(
      'ten thousand parts',
      'upload.tooManyParts',
      workbookOf(
        small,
        Array.from({ length: 10_000 }, (_, n) => ({ name: `xl/${n}.xml`, content: '<a/>', isStored: true })),
      ),
    ),
    table('a million cells', 'upload.tooManyElements', workbookOf(fullSheet(9_000, 130))),
    table('a workbook cut in two', 'import.unreadable', good.subarray(0, good.length / 2)),
    table('a sheet that ends in the middle', 'import.unreadable', workbookOf(fullSheet(20, 5).slice(0, -60))),
    {
      name: 'a csv of nothing but commas',
      kind: 'csv',
      content: Buffer.alloc(9_000_000, ','),
      options: { rows: 60_000, cell: 300 },
      key: 'upload.tooManyColumns',
    },
    {
      name: 'lists 400,000 deep',
      kind: 'json',
      content: Buffer.alloc(400_000, '['),
      options: {},
      key: 'upload.tooDeep',
    },
    {
      name: 'a picture of 50,000 by 50,000',
      kind: 'picture',
      content: pngOf(50_000, 50_000),
      options: {},
      key: 'file.tooManyPixels',
    },
    {
      name: 'a picture cut off',
      kind: 'picture',
      content: tinyPng.subarray(0, 50),
      options: {},
      key: 'file.pictureBroken',
    },
  ]
}

/** A process of 100,000 elements, as BPMN. */
export const hugeBpmn = (): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process>${'<a/>'.repeat(100_000)}</process></definitions>`
