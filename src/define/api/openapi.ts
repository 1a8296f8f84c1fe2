/** As much of OpenAPI 3.1 and JSON Schema 2020-12 as the document of the API uses; the server makes it, a page shows it. */

/** As much of JSON Schema as the document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** A parameter of a path or a query. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}
/** A body in one media type. */
export interface Content {
  readonly schema: Schema
  readonly example?: unknown
}
/** An answer in its media types. */
export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
  readonly content: Readonly<Record<string, Content>>
}
/** Something that the document describes once, under `components`. */
export interface Reference {
  readonly $ref: string
}

/** One call. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  /** `public`, `signedIn`, or the permission string it needs. */
  readonly 'x-permission': string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  /** The good answer under `200`; those that the server gives below the application by reference. */
  readonly responses: { readonly 200: Answer } & Readonly<Record<string, Answer | Reference>>
}

/** A message of the live connection and who sends it. */
export interface LiveMessage {
  readonly description: string
  readonly schema: Schema
}
/** The live connection, which OpenAPI has no words for: how it is opened, what is sent each way, how it is closed. */
export interface LiveDescription {
  readonly path: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly send: LiveMessage
  readonly receive: LiveMessage
  /** Meaning by close code. */
  readonly closeCodes: Readonly<Record<string, string>>
}

/** The document. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly 'x-websocket': LiveDescription
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, unknown>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

/** What a text looks like that a refinement reads, for the document. */
export const textPatterns = {
  money: { pattern: '^\\d{1,12}\\.\\d{2}$' },
  day: { format: 'date' },
  moment: { pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
} as const
