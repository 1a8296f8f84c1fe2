/** The navigation, derived from the server's menu (specification §2). */
import type { MenuItem } from '#machines/session/session.ts'
import { pathOf } from './menuPath.ts'

/** One line of the navigation: a page, an outside link, or a catalogue of such lines. */
export interface NavigationNode {
  readonly id: number
  readonly title: string
  readonly icon: string | null
  /** Path inside the product; null for catalogues and links. */
  readonly path: string | null
  readonly link: string | null
  readonly children: readonly NavigationNode[]
}

const byRank = (a: MenuItem, b: MenuItem): number => a.sort - b.sort || a.id - b.id

/** Visible items as a tree; catalogues without a visible page fall away. */
export function navigationOf(menus: readonly MenuItem[]): readonly NavigationNode[] {
  const below = (parent: number | null): readonly NavigationNode[] =>
    menus
      .filter((item) => item.visible && item.parent === parent)
      .toSorted(byRank)
      .map((item) => ({
        id: item.id,
        title: item.title,
        icon: item.icon,
        path: item.is_catalog || item.is_link ? null : pathOf(item),
        link: item.is_link ? item.link_url : null,
        children: below(item.id),
      }))
      .filter((node) => node.path !== null || node.link !== null || node.children.length > 0)
  return below(null)
}

/** Whether the page at `pathname` is this line, below it, or inside this catalogue. */
export function isUnder(pathname: string, node: NavigationNode): boolean {
  return (
    (node.path !== null && (pathname === node.path || pathname.startsWith(`${node.path}/`))) ||
    node.children.some((child) => isUnder(pathname, child))
  )
}

/** Every page a person can go to, by its path, in the order of the navigation. */
export function pagesOf(menus: readonly MenuItem[]): ReadonlyMap<string, { title: string; icon: string | null }> {
  const leaves = (nodes: readonly NavigationNode[]): readonly NavigationNode[] =>
    nodes.flatMap((node) => [node, ...leaves(node.children)])
  return new Map(
    leaves(navigationOf(menus)).flatMap(({ path, title, icon }) => (path === null ? [] : [[path, { title, icon }]])),
  )
}

/** One step of the breadcrumb; only the last is the page itself. */
export interface Crumb {
  readonly title: string
  readonly path: string | null
}

/** Whether a route pattern (`/workflow/ticket/:id`) describes the path. */
export function describes(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}

/** The page of the menu that answers a path: the very one, else the one whose pattern describes it (`/workflow/ticket/{id}`). */
export function pageOf(menus: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const pages = menus.filter((item) => !item.is_catalog && !item.is_link)
  return (
    pages.find((item) => pathOf(item) === pathname) ??
    pages.find((item) => pathOf(item).includes(':') && describes(pathOf(item), pathname))
  )
}

/** The way to a page: its catalogues, then the page; for a page below another (`/workflow/ticket/7`) that one, then what the menu calls the detail. */
export function crumbsOf(menus: readonly MenuItem[], pathname: string): readonly Crumb[] {
  const pages = menus.filter((item) => !item.is_catalog && !item.is_link)
  // A page of its own is no detail of the page above it, whatever its last part is called.
  const detail = pages.some((item) => pathOf(item) === pathname)
    ? undefined
    : pages.find((item) => pathOf(item).includes(':') && describes(pathOf(item), pathname))
  const page = pages
    .filter((item) => pathname === pathOf(item) || pathname.startsWith(`${pathOf(item)}/`))
    .toSorted((a, b) => pathOf(b).length - pathOf(a).length)[0]
  const crumbs: Crumb[] = detail === undefined ? [] : [{ title: detail.title, path: pathname }]
  for (let item = page ?? menus.find((it) => it.id === detail?.parent); item !== undefined; ) {
    crumbs.unshift({ title: item.title, path: item.is_catalog ? null : pathOf(item) })
    const { parent }: MenuItem = item
    item = menus.find((it) => it.id === parent)
  }
  return crumbs
}
