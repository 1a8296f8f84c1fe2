/** Reads the part of XML that process files are written in. Nothing is fetched, nothing expands: no document type, no entities but the five of XML and numbers, and bounds on everything. */

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  /** By name without prefix; those of XML itself (`xmlns`) are left out. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** What is written directly in it. */
  readonly text: string
}

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
const MOST_DEPTH = 40
const MOST_ELEMENTS = 20_000
const MOST_ATTRIBUTES = 60

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

interface Open {
  /** With its prefix, as its end must repeat it. */
  readonly tag: string
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: XmlElement[]
  text: string
}

const bare = (tag: string): string => tag.slice(tag.indexOf(':') + 1)
const NAME = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /\s*(\/?)>/y
const END_TAG = /<\/([^\s<>/]+)\s*>/y

/** The root of a document. @throws XmlError. */
export function parseXml(source: string): XmlElement {
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
  const plain = (raw: string, index: number): string =>
    raw.replace(/&([^;&]{0,10});?/g, (whole, name: string) => {
      const code = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(name)
      const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16) : null
      const known = Object.hasOwn(named, name) ? named[name] : undefined
      if (!whole.endsWith(';') || (known === undefined && (point === null || point > 0x10ffff || point === 0)))
        fail('entity', index)
      return known ?? String.fromCodePoint(point ?? 0)
    })
  /** The end of something that is passed over. */
  const after = (mark: string, index: number): number => {
    const end = text.indexOf(mark, index)
    return end < 0 ? fail('malformed', index) : end + mark.length
  }

  const stack: Open[] = []
  let root: XmlElement | null = null
  let count = 0
  const close = (open: Open): void => {
    const { name, attributes, children } = open
    const element = { name, attributes, children, text: open.text.trim() }
    const parent = stack.at(-1)
    if (parent) parent.children.push(element)
    else root = element
  }
  /** A start tag; answers where it ends. */
  const begin = (index: number): number => {
    count += 1
    if (count > MOST_ELEMENTS) fail('tooMany', index)
    if (stack.length >= MOST_DEPTH) fail('tooDeep', index)
    if (root !== null) fail('malformed', index)
    const [tag] = match(NAME, index + 1)
    let at = index + 1 + tag.length
    const attributes: Record<string, string> = Object.create(null)
    for (let found = 0; ; found += 1) {
      ATTRIBUTE.lastIndex = at
      const attribute = ATTRIBUTE.exec(text)
      if (!attribute) break
      if (found >= MOST_ATTRIBUTES) fail('tooMany', at)
      const [whole, name = '', double, single] = attribute
      // What a tool adds under a prefix does not take the place of what BPMN says.
      const isOwn = !name.includes(':') || attributes[bare(name)] === undefined
      const value = plain(double ?? single ?? '', at)
      if (isOwn && !/^xmlns(:|$)/.test(name)) attributes[bare(name)] = value
      at += whole.length
    }
    const [end, isSingle] = match(TAG_END, at)
    const open: Open = { tag, name: bare(tag), attributes, children: [], text: '' }
    if (isSingle === '/') close(open)
    else stack.push(open)
    return at + end.length
  }
  const finish = (index: number): number => {
    const [whole, tag] = match(END_TAG, index)
    const open = stack.pop()
    if (open === undefined || open.tag !== tag) return fail('malformed', index)
    close(open)
    return index + whole.length
  }

  let index = 0
  while (index < text.length) {
    if (text.startsWith('<!--', index)) index = after('-->', index)
    else if (text.startsWith('<![CDATA[', index)) {
      const end = after(']]>', index)
      const open = stack.at(-1) ?? fail('malformed', index)
      open.text += text.slice(index + 9, end - 3)
      index = end
    } else if (text.startsWith('<!', index)) fail('docType', index)
    else if (text.startsWith('<?', index)) index = after('?>', index)
    else if (text.startsWith('</', index)) index = finish(index)
    else if (text[index] === '<') index = begin(index)
    else {
      const end = text.indexOf('<', index)
      const raw = text.slice(index, end < 0 ? text.length : end)
      const open = stack.at(-1)
      if (open) open.text += plain(raw, index)
      else if (raw.trim() !== '') fail('malformed', index)
      index += raw.length
    }
  }
  return root !== null && stack.length === 0 ? root : fail('malformed', text.length)
}
