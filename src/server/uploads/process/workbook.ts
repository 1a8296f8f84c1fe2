/** Looks over a workbook before a reader builds anything from it: readers allocate by the largest address, not by the bytes, and none has bounds for it. */
import type { ProblemKey } from '#src/define/names.ts'
import type { CellFault } from '../kinds.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { Unreadable } from './unreadable.ts'
import { type Attributes, scanXml } from './xmlScan.ts'

/** The farthest cell a table may have, empty ones counted: a table of 2,000 rows with room to spare. */
const MAX_ROW = 20_000
const MAX_COLUMN = 500
/** Rows times columns. */
const MAX_AREA = 2_000_000
/** Rows that hold no cell may stand as far down as a spreadsheet goes; some programs write the last one. */
const LAST_ROW = 1_048_576
const MAX_SHARED_STRINGS = 200_000
const MAX_MERGES = 10_000
/** As many as spreadsheet programs allow. */
const MAX_STYLES = 65_500
/** Elements of all parts together. */
const MAX_ELEMENTS = 3_000_000

const RELATIONS = 'xl/_rels/workbook.xml.rels'
const WORKBOOK = 'xl/workbook.xml'

const isXml = ({ name }: ArchiveEntry): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels')

/** The part that holds the first sheet; null when the workbook does not say. */
async function firstSheet(entries: readonly ArchiveEntry[]): Promise<string | null> {
  const [relations, workbook] = [RELATIONS, WORKBOOK].map((name) => entries.find((entry) => entry.name === name))
  if (relations === undefined || workbook === undefined) return null
  const targets = new Map<string, string>()
  await scanXml(relations.unpack(), (name, { Id: id, Target: target = '' }) => {
    if (name === 'Relationship' && id !== undefined)
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  })
  let first: string | undefined
  await scanXml(workbook.unpack(), (name, attributes) => {
    if (name === 'sheet') first ??= attributes['r:id'] ?? attributes.id
  })
  return first === undefined ? null : (targets.get(first) ?? null)
}

/** Column and row of a reference, from 1. @throws Unreadable */
function placeOf(reference: string): readonly [column: number, row: number] {
  const parts = /^([A-Z]{1,4})([0-9]{1,8})$/.exec(reference)
  if (parts === null) throw new Unreadable('import.unreadable')
  const column = [...(parts[1] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return [column, Number(parts[2])]
}

/** What a workbook holds so far, refused as soon as it is too much. */
class Extent {
  #elements = 0
  #strings = 0
  #styles = 0
  #merges = 0
  #row = 0
  #column = 0

  /** A start tag of any part; addresses count where the sheet is that will be read. */
  add(name: string, attributes: Attributes, isRead: boolean): void {
    this.#elements += 1
    if (this.#elements > MAX_ELEMENTS) throw new Unreadable('upload.tooManyElements', MAX_ELEMENTS)
    if (name === 'c' && isRead) this.#cell(attributes)
    else if (name === 'row' && isRead) this.#emptyRow(attributes)
    else if (name === 'si') this.#strings = this.#count(this.#strings, MAX_SHARED_STRINGS, 'upload.tooManyStrings')
    else if (name === 'xf') this.#styles = this.#count(this.#styles, MAX_STYLES, 'upload.tooManyStyles')
    else if (name === 'mergeCell') this.#merges = this.#count(this.#merges, MAX_MERGES, 'upload.tooManyMerges')
  }

  #count(before: number, most: number, key: ProblemKey): number {
    if (before >= most) throw new Unreadable(key, most)
    return before + 1
  }

  #cell({ r: reference }: Attributes): void {
    if (reference === undefined) return
    const [column, row] = placeOf(reference)
    this.#row = Math.max(this.#row, row)
    this.#column = Math.max(this.#column, column)
    if (row > MAX_ROW || column > MAX_COLUMN || this.#row * this.#column > MAX_AREA)
      throw new Unreadable('upload.tooFar', reference, MAX_ROW, MAX_COLUMN)
  }

  #emptyRow({ r: number }: Attributes): void {
    if (number !== undefined && (!/^[0-9]{1,7}$/.test(number) || Number(number) > LAST_ROW))
      throw new Unreadable('import.unreadable')
  }
}

/** What a reader of values does not say of a sheet. */
export interface SheetNotes {
  /** Numbers of hidden rows that hold something. */
  readonly hidden: readonly number[]
  /** Cells that hold no value, by column and row from 1. */
  readonly faults: readonly { readonly column: number; readonly row: number; readonly fault: CellFault }[]
}

/** Reads the notes of the sheet from its tags in order. */
class Notes {
  readonly hidden = new Set<number>()
  readonly faults: SheetNotes['faults'][number][] = []
  #row = 0
  #isHidden = false
  #tag = ''
  #cell: { reference: string; isError: boolean; isFormula: boolean; value: string } | null = null

  start(name: string, attributes: Attributes): void {
    this.#tag = name
    if (name === 'row') {
      this.end()
      this.#row = Number(attributes.r ?? this.#row + 1)
      this.#isHidden = attributes.hidden === '1' || attributes.hidden === 'true'
    } else if (name === 'c') {
      this.end()
      this.#cell = { reference: attributes.r ?? '', isError: attributes.t === 'e', isFormula: false, value: '' }
    } else if (name === 'f' && this.#cell !== null) this.#cell.isFormula = true
  }

  text(text: string): void {
    if (this.#cell !== null && (this.#tag === 'v' || this.#tag === 't')) this.#cell.value += text.trim()
  }

  /** The cell before this tag is complete. */
  end(): void {
    const cell = this.#cell
    this.#cell = null
    if (cell === null) return
    if (this.#isHidden && (cell.value !== '' || cell.isFormula)) this.hidden.add(this.#row)
    if (cell.reference === '' || !(cell.isError || (cell.isFormula && cell.value === ''))) return
    const [column, row] = placeOf(cell.reference)
    const fault = cell.isError ? 'errorValue' : 'noStoredValue'
    this.faults.push({ column, row, fault: { fault, text: cell.value.slice(0, 20) } })
  }
}

/** Refuses a workbook that would take more than its share to be read; the reader unpacks no parts but those of XML. @throws Unreadable */
export async function checkWorkbook(zip: Buffer): Promise<SheetNotes> {
  const entries = (await readArchive(zip)).filter(isXml)
  const read = await firstSheet(entries)
  const extent = new Extent()
  const notes = new Notes()
  for (const entry of entries) {
    const isRead = entry.name === read
    const onStart = (name: string, attributes: Attributes): void => {
      extent.add(name, attributes, isRead)
      if (isRead) notes.start(name, attributes)
    }
    await scanXml(entry.unpack(), onStart, isRead ? (text) => notes.text(text) : undefined)
    if (isRead) notes.end()
  }
  return { hidden: [...notes.hidden], faults: notes.faults }
}
