import type { FieldPermission } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import type { Field, Fields, FormData } from '#src/fields/field.ts'
import type { Source } from '#src/fields/kind.ts'
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

/** APP-SHELL `?from=<ticketId>`: what a new form takes over from an earlier ticket, of this type or another, by fields of the same name and kind. @throws Refusal 4004 for a ticket the person may not see. */
export async function prefill(reader: Reader, access: Access, formInput: FormInput, fromId: number): Promise<FormData> {
  const { version } = formInput
  const { ticket, version: before } = await seeTicket(reader, access, fromId)
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
        return value === undefined || value === null ? [] : [[name, value]]
      }),
  )
  return { ...taken, ...followed }
}
