/** What a call changed, in words: the fields that have a name, with their values before and after. */
import type { Trace } from '#src/define/server.ts'
import type { Field, Fields, FieldValue, FormData } from '#src/fields/field.ts'
import type { Lookups } from '#src/fields/kind.ts'
import { printValue } from '#src/fields/kinds.ts'
import { cellsOf } from '#src/fields/walk.ts'
import type { Records } from '#src/server/records/records.ts'
import type { Phrases } from './phrases.ts'
import { tracedFields } from './traced.ts'

/** Fields a sentence tells of one by one. */
const MAX_FIELDS = 3

/** What a log masks, whatever the kind of the field. */
const isMasked = (value: FieldValue | undefined): value is string => typeof value === 'string' && /^\*{3,}/.test(value)

/** The fields whose values in a trace can be printed. */
export const fieldsOf = (records: Records, record: string): Fields => ({
  ...records.models.get(record)?.fields,
  ...tracedFields[record],
})

/** A value of a trace, when it is one its field can have. */
const storedIn = (row: Trace['before'], name: string): FieldValue => (row?.[name] ?? null) as FieldValue

/** Traces as rows whose names can be looked up: each field under the name of its record. */
export function rowsToLookUp(
  records: Records,
  traces: readonly Trace[],
): { readonly fields: Fields; readonly rows: readonly FormData[] } {
  const fields: [string, Field][] = []
  const rows: FormData[] = []
  for (const record of new Set(traces.map((trace) => trace.record)))
    for (const [name, field] of Object.entries(fieldsOf(records, record))) fields.push([`${record}.${name}`, field])
  for (const { record, before, after } of traces)
    for (const side of [before, after])
      if (side !== null)
        rows.push(
          Object.fromEntries(
            Object.keys(side)
              .filter((name) => !isMasked(storedIn(side, name)))
              .map((name) => [`${record}.${name}`, storedIn(side, name)]),
          ),
        )
  return { fields: Object.fromEntries(fields), rows }
}

const isSame = (one: FieldValue, other: FieldValue): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The changes of one row; empty when nothing that has a name was changed. */
export function changeText(records: Records, phrases: Phrases, lookups: Lookups, trace: Trace): string {
  const { record, before, after } = trace
  const fields = fieldsOf(records, record)
  const print = (field: Field, value: FieldValue): string =>
    isMasked(value) ? phrases.say('hidden') : phrases.short(printValue(field, value, lookups))
  const texts = Object.keys({ ...before, ...after }).flatMap((name) => {
    const field = fields[name]
    const label =
      phrases.find(`records.${record}.fields.${name}`) ??
      phrases.find(`base.${name}`) ??
      phrases.find(`operation.fields.${name}`)
    const [was, is] = [storedIn(before, name), storedIn(after, name)]
    if (field === undefined || label === null || isSame(was, is)) return []
    const [old, now] = [print(field, was), print(field, is)]
    // Of lines and long texts the sentence has no room for what exactly was changed.
    if (cellsOf(field) !== null || old === now) return [phrases.say('edited', label)]
    if (old === '') return [phrases.say('set', label, now)]
    return [now === '' ? phrases.say('cleared', label, old) : phrases.say('changed', label, old, now)]
  })
  const shown = texts.slice(0, MAX_FIELDS).join(phrases.say('changeJoint'))
  return texts.length > MAX_FIELDS ? phrases.say('moreChanges', shown, texts.length - MAX_FIELDS) : shown
}
