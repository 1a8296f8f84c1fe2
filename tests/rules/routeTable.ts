/** What of the route matrix is there, read from the program, and the README's table of it. */
import { readFileSync } from 'node:fs'
import { catalogues, framePages } from '#src/catalogue/menus.ts'
import { ticketTypes } from '#src/catalogue/roles.ts'
import { type MatrixRoute, routeMatrix } from '#src/define/api/routeMatrix.ts'
import { modules } from '#src/modules.ts'

const root = new URL('../../', import.meta.url)

/** The routes the router knows before anybody has signed in, and those that lead elsewhere. */
const entries = (): readonly string[] =>
  [
    ...readFileSync(new URL('src/client/app/routes.tsx', root), 'utf8').matchAll(
      /(?:\b(?:entry|page)\(\s*|path: )'([^']+)'/g,
    ),
  ].map(([, path]) => path ?? '')

/** Every route this build has a page for. */
export const builtRoutes: ReadonlySet<string> = new Set([
  ...entries(),
  ...framePages.map(({ path }) => path),
  ...modules.flatMap(({ pages }) => pages.map(({ path }) => path)),
])

export const everyRoute: readonly MatrixRoute[] = Object.values(routeMatrix).flat()

const titleOf = (area: string): string =>
  catalogues.find(({ key }) => key === area)?.titleEn ?? 'Sign-in, status pages, personal centre'
const codes = (routes: readonly string[]): string => routes.map((route) => `\`${route}\``).join(' ') || '–'

/** The section of the README, between its marks. */
export function routeTable(): string {
  const rows = Object.entries(routeMatrix).map(([area, routes]) => {
    const there = routes.filter((route) => builtRoutes.has(route))
    return `| ${titleOf(area)} | ${there.length} of ${routes.length} | ${codes(there)} |`
  })
  const open = modules.flatMap(({ applications }) => applications).length
  const there = everyRoute.filter((route) => builtRoutes.has(route)).length
  return [
    `${there} of ${everyRoute.length} routes and ${open} of ${ticketTypes.length} types of application are there.`,
    '',
    '| Area | There | Routes that are there |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}
