/** What many calls of the document share, described once under its `components`: refusals, the key of a repetition, the version of a row. */
import type { Answer, Parameter, Reference, Schema } from '#src/define/api/openapi.ts'
import type { ProblemParam } from '#src/define/problem.ts'
import { KEPT_HOURS, KEY_HEADER, KEY_PATTERN, OLD_KEY_HEADER } from '#src/server/http/idempotency.ts'

/** A text of the document in the reader's language, by its key below `documentation.`. */
export type Say = (key: DocumentText, params?: readonly ProblemParam[]) => string

/** `code` of every refusal the application decides, answered with HTTP status 200, in the order of the guide. */
export const refusalCodes = [401, 4000, 4001, 4003, 4004, 4009, 4013, 4029, 5000] as const
type RefusalCode = (typeof refusalCodes)[number]

/** HTTP statuses that are decided below the application, with the code of their body. */
export const statusesBelow = { 404: 4004, 413: 4000, 429: 4029, 500: 5000, 503: 5000 } as const
type StatusBelow = keyof typeof statusesBelow
const statuses = Object.keys(statusesBelow).map(Number) as StatusBelow[]

export type DocumentText =
  | 'description'
  | 'idempotency'
  | 'version'
  | 'live.open'
  | 'live.token'
  | 'live.language'
  | 'live.missed'
  | 'live.send'
  | 'live.receive'
  | `refusals.${RefusalCode}`
  | `statuses.${StatusBelow}`
  | 'retryAfter'
  | `live.close.${'token' | 'crowded' | 'silent' | 'abuse' | 'fault'}`

const SCHEMAS = '#/components/schemas/'
const refusalName = (code: RefusalCode): string => `refusal.${code}`
const responseName = (status: StatusBelow): string => `status.${status}`

export const refusalRef: Schema = { $ref: `${SCHEMAS}refusal` }
export const versionRef: Schema = { $ref: `${SCHEMAS}version` }
export const idempotencyKeyRef: Reference = { $ref: `#/components/parameters/${KEY_HEADER}` }

/** What the guide says of keys, word for word. */
export const idempotencyText = (say: Say): string => say('idempotency', [KEY_HEADER, OLD_KEY_HEADER, KEPT_HOURS])

const errors: Schema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
const params: Schema = { type: 'array', items: { type: ['string', 'number'] } }

/** A refusal of one code: invalid content names its fields, every other one its key. */
function refusal(say: Say, code: RefusalCode): Schema {
  return {
    type: 'object',
    description: say(`refusals.${code}`),
    properties: {
      code: { const: code },
      msg: { type: 'string' },
      errKey: { type: 'string' },
      params,
      errors,
    },
    required: ['code', 'msg', ...(code === 4000 ? [] : ['errKey'])],
  }
}

/** The schemas that calls refer to. */
export function sharedSchemas(say: Say): Record<string, Schema> {
  return {
    version: { type: 'integer', minimum: 1, description: say('version') },
    refusal: { anyOf: refusalCodes.map((code) => ({ $ref: SCHEMAS + refusalName(code) })) },
    ...Object.fromEntries(refusalCodes.map((code) => [refusalName(code), refusal(say, code)])),
  }
}

export const sharedParameters = (say: Say): Record<string, Parameter> => ({
  [KEY_HEADER]: {
    name: KEY_HEADER,
    in: 'header',
    required: false,
    description: idempotencyText(say),
    schema: { type: 'string', pattern: KEY_PATTERN },
  },
})

export const sharedResponses = (say: Say): Record<string, Answer> =>
  Object.fromEntries(
    statuses.map((status) => [
      responseName(status),
      {
        description: say(`statuses.${status}`),
        ...(status === 429 && {
          headers: { 'Retry-After': { description: say('retryAfter'), schema: { type: 'integer' } } },
        }),
        content: { 'application/json': { schema: { $ref: SCHEMAS + refusalName(statusesBelow[status]) } } },
      },
    ]),
  )

/** Which of them a call may be answered: a path that holds an id may be none, a body may be too large. */
export function responsesBelow({ hasId, hasBody }: { readonly hasId: boolean; readonly hasBody: boolean }) {
  const possible = statuses.filter((status) => (status === 404 ? hasId : status === 413 ? hasBody : true))
  return Object.fromEntries(
    possible.map((status): [string, Reference] => [
      String(status),
      { $ref: `#/components/responses/${responseName(status)}` },
    ]),
  )
}

/** The body with the shared description of the version it is based on. */
export function withVersion(body: Schema): Schema {
  const version = body.properties?.version
  return version?.type === 'integer' ? { ...body, properties: { ...body.properties, version: versionRef } } : body
}
