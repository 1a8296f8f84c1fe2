/** Files that old rows of the logs are written to before they leave their tables (SYS-91). */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** The file of an archive. */
export const archiveFile = (dataDir: string, name: string): string => join(dataDir, 'archive', name)

/** SHA-256 of a file, once it is safely on the disk. */
export async function settle(path: string): Promise<string> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

/** Writes rows as lines of JSON under a name nobody else uses; the answer is the SHA-256 of the file. */
export async function writeArchive(dataDir: string, name: string, rows: Iterable<unknown>): Promise<string> {
  await mkdir(archiveFile(dataDir, ''), { recursive: true })
  const draft = archiveFile(dataDir, `draft-${randomUUID()}`)
  function* lines(): Generator<string> {
    for (const row of rows) yield `${JSON.stringify(row)}\n`
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    const hash = await settle(draft)
    await rename(draft, archiveFile(dataDir, name))
    return hash
  } finally {
    await rm(draft, { force: true })
  }
}

/** The rows of an archive, one by one. */
export async function* readArchive(
  dataDir: string,
  name: string,
): AsyncGenerator<Readonly<Record<string, unknown>> & { readonly id: number }> {
  const lines = createInterface({ input: createReadStream(archiveFile(dataDir, name)).pipe(createGunzip()) })
  for await (const line of lines) yield JSON.parse(line)
}
