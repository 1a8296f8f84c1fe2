/** What happened to a record: one row per action, with the values before and after of the fields it changed (DETAIL-STD). */
import { sql } from 'kysely'
import type { TimelineEntry } from '#src/define/answers/records.ts'
import type { FieldValue, FormData } from '#src/fields/field.ts'
import { printValue } from '#src/fields/kinds.ts'
import { anonymous } from '#src/server/access/access.ts'
import { openFields, sealFields } from '#src/server/secrets/fields.ts'
import { loadLookups } from './lookups.ts'
import type { RecordModel } from './model.ts'
import type { Call } from './read.ts'
import type { Records } from './records.ts'
import { isSame, maskValues, type Row } from './rows.ts'

interface Change {
  readonly before: FieldValue
  readonly after: FieldValue
}
type Changes = Readonly<Record<string, Change>>

/** Columns of FS-BASE that change with every action and say nothing. */
const silent: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'version'])

const changedNames = (model: RecordModel, before: Row | null, after: Row | null): readonly string[] =>
  Object.keys(model.fields).filter((name) => !silent.has(name) && !isSame(before?.[name], after?.[name]))

export function changesBetween(model: RecordModel, before: Row | null, after: Row | null): Changes {
  const names = changedNames(model, before, after)
  const [earlier, later] = [before, after].map((row) =>
    sealFields(model.vault, model.fields, Object.fromEntries(names.map((name) => [name, row?.[name] ?? null]))),
  )
  return Object.fromEntries(
    names.map((name) => [name, { before: earlier?.[name] ?? null, after: later?.[name] ?? null }]),
  )
}

/** A row before and after an action; null when it did not exist. */
export interface Step {
  readonly before: Row | null
  readonly after: Row | null
}

/** The changed values as the operation log may hold them: what is masked for most is masked for everybody (SYS-92). */
function trace(model: RecordModel, call: Call, { before, after }: Step): void {
  const names = changedNames(model, before, after)
  const side = (row: Row | null) =>
    row === null
      ? null
      : maskValues(model.fields, Object.fromEntries(names.map((name) => [name, row[name] ?? null])), anonymous)
  const id = (after ?? before)?.id ?? 0
  call.unit.traced({ record: model.definition.name, id, before: side(before), after: side(after) })
}

/** Written in the action's transaction. */
export async function remember(model: RecordModel, call: Call, action: string, steps: readonly Step[]): Promise<void> {
  for (const step of steps) trace(model, call, step)
  const ids = steps.map(({ before, after }) => (after ?? before)?.id ?? 0)
  const changes = steps.map(({ before, after }) => JSON.stringify(changesBetween(model, before, after)))
  await sql`insert into record_history (record, record_id, action, changes, actor_id, at)
    select ${model.definition.name}::text, step.id, ${action}::text, step.changes::jsonb, ${call.access.userId}::bigint, ${call.unit.clock.now()}::timestamptz
    from unnest(${ids}::bigint[], ${changes}::text[]) as step(id, changes)`.execute(call.unit.db)
}

interface StoredEntry {
  readonly id: number
  readonly action: string
  readonly changes: Changes
  readonly actorId: number
  readonly at: string
}

/** The actions on a record, oldest first; masked fields stay masked. */
export async function timelineOf(
  records: Records,
  model: RecordModel,
  call: Call,
  row: Row,
): Promise<readonly TimelineEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select id, action, changes, actor_id, to_char(at, 'YYYY-MM-DD HH24:MI:SS') as at from record_history
    where record = ${model.definition.name} and record_id = ${row.id} order by id`.execute(call.unit.db)
  const side = (entry: StoredEntry, which: keyof Change): FormData =>
    maskValues(
      model.fields,
      openFields(
        model.vault,
        model.fields,
        Object.fromEntries(Object.entries(entry.changes).map(([name, change]) => [name, change[which]])),
      ),
      call.access,
      { scope: model.definition.scope, row },
    )
  const sides = rows.flatMap((entry) => [side(entry, 'before'), side(entry, 'after')])
  const actors = rows.map((entry): FormData => ({ actor: entry.actorId }))
  const lookups = await loadLookups(
    records,
    { db: call.unit.db, language: call.language },
    { ...model.fields, actor: { kind: 'person' } },
    [...sides, ...actors],
  )
  return rows.map((entry, index) => ({
    id: entry.id,
    action: entry.action,
    at: entry.at,
    userId: entry.actorId,
    userIdLabel: lookups.person(entry.actorId) ?? `#${entry.actorId}`,
    changes: Object.keys(entry.changes).flatMap((name) => {
      const field = model.fields[name]
      if (!field) return []
      return [
        {
          field: name,
          before: printValue(field, sides[2 * index]?.[name], lookups),
          after: printValue(field, sides[2 * index + 1]?.[name], lookups),
        },
      ]
    }),
  }))
}
