/** What a file is by its content (FILE-STD): the name and what the sender says count for nothing. */
import type { FileHandle } from 'node:fs/promises'

/** A type that may be uploaded. */
export interface FileType {
  readonly extension: string
  readonly mime: string
}

const type = (extension: string, mime: string): FileType => ({ extension, mime })
const OFFICE = 'application/vnd.openxmlformats-officedocument'

const types = {
  pdf: type('pdf', 'application/pdf'),
  jpg: type('jpg', 'image/jpeg'),
  png: type('png', 'image/png'),
  doc: type('doc', 'application/msword'),
  xls: type('xls', 'application/vnd.ms-excel'),
  docx: type('docx', `${OFFICE}.wordprocessingml.document`),
  xlsx: type('xlsx', `${OFFICE}.spreadsheetml.sheet`),
  ofd: type('ofd', 'application/ofd'),
  zip: type('zip', 'application/zip'),
} as const

/** Suffixes a name may have; `jpeg` is `jpg`. */
const suffixes: ReadonlySet<string> = new Set([...Object.keys(types), 'jpeg'])

/** Types a browser may show in the page. */
export const shownInline: ReadonlySet<string> = new Set([types.pdf.mime, types.jpg.mime, types.png.mime])

const signatures: readonly (readonly [bytes: Buffer, kind: 'pdf' | 'jpg' | 'png' | 'compound' | 'zip'])[] = [
  [Buffer.from('%PDF-'), 'pdf'],
  [Buffer.from([0xff, 0xd8, 0xff]), 'jpg'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'png'],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'compound'],
  [Buffer.from([0x50, 0x4b, 0x03, 0x04]), 'zip'],
]

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const CHUNK = 256 * 1024

/** Whether any of the texts stands somewhere in the file as UTF-16. */
async function findsUtf16(file: FileHandle, size: number, texts: readonly string[]): Promise<string | null> {
  const needles = texts.map((text) => [text, Buffer.from(text, 'utf16le')] as const)
  const overlap = Math.max(...needles.map(([, bytes]) => bytes.length))
  for (let position = 0; position < size; position += CHUNK) {
    const part = await readAt(file, position, CHUNK + overlap)
    const found = needles.find(([, bytes]) => part.includes(bytes))
    if (found) return found[0]
  }
  return null
}

/** Old Office files and installers share one container; the names of its streams tell which it is. */
async function compoundType(file: FileHandle, size: number): Promise<FileType | null> {
  const stream = await findsUtf16(file, size, ['WordDocument', 'Workbook'])
  return stream === null ? null : stream === 'WordDocument' ? types.doc : types.xls
}

/** Most that is read of a directory: about 20,000 entries. */
const MAX_DIRECTORY_BYTES = 2 * 1024 * 1024
const END_RECORD = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const ENTRY = 0x02014b50

/** What a zip's directory says of an entry; sizes in bytes. */
interface Entry {
  readonly name: string
  readonly packed: number
  readonly unpacked: number
}

/** Most that an archive may unpack to, and how many entries it may have. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024
const MAX_ENTRIES = 10_000

/** Whether an archive would swell beyond reason, or names the same bytes several times. */
export function isZipBomb(entries: readonly Omit<Entry, 'name'>[], size: number): boolean {
  const sum = (of: 'packed' | 'unpacked'): number => entries.reduce((total, entry) => total + entry[of], 0)
  return entries.length > MAX_ENTRIES || sum('unpacked') > MAX_UNPACKED_BYTES || sum('packed') > size
}

/** The entries of a zip by its directory; null when there is none to be read. */
async function entriesOf(file: FileHandle, size: number): Promise<readonly Entry[] | null> {
  const tail = Math.min(size, 65_557)
  const record = await readAt(file, size - tail, tail)
  const at = record.lastIndexOf(END_RECORD)
  if (at < 0 || at + 20 > record.length) return null
  const length = record.readUInt32LE(at + 12)
  if (length > MAX_DIRECTORY_BYTES) return null
  const directory = await readAt(file, record.readUInt32LE(at + 16), length)
  const entries: Entry[] = []
  for (let position = 0; position + 46 <= directory.length && directory.readUInt32LE(position) === ENTRY; ) {
    const end = position + 46 + directory.readUInt16LE(position + 28)
    entries.push({
      name: directory.toString('utf8', position + 46, end),
      packed: directory.readUInt32LE(position + 20),
      unpacked: directory.readUInt32LE(position + 24),
    })
    position = end + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  return entries.length === 0 ? null : entries
}

/** Programs in disguise: Java and Android archives, and Office files with macros. */
const isProgram = (name: string): boolean =>
  /^(META-INF\/MANIFEST\.MF|AndroidManifest\.xml|classes\.dex)$|(^|\/)vbaProject\.bin$/i.test(name)

async function zipType(file: FileHandle, size: number): Promise<FileType | null> {
  const entries = await entriesOf(file, size)
  if (entries === null || isZipBomb(entries, size)) return null
  const names = entries.map((entry) => entry.name)
  if (names.some(isProgram)) return null
  if (names.includes('OFD.xml')) return types.ofd
  if (!names.includes('[Content_Types].xml')) return types.zip
  if (names.some((name) => name.startsWith('word/'))) return types.docx
  return names.some((name) => name.startsWith('xl/')) ? types.xlsx : null
}

/** The type of an open file; null when it is none of those of FILE-STD. */
export async function sniff(file: FileHandle, size: number): Promise<FileType | null> {
  const head = await readAt(file, 0, 16)
  const kind = signatures.find(([bytes]) => head.subarray(0, bytes.length).equals(bytes))?.[1]
  if (kind === undefined) return null
  if (kind === 'compound') return compoundType(file, size)
  return kind === 'zip' ? zipType(file, size) : types[kind]
}

/** The name as it is shown and sent: without path and control characters, at most 120 characters, with a suffix of FILE-STD; null when its own suffix promises something else. */
export function cleanName(name: string): string | null {
  const bare = (name.split(/[/\\]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, '')
    .trim()
  const suffix = /\.([^.]{1,10})$/.exec(bare)?.[1]?.toLowerCase()
  if (suffix === undefined || !suffixes.has(suffix)) return null
  const stem = bare.slice(0, -(suffix.length + 1)).slice(0, 110)
  return `${stem === '' ? 'file' : stem}.${suffix}`
}
