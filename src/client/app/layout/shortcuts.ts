/** The shortcuts of one person in this browser: paths of pages, in the order they were added. */

const MAX_SHORTCUTS = 8
/** What somebody has who chose nothing yet, as far as their menu holds it. */
const FIRST = [
  '/workflow/ticketApproval',
  '/workflow/applications',
  '/workflow/ticket',
  '/workflow/receive/leaveApproval',
  '/publicarticles',
  '/restaurant/order',
]

const keyOf = (userId: number): string => `shortcuts:${userId}`

/** The kept paths; pages the menu no longer holds are left out. */
export function shortcutsOf(userId: number, pages: readonly string[]): readonly string[] {
  const kept = localStorage.getItem(keyOf(userId))
  const paths = kept === null ? FIRST : kept.split('\n')
  return paths.filter((path) => pages.includes(path)).slice(0, MAX_SHORTCUTS)
}

export function keepShortcuts(userId: number, paths: readonly string[]): void {
  localStorage.setItem(keyOf(userId), paths.join('\n'))
}

/** Adds a page at the end, or takes it away; a full list stays as it is. */
export function toggleShortcut(paths: readonly string[], path: string): readonly string[] {
  if (paths.includes(path)) return paths.filter((it) => it !== path)
  return paths.length < MAX_SHORTCUTS ? [...paths, path] : paths
}
