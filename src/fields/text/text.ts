import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { TextField } from '../field.ts'
import { accept, type Kind, plainFact, refuse } from '../kind.ts'

/** Shapes of coded texts (0.3, 95.1). */
export const patterns = {
  mobile: /^1\d{10}$/,
  bankAccount: /^\d{10,30}$/,
  invoiceNo: /^(\d{8}|\d{20})$/,
  invoiceCode: /^(\d{10}|\d{12})$/,
  key: /^[A-Za-z][A-Za-z0-9_-]*$/,
  empNo: /^[A-Z]{2}\d{4}$/,
  username: /^[a-z][a-z0-9_.]{3,31}$/,
  email: /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/,
  semver: /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/,
  callPath: /^\/api\/[A-Za-z0-9_/*-]+$/,
  areaCode: /^(\d{6}|\d{9})$/,
  roleKey: /^[a-z][A-Za-z]{2,31}$/,
  permission: /^(?=.{3,64}$)(cst_[A-Za-z0-9]+|[a-zA-Z]+):[A-Z][A-Za-z]+$/,
  month: /^20\d{2}-(0[1-9]|1[0-2])$/,
  idTail: /^[0-9X]{4}$/,
  cardNo: /^[A-Za-z0-9-]{4,20}$/,
  path: /^(\/([A-Za-z0-9_-]+|\{[A-Za-z]+\}))+$/,
} as const satisfies Readonly<Record<string, RegExp>>

/** The name of such a shape. */
export type TextPattern = keyof typeof patterns

// NUL and lone surrogates cannot be stored by PostgreSQL; other control characters break exports and logs.
const unprintable = /(?![\t\n\r])\p{Cc}/u
const lineBreaks = /[\t\n\r]/
const loneSurrogate = /\p{Surrogate}/u

/** Text without what cannot be seen (E15) and in Unicode NFC; lengths count characters, not code units. */
export const text: Kind<TextField> = {
  check(field, value) {
    if (typeof value !== 'string') return refuse('text')
    // A character is at most two code units; longer input is refused before any work is done on it.
    if (value.length > field.max * 2 + 1000) return refuse('tooLong', field.max)
    const written = trimText(value).replace(/\r\n?/g, '\n')
    if (unprintable.test(written) || loneSurrogate.test(written)) return refuse('unprintable')
    if (field.multiline !== true && lineBreaks.test(written)) return refuse('oneLine')
    const normal = written.normalize('NFC')
    const length = [...normal].length
    if (length > field.max) return refuse('tooLong', field.max)
    if (field.min !== undefined && length < field.min) return refuse('tooShort', field.min)
    if (field.pattern !== undefined && !patterns[field.pattern].test(normal)) return refuse(`pattern.${field.pattern}`)
    return accept(normal)
  },
  column: () => 'text',
  compare: (left, right) => String(left).localeCompare(String(right), 'zh-Hans-CN'),
  initial: (field) => field.initial ?? null,
  begins: ['fixed', 'applicant', 'applicantDept', 'applicantMobile', 'last'],
  print: (_field, value) => String(value),
  facts: (_field, value) => plainFact(value),
  compares: ({ multiline }) => (multiline === true ? 'presence' : 'text'),
  isShort: ({ multiline }) => multiline !== true,
  draft: (field) => ({ ...field, min: 0 }),
  fresh: () => ({ kind: 'text', max: 100 }),
  masked: ({ pattern }, text) => `${pattern === 'mobile' ? '1******' : '**** '}${text.slice(-4)}`,
  isSealed: ({ maskedUnless, comparable }) => maskedUnless !== undefined && comparable !== true,
}
