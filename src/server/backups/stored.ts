/** The files that belong to a backup: contents of uploads, and archives of the audit logs. Both are written once and never changed. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Query } from '../database/transfer/transfer.ts'

/** Where a file of a backup lies in the data folder; nothing else is ever written by a restore. */
const PLACE = /^(files\/[0-9a-f]{2}\/[0-9a-f]{64}|archive\/[\w-][\w.-]*\.gz)$/

export const storedSchema = z.strictObject({
  path: z.string().regex(PLACE),
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
/** A file as the manifest names it. */
export type StoredPart = z.infer<typeof storedSchema>

/** Files of one moment, held under names of their own so that a clean-up meanwhile takes none of them away. */
export interface HeldFiles {
  readonly folder: string
  readonly files: readonly StoredPart[]
  /** Contents that rows of the database name and the disk has not. */
  readonly missing: readonly string[]
}

/** SHA-256 and size of a file on the disk, read as a stream. */
export async function measure(path: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part)
    size += part.length
  }
  return { sha256: hash.digest('hex'), size }
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Holds what the rows of the snapshot name. The caller removes `folder`. */
export async function holdFiles(dataDir: string, query: Query): Promise<HeldFiles> {
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(dataDir, 'backup-held-'))
  const hashes = (await query('select distinct hash from file order by hash')).map(({ hash }) => String(hash))
  const archives = await readdir(join(dataDir, 'archive')).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const paths = [
    ...hashes.map((hash) => `files/${hash.slice(0, 2)}/${hash}`),
    ...archives.filter((name) => PLACE.test(`archive/${name}`)).map((name) => `archive/${name}`),
  ]
  const files: StoredPart[] = []
  const missing: string[] = []
  for (const path of paths) {
    const held = join(folder, path)
    await mkdir(dirname(held), { recursive: true })
    try {
      await link(join(dataDir, path), held)
    } catch (error) {
      if (!isAbsent(error)) throw error
      missing.push(path)
      continue
    }
    const { size } = await stat(held)
    // Contents of uploads are named by their hash; it is checked while they are read.
    const sha256 = path.startsWith('files/') ? path.slice(-64) : (await measure(held)).sha256
    files.push({ path, size, sha256 })
  }
  return { folder, files, missing }
}
