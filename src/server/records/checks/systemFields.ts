/** What the server fills in is nobody's to send: a changed value is refused by its name, a row that is put back as it was read passes. */
import type { Problem, Problems } from '#src/define/problem.ts'
import type { FieldValue } from '#src/fields/field.ts'
import type { RecordModel } from '../model.ts'
import { type Call, seenRows } from '../read.ts'
import { isSame, type Row } from '../rows.ts'

const filledIn: Problem = { key: 'check.computed' }

/** Names reported at most. */
const MAX_REPORTED = 20

const isSystem = (model: RecordModel, name: string): boolean =>
  name === 'id' || (Object.hasOwn(model.fields, name) && model.fields[name]?.computed === true)

const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Problems by name for computed fields and those of every record (FS-BASE); `row` is null for a new one, where each value is refused. */
export async function systemFieldProblems(
  model: RecordModel,
  call: Call,
  row: Row | null,
  sent: Readonly<Record<string, unknown>>,
): Promise<Problems> {
  const differs = (shown: Readonly<Record<string, unknown>> | null, name: string): boolean =>
    shown === null ? !isEmptyValue(sent[name]) : !isSame(sent[name] as FieldValue, shown[name] as FieldValue)
  const changed = Object.keys(sent).filter((name) => isSystem(model, name) && differs(row, name))
  if (changed.length === 0) return {}
  // What was read may be masked, or worked out beside the row.
  const [seen] = row === null ? [null] : await seenRows(model, call, [row])
  const refused = changed.filter((name) => differs(seen ?? null, name))
  return Object.fromEntries(refused.slice(0, MAX_REPORTED).map((name) => [name, [filledIn]]))
}
