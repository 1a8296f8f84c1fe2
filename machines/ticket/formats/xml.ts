/** Looks over XML before a library builds anything of it: nothing expands, no document type, no entities but the five of XML and numbers, and bounds on everything. */

export type XmlReason = 'tooLarge' | 'tooDeep' | 'tooMany' | 'docType' | 'entity' | 'malformed'

/** The file is not XML, or more than is read. */
export class XmlError extends Error {
  readonly reason: XmlReason
  /** From 1. */
  readonly line: number
  constructor(reason: XmlReason, line: number) {
    super(`${reason} in line ${line}`)
    this.reason = reason
    this.line = line
  }
}

/** Characters of a file. */
export const MOST_XML = 2_000_000
const MAX_DEPTH = 40
const MAX_ELEMENTS = 20_000
const MAX_ATTRIBUTES = 60

const named: readonly string[] = ['amp', 'lt', 'gt', 'quot', 'apos']

const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /\s*(\/?)>/y
const END_TAG = /<\/([^\s<>/]+)\s*>/y

/** Whether a document is well-formed and within bounds. @throws XmlError. */
export function checkXml(source: string): void {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length
  const fail = (reason: XmlReason, index: number): never => {
    throw new XmlError(reason, lineAt(index))
  }
  if (text.length > MOST_XML) fail('tooLarge', 0)
  const match = (pattern: RegExp, index: number): RegExpExecArray => {
    pattern.lastIndex = index
    return pattern.exec(text) ?? fail('malformed', index)
  }
  const checkEntities = (raw: string, index: number): void => {
    for (const [whole, name = ''] of raw.matchAll(/&([^;&]{0,10});?/g)) {
      const code = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(name)
      const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16) : null
      const isKnown = named.includes(name) || (point !== null && point > 0 && point <= 0x10ffff)
      if (!whole.endsWith(';') || !isKnown) fail('entity', index)
    }
  }
  /** The end of something that is passed over. */
  const after = (mark: string, index: number): number => {
    const end = text.indexOf(mark, index)
    return end < 0 ? fail('malformed', index) : end + mark.length
  }

  /** Tags that are open, with their prefixes, as their ends must repeat them. */
  const stack: string[] = []
  let isClosed = false
  let count = 0
  const close = (): void => {
    isClosed = stack.length === 0
  }
  /** A start tag; answers where it ends. */
  const begin = (index: number): number => {
    count += 1
    if (count > MAX_ELEMENTS) fail('tooMany', index)
    if (stack.length >= MAX_DEPTH) fail('tooDeep', index)
    if (isClosed) fail('malformed', index)
    const [tag] = match(NAME, index + 1)
    let at = index + 1 + tag.length
    const names = new Set<string>()
    for (let found = 0; ; found += 1) {
      ATTRIBUTE.lastIndex = at
      const attribute = ATTRIBUTE.exec(text)
      if (!attribute) break
      if (found >= MAX_ATTRIBUTES) fail('tooMany', at)
      const [whole, name = '', double, single] = attribute
      if (names.has(name)) fail('malformed', at)
      names.add(name)
      checkEntities(double ?? single ?? '', at)
      at += whole.length
    }
    const [end, isSingle] = match(TAG_END, at)
    if (isSingle === '/') close()
    else stack.push(tag)
    return at + end.length
  }
  const finish = (index: number): number => {
    const [whole, tag] = match(END_TAG, index)
    if (stack.pop() !== tag) return fail('malformed', index)
    close()
    return index + whole.length
  }

  let index = 0
  while (index < text.length) {
    if (text.startsWith('<!--', index)) index = after('-->', index)
    else if (text.startsWith('<![CDATA[', index)) {
      if (stack.length === 0) fail('malformed', index)
      index = after(']]>', index)
    } else if (text.startsWith('<!', index)) fail('docType', index)
    else if (text.startsWith('<?', index)) index = after('?>', index)
    else if (text.startsWith('</', index)) index = finish(index)
    else if (text[index] === '<') index = begin(index)
    else {
      const end = text.indexOf('<', index)
      const raw = text.slice(index, end < 0 ? text.length : end)
      if (stack.length > 0) checkEntities(raw, index)
      else if (raw.trim() !== '') fail('malformed', index)
      index += raw.length
    }
  }
  if (!isClosed) fail('malformed', text.length)
}
