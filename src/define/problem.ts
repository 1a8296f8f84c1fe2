import type { ProblemKey } from './names.ts'

/** A value shown in the reader's language: the label of a dictionary entry. */
export interface DictionaryParam {
  readonly dictionary: string
  readonly value: string
}
/** A text that exists in both languages. */
export interface TextParam {
  readonly zhHans: string
  readonly en: string
}
export type ProblemParam = string | number | DictionaryParam | TextParam

/** Names one after the other, as each language joins them; `more` says that there are others. */
export const listOf = (names: readonly (string | number)[], more = ''): TextParam => ({
  zhHans: names.join('、') + more,
  en: names.join(', ') + more,
})

/** Something a person has to be told, as a message key with its values; the text is made in the reader's language. */
export interface Problem {
  /** Key in the catalogue: a field check (`check.required`), an error key of 00-overview §0.7, or `rule.<RULE-ID>`. */
  readonly key: ProblemKey
  /** Values for `{0}`, `{1}` ...; strings are shown as they are. */
  readonly params?: readonly ProblemParam[]
}

/** Problems by field path: `amount`, `lines.2.occurDate`. */
export type Problems = Readonly<Record<string, readonly Problem[]>>

/** A problem by its key and the values of its text. */
export const problemOf = (key: ProblemKey, ...params: readonly ProblemParam[]): Problem => ({ key, params })

/** A problem at one field of a form. */
export const problemAt = (field: string, key: ProblemKey, ...params: readonly ProblemParam[]): Problems => ({
  [field]: [problemOf(key, ...params)],
})

/** A business rule refused the action: answered as 4001 with `errKey` (00-overview §0.7); the transaction rolls back. */
export class RuleError extends Error {
  readonly problem: Problem
  /** More about the refusal, answered as `data`: the faults of a workflow. */
  data: unknown = undefined
  /** What is wrong by path of the form's fields, `''` being the form as a whole; answered as `errors`. Null where whoever refuses knows of no form. */
  problems: Problems | null = null
  constructor(key: ProblemKey, ...params: ProblemParam[]) {
    super(key)
    this.name = 'RuleError'
    this.problem = { key, params }
  }

  with(data: unknown): this {
    this.data = data
    return this
  }

  /** Names the fields that the refusal concerns; none of them means the form as a whole. */
  at(...paths: readonly string[]): this {
    this.problems = Object.fromEntries((paths.length === 0 ? [''] : paths).map((path) => [path, [this.problem]]))
    return this
  }

  /** Answers several problems of one form, of which this is the first. */
  among(problems: Problems): this {
    this.problems = problems
    return this
  }
}

/** The input does not satisfy its form: answered as 4000 with texts by field. */
export class ValidationError extends Error {
  readonly problems: Problems
  /** More about the refusal, answered as `data`: the result table of an import. */
  readonly data: unknown
  /** How many problems there are in all, where only the first are named. */
  readonly total: number | undefined
  constructor(problems: Problems, data?: unknown, total?: number) {
    super('validation')
    this.name = 'ValidationError'
    this.problems = problems
    this.data = data
    this.total = total
  }
}

/** Codes of 00-overview §0.7 that are neither a business rule nor a form check. */
export type RefusalCode = 401 | 4003 | 4004 | 4009 | 4013 | 4029 | 5000

/** The call is refused with a code of its own; the transaction rolls back. Use the functions below. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly problem: Problem
  /** More about the refusal, answered as `data`. */
  readonly data: unknown
  constructor(code: RefusalCode, problem: Problem, data?: unknown) {
    super(problem.key)
    this.name = 'Refusal'
    this.code = code
    this.problem = problem
    this.data = data
  }
}

/** No valid token (401). */
export const unauthorized = (): Refusal => new Refusal(401, { key: 'answer.unauthorized' })
/** The permission is not held (4003). */
export const permissionDenied = (): Refusal => new Refusal(4003, { key: 'permission.denied' })
/** Does not exist or is out of the data scope: the same answer for both (4004, INV-11). */
export const notFound = (): Refusal => new Refusal(4004, { key: 'answer.notFound' })
/** The record has another version than the one the caller saw (4009). */
export const versionConflict = (): Refusal => new Refusal(4009, { key: 'version.conflict' })
/** A file is refused (4013). */
export const badFile = (key: ProblemKey, ...params: ProblemParam[]): Refusal => new Refusal(4013, { key, params })
/** Too many attempts (4029). */
export const rateLimited = (): Refusal => new Refusal(4029, { key: 'rate.limited' })
