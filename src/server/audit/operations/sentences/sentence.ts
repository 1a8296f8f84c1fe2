/** A row of the operation log as a sentence: who did what to what, and what changed by it (SYS-136). */
import { fillText } from '#src/define/messages.ts'
import type { OperationSubject, OperationText } from '#src/define/operations/operations.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Lookups } from '#src/fields/kind.ts'
import { printValue } from '#src/fields/kinds.ts'
import type { Records } from '#src/server/records/records.ts'
import type { LoggedCall } from './calls.ts'
import { changeText } from './changes.ts'
import { type Entry, keysIn } from './entry.ts'
import { inForm, type Phrases } from './phrases.ts'
import { spokenModel } from './titles.ts'

/** What a call is about: names that it gives itself, or ids of one kind of thing. */
export interface About {
  readonly of: string | null
  readonly keys: readonly string[]
  readonly literal: readonly string[]
}
const nothing: About = { of: null, keys: [], literal: [] }

const subjectName = ({ of }: OperationSubject): string => (typeof of === 'object' ? of.record : of)

const tracedIds = (entry: Entry, record: string): readonly string[] => [
  ...new Set(entry.traces.filter((trace) => trace.record === record && trace.id > 0).map((trace) => String(trace.id))),
]

/** A record's standard call is about the row of its path, the rows of its body, or those it made. */
function aboutRecord(record: string, call: LoggedCall, entry: Entry): About {
  const { id } = call.params
  const named = id === undefined ? keysIn(entry.sent, 'keys') : [id]
  return { ...nothing, of: record, keys: named.length > 0 ? named : tracedIds(entry, record) }
}

export function aboutOf(call: LoggedCall, entry: Entry): About {
  const { operation, params } = call
  if (operation === null) return nothing
  if ('record' in operation) return aboutRecord(operation.record, call, entry)
  const { subject } = operation
  if (subject === undefined) return nothing
  const param = params[subject.param ?? 'id']
  const keys = subject.body !== undefined ? keysIn(entry.sent, subject.body) : param === undefined ? [] : [param]
  if (subject.of === 'literal') return { ...nothing, literal: keys }
  const of = subjectName(subject)
  return { ...nothing, of, keys: keys.length > 0 ? keys : tracedIds(entry, of) }
}

/** Everything a sentence is put together from, in one language. */
export interface SentenceInput {
  readonly records: Records
  readonly phrases: Phrases
  readonly lookups: Lookups
  readonly entry: Entry
  /** Null for an address that no route answers. */
  readonly call: LoggedCall | null
  readonly about: About
  readonly nameOf: (of: string, key: string) => string | undefined
  /** Words for a call that has no sentence of its own. */
  readonly permissionWords: (permission: string) => { readonly page: string; readonly button: string } | null
}

/** How a row was called when it was changed, as far as the log has it: what has been renamed or removed since. */
function titleThen({ records, lookups, entry, phrases }: SentenceInput, of: string, key: string): string {
  const model = spokenModel(records, of)
  const titles = model?.definition.titleFields ?? ['name', 'title', 'no']
  const fields = model?.fields ?? {}
  const trace = entry.traces.find(({ record, id }) => record === of && String(id) === key)
  const row = (trace?.before ?? trace?.after ?? {}) as FormData
  return titles
    .map((name) => {
      const field = fields[name]
      return phrases.short(field === undefined ? String(row[name] ?? '') : printValue(field, row[name], lookups))
    })
    .filter((text) => text !== '')
    .join(' ')
}

/** What a refused call would have made is called as its form says. */
function titleSent({ records, entry }: SentenceInput, of: string): string {
  const model = spokenModel(records, of)
  return (model?.definition.titleFields ?? [])
    .flatMap((name) => {
      const value = entry.sent[name]
      return model?.fields[name]?.kind === 'text' && typeof value === 'string' ? [value] : []
    })
    .join(' ')
}

function subjectText(input: SentenceInput): string {
  const { about, phrases, entry } = input
  if (about.literal.length > 0) return phrases.list(about.literal)
  const { of } = about
  if (of === null) return ''
  if (about.keys.length === 0) {
    const sent = titleSent(input, of)
    return sent === '' ? phrases.say('some') : phrases.list([sent])
  }
  const names = about.keys.map((key) => titleThen(input, of, key) || input.nameOf(of, key) || '')
  const known = names.filter((name) => name !== '')
  if (known.length === 0) return phrases.say('nameless', about.keys.join(phrases.say('joint')))
  return phrases.list(known, Math.max(about.keys.length + entry.more, known.length))
}

/** Which words, and what stands in their places. */
function wordsOf(input: SentenceInput): { readonly text: string; readonly values: readonly string[] } {
  const { call, entry, phrases } = input
  // What was done at an address that is none was done by a route of an earlier version.
  if (call === null) return { text: isDone(entry) ? 'access.retired' : 'access.unknown', values: [] }
  const { operation, permission } = call
  if (operation === null) {
    const words = input.permissionWords(permission)
    return words === null
      ? { text: 'access.other', values: [] }
      : { text: 'access.page', values: ['', words.page, words.button] }
  }
  const subject = subjectText(input)
  if ('text' in operation) return { text: operation.text, values: [subject || phrases.say('some')] }
  const title = phrases.find(`records.${operation.record}.title`) ?? phrases.say('some')
  if ('verb' in operation) return { text: `record.${operation.verb}`, values: [subject, title] }
  const label = phrases.find(`records.${operation.record}.actions.${operation.action}`) ?? phrases.say('some')
  return { text: 'record.action', values: [subject, title, label] }
}

const OK = 2000
const reasons: Readonly<Record<number, Parameters<Phrases['say']>[0]>> = {
  401: 'reasons.signIn',
  4000: 'reasons.invalid',
  4001: 'reasons.rule',
  4003: 'reasons.denied',
  4004: 'reasons.missing',
  4009: 'reasons.conflict',
  4013: 'reasons.file',
  4029: 'reasons.often',
}

const isDone = ({ code, status }: Entry): boolean => (code === null ? status < 400 : code === OK)

const reasonOf = (phrases: Phrases, { code, status }: Entry): string =>
  phrases.say(reasons[code ?? (status === 404 ? 4004 : status)] ?? 'reasons.failed')

/** Only what changes a row says what it changed: of a new or a removed one its name says enough. */
const tellsChanges = (operation: OperationText | null): boolean =>
  operation === null || !('verb' in operation) || operation.verb === 'update'

function changesOf({ records, phrases, lookups, entry, call }: SentenceInput): string {
  if (!tellsChanges(call?.operation ?? null)) return ''
  const texts = entry.traces.map((trace) => changeText(records, phrases, lookups, trace)).filter((text) => text !== '')
  const [first, ...others] = [...new Set(texts)]
  if (first === undefined) return ''
  return phrases.say('changes', others.length === 0 ? first : phrases.say('moreChanges', first, others.length))
}

/** How many rows an export took out. */
const rowsOf = ({ phrases, entry }: SentenceInput): string =>
  typeof entry.sent.rows === 'number' ? phrases.say('rows', entry.sent.rows) : ''

function whoOf({ phrases, lookups, entry }: SentenceInput): string {
  if (entry.userId !== null) return lookups.person(entry.userId) ?? phrases.say('nameless', entry.userId)
  return phrases.say(entry.module === 'setup' ? 'commandLine' : 'visitor')
}

export function sentenceOf(input: SentenceInput): string {
  const { phrases, entry } = input
  const { text, values } = wordsOf(input)
  const done = isDone(entry)
  const what = fillText(inForm(phrases.find(`operations.${text}`) ?? '', done), values)
  const who = whoOf(input)
  if (!done) return phrases.say('tried', who, what, reasonOf(phrases, entry))
  return phrases.say('done', who, what, `${rowsOf(input)}${changesOf(input)}`)
}
