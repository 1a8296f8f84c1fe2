/** The tabs of this browser tab: kept over a reload in session storage, which the end of the session empties. */
import { useSyncExternalStore } from 'react'
import { forgetUnsaved } from '#src/client/components/ui/keptPage.ts'
import { onTitle } from '#src/client/components/ui/useTitle.ts'
import { hasShape, parsedAs } from '#src/client/platform/preference.ts'
import { useMenus } from '#src/client/platform/session/index.ts'
import { appearance, onAppearance, useAppearance } from '#src/client/platform/theme/index.ts'
import { isCached, type Tag, titleTag, withVisit } from './tags.ts'

const KEY = 'tags'

interface State {
  readonly tags: readonly Tag[]
  /** How often a page was drawn anew at the person's wish, by path. */
  readonly rounds: ReadonlyMap<string, number>
}

const isTitle = (title: unknown): boolean => title === null || typeof title === 'string'
const isTags = (value: unknown): value is readonly Tag[] =>
  Array.isArray(value) &&
  value.every((tag) => hasShape(tag, { path: 'string', search: 'string' }) && isTitle(tag.title))

// Read at once: what it is checked with stands above.
let state: State = { tags: readTags(), rounds: new Map() }
const listeners = new Set<() => void>()

function readTags(): readonly Tag[] {
  const stored = appearance().tagsViewCache ? sessionStorage.getItem(KEY) : null
  return parsedAs(stored, isTags) ?? []
}

function become(next: Partial<State>): void {
  state = { ...state, ...next }
  write()
  for (const listener of listeners) listener()
}

function write(): void {
  if (appearance().tagsViewCache) sessionStorage.setItem(KEY, JSON.stringify(state.tags))
  else sessionStorage.removeItem(KEY)
}

export function useTagList(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Where a link to a page leads: to the query it was left with, while it keeps its state; else to the page as nobody has touched it. */
export function usePageTarget(): (path: string) => string {
  const menus = useMenus()
  const { tagsViewCache } = useAppearance()
  const { tags } = useTagList()
  return (path) =>
    isCached(menus, path, tagsViewCache) ? path + (tags.find((tag) => tag.path === path)?.search ?? '') : path
}

export function visitTag(path: string, search: string): void {
  const tags = withVisit(state.tags, path, search)
  if (tags !== state.tags) become({ tags })
}

/** Takes tabs away, and with them what their pages kept. */
export function dropTags(paths: readonly string[]): void {
  for (const path of paths) forgetUnsaved(path)
  become({ tags: state.tags.filter((tag) => !paths.includes(tag.path)) })
}

/** Draws a page anew, without what it kept. */
export function refreshTag(path: string): void {
  forgetUnsaved(path)
  become({ rounds: new Map(state.rounds).set(path, (state.rounds.get(path) ?? 0) + 1) })
}

onAppearance(write)
onTitle((title) => {
  const tags = titleTag(state.tags, location.pathname, title)
  if (tags !== state.tags) become({ tags })
})
