/** What a person opened through the palette, newest first, kept in this browser. */
import { hasShape, parsedAs } from '#src/client/kept.ts'
import { TRACES } from '#src/client/session/storage.ts'
import type { Language } from '#src/define/messages.ts'
import type { Item } from './items.ts'

const MOST = 6

interface Kept extends Pick<Item, 'id' | 'title' | 'note' | 'icon'> {
  readonly path: string
  /** Titles were written in it. */
  readonly language: Language
}

const keyOf = (userId: number): string => `${TRACES}${userId}`

const shape = {
  id: 'string',
  title: 'string',
  note: 'string',
  icon: 'string',
  path: 'string',
  language: 'string',
} as const
const isKept = (value: unknown): value is Kept => hasShape(value, shape)

function read(userId: number): readonly Kept[] {
  return parsedAs(localStorage.getItem(keyOf(userId)), Array.isArray)?.filter(isKept) ?? []
}

/** The lines opened last in this language. */
export function recentItems(userId: number, language: Language): readonly Item[] {
  return read(userId).filter((item) => item.language === language)
}

/** Remembers a line that leads somewhere. */
export function keepRecent(userId: number, language: Language, { id, title, note, icon, path }: Item): void {
  if (path === undefined) return
  const others = read(userId).filter((item) => item.id !== id)
  const kept: Kept[] = [{ id, title, note, icon, path, language }, ...others].slice(0, MOST)
  localStorage.setItem(keyOf(userId), JSON.stringify(kept))
}
