/** A zip archive read by its directory, strictly: what it says about itself must be true before anything allocates by it. */
import { createInflateRaw } from 'node:zlib'
import { Unreadable } from './unreadable.ts'

const DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** Lengths of what may follow an entry's data when its sizes were not known before it: with and without a signature, in 4 or 8 bytes. */
const TRAILER_LENGTHS = [12, 16, 20, 24]
/** Parts of a workbook: pictures and drawings make hundreds. */
const MAX_ENTRIES = 2000
/** Bytes that all parts unpack to: a table of 2,000 rows is far below it. */
export const MAX_UNPACKED_BYTES = 60_000_000
/** A large part that shrinks more than this was made to; tables shrink to a tenth or a thirtieth. */
const MAX_RATIO = 250
const RATIO_FROM_BYTES = 1_000_000
const MEGABYTE = 1_000_000

export interface ArchiveEntry {
  readonly name: string
  /** Bytes of the unpacked content as the directory says. */
  readonly size: number
  readonly isPacked: boolean
  readonly data: Buffer
}

const unreadable = (): Unreadable => new Unreadable('import.unreadable')

interface Listed {
  readonly name: string
  readonly at: number
  readonly method: number
  readonly flags: number
  readonly packed: number
  readonly size: number
}

function listedIn(zip: Buffer): { readonly listed: readonly Listed[]; readonly directory: number } {
  const end = zip.lastIndexOf(DIRECTORY_END)
  if (end < 0 || end + 20 > zip.length) throw unreadable()
  const directory = zip.readUInt32LE(end + 16)
  const count = zip.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new Unreadable('upload.tooManyParts', MAX_ENTRIES)
  const listed: Listed[] = []
  let at = directory
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) throw unreadable()
    const nameLength = zip.readUInt16LE(at + 28)
    listed.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      at: zip.readUInt32LE(at + 42),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
    })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return { listed: listed.sort((a, b) => a.at - b.at), directory }
}

/** Refuses by what the directory says of sizes, before anything is unpacked. */
function checkSizes(listed: readonly Listed[]): void {
  const total = listed.reduce((sum, { size }) => sum + size, 0)
  if (total > MAX_UNPACKED_BYTES) throw new Unreadable('upload.tooLargeUnpacked', MAX_UNPACKED_BYTES / MEGABYTE)
  if (listed.some(({ size, packed }) => size > RATIO_FROM_BYTES && size > packed * MAX_RATIO))
    throw new Unreadable('upload.compression')
}

/** The parts of an archive, which must stand one after the other without anything between them. @throws Unreadable */
export function readArchive(zip: Buffer): readonly ArchiveEntry[] {
  const { listed, directory } = listedIn(zip)
  checkSizes(listed)
  let expected = [0]
  const entries = listed.map(({ name, at, flags, method, packed, size }): ArchiveEntry => {
    const isEncrypted = (flags & 1) !== 0
    if (isEncrypted || !expected.includes(at) || at + 30 > zip.length || zip.readUInt32LE(at) !== LOCAL)
      throw unreadable()
    if (method !== 0 && method !== 8) throw unreadable()
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    const end = start + packed
    if (end > directory) throw unreadable()
    // Readers that go from front to back allocate by the sizes that stand before the data.
    const sizesFollow = (flags & 8) !== 0
    const local = [zip.readUInt32LE(at + 18), zip.readUInt32LE(at + 22)] as const
    const isTrue = local[0] === packed && local[1] === size
    if (!isTrue && !(sizesFollow && local[0] === 0 && local[1] === 0)) throw new Unreadable('upload.sizesDiffer')
    expected = sizesFollow ? TRAILER_LENGTHS.map((length) => end + length) : [end]
    return { name, size, isPacked: method === 8, data: zip.subarray(start, end) }
  })
  if (!expected.includes(directory)) throw unreadable()
  return entries
}

/** The content of a part, piece by piece; a part that is larger or smaller than it said is refused as soon as that shows. */
export async function* unpack({ data, isPacked, size }: ArchiveEntry): AsyncGenerator<Buffer> {
  if (!isPacked) {
    if (data.length !== size) throw new Unreadable('upload.sizesDiffer')
    yield data
    return
  }
  const inflate = createInflateRaw()
  // The loop below fails with the same error.
  inflate.on('error', () => undefined)
  inflate.end(data)
  let total = 0
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      total += piece.length
      if (total > size) throw new Unreadable('upload.sizesDiffer')
      yield piece
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw unreadable()
  }
  // What stands behind the end of the packed data would be read as the next part.
  if (inflate.bytesWritten !== data.length) throw unreadable()
  if (total !== size) throw new Unreadable('upload.sizesDiffer')
}
