/** A zip archive, read by yauzl from its directory; what the directory says of sizes must hold and be true before a reader allocates by it. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unreadable } from './unreadable.ts'

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
  /** The content, piece by piece; a part that is larger or smaller than it said is refused as soon as that shows. */
  readonly unpack: () => AsyncGenerator<Buffer>
}

/** yauzl has an error for each way an archive can be broken; to the sender they all mean the same. */
const unreadable = (error: unknown): Unreadable =>
  error instanceof Unreadable ? error : new Unreadable('import.unreadable')

async function* unpack(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    let total = 0
    for await (const piece of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      total += piece.length
      if (total > entry.uncompressedSize) throw new Unreadable('upload.sizesDiffer')
      yield piece
    }
    if (total !== entry.uncompressedSize) throw new Unreadable('upload.sizesDiffer')
  } catch (error) {
    throw unreadable(error)
  }
}

/** The parts of an archive, refused by what the directory says of them before anything is unpacked. @throws Unreadable */
export async function readArchive(content: Buffer): Promise<readonly ArchiveEntry[]> {
  try {
    // Names as they are written: the reader of workbooks does not know the other places a name may stand.
    const archive = await fromBufferPromise(content, { decodeStrings: false, validateEntrySizes: false })
    if (archive.entryCount > MAX_ENTRIES) throw new Unreadable('upload.tooManyParts', MAX_ENTRIES)
    const parts = new Map<string, ArchiveEntry>()
    let unpacked = 0
    let isForged = false
    for await (const entry of archive.eachEntry()) {
      const { uncompressedSize: size, compressedSize } = entry
      const name = entry.fileNameRaw.toString('latin1')
      // Of two parts of one name readers take either.
      if (parts.has(name) || entry.isEncrypted() || !entry.canDecodeFileData()) throw unreadable(null)
      unpacked += size
      isForged ||= size > RATIO_FROM_BYTES && size > compressedSize * MAX_RATIO
      parts.set(name, { name, unpack: () => unpack(archive, entry) })
    }
    if (unpacked > MAX_UNPACKED_BYTES) throw new Unreadable('upload.tooLargeUnpacked', MAX_UNPACKED_BYTES / MEGABYTE)
    if (isForged) throw new Unreadable('upload.compression')
    return [...parts.values()]
  } catch (error) {
    throw unreadable(error)
  }
}
