/** What calls trace beside the fields of a record, and which of it can be said. */
import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Trace } from '#src/define/server.ts'
import { type Fields, integer, longText } from '#src/fields/field.ts'
import type { Reading } from '#src/server/records/records.ts'

/** By what is traced; labels stand under `operation.fields`. */
export const tracedFields: Readonly<Record<string, Fields>> = {
  config: { value: longText(0, 4000) },
  user: { roles: longText(0, 4000) },
  workflow: { versionNo: integer() },
}

type Side = Trace['before']

const keysOf = (side: Side): readonly unknown[] => (Array.isArray(side?.roles) ? side.roles : [])

const isRoleChange = ({ record, before, after }: Trace): boolean =>
  record === 'user' && (keysOf(before).length > 0 || keysOf(after).length > 0)

/** Values as texts: roles by their names, settings as they are written. One query, and none without a change of roles. */
export async function readableTraces(
  { db, language }: Reading,
  traces: readonly Trace[],
  joint: string,
): Promise<ReadonlyMap<Trace, Trace>> {
  const names = new Map<unknown, string>()
  if (traces.some(isRoleChange)) {
    const { rows } = await sql<BilingualName & { key: string }>`select key, name, name_en from role`.execute(db)
    for (const role of rows) names.set(role.key, nameIn(language, role))
  }
  const withRoleNames = (side: Side): Side => {
    if (side === null || !Array.isArray(side.roles)) return side
    return { ...side, roles: side.roles.flatMap((key: unknown) => names.get(key) ?? []).join(joint) }
  }
  const withWrittenValue = (side: Side): Side =>
    side === null || typeof side.value === 'string' || side.value === undefined || side.value === null
      ? side
      : { ...side, value: JSON.stringify(side.value) }
  return new Map(
    traces.map((trace) => {
      const read = trace.record === 'config' ? withWrittenValue : withRoleNames
      return [trace, { ...trace, before: read(trace.before), after: read(trace.after) }]
    }),
  )
}
