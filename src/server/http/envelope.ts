import { FullAnswer, ListAnswer } from '#src/define/answer.ts'
import type { Language } from '#src/define/messages.ts'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Texts } from '#src/server/texts.ts'

/** The body of every answer (97-api). */
export interface Envelope {
  readonly code: number
  readonly msg: string
  readonly [field: string]: unknown
}

/** The `code` of whatever was done. */
export const SUCCESS = 2000

/** The envelope of what a route returned. */
export function successOf(texts: Texts, language: Language, value: unknown): Envelope {
  const msg = texts.say(language, { key: 'answer.ok' })
  if (value instanceof ListAnswer) {
    const { page, limit, total, rows } = value
    return {
      code: SUCCESS,
      msg,
      page,
      limit,
      total,
      is_next: page * limit < total,
      is_previous: page > 1 && total > 0,
      data: rows,
    }
  }
  if (value instanceof FullAnswer) return { code: SUCCESS, msg, ...value.top, data: value.data ?? null }
  return { code: SUCCESS, msg, data: value ?? null }
}

/** Error keys that have a code of their own wherever they are thrown. */
const codes: Readonly<Record<string, number>> = {
  'version.conflict': 4009,
  'permission.denied': 4003,
  'rate.limited': 4029,
}

/** The envelope of a refusal the product itself decided; null for anything else, which is a fault. */
export function refusalOf(texts: Texts, language: Language, error: unknown): Envelope | null {
  if (error instanceof ValidationError) {
    return {
      code: 4000,
      msg: texts.say(language, { key: 'answer.validation' }),
      errors: texts.sayAll(language, error.problems),
      ...(error.total !== undefined && { total: error.total }),
      ...(error.data !== undefined && { data: error.data }),
    }
  }
  if (error instanceof RuleError) {
    const { problem } = error
    return {
      code: codes[problem.key] ?? 4001,
      msg: texts.say(language, problem),
      errKey: problem.key,
      params: texts.values(language, problem.params ?? []),
      ...(error.problems !== null && { errors: texts.sayAll(language, error.problems) }),
      ...(error.data !== undefined && { data: error.data }),
    }
  }
  if (error instanceof Refusal) {
    return {
      code: error.code,
      msg: texts.say(language, error.problem),
      errKey: error.problem.key,
      ...(error.data !== undefined && { data: error.data }),
    }
  }
  return null
}
