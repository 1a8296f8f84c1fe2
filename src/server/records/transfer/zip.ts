/** A zip archive as a stream: entries are packed as they come, so an archive of any size takes a few pages of memory. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of the archive; its text is asked for when its turn comes. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

interface Packed {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const VERSION = 20
const DEFLATED = 8

/** Date and time as archives keep them: two seconds apart, from 1980. */
function dosTime(at: Date): readonly [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()]
}

/** The bytes of the archive, in order. */
export async function* zip(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  const [time, date] = dosTime(at)
  const done: Packed[] = []
  let offset = 0
  const count = (bytes: Buffer): Buffer => {
    offset += bytes.length
    return bytes
  }
  for (const { name, content } of entries) {
    const start = offset
    const entryName = Buffer.from(name)
    yield count(
      Buffer.concat([
        fields(
          [4, 0x04034b50],
          [2, VERSION],
          [2, FLAGS],
          [2, DEFLATED],
          [2, time],
          [2, date],
          [4, 0],
          [4, 0],
          [4, 0],
          [2, entryName.length],
          [2, 0],
        ),
        entryName,
      ]),
    )
    let [crc, size, packed] = [0, 0, 0]
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const text of content) {
        const bytes = Buffer.from(text)
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    }
    const deflate = createDeflateRaw()
    const flow = pipeline(Readable.from(measured()), deflate)
    // The loop below fails with the same error; without this the rejection would count as nobody's.
    flow.catch(() => undefined)
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.length
      yield count(chunk)
    }
    await flow
    yield count(fields([4, 0x08074b50], [4, crc], [4, packed], [4, size]))
    done.push({ name: entryName, offset: start, crc, packed, size })
  }
  const directory = Buffer.concat(
    done.flatMap((entry) => [
      fields(
        [4, 0x02014b50],
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATED],
        [2, time],
        [2, date],
        [4, entry.crc],
        [4, entry.packed],
        [4, entry.size],
        [2, entry.name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, entry.offset],
      ),
      entry.name,
    ]),
  )
  yield directory
  yield fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, done.length],
    [2, done.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  )
}

/** Numbers of two or four bytes, the lowest first. */
function fields(...parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((total, [bytes]) => total + bytes, 0))
  let at = 0
  for (const [bytes, value] of parts) at = buffer.writeUIntLE(value >>> 0, at, bytes)
  return buffer
}
