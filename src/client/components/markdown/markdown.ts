/** The part of Markdown that notes and guides are written in: headings, paragraphs, lists, tables, fenced code, bold, emphasis, code and links. It becomes data, never markup, so nothing a note says can run. */

/** A piece of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] }

/** A block of lines; paragraphs keep their line breaks. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'bullets' | 'numbers'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }

type LineKind = 'heading' | 'paragraph' | 'bullets' | 'numbers'

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

function kindOf(line: string): readonly [kind: LineKind, text: string, level: number] {
  const heading = /^(#{1,6})\s+(.+)$/.exec(line)
  if (heading?.[2] !== undefined) return ['heading', heading[2], heading[1]?.length ?? 1]
  const bullet = /^[-*+]\s+(.+)$/.exec(line)
  if (bullet?.[1] !== undefined) return ['bullets', bullet[1], 0]
  const number = /^\d{1,3}[.)、]\s*(.+)$/.exec(line)
  return number?.[1] === undefined ? ['paragraph', line, 0] : ['numbers', number[1], 0]
}

/** A block that is still being read. */
interface LineBlock {
  readonly kind: LineKind
  /** Of a heading; 0 of anything else. */
  readonly level: number
  readonly lines: (readonly Inline[])[]
}

const FENCE = '```'
/** The line between a table's head and its rows. */
const isRule = (line: string): boolean => /^\|(\s*:?-+:?\s*\|)+$/.test(line)
const isRow = (line: string): boolean => line.length > 2 && line.startsWith('|') && line.endsWith('|')
const cellsOf = (line: string): readonly (readonly Inline[])[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => inlines(cell.trim()))

/** Where the run of lines that fit ends. */
function endOf(lines: readonly string[], from: number, fits: (line: string) => boolean): number {
  const end = lines.findIndex((line, index) => index >= from && !fits(line))
  return end === -1 ? lines.length : end
}

/** The blocks of a text; an empty line ends one, a fence that is never closed lasts to the end. */
export function blocks(source: string): readonly Block[] {
  const found: (LineBlock | Extract<Block, { kind: 'code' | 'table' }>)[] = []
  const lines = source.split('\n')
  // A further line of the same kind joins the block.
  let isOpen = false
  for (let at = 0; at < lines.length; at += 1) {
    const raw = lines[at] ?? ''
    const line = raw.trim()
    if (line === '') {
      isOpen = false
    } else if (line.startsWith(FENCE)) {
      const end = endOf(lines, at + 1, (each) => each.trim() !== FENCE)
      found.push({ kind: 'code', language: line.slice(FENCE.length), text: lines.slice(at + 1, end).join('\n') })
      isOpen = false
      at = end
    } else if (isRow(line) && isRule(lines[at + 1]?.trim() ?? '')) {
      const end = endOf(lines, at, (each) => isRow(each.trim()))
      const rows = [line, ...lines.slice(at + 2, end).map((each) => each.trim())]
      found.push({ kind: 'table', rows: rows.map(cellsOf) })
      isOpen = false
      at = end - 1
    } else {
      const [kind, text, level] = kindOf(line)
      const last = found.at(-1)
      if (isOpen && kind !== 'heading' && last?.kind === kind) last.lines.push(inlines(text))
      else found.push({ kind, level, lines: [inlines(text)] })
      isOpen = true
    }
  }
  return found.map((block): Block => {
    if (block.kind === 'code' || block.kind === 'table') return block
    const { kind, level, lines } = block
    return kind === 'heading' ? { kind, level, lines } : { kind, lines }
  })
}
