/** The part of Markdown that notes are written in: headings, paragraphs, lists, bold, emphasis, code and links. It becomes data, never markup, so nothing a note says can run. */

/** A piece of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] }

/** A block of lines; paragraphs keep their line breaks. */
export type Block =
  | { readonly kind: 'heading'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'bullets' | 'numbers'; readonly lines: readonly (readonly Inline[])[] }

type BlockKind = Block['kind']

/** Where a link may lead: a page of this product, or another site by https. */
const isSafe = (href: string): boolean => /^\/(?![/\\])/.test(href) || /^https:\/\/[^\s"'<>\\]+$/.test(href)

const marks = /\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)/

/** The pieces of one line. What is not closed, or leads nowhere safe, stays the text it is. */
export function inlines(line: string): readonly Inline[] {
  const found = marks.exec(line)
  if (found === null) return line === '' ? [] : [{ kind: 'text', text: line }]
  const [whole, strong, em, code, label, href] = found
  const before = line.slice(0, found.index)
  return [
    ...(before === '' ? [] : [{ kind: 'text', text: before } as const]),
    piece(whole, { strong, em, code, label, href }),
    ...inlines(line.slice(found.index + whole.length)),
  ]
}

interface Found {
  readonly strong: string | undefined
  readonly em: string | undefined
  readonly code: string | undefined
  readonly label: string | undefined
  readonly href: string | undefined
}

function piece(whole: string, { strong, em, code, label, href }: Found): Inline {
  if (strong !== undefined) return { kind: 'strong', parts: inlines(strong) }
  if (em !== undefined) return { kind: 'em', parts: inlines(em) }
  if (code !== undefined) return { kind: 'code', text: code }
  if (label !== undefined && href !== undefined && isSafe(href)) return { kind: 'link', href, parts: inlines(label) }
  return { kind: 'text', text: whole }
}

function kindOf(line: string): readonly [kind: BlockKind, text: string] {
  const heading = /^#{1,6}\s+(.+)$/.exec(line)
  if (heading?.[1] !== undefined) return ['heading', heading[1]]
  const bullet = /^[-*+]\s+(.+)$/.exec(line)
  if (bullet?.[1] !== undefined) return ['bullets', bullet[1]]
  const number = /^\d{1,3}[.)、]\s*(.+)$/.exec(line)
  return number?.[1] === undefined ? ['paragraph', line] : ['numbers', number[1]]
}

/** The blocks of a note; an empty line ends one. */
export function blocks(source: string): readonly Block[] {
  const found: { kind: BlockKind; lines: (readonly Inline[])[] }[] = []
  let isOpen = false
  for (const raw of source.split('\n')) {
    const line = raw.trim()
    if (line === '') {
      isOpen = false
      continue
    }
    const [kind, text] = kindOf(line)
    const last = found.at(-1)
    if (isOpen && last?.kind === kind && kind !== 'heading') last.lines.push(inlines(text))
    else found.push({ kind, lines: [inlines(text)] })
    isOpen = true
  }
  return found
}
