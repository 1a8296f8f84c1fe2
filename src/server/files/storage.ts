/** Contents on disk: `DATA_DIR/files/<first two digits>/<hash>`, each once, written beside and renamed, so that nothing half written is ever found under a hash. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A received content that is not yet stored. */
export interface ReceivedFile {
  readonly path: string
  readonly size: number
  /** SHA-256 in hexadecimal. */
  readonly hash: string
}

const INCOMING = 'incoming'

export class Storage {
  readonly #root: string

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'files')
  }

  #pathOf(hash: string): string {
    return join(this.#root, hash.slice(0, 2), hash)
  }

  /** Writes a stream to disk as it comes; removes what it wrote when the stream or the disk fails. */
  async receive(content: Readable): Promise<ReceivedFile> {
    const folder = join(this.#root, INCOMING)
    await mkdir(folder, { recursive: true })
    const path = join(folder, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk)
        size += chunk.length
        await file.writeFile(chunk)
      }
      await file.sync()
    } catch (error) {
      await file.close()
      await rm(path, { force: true })
      throw error
    }
    await file.close()
    return { path, size, hash: hash.digest('hex') }
  }

  /** Puts a received content in its place; a second call does nothing. */
  async keep({ path, hash }: ReceivedFile): Promise<void> {
    await mkdir(join(this.#root, hash.slice(0, 2)), { recursive: true })
    try {
      await rename(path, this.#pathOf(hash))
    } catch (error) {
      if (!(await this.has(hash))) throw error
    }
    const folder = await open(join(this.#root, hash.slice(0, 2)))
    // The name, too, has to survive a power cut.
    await folder.sync().finally(() => folder.close())
  }

  /** Removes a received content that was not kept. */
  async discard({ path }: ReceivedFile): Promise<void> {
    await rm(path, { force: true })
  }

  async has(hash: string): Promise<boolean> {
    return access(this.#pathOf(hash)).then(
      () => true,
      () => false,
    )
  }

  read(hash: string): Readable {
    return createReadStream(this.#pathOf(hash))
  }

  /** Hashes of all contents, folder by folder. */
  async *all(): AsyncGenerator<readonly string[]> {
    await mkdir(this.#root, { recursive: true })
    for (const folder of await readdir(this.#root)) {
      if (folder !== INCOMING) yield await readdir(join(this.#root, folder))
    }
  }

  /** Whether a content has been here since before `moment`. */
  async isOlder(hash: string, moment: Date): Promise<boolean> {
    return (await stat(this.#pathOf(hash))).mtime < moment
  }

  async remove(hash: string): Promise<void> {
    await rm(this.#pathOf(hash), { force: true })
  }

  /** Removes what a killed server left half received before `moment`. */
  async sweep(moment: Date): Promise<void> {
    const folder = join(this.#root, INCOMING)
    await mkdir(folder, { recursive: true })
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const { mtime } = await stat(path)
      if (mtime < moment) await rm(path, { force: true })
    }
  }
}
