import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

export const manifestSchema = z.strictObject({
  format: z.literal('zhihui-jingbao/1'),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int().nonnegative() })),
  /** Where the audit logs end, signed (SYS-134). */
  audit: z.string().optional(),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() })),
})
const trailerSchema = z.strictObject({ sha256: z.string() })

/** The first line of an archive: which schema it was made from, what it holds, where the sequences stood. */
export type Manifest = z.infer<typeof manifestSchema>

/** The file is no archive of this product, or it was truncated or altered. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/**
 * Writes an archive: gzip of lines of JSON, the manifest first, then `rows` in the manifest's order, last the SHA-256
 * of everything before. The file appears under its name only when it is complete and on the disk.
 */
export async function writeArchive(file: string, manifest: Manifest, rows: AsyncIterable<string>): Promise<void> {
  const draft = `${file}.partial`
  const hash = createHash('sha256')
  async function* lines(): AsyncGenerator<string> {
    const first = `${JSON.stringify(manifest)}\n`
    hash.update(first)
    yield first
    for await (const row of rows) {
      const line = `${row}\n`
      hash.update(line)
      yield line
    }
    yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(draft, { mode: 0o600 }))
    const handle = await open(draft, 'r')
    await handle.sync().finally(() => handle.close())
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** An archive being read. */
export interface OpenArchive {
  manifest: Manifest
  /** Row by row; throws ArchiveError where the file ends early and, after the last row, when its checksum is wrong. */
  rows: AsyncGenerator<string>
  /** Lets the file go, read to its end or not. */
  close(): Promise<void>
}

/** Opens an archive and reads its manifest; ArchiveError when it has none of this product. */
export async function readArchive(file: string): Promise<OpenArchive> {
  const lines = splitLines(file)
  const close = async () => {
    await lines.return(undefined)
  }
  try {
    const hash = createHash('sha256')
    const first = await next(lines)
    hash.update(`${first}\n`)
    const manifest = parse(manifestSchema, first)
    return { manifest, rows: readRows(lines, manifest, hash), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* readRows(lines: AsyncGenerator<string>, manifest: Manifest, hash: Hash): AsyncGenerator<string> {
  const count = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  for (let index = 0; index < count; index += 1) {
    const line = await next(lines)
    hash.update(`${line}\n`)
    yield line
  }
  const { sha256 } = parse(trailerSchema, await next(lines))
  if (sha256 !== hash.digest('hex')) {
    throw new ArchiveError('the archive was altered: its checksum does not match')
  }
  if ((await lines.next()).done !== true) {
    throw new ArchiveError('the archive was altered: something follows its end')
  }
}

async function next(lines: AsyncGenerator<string>): Promise<string> {
  const { value, done } = await lines.next()
  if (done === true) {
    throw new ArchiveError('the archive is truncated')
  }
  return value
}

function parse<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    throw new ArchiveError('the archive is not one of this product, or it was altered', { cause: error })
  }
}

async function* splitLines(file: string): AsyncGenerator<string> {
  let rest = ''
  const source = createReadStream(file)
  const text = createGunzip().setEncoding('utf8')
  source.on('error', (error) => text.destroy(error))
  source.pipe(text)
  try {
    for await (const chunk of text) {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      yield* parts
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new ArchiveError('the archive is truncated or altered', { cause: error })
    }
    throw error
  } finally {
    source.destroy()
  }
  if (rest !== '') {
    throw new ArchiveError('the archive is truncated')
  }
}
