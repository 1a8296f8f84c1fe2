/** Walks over XML piece by piece without building anything: counts elements and depth and shows each start tag. */
import { Unreadable } from './unreadable.ts'

/** Elements inside each other; tables have about ten. */
const MAX_DEPTH = 100
/** Characters of one tag with its attributes. */
const MAX_TAG = 200_000
/** The longest mark that decides what a `<` begins. */
const MAX_MARK_LENGTH = '<![CDATA['.length

/** A start tag, its name without a prefix; attributes as they are written. */
export type OnStartTag = (name: string, attributes: string) => void

const malformed = (): Unreadable => new Unreadable('import.unreadable')

/** Where the tag that begins at `from` ends; -1 when that is not in sight. A `>` inside quotes does not end it. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === 62) return at
    if (sign === 34 || sign === 39) {
      at = text.indexOf(sign === 34 ? '"' : "'", at + 1)
      if (at < 0) return -1
    }
  }
  return -1
}

export class XmlScan {
  readonly #onStart: OnStartTag
  #rest = ''
  #depth = 0
  /** The mark at which a comment, a CDATA section or an instruction ends. */
  #until: string | null = null

  constructor(onStart: OnStartTag) {
    this.#onStart = onStart
  }

  /** Structure and references are ASCII, so the encoding of texts does not matter. @throws Unreadable */
  write(piece: Buffer): void {
    const text = this.#rest + piece.toString('latin1')
    let at = 0
    while (at < text.length) {
      const next = this.#step(text, at)
      if (next === null) break
      at = next
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > MAX_TAG + piece.length) throw malformed()
  }

  /** Reads what begins at or after `at`; answers where it ends, null when more is needed. */
  #step(text: string, at: number): number | null {
    if (this.#until !== null) {
      const end = text.indexOf(this.#until, at)
      if (end < 0)
        return Math.max(at, text.length - this.#until.length + 1) === at ? null : text.length - this.#until.length + 1
      const { length } = this.#until
      this.#until = null
      return end + length
    }
    const open = text.indexOf('<', at)
    if (open < 0) return text.length
    const second = text[open + 1]
    if (second === '!') {
      if (text.startsWith('<!--', open)) return this.#skip('-->', open + 4)
      if (text.startsWith('<![CDATA[', open)) return this.#skip(']]>', open + MAX_MARK_LENGTH)
      if (text.length - open < MAX_MARK_LENGTH) return open > at ? open : null
      throw new Unreadable('upload.docType')
    }
    if (second === '?') return this.#skip('?>', open + 2)
    const end = endOfTag(text, open + 1)
    if (end < 0) {
      if (text.length - open > MAX_TAG) throw malformed()
      return open > at ? open : null
    }
    this.#tag(text.slice(open + 1, end))
    return end + 1
  }

  #skip(until: string, from: number): number {
    this.#until = until
    return from
  }

  #tag(tag: string): void {
    if (tag.startsWith('/')) {
      this.#depth -= 1
      if (this.#depth < 0) throw malformed()
      return
    }
    const isSingle = tag.endsWith('/')
    if (!isSingle) {
      this.#depth += 1
      if (this.#depth > MAX_DEPTH) throw new Unreadable('upload.tooDeep', MAX_DEPTH)
    }
    const length = tag.search(/[\s/]/)
    const name = length < 0 ? tag : tag.slice(0, length)
    this.#onStart(name.slice(name.lastIndexOf(':') + 1), length < 0 ? '' : tag.slice(length))
  }

  /** @throws Unreadable when something is still open */
  end(): void {
    if (this.#depth !== 0 || this.#until !== null || this.#rest.trim() !== '') throw malformed()
  }
}

/** Values of an attribute in a start tag; one that is written twice is read twice. A prefix counts as part of the name. */
export const valuesOf = (attributes: string, name: string): readonly string[] =>
  [...attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .filter(([, written]) => written === name)
    .map(([, , double, single]) => double ?? single ?? '')
