/** What a form points at must exist and be open to the person: dictionary entries, people, departments, records, files. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import type { Source } from '#src/fields/kind.ts'
import { idsIn, type Leaf, leavesOf, sourceOf } from '#src/fields/walk.ts'
import { tableOf } from '../model.ts'
import { pickable } from '../options.ts'
import type { Records } from '../records.ts'

/** A value that names something, and where in the form it stands. */
interface Pointer {
  readonly path: string
  readonly source: Source
  readonly id: number
}

/** Problems by path for values in normal form. Choices are looked up in memory, each source of ids takes one query. What stood in `before` may stay: it was checked when it came, perhaps for somebody who may name more. */
export async function checkExistence(
  records: Records,
  unit: UnitOfWork,
  access: Access,
  fields: Fields,
  values: FormData,
  before: FormData = {},
): Promise<Problems> {
  const known = new Set([...writtenLeaves(fields, before)].flatMap(namesOf))
  const named = [...writtenLeaves(fields, values)].filter((leaf) => namesOf(leaf).some((name) => !known.has(name)))
  const problems = new Map<string, readonly Problem[]>()
  for (const leaf of named) if (!isEntryInUse(records, leaf)) problems.set(leaf.path, [{ key: 'check.choice' }])
  const pointers = named.flatMap(pointersIn).filter(({ source, id }) => !known.has(nameOf(source, id)))
  // What one query can check together.
  const sources = new Map(pointers.map(({ source }) => [keyOf(source), source]))
  for (const [key, source] of sources) {
    const group = pointers.filter((pointer) => keyOf(pointer.source) === key)
    const existing = await existingIds(records, unit, access, source, [...new Set(group.map(({ id }) => id))])
    for (const { path, id } of group) if (!existing.has(id)) problems.set(path, [problemOf(source)])
  }
  return Object.fromEntries(problems)
}

/** The values people wrote: computed ones are the server's own. */
const writtenLeaves = (fields: Fields, values: FormData): Iterable<Leaf> =>
  leavesOf(fields, values, ({ computed }) => computed !== true)

const keyOf = (source: Source): string => JSON.stringify(source)
const nameOf = (source: Source, value: number | string): string => `${keyOf(source)} ${value}`

/** The codes of one choice or of several. */
const codesIn = (value: FieldValue): readonly string[] => (Array.isArray(value) ? value.map(String) : [String(value)])

/** Everything a value names, each under a text of its own. */
function namesOf({ field, value }: Leaf): readonly string[] {
  const source = sourceOf(field)
  if (source === null) return []
  return source.to === 'entry'
    ? codesIn(value).map((code) => nameOf(source, code))
    : idsIn({ value }).map((id) => nameOf(source, id))
}

function isEntryInUse({ services }: Records, { field, value }: Leaf): boolean {
  const source = sourceOf(field)
  if (source?.to !== 'entry') return true
  const entries = services.dictionaries.all().get(source.dictionary) ?? []
  return codesIn(value).every((code) => entries.some((entry) => entry.value === code && entry.status))
}

function pointersIn(leaf: Leaf): readonly Pointer[] {
  const source = sourceOf(leaf.field)
  if (source === null || source.to === 'entry') return []
  return idsIn(leaf).map((id) => ({ path: leaf.path, source, id }))
}

const problemOf = (source: Source): Problem =>
  source.to === 'person' && source.role !== undefined
    ? { key: 'check.role', params: [source.role] }
    : source.to === 'file' && source.pictures === true
      ? { key: 'file.pictureOnly' }
      : { key: 'check.notFound' }

async function existingIds(
  records: Records,
  unit: UnitOfWork,
  access: Access,
  source: Source,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  switch (source.to) {
    case 'entry':
      return new Set()
    case 'department':
      return new Set(ids.filter((id) => records.services.directory.department(id)?.state === true))
    case 'person': {
      const role = source.role ?? null
      return idSet(
        await sql<{ id: number }>`
        select u.id from app_user u where u.id = any(${[...ids]}::bigint[]) and u.state and u.deleted_at is null
          and (${role}::text is null or exists (select 1 from user_role m join role on role.id = m.role_id where m.user_id = u.id and role.key = ${role}::text and role.state))`.execute(
          unit.db,
        ),
      )
    }
    case 'record': {
      const model = records.models.get(source.record)
      if (!model) return existingTickets(unit, source.record, ids)
      return idSet(
        await sql<{
          id: number
        }>`select r.id from ${tableOf(model)} where r.id = any(${[...ids]}::bigint[]) and ${pickable(records, model, access)}`.execute(
          unit.db,
        ),
      )
    }
    case 'file':
      // Whoever names somebody else's file would make it readable for everybody who may read the form.
      return idSet(
        await sql<{
          id: number
        }>`select id from file where id = any(${[...ids]}::bigint[]) and uploader_id = ${access.userId} and (${source.pictures !== true} or mime like 'image/%')`.execute(
          unit.db,
        ),
      )
  }
}

/** Tickets are no record of the shell; any other unknown name points nowhere. */
async function existingTickets(unit: UnitOfWork, record: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (record !== 'ticket') return new Set()
  return idSet(
    await sql<{
      id: number
    }>`select id from ticket where id = any(${[...ids]}::bigint[]) and deleted_at is null`.execute(unit.db),
  )
}

const idSet = ({ rows }: { rows: readonly { id: number }[] }): ReadonlySet<number> => new Set(rows.map((row) => row.id))
