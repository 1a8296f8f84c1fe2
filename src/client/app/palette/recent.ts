/** What a person opened through the palette, newest first, kept in this browser. */
import { hasShape, parsedAs } from '#src/client/platform/preference.ts'
import { TRACES } from '#src/client/platform/session/storage.ts'
import type { Language } from '#src/define/messages.ts'
import type { Item } from './items.ts'

const MAX_RECENT_PAGES = 6

interface RecentItem extends Pick<Item, 'id' | 'title' | 'note' | 'icon'> {
  readonly path: string
  /** Titles were written in it. */
  readonly language: Language
}

const keyOf = (userId: number): string => `${TRACES}palette.${userId}`

const shape = {
  id: 'string',
  title: 'string',
  note: 'string',
  icon: 'string',
  path: 'string',
  language: 'string',
} as const
const isRecentItem = (value: unknown): value is RecentItem => hasShape(value, shape)

function read(userId: number): readonly RecentItem[] {
  return parsedAs(localStorage.getItem(keyOf(userId)), Array.isArray)?.filter(isRecentItem) ?? []
}

/** The lines opened last in this language. */
export function recentItems(userId: number, language: Language): readonly Item[] {
  return read(userId).filter((item) => item.language === language)
}

/** Remembers a line that leads somewhere. */
export function keepRecent(userId: number, language: Language, { id, title, note, icon, path }: Item): void {
  if (path === undefined) return
  const others = read(userId).filter((item) => item.id !== id)
  const recent: RecentItem[] = [{ id, title, note, icon, path, language }, ...others].slice(0, MAX_RECENT_PAGES)
  localStorage.setItem(keyOf(userId), JSON.stringify(recent))
}
