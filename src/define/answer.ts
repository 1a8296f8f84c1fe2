/** Answers that are more than the `data` of the envelope (97-api). A route returns one of these instead of a value. */
import type { Readable } from 'node:stream'

/** A page of a list, answered in the flat list envelope. */
export class ListAnswer<Row = unknown> {
  readonly rows: readonly Row[]
  readonly page: number
  readonly limit: number
  readonly total: number
  constructor(rows: readonly Row[], paging: { page: number; limit: number; total: number }) {
    this.rows = rows
    this.page = paging.page
    this.limit = paging.limit
    this.total = paging.total
  }
}

/** A download. The name is ASCII by IMPEX-STD or encoded by RFC 5987; `inline` shows it in the page (images, pdf). */
export class FileAnswer {
  readonly name: string
  readonly mime: string
  readonly content: Buffer | Readable
  readonly inline: boolean
  /** How many rows an export holds: sent as X-Row-Count and kept in the operation log (IMPEX-STD). */
  readonly rows: number | null
  constructor(file: { name: string; mime: string; content: Buffer | Readable; inline?: boolean; rows?: number }) {
    this.name = file.name
    this.mime = file.mime
    this.content = file.content
    this.inline = file.inline ?? false
    this.rows = file.rows ?? null
  }
}

/** A cookie of the answer: HttpOnly, SameSite=Strict, Secure outside loopback. `maxAge` in seconds; null ends with the browser, 0 removes it. */
export interface AnswerCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAge: number | null
}

/** Data with fields beside it at the top level of the envelope, or with cookies. */
export class FullAnswer<Data = unknown> {
  readonly data: Data
  readonly top: Readonly<Record<string, unknown>>
  readonly cookies: readonly AnswerCookie[]
  /** Rows of an export that was asked for, as of a FileAnswer. */
  readonly rows: number | null
  /** The answer has a tag by which a caller asks whether it is another one now: 304 without a body when it is not. */
  readonly isTagged: boolean
  constructor(
    data: Data,
    extra: {
      top?: Readonly<Record<string, unknown>>
      cookies?: readonly AnswerCookie[]
      rows?: number
      etag?: boolean
    } = {},
  ) {
    this.data = data
    this.top = extra.top ?? {}
    this.cookies = extra.cookies ?? []
    this.isTagged = extra.etag === true
    this.rows = extra.rows ?? null
  }
}
