/** What a call does, declared with its route, so that the operation log reads as sentences (SYS-136). */
import type { operationMessages } from './operations.messages.ts'

type Texts = (typeof operationMessages)['zhHans']['operations']
/** `area.text` of the texts under `operations`. */
export type OperationKey = {
  readonly [Area in keyof Texts & string]: `${Area}.${keyof Texts[Area] & string}`
}[keyof Texts & string]

/** What something is done to that is no record of the module list. */
export type OtherSubject =
  | 'application'
  | 'config'
  | 'delegation'
  | 'exportJob'
  | 'job'
  | 'noticeSending'
  | 'passwordReset'
  | 'proposal'
  | 'registration'
  | 'session'
  | 'ticket'
  | 'ticketView'
  | 'workflow'

/** What the standard calls of a record do. */
export const recordVerbs = ['create', 'update', 'remove', 'import', 'export', 'template', 'search', 'retrieve'] as const
export type RecordVerb = (typeof recordVerbs)[number]

/** Where the call says what it is about: a parameter of its path, or a value of its body: an id, a list of them, or with `literal` the name itself. */
export interface OperationSubject {
  /** A subject of the list, or a record by name. */
  readonly of: OtherSubject | { readonly record: string } | 'literal'
  /** Default: the parameter `id`. */
  readonly param?: string
  readonly body?: string
}

/** A sentence of its own, or that of a record's standard call or action, whose words the record's definition has. */
export type OperationText =
  | { readonly text: OperationKey; readonly subject?: OperationSubject }
  | { readonly record: string; readonly verb: RecordVerb }
  | { readonly record: string; readonly action: string }

/** The words of a call that is no standard call of a record. */
export const operation = (text: OperationKey, subject?: OperationSubject): OperationText => ({
  text,
  ...(subject && { subject }),
})

/** The call is about the record's row of its path, or of those its body lists. */
export const rowOf = (record: string, body?: string): OperationSubject => ({
  of: { record },
  ...(body !== undefined && { body }),
})

/** The words of a record's standard call that is written by hand. */
export const recordOperation = (record: string, verb: RecordVerb): OperationText => ({ record, verb })
