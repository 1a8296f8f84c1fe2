/** The open pages as tabs: what is open, in which order, and what is left when some are closed. Pure; `tagList.ts` ties it to the browser. */
import type { MenuItem } from '#machines/session/session.ts'
import { pageOf, pagesOf } from '#src/client/app/menu.ts'
import { pathOf } from '#src/client/app/menuPath.ts'

/** One page that was opened. */
export interface Tag {
  readonly path: string
  /** The query it was left with, so that its tab leads back to the same list. */
  readonly search: string
  /** What the page calls itself; null until it said so. */
  readonly title: string | null
}

/** A tab as it is drawn. */
export interface ShownTag {
  readonly path: string
  /** Path and query. */
  readonly to: string
  readonly title: string
  /** Always there, first, cannot be closed (`is_affix`). */
  readonly isAffixed: boolean
}

/** Where one goes when no tab is left. */
export const HOME = '/home'

/** A page is on the screen: its tab appears, or remembers the new query. */
export function withVisit(tags: readonly Tag[], path: string, search: string): readonly Tag[] {
  const known = tags.find((tag) => tag.path === path)
  if (known === undefined) return [...tags, { path, search, title: null }]
  return known.search === search ? tags : tags.map((tag) => (tag === known ? { ...tag, search } : tag))
}

/** A page said what it is called. */
export function titleTag(tags: readonly Tag[], path: string, title: string): readonly Tag[] {
  return tags.some((tag) => tag.path === path && tag.title !== title)
    ? tags.map((tag) => (tag.path === path ? { ...tag, title } : tag))
    : tags
}

/** The tabs in their order: affixed ones first, then as they were opened. Pages the menu no longer holds have none. */
export function shownTags(tags: readonly Tag[], menus: readonly MenuItem[]): readonly ShownTag[] {
  const order = [...pagesOf(menus).keys()]
  const affixed = menus
    .filter((item) => item.is_affix && order.includes(pathOf(item)))
    .toSorted((a, b) => order.indexOf(pathOf(a)) - order.indexOf(pathOf(b)))
    .map((item) => tags.find((tag) => tag.path === pathOf(item)) ?? { path: pathOf(item), search: '', title: null })
  return [...affixed, ...tags.filter((tag) => !affixed.includes(tag))].flatMap(({ path, search, title }) => {
    const item = pageOf(menus, path)
    if (item === undefined) return []
    // A page of one thing names itself; any other is called as in the menu, in the reader's language.
    const isOne = pathOf(item) !== path
    return [
      { path, to: path + search, title: (isOne ? title : null) ?? item.title, isAffixed: affixedPath(item, path) },
    ]
  })
}

const affixedPath = (item: MenuItem, path: string): boolean => item.is_affix && pathOf(item) === path

/** What a wish to close takes away: `path` alone, all others, or all. Affixed ones stay. */
export function closing(
  shown: readonly ShownTag[],
  which: 'one' | 'others' | 'all',
  path: string,
): readonly ShownTag[] {
  return shown.filter(
    (tag) => !tag.isAffixed && (which === 'all' || (which === 'one' ? tag.path === path : tag.path !== path)),
  )
}

/** Where to go when `gone` are closed and `here` is one of them: the nearest tab after it, else before it; null when `here` stays. */
export function refuge(shown: readonly ShownTag[], gone: readonly ShownTag[], here: string): string | null {
  const at = shown.findIndex((tag) => tag.path === here)
  if (!gone.some((tag) => tag.path === here)) return null
  const stays = (tag: ShownTag): boolean => !gone.includes(tag)
  const next = shown.slice(at + 1).find(stays) ?? shown.slice(0, at).findLast(stays)
  return next?.to ?? HOME
}

/** Whether a page keeps its state while its tab is open: the menu says `cache`, and the person wants it. */
export function isCached(menus: readonly MenuItem[], path: string, wanted: boolean): boolean {
  return wanted && (pageOf(menus, path)?.cache ?? false)
}
