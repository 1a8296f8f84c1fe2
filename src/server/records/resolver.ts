/** Natural keys of an import: staff numbers, department paths, titles of records, labels of dictionary entries. */
import { sql } from 'kysely'
import { languages } from '#src/define/messages.ts'
import type { Problem } from '#src/define/problem.ts'
import type { Fields } from '#src/fields/field.ts'
import type { ResolvedCell, Resolver } from '#src/fields/kind.ts'
import { sourceOf } from '#src/fields/walk.ts'
import { titlesOfRows } from './lookups.ts'
import { pickable } from './options.ts'
import { type Call, selectRows } from './read.ts'
import type { Records } from './records.ts'

/** Ids by name; null when the name stands for several. */
type Index = ReadonlyMap<string, number | null>

const missing: Problem = { key: 'check.notFound' }

/** Titles of another record that an import looks up at most. */
const mostTitles = 10_000

/** Loads everything the columns of a table may name, before its rows are read. */
export async function createResolver(records: Records, call: Call, fields: Fields): Promise<Resolver> {
  const sources = Object.values(fields).map(sourceOf)
  const people = sources.some((source) => source?.to === 'person')
    ? await peopleIndex(call)
    : new Map<string, number | null>()
  const departments = departmentIndex(records)
  const titles = new Map<string, Index>()
  for (const source of sources) {
    if (source?.to === 'record' && !titles.has(source.record))
      titles.set(source.record, await titleIndex(records, source.record, call))
  }
  const { dictionaries } = records.services
  return {
    entry(dictionary, text) {
      const entries = dictionaries.all().get(dictionary) ?? []
      const entry =
        entries.find((candidate) => candidate.value === text) ??
        entries.find((candidate) => candidate.label === text || candidate.labelEn.toLowerCase() === text.toLowerCase())
      return entry ? { value: entry.value } : { problem: { key: 'check.choice' } }
    },
    person: (text) => look(people, text),
    department: (text) => look(departments, text),
    record: (record, text) => look(titles.get(record) ?? new Map(), text),
  }
}

function look(index: Index, text: string): ResolvedCell {
  const id = index.get(text.trim().toLowerCase())
  if (id === undefined) return { problem: missing }
  return id === null ? { problem: { key: 'import.ambiguous' } } : { value: id }
}

function indexOf(entries: Iterable<readonly [string, number]>): Index {
  const index = new Map<string, number | null>()
  for (const [name, id] of entries) {
    const key = name.trim().toLowerCase()
    if (key === '') continue
    const known = index.get(key)
    index.set(key, known === undefined || known === id ? id : null)
  }
  return index
}

/** By staff number, user name and name. */
async function peopleIndex(call: Call): Promise<Index> {
  const { rows } = await sql<{ id: number; empNo: string; username: string; name: string }>`
    select id, emp_no, username, name from app_user where state and deleted_at is null`.execute(call.unit.db)
  return indexOf(
    rows.flatMap(
      (row) =>
        [
          [row.empNo, row.id],
          [row.username, row.id],
          [row.name, row.id],
        ] as const,
    ),
  )
}

/** By key, by name in both languages, and by path `above/below`. */
function departmentIndex(records: Records): Index {
  const { directory } = records.services
  const pathOf = (id: number | null): string => {
    const department = id === null ? undefined : directory.department(id)
    if (!department) return ''
    const above = pathOf(department.parent)
    return above === '' ? department.name : `${above}/${department.name}`
  }
  return indexOf(
    directory.departments().flatMap(
      (department) =>
        [
          [department.key, department.id],
          [department.name, department.id],
          [department.nameEn, department.id],
          [pathOf(department.id), department.id],
        ] as const,
    ),
  )
}

/** By what a row is called, and by each text of its title or natural key alone. */
async function titleIndex(records: Records, record: string, call: Call): Promise<Index> {
  if (record === 'ticket') {
    const { rows } = await sql<{
      id: number
      no: string
    }>`select id, no from ticket where deleted_at is null and applicant_id = ${call.access.userId}`.execute(
      call.unit.db,
    )
    return indexOf(rows.map((row) => [row.no, row.id] as const))
  }
  const model = records.models.get(record)
  if (!model) return new Map()
  const rows = await selectRows(
    model,
    call.unit,
    { where: pickable(records, model, call.access), order: sql`r.id` },
    { limit: mostTitles, offset: 0 },
  )
  const names = [...new Set([...model.definition.titleFields, ...(model.definition.naturalKey ?? [])])].filter(
    (name) => model.fields[name]?.kind === 'text',
  )
  const entries = rows.flatMap((row) => names.map((name) => [String(row[name] ?? ''), row.id] as const))
  const titles = await Promise.all(
    languages.map((language) => titlesOfRows(records, { db: call.unit.db, language }, model, rows)),
  )
  return indexOf([...entries, ...titles.flatMap((index) => [...index].map(([id, title]) => [title, id] as const))])
}
