/** What every answer of the API owes its caller, whatever was sent. */
import type { LightMyRequestResponse } from 'fastify'

/** What may only stand in a log: stacks, SQL, paths, names of parts. */
const leaks =
  /node_modules|\.[cm]?[jt]s:\d|\n\s+at |\/src\/|select .* from |insert into|syntax error|relation "|column "|duplicate key|violates|pglite|kysely|fastify|FST_|ZodError|TypeError|RangeError|SyntaxError|Unexpected token/i
/** A message key where a sentence belongs. */
const rawKey = /^[a-z]\w*(\.\w+)+$/
const chinese = /\p{Script=Han}/u
/** Two words in a row, or around a name: an English sentence may name things that people called in Chinese. */
const english = /[A-Za-z]+ [A-Za-z]+|\b[a-z]{3,}\b[^a-z]+\b[a-z]{3,}\b/

interface Refusal {
  readonly code?: unknown
  readonly msg?: unknown
  readonly errKey?: unknown
  readonly errors?: Readonly<Record<string, readonly unknown[]>>
}

export type AskedLanguage = 'zh-Hans' | 'en'

function textFault(text: unknown, language: AskedLanguage): string | null {
  if (typeof text !== 'string' || text.trim() === '') return 'an empty text'
  if (rawKey.test(text)) return `a key instead of a text: ${text}`
  if (language === 'zh-Hans') return chinese.test(text) ? null : `not Chinese: ${text}`
  return chinese.test(text) && !english.test(text) ? `not English: ${text}` : null
}

/** A refusal by validation names its fields, every other one its key (97-api). */
const hasKey = ({ code, errKey, errors }: Refusal): boolean =>
  (typeof errKey === 'string' && errKey !== '') || (code === 4000 && Object.keys(errors ?? {}).length > 0)

/** What is wrong with an answer; nothing when it is done, or refused with a key, in the caller's language, without a word of the inside. */
export function faultOf(raw: LightMyRequestResponse, language: AskedLanguage = 'zh-Hans'): string | null {
  const shown = raw.payload.slice(0, 300)
  if (raw.statusCode >= 500) return `${raw.statusCode} ${shown}`
  const isFile = raw.headers['content-disposition'] !== undefined
  if (isFile && raw.statusCode === 200) return null
  const answer = JSON.parse(raw.payload) as Refusal
  if (typeof answer.code !== 'number') return `no code: ${shown}`
  const isDone = answer.code === 2000
  const texts = [answer.msg, ...Object.values(answer.errors ?? {}).flat()]
  const wrong = texts.map((text) => textFault(text, language)).find((fault) => fault !== null)
  if (wrong !== undefined) return `${wrong} in ${shown}`
  if (!isDone && !hasKey(answer)) return `no key: ${shown}`
  return !isDone && leaks.test(raw.payload) ? `leaks: ${leaks.exec(raw.payload)?.[0]} in ${shown}` : null
}

/** Whether the call was done. */
export const isAccepted = (raw: LightMyRequestResponse): boolean =>
  raw.statusCode === 200 &&
  (raw.headers['content-disposition'] !== undefined || raw.json<{ code: number }>().code === 2000)
