/** What a person opened through the palette, newest first, kept in this browser. */
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

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  return ['id', 'title', 'note', 'icon', 'path', 'language'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )
}

function read(userId: number): readonly Kept[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isKept) : []
  } catch (error) {
    // Somebody else's value under our key is as good as none.
    if (error instanceof SyntaxError) return []
    throw error
  }
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
