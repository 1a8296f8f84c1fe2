/** A zip archive as a stream, written by yazl: entries are packed as they come, so an archive of any size takes a few pages of memory. */
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of the archive; its text is asked for when its turn comes. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

/** The bytes of the archive, in order. */
export async function* zip(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  const archive = new ZipFile()
  // Read itself, never through another stream: destroyed, that one would first wait for the next bytes of this.
  const output = archive.outputStream as PassThrough
  const sources: Readable[] = []
  for (const { name, content } of entries)
    archive.addReadStreamLazy(name, { mtime: at }, (pass) => {
      const source = Readable.from(content, { objectMode: false })
      sources.push(source)
      // yazl does not hand on the fault of what it reads.
      source.once('error', (error) => output.destroy(error))
      pass(null, source)
    })
  archive.end()
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    // A reader that stops early must leave no open query behind.
    for (const source of sources) source.destroy()
  }
}
