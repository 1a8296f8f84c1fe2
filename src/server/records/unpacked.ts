/** How much an archive really unpacks to: what it says about itself may be a lie. */
import { promisify } from 'node:util'
import { type InflateRaw, inflateRaw } from 'node:zlib'

interface Inflated {
  readonly buffer: Buffer
  readonly engine: InflateRaw
}
const inflate = promisify(
  inflateRaw as (content: Buffer, options: object, done: (error: Error | null, result: Inflated) => void) => void,
)

const DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** Lengths of what may follow an entry's data when its sizes were not known before it: with and without a signature, in 4 or 8 bytes. */
const TRAILERS = [12, 16, 20, 24]
/** Parts of a workbook at most. */
const MOST_ENTRIES = 5000

interface Entry {
  readonly at: number
  readonly method: number
  readonly flags: number
  readonly packed: number
}

function entriesOf(zip: Buffer): { readonly entries: readonly Entry[]; readonly directory: number } | null {
  const end = zip.lastIndexOf(DIRECTORY_END)
  if (end < 0 || end + 20 > zip.length) return null
  const directory = zip.readUInt32LE(end + 16)
  const count = zip.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) return null
  const entries: Entry[] = []
  let at = directory
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== ENTRY) return null
    entries.push({
      at: zip.readUInt32LE(at + 42),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
    })
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return { entries: entries.sort((a, b) => a.at - b.at), directory }
}

async function sizeOf(data: Buffer, method: number, most: number): Promise<number> {
  if (method === 0) return data.length
  if (method !== 8) return Infinity
  try {
    const { buffer, engine } = await inflate(data, { maxOutputLength: Math.max(1, most), info: true })
    // What stands behind the end of the packed data would be read as the next entry.
    return engine.bytesWritten === data.length ? buffer.length : Infinity
  } catch {
    // Too large, or broken: either way it is not unpacked.
    return Infinity
  }
}

/** Bytes that all entries of a zip archive unpack to, found by unpacking them; Infinity beyond `most`, and for an archive that is broken, encrypted, or holds anything between its entries. */
export async function unpackedSize(zip: Buffer, most: number): Promise<number> {
  const found = entriesOf(zip)
  if (found === null) return Infinity
  let total = 0
  let expected = [0]
  for (const { at, flags, method, packed } of found.entries) {
    const isEncrypted = (flags & 1) !== 0
    if (isEncrypted || !expected.includes(at) || at + 30 > zip.length || zip.readUInt32LE(at) !== LOCAL) return Infinity
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    const end = start + packed
    if (end > found.directory) return Infinity
    total += await sizeOf(zip.subarray(start, end), method, most - total)
    if (total > most) return Infinity
    expected = (flags & 8) === 0 ? [end] : TRAILERS.map((length) => end + length)
  }
  return expected.includes(found.directory) ? total : Infinity
}
