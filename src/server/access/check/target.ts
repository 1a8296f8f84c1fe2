/** What an address names: a page of the menu, a call of the API or a type of application. */

import { RuleError } from '#src/define/problem.ts'
import type { RouteDefinition, UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { anonymous } from '../access.ts'
import { type MenuRow, menuRows } from '../menu.ts'

export type Target =
  | {
      readonly kind: 'call'
      readonly route: RouteDefinition
      readonly params: Readonly<Record<string, string>>
      readonly address: string
    }
  | { readonly kind: 'page'; readonly path: string; readonly address: string }
  | { readonly kind: 'application'; readonly type: string; readonly address: string }

const CALL = /^(GET|POST|PUT|DELETE)\s+(\S+)$/i

/** The path of an address as it is copied from a browser: without origin, query and anchor. */
const pathOf = (text: string): string =>
  (URL.canParse(text) ? new URL(text).pathname : (text.split(/[?#]/)[0] ?? '')).replace(/(?<=.)\/+$/, '')

const isCall = (path: string): boolean => /^\/(api|token)\//.test(path)

function callAt({ calls }: Services, method: string | undefined, path: string): Target | null {
  const found = calls.routeAt(method ?? calls.methods(path)[0] ?? 'GET', path)
  return found === null ? null : { kind: 'call', ...found, address: `${found.route.method} ${found.route.url}` }
}

/** Whether the path of a page, which may have parts such as `{id}`, answers this one. */
export function answers(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index])
}

/** The line of the menu whose page answers the path, in use before out of use, fixed parts before others; undefined when no page does. */
export const lineAt = (rows: readonly MenuRow[], path: string): MenuRow | undefined =>
  rows
    .filter((row) => !row.isCatalog && row.webPath !== '' && answers(row.webPath, path))
    .toSorted(
      (one, other) =>
        Number(other.state) - Number(one.state) || one.webPath.split('{').length - other.webPath.split('{').length,
    )[0]

/** Keys of all types of applications. */
export const typesOf = ({ modules, designed }: Services): ReadonlySet<string> =>
  new Set([
    ...modules.flatMap((module) => module.applications.map(({ key }) => key)),
    ...designed.applications().keys(),
  ])

/** Reads an address: `/maintenance`, `GET /api/leave/quota/`, a whole link, or the key of a type of application. @throws RuleError accessCheck.unknown */
export async function targetOf(services: Services, unit: UnitOfWork, text: string): Promise<Target> {
  const [, method, called] = CALL.exec(text) ?? []
  const path = pathOf(called ?? text)
  const target =
    method !== undefined || isCall(path)
      ? callAt(services, method?.toUpperCase(), path)
      : typesOf(services).has(text)
        ? ({ kind: 'application', type: text, address: text } as const)
        : lineAt(await menuRows(unit, anonymous, true), path) === undefined
          ? null
          : ({ kind: 'page', path, address: path } as const)
  if (target === null) throw new RuleError('accessCheck.unknown', text).at('address')
  return target
}
