import { t } from '#src/client/platform/i18n/index.ts'
import { ApiError, codes } from './error.ts'
import { MAINTENANCE, tellMaintenance } from './maintenance.ts'

/** A successful answer: `data` for one thing, the paging fields beside it for lists (97-api). */
export interface Envelope<Data = unknown> {
  readonly code: number
  readonly msg?: string
  readonly data: Data
}

/** One page of a list. */
export interface Page<Row> extends Envelope<readonly Row[]> {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly is_next: boolean
  readonly is_previous: boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an answer's body as specification §8 says; throws ApiError for everything that is not a success. */
export function openEnvelope(body: unknown): Envelope {
  if (!isObject(body)) throw new ApiError(t('http.badFormat'), { code: codes.server, errKey: 'http.badFormat' })
  // A body carrying credentials counts as success whatever else it says.
  if (typeof body.access === 'string') return { ...body, code: codes.ok, data: isObject(body.data) ? body.data : body }
  if ('swagger' in body) throw new ApiError(t('http.swagger'), { code: codes.server, errKey: 'http.swagger' })
  if (typeof body.code !== 'number')
    throw new ApiError(t('http.badFormat'), { code: codes.server, errKey: 'http.badFormat' })
  if (body.code === codes.ok) return { ...body, code: codes.ok, data: body.data }
  if (body.errKey === MAINTENANCE) tellMaintenance()
  throw new ApiError(typeof body.msg === 'string' && body.msg !== '' ? body.msg : t('http.failed'), {
    code: body.code,
    isRefusal: true,
    errKey: typeof body.errKey === 'string' ? body.errKey : null,
    errors: textsByField(body.errors),
    data: body.data,
    total: typeof body.total === 'number' ? body.total : null,
    params: Array.isArray(body.params)
      ? body.params.filter((it): it is string | number => typeof it === 'string' || typeof it === 'number')
      : [],
  })
}

function textsByField(errors: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isObject(errors)) return {}
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, (Array.isArray(texts) ? texts : [texts]).map(String)]),
  )
}
