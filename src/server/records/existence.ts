/** What a form points at must exist and be open to the person: dictionary entries, people, departments, records, files. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import type { Field, Fields, FormData } from '#src/fields/field.ts'
import { idsOf } from '#src/fields/identity.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { tableOf } from './model.ts'
import { pickable } from './options.ts'
import type { Records } from './records.ts'

/** A value that points somewhere, and where in the form it stands. */
interface Pointer {
  readonly path: string
  readonly field: Field
  readonly id: number
}

/** Problems by path for values in normal form. Choices are looked up in memory, each kind of id takes one query. What stood in `before` may stay: it was checked when it came, perhaps for somebody who may point at more. */
export async function checkExistence(
  records: Records,
  base: Base,
  access: Access,
  fields: Fields,
  values: FormData,
  before: FormData = {},
): Promise<Problems> {
  const found = new Map<string, readonly Problem[]>()
  const earlier: Pointer[] = []
  gather(records, fields, before, '', earlier, new Map(), new Set())
  const known = new Set(earlier.map((pointer) => `${kindOfPointer(pointer)} ${pointer.id}`))
  const all: Pointer[] = []
  gather(records, fields, values, '', all, found, choicesIn(fields, before))
  const pointers = all.filter((pointer) => !known.has(`${kindOfPointer(pointer)} ${pointer.id}`))
  const missing = (list: readonly Pointer[], existing: ReadonlySet<number>, problem: Problem): void => {
    for (const pointer of list)
      if (!existing.has(pointer.id) && !found.has(pointer.path)) found.set(pointer.path, [problem])
  }
  for (const group of grouped(pointers)) {
    const [first] = group
    if (first)
      missing(
        group,
        await existing(
          records,
          base,
          access,
          first.field,
          group.map((pointer) => pointer.id),
        ),
        refusal(first.field),
      )
  }
  return Object.fromEntries(found)
}

function gather(
  records: Records,
  fields: Fields,
  values: FormData,
  prefix: string,
  pointers: Pointer[],
  found: Map<string, readonly Problem[]>,
  chosen: ReadonlySet<string>,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (value === undefined || value === null || field.computed === true) continue
    const path = prefix + name
    switch (field.kind) {
      case 'choice': {
        if (chosen.has(`${field.dictionary} ${String(value)}`)) break
        const entry = records.services.dictionaries
          .all()
          .get(field.dictionary)
          ?.find((candidate) => candidate.value === value)
        if (entry?.status !== true) found.set(path, [{ key: 'check.choice' }])
        break
      }
      case 'person':
      case 'department':
      case 'reference':
        pointers.push({ path, field, id: Number(value) })
        break
      case 'people':
      case 'departments':
      case 'files':
        for (const id of idsOf(value)) pointers.push({ path, field, id })
        break
      case 'lines':
        for (const [index, row] of rowsOf(value).entries())
          gather(records, field.fields, row, `${path}.${index}.`, pointers, found, chosen)
        break
      default:
    }
  }
}

/** The codes that stand in values already, sub-tables included. */
function choicesIn(fields: Fields, values: FormData): ReadonlySet<string> {
  return new Set(
    Object.entries(fields).flatMap(([name, field]): readonly string[] => {
      const value = values[name]
      if (value === undefined || value === null) return []
      if (field.kind === 'lines') return rowsOf(value).flatMap((row) => [...choicesIn(field.fields, row)])
      return field.kind === 'choice' ? [`${field.dictionary} ${String(value)}`] : []
    }),
  )
}

/** What one query can check together. */
function kindOfPointer({ field }: Pointer): string {
  switch (field.kind) {
    case 'reference':
      return `reference ${field.record}`
    case 'person':
      return `person ${field.role ?? ''}`
    case 'people':
      return 'person '
    case 'departments':
      return 'department'
    default:
      return field.kind
  }
}

function grouped(pointers: readonly Pointer[]): Iterable<readonly Pointer[]> {
  const groups = new Map<string, Pointer[]>()
  for (const pointer of pointers) {
    const key = kindOfPointer(pointer)
    groups.set(key, [...(groups.get(key) ?? []), pointer])
  }
  return groups.values()
}

const refusal = (field: Field): Problem =>
  field.kind === 'person' && field.role !== undefined
    ? { key: 'check.role', params: [field.role] }
    : { key: 'check.notFound' }

async function existing(
  records: Records,
  base: Base,
  access: Access,
  field: Field,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const list = [...new Set(ids)]
  switch (field.kind) {
    case 'department':
    case 'departments':
      return new Set(list.filter((id) => records.services.directory.department(id)?.state === true))
    case 'person':
    case 'people': {
      const role = field.kind === 'person' ? (field.role ?? null) : null
      return idSet(
        await sql<{ id: number }>`
        select u.id from app_user u where u.id = any(${list}::bigint[]) and u.state and u.deleted_at is null
          and (${role}::text is null or exists (select 1 from user_role m join role on role.id = m.role_id where m.user_id = u.id and role.key = ${role}::text and role.state))`.execute(
          base.db,
        ),
      )
    }
    case 'reference': {
      const model = records.models.get(field.record)
      if (!model) return existingTickets(base, field.record, list)
      return idSet(
        await sql<{
          id: number
        }>`select r.id from ${tableOf(model)} where r.id = any(${list}::bigint[]) and ${pickable(model, access)}`.execute(
          base.db,
        ),
      )
    }
    case 'files':
      // Whoever names somebody else's file would make it readable for everybody who may read the form.
      return idSet(
        await sql<{
          id: number
        }>`select id from file where id = any(${list}::bigint[]) and uploader_id = ${access.userId}`.execute(base.db),
      )
    default:
      return new Set()
  }
}

/** Tickets are no record of the shell; any other unknown name points nowhere. */
async function existingTickets(base: Base, record: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (record !== 'ticket') return new Set()
  return idSet(
    await sql<{
      id: number
    }>`select id from ticket where id = any(${[...ids]}::bigint[]) and deleted_at is null`.execute(base.db),
  )
}

const idSet = ({ rows }: { rows: readonly { id: number }[] }): ReadonlySet<number> => new Set(rows.map((row) => row.id))
