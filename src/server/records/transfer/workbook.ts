/** An xlsx table as a stream of bytes: rows are written as they come. The parts are written here: the kept libraries hold a whole workbook in memory, and those that stream have neither choices nor a head that stays in sight. */
import { QTY_PLACES } from '#src/fields/quantity/quantities.ts'
import { zip } from './zip.ts'

/** A text that no spreadsheet program takes for a formula (IMPEX-STD). */
export const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A number with other places than its column. */
export interface Figure {
  readonly number: number
  readonly places: number
}

/** A cell: numbers stay numbers, texts become harmless. */
export type Value = string | number | Figure | null

/** Places that single cells may have: those of quantities. */
const CELL_PLACES = Array.from({ length: QTY_PLACES + 1 }, (_, places) => places)

export interface SheetColumn {
  readonly title: string
  /** Decimal places of a column of numbers. */
  readonly places?: number
  /** What a cell may be chosen from; they stand on a hidden sheet. Anything else may be typed after a warning. */
  readonly choices?: readonly string[]
}

/** Rows below the head that offer their choices: as many as an import takes. */
const CHOSEN_ROWS = 2000
/** The hidden sheet of the choices. */
const CHOICES = 'Choices'

/** Characters a cell can have at most. */
const MAX_TEXT = 32_767
/** Characters of a column's width. */
const WIDTH = 18
/** Cell styles before those of the numbers: plain, and the bold head. */
const HEAD = 1
const FIRST_NUMBER = 2
/** Ids below are Excel's own number formats. */
const FIRST_FORMAT = 164

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no XML may hold them.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"]/g, (sign) => signs[sign] ?? '')

/** `A`, `B`, ... `Z`, `AA`. */
function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(harmless(text))}</t></is></c>`

/** The bytes of a workbook with one sheet, whose head row stays in sight. `pages` are asked for one after the other. */
export function workbook(
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly Value[])[]>,
  at: Date,
): AsyncGenerator<Buffer> {
  const places = [...new Set([...CELL_PLACES, ...columns.flatMap((column) => column.places ?? [])])]
  const styleOf = (own: number | undefined): number => (own === undefined ? 0 : FIRST_NUMBER + places.indexOf(own))
  const cell = (value: Value, row: number, column: number): string => {
    if (value === null || value === '') return ''
    const place = `${letters(column)}${row}`
    if (typeof value === 'string') return textCell(place, value, 0)
    const figure = typeof value === 'number' ? { number: value, places: columns[column]?.places } : value
    return `<c r="${place}" s="${styleOf(figure.places)}"><v>${figure.number}</v></c>`
  }
  async function* sheet(): AsyncGenerator<string> {
    yield `${xml}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
    yield `<cols><col min="1" max="${Math.max(1, columns.length)}" width="${WIDTH}" customWidth="1"/></cols><sheetData>`
    yield `<row r="1">${columns.map(({ title }, index) => textCell(`${letters(index)}1`, title, HEAD)).join('')}</row>`
    let row = 1
    for await (const page of pages) {
      let text = ''
      for (const values of page) {
        row += 1
        text += `<row r="${row}">${values.map((value, column) => cell(value, row, column)).join('')}</row>`
      }
      yield text
    }
    yield `</sheetData>${validations(columns)}</worksheet>`
  }
  const hasChoices = columns.some(isChosen)
  return zip(
    [
      { name: '[Content_Types].xml', content: [contentTypes(hasChoices)] },
      { name: '_rels/.rels', content: [relations(['officeDocument', 'xl/workbook.xml'])] },
      {
        name: 'xl/workbook.xml',
        content: [
          `${xml}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/>${hasChoices ? `<sheet name="${CHOICES}" sheetId="2" state="hidden" r:id="rId3"/>` : ''}</sheets></workbook>`,
        ],
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: [
          relations(
            ['worksheet', 'worksheets/sheet1.xml'],
            ['styles', 'styles.xml'],
            ...(hasChoices ? [['worksheet', 'worksheets/sheet2.xml'] as const] : []),
          ),
        ],
      },
      { name: 'xl/styles.xml', content: [styles(places)] },
      { name: 'xl/worksheets/sheet1.xml', content: sheet() },
      ...(hasChoices ? [{ name: 'xl/worksheets/sheet2.xml', content: [choiceSheet(columns)] }] : []),
    ],
    at,
  )
}

const isChosen = ({ choices }: SheetColumn): boolean => choices !== undefined && choices.length > 0

/** The lists of the columns, each on the hidden sheet under its own column. */
function validations(columns: readonly SheetColumn[]): string {
  const lists = columns.flatMap((column, index) => {
    if (!isChosen(column)) return []
    const letter = letters(index)
    const range = `${CHOICES}!$${letter}$1:$${letter}$${column.choices?.length}`
    return `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${letter}2:${letter}${CHOSEN_ROWS + 1}"><formula1>${range}</formula1></dataValidation>`
  })
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

function choiceSheet(columns: readonly SheetColumn[]): string {
  const most = Math.max(...columns.map(({ choices }) => choices?.length ?? 0))
  const rows = Array.from({ length: most }, (_, row) => {
    const cells = columns.map(({ choices }, column) => {
      const text = choices?.[row]
      return text === undefined ? '' : textCell(`${letters(column)}${row + 1}`, text, 0)
    })
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  return `${xml}<worksheet ${main}><sheetData>${rows.join('')}</sheetData></worksheet>`
}

const contentTypes = (hasChoices: boolean): string =>
  `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetMl}.worksheet+xml"/>${hasChoices ? `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${sheetMl}.worksheet+xml"/>` : ''}<Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/></Types>`

const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Amounts are grouped in thousands, counts are not. */
const formatOf = (places: number): string => (places === 0 ? '0' : `#,##0.${'0'.repeat(places)}`)

function styles(places: readonly number[]): string {
  const formats = places
    .map((each, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${formatOf(each)}"/>`)
    .join('')
  const numbers = places
    .map(
      (_, index) =>
        `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('')
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
  return [
    `${xml}<styleSheet ${main}>`,
    `<numFmts count="${places.length}">${formats}</numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${FIRST_NUMBER + places.length}">${plain}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${numbers}</cellXfs>`,
    '</styleSheet>',
  ].join('')
}
