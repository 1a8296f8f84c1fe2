/** Which call a row of the operation log is about: its method and path, looked up among the routes. */
import type { OperationText } from '#src/define/operations/operations.ts'
import type { RouteDefinition } from '#src/define/server.ts'

/** What the log needs to know of a route. */
export interface LoggedCall {
  readonly operation: OperationText | null
  readonly permission: string
  readonly params: Readonly<Record<string, string>>
}

/** The calls of the product by method and path. */
export interface Calls {
  /** The routes there are, given once when they are registered. */
  learn(routes: readonly RouteDefinition[]): void
  /** The methods that the address takes; none for an unknown address. */
  methods(path: string): readonly string[]
  /** Null for an address that no route answers. */
  find(method: string, path: string): LoggedCall | null
  /** The route that answers the address, with what stands in its path. */
  routeAt(
    method: string,
    path: string,
  ): { readonly route: RouteDefinition; readonly params: Readonly<Record<string, string>> } | null
}

interface Pattern {
  readonly segments: readonly string[]
  readonly route: RouteDefinition
}

/** The methods routes have. */
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')
const placeOf = (method: string, segments: readonly string[]): string => `${method} ${segments.length}`
const isParam = (segment: string): boolean => segment.startsWith(':')

/** A fixed segment comes before a parameter, as in the router. */
const fixedFirst = (one: Pattern, other: Pattern): number => {
  const at = one.segments.findIndex((segment, index) => isParam(segment) !== isParam(other.segments[index] ?? ''))
  return at === -1 ? 0 : isParam(one.segments[at] ?? '') ? 1 : -1
}

const fits = (pattern: Pattern, segments: readonly string[]): boolean =>
  pattern.segments.every((segment, index) => isParam(segment) || segment === segments[index])

const paramsOf = (pattern: Pattern, segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pattern.segments.flatMap((segment, index) =>
      isParam(segment) ? [[segment.slice(1), segments[index] ?? ''] as const] : [],
    ),
  )

export function createCalls(): Calls {
  const places = new Map<string, Pattern[]>()
  const routeAt: Calls['routeAt'] = (method, path) => {
    const segments = segmentsOf(path)
    const found = places.get(placeOf(method, segments))?.find((pattern) => fits(pattern, segments))
    return found === undefined ? null : { route: found.route, params: paramsOf(found, segments) }
  }
  return {
    routeAt,
    learn(routes) {
      places.clear()
      for (const route of routes) {
        const segments = segmentsOf(route.url)
        const place = placeOf(route.method, segments)
        places.set(place, [...(places.get(place) ?? []), { segments, route }])
      }
      for (const patterns of places.values()) patterns.sort(fixedFirst)
    },
    methods(path) {
      const segments = segmentsOf(path)
      return methods.filter((method) => places.get(placeOf(method, segments))?.some((one) => fits(one, segments)))
    },
    find(method, path) {
      const found = routeAt(method, path)
      if (found === null) return null
      const { operation = null, permission } = found.route
      return { operation, permission, params: found.params }
    },
  }
}
