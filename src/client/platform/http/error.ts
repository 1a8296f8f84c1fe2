/** Codes of 00-overview §0.7 a caller may want to tell apart. */
export const codes = {
  ok: 2000,
  unauthorized: 401,
  validation: 4000,
  rule: 4001,
  forbidden: 4003,
  notFound: 4004,
  conflict: 4009,
  file: 4013,
  busy: 4029,
  server: 5000,
} as const

/** Everything a refused call says. `code` is that of §0.7, the HTTP status when the answer had no body code, and 0 when nobody answered. */
export class ApiError extends Error {
  readonly code: number
  /** Error key of §0.7 (`version.conflict`), a transport key (`network.timeout`), or null. */
  readonly errKey: string | null
  /** Texts by field path, of a 4000. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly params: readonly (string | number)[]
  /** What the refusal carries besides, e.g. the result table of an import; undefined when nothing. */
  readonly data: unknown
  /** How many problems there are in all, where only the first are named. */
  readonly total: number | null
  /** The application itself said no, in a body of its own. */
  readonly isRefusal: boolean

  constructor(
    message: string,
    details: {
      code: number
      errKey?: string | null
      errors?: Readonly<Record<string, readonly string[]>>
      params?: readonly (string | number)[]
      data?: unknown
      total?: number | null
      isRefusal?: boolean
    },
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = details.code
    this.errKey = details.errKey ?? null
    this.errors = details.errors ?? {}
    this.params = details.params ?? []
    this.data = details.data
    this.total = details.total ?? null
    this.isRefusal = details.isRefusal ?? false
  }

  /** Nobody answered, or something below the application did: nothing is known about the action. */
  get isUnreachable(): boolean {
    return !this.isRefusal && this.code < 1000 && this.code !== codes.unauthorized
  }
}

/** What to tell the person about any thrown thing. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}

/** Under which heading a failure stands: 提示 for what the application refused, whatever its code; 异常 for the transport (specification §8). */
export function kindOf(error: unknown): 'warning' | 'danger' {
  return error instanceof ApiError && !error.isUnreachable ? 'warning' : 'danger'
}
