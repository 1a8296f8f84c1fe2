/** Refusals of the database in the words of the form. */
import type { ProblemKey } from '#src/define/names.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { columnName, type RecordModel } from '../model.ts'

/** What pg tells about a broken constraint. */
interface DatabaseError {
  readonly code: string
  readonly detail?: string
  readonly column?: string
}
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

/** A broken constraint as a problem of its fields; anything else as it was. */
export function refusalOf(model: RecordModel, error: unknown): unknown {
  if (!isDatabaseError(error)) return error
  switch (error.code) {
    case '23505':
      return atFields(model, error, 'check.taken')
    case '23503':
      return atFields(model, error, 'check.notFound')
    case '23502':
      return new ValidationError({ [fieldOf(model, error.column ?? '') ?? '']: [{ key: 'check.required' }] })
    case '23514':
    case '23P01':
      return new RuleError('record.contradicts')
    default:
      return error
  }
}

/** The detail names the columns: `Key (user_id, year)=(3, 2026) already exists.` */
function atFields(model: RecordModel, error: DatabaseError, key: ProblemKey): ValidationError {
  const columns = /^Key \(([^)]*)\)=/.exec(error.detail ?? '')?.[1]?.split(', ') ?? []
  const inputs = columns.flatMap((column) => fieldOf(model, column) ?? [])
  return new ValidationError(Object.fromEntries((inputs.length > 0 ? inputs : ['']).map((name) => [name, [{ key }]])))
}

const fieldOf = (model: RecordModel, column: string): string | undefined =>
  Object.keys(model.fields).find((name) => columnName(name) === column)
