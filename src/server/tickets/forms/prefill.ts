import type { FieldPermission } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import { dayOfValue } from '#src/fields/date/period.ts'
import type { Field, Fields, FieldValue, FormData } from '#src/fields/field.ts'
import type { Source } from '#src/fields/kind.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { cellsOf, hasField, sourceOf } from '#src/fields/walk.ts'
import { openFields } from '#src/server/secrets/fields.ts'
import { seeTicket } from '../queries/detail.ts'
import type { Reader } from '../queries/lines.ts'
import { viewOf } from '../ticket.ts'
import { type FormInput, formContext } from './forms.ts'

/** Evidence is of its own occasion: files, and rows that carry one, are not taken along. */
const isEvidence = (field: Field): boolean =>
  sourceOf(field)?.to === 'file' || hasField(cellsOf(field) ?? {}, isEvidence)

const isAlike = (target: Field, source: Field | undefined): boolean =>
  source?.kind === target.kind && isSameSource(sourceOf(source), sourceOf(target))

/** Entries of one dictionary, rows of one record; which of them are offered may differ. */
const isSameSource = (one: Source | null, other: Source | null): boolean =>
  one?.to === 'entry' && other?.to === 'entry'
    ? one.dictionary === other.dictionary
    : one?.to !== 'record' || other?.to !== 'record' || one.record === other.record

function takenAlong(
  fields: Fields,
  permissions: Readonly<Record<string, FieldPermission>>,
  source: Fields,
): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const isWritable = permissions[name] === 'write' || permissions[name] === 'required'
    const isCopied = isWritable && field.computed !== true && name !== 'title' && !isEvidence(field)
    return isCopied && isAlike(field, source[name]) ? [name] : []
  })
}

/** The value without days and moments before today, in rows too; null when nothing is left. */
function withoutPast(field: Field, value: FieldValue, today: string): FieldValue {
  const day = dayOfValue(field, value)
  if (day !== null) return day < today ? null : value
  const cells = cellsOf(field)
  if (cells === null) return value
  return rowsOf(value).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => {
        const column = cells[name]
        return [
          name,
          column === undefined || cell === undefined || cell === null ? cell : withoutPast(column, cell, today),
        ]
      }),
    ),
  )
}

/** APP-SHELL `?from=<ticketId>`: what a new form takes over from an earlier ticket, of this type or another, by fields of the same name and kind. @throws Refusal 4004 for a ticket the person may not see. */
export async function prefill(reader: Reader, access: Access, formInput: FormInput, fromId: number): Promise<FormData> {
  const { version, unit } = formInput
  const { ticket, version: before } = await seeTicket(reader, access, fromId)
  const isAgain = version.type === ticket.type
  const names = takenAlong(version.fields, version.start, before.fields)
  const isOwn = ticket.applicantId === access.userId
  const values = isOwn ? openFields(reader.engine.vault, before.fields, ticket.formData) : ticket.formData
  const isFollowed = reader.engine.applications.get(version.type)?.follows?.includes(ticket.type) === true
  const follow = isFollowed ? reader.engine.servers.get(version.type)?.follow : undefined
  const followed = (await follow?.(viewOf(ticket), formContext(formInput))) ?? {}
  const taken = Object.fromEntries(
    names
      // A masked value of another person is not copied.
      .filter((name) => isOwn || before.fields[name]?.maskedUnless === undefined)
      .flatMap((name) => {
        const value = values[name]
        const field = before.fields[name]
        if (value === undefined || value === null || field === undefined) return []
        // What is filed once more is meant for days to come; what follows a ticket is about its days.
        const copied = isAgain ? withoutPast(field, value, unit.clock.today()) : value
        return copied === null ? [] : [[name, copied]]
      }),
  )
  return { ...taken, ...followed }
}
