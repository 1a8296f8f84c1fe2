/** Reads a stream by lines and by counted bytes, holding no more than it was asked for. */
import { ArchiveError } from '../database/transfer/archive.ts'

/** The longest line a backup may have: a row with its largest value. */
const MAX_LINE_BYTES = 256 * 1024 * 1024
const NEWLINE = 10

export class Bytes {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done === true) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }

  /** At least one and at most so many bytes; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) if (!(await this.#more())) return null
    const part = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  /** Exactly so many bytes. @throws ArchiveError where there are fewer */
  async exactly(count: number): Promise<Buffer> {
    while (this.#rest.length < count) if (!(await this.#more())) throw new ArchiveError('the backup is truncated')
    const part = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return part
  }

  /** A line without its end. @throws ArchiveError where none ends within `most` bytes */
  async line(most = MAX_LINE_BYTES): Promise<string> {
    const parts: Buffer[] = []
    for (let length = 0; ; ) {
      const part = await this.some(Number.MAX_SAFE_INTEGER)
      if (part === null) throw new ArchiveError('the backup is truncated')
      const end = part.indexOf(NEWLINE)
      length += end < 0 ? part.length : end
      if (length > most) throw new ArchiveError('this file is no backup of this product')
      parts.push(end < 0 ? part : part.subarray(0, end))
      if (end < 0) continue
      this.#rest = part.subarray(end + 1)
      return Buffer.concat(parts).toString('utf8')
    }
  }

  /** Lets the source go. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }
}
