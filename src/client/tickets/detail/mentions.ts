/** Mentions in a comment, pure: each is a person, wherever their name stands while the text around it is written. */
import { hasShape, parsedAs } from '#src/client/platform/preference.ts'
import type { Mentionable } from '#src/define/tickets/detail.ts'

/** Somebody who was chosen; their name stands in the text from `at`, behind an `@`. */
export interface Mention {
  readonly id: number
  readonly name: string
  readonly at: number
}

/** A part of a text. */
export interface Span {
  readonly from: number
  readonly to: number
}

const endOf = ({ at, name }: Mention): number => at + name.length + 1

/** The mentions after an edit: those before it stay, those after it move along, and one that was written into is none any more. */
export function afterEdit(mentions: readonly Mention[], before: string, after: string): readonly Mention[] {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let same = 0
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1
  const end = before.length - same
  const moved = after.length - before.length
  return mentions
    .flatMap((mention): readonly Mention[] => {
      if (endOf(mention) <= start) return [mention]
      return mention.at >= end ? [{ ...mention, at: mention.at + moved }] : []
    })
    .filter((mention) => after.startsWith(`@${mention.name}`, mention.at))
}

/** Behind a letter or digit an `@` belongs to an address. */
const mentionPattern = /(?<![\w.])@[\p{L}\p{N}_]{0,20}/gu
const MAX_TYPED = 20

/** What is being typed behind an `@` before the caret; null when nothing is, or it is a person already. */
export function typedAt(
  text: string,
  caret: number,
  mentions: readonly Mention[],
): { readonly at: number; readonly typed: string } | null {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || caret === 0 || mentions.some((mention) => mention.at === at)) return null
  const typed = text.slice(at + 1, caret)
  const isAddress = at > 0 && /[\w.]/.test(text[at - 1] ?? '')
  return isAddress || /\s/.test(typed) || typed.length > MAX_TYPED ? null : { at, typed }
}

/** Every `@` that names nobody. */
export function unnamedIn(text: string, mentions: readonly Mention[]): readonly Span[] {
  const bound = new Set(mentions.map(({ at }) => at))
  return [...text.matchAll(mentionPattern)]
    .filter((match) => !bound.has(match.index))
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

/** People by the beginning of a name, a part of it, its pinyin or its initials; the best first. */
export function matching(people: readonly Mentionable[], typed: string): readonly Mentionable[] {
  const wanted = typed.toLowerCase()
  const rank = ({ words }: Mentionable): number =>
    words.some((word) => word === wanted)
      ? 0
      : words.some((word) => word.startsWith(wanted))
        ? 1
        : words.some((word) => word.split(/\s+/).some((part) => part.startsWith(wanted)))
          ? 2
          : words.some((word) => word.includes(wanted))
            ? 3
            : 4
  return people
    .map((person) => ({ person, at: rank(person) }))
    .filter(({ at }) => at < 4)
    .sort((one, other) => one.at - other.at)
    .map(({ person }) => person)
}

/** The text with the person in the place of what was typed behind an `@`, the mentions with them, and where the caret goes; null when the text would be too long. */
export function withMention(
  text: string,
  mentions: readonly Mention[],
  { id, name }: Pick<Mentionable, 'id' | 'name'>,
  { from, to }: Span,
  longest: number,
): { readonly text: string; readonly mentions: readonly Mention[]; readonly caret: number } | null {
  const rest = text.slice(to)
  const put = `@${name}${rest.startsWith(' ') ? '' : ' '}`
  const next = `${text.slice(0, from)}${put}${rest}`
  if (next.length > longest) return null
  const current = afterEdit(mentions, text, next).filter((mention) => mention.at !== from)
  return { text: next, mentions: [...current, { id, name, at: from }], caret: from + name.length + 2 }
}

/** The text in pieces for the marks behind it, in order. */
export function piecesOf(
  text: string,
  mentions: readonly Mention[],
): readonly { readonly text: string; readonly kind: 'plain' | 'person' | 'unnamed'; readonly from: number }[] {
  const marks = [
    ...mentions.map((mention) => ({ from: mention.at, to: endOf(mention), kind: 'person' as const })),
    ...unnamedIn(text, mentions).map((span) => ({ ...span, kind: 'unnamed' as const })),
  ].sort((one, other) => one.from - other.from)
  const pieces: { text: string; kind: 'plain' | 'person' | 'unnamed'; from: number }[] = []
  let at = 0
  for (const { from, to, kind } of marks) {
    if (from > at) pieces.push({ text: text.slice(at, from), kind: 'plain', from: at })
    pieces.push({ text: text.slice(from, to), kind, from })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: 'plain', from: at })
  return pieces
}

/** The mentions of a comment that the browser kept while its writer was signed out; none when they cannot be read. */
export const currentMentions = (current: unknown): readonly Mention[] =>
  (typeof current === 'string' ? parsedAs(current, areMentions) : null) ?? []

const areMentions = (value: unknown): value is readonly Mention[] =>
  Array.isArray(value) && value.every((one) => hasShape(one, { id: 'number', name: 'string', at: 'number' }))
