/** The actions on records: each checks form, references, scope and version in the caller's transaction. `permission` is the action's own. */

import { sql } from 'kysely'
import type { Permission } from '#src/define/names.ts'
import { notFound, type Problems, RuleError, ValidationError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { checkExistence } from './checks/existence.ts'
import { systemFieldProblems } from './checks/systemFields.ts'
import { isInUse } from './checks/usage.ts'
import { changedIn, checkVersion, formOfChange, formOfNew, objectOf, only } from './forms.ts'
import { remember } from './history.ts'
import { refuseLocked } from './locks.ts'
import { titlesOfRows } from './lookups.ts'
import type { RecordModel } from './model.ts'
import { type Call, findRow } from './read.ts'
import type { Records } from './records.ts'
import type { Row } from './rows.ts'
import { changeRow, insertRow } from './save.ts'

const refuseIfAny = (problems: Problems): void => {
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
}

/** Checks a new row; what was not sent has its initial value. */
export async function checkNew(records: Records, model: RecordModel, call: Call, body: unknown): Promise<FormData> {
  const form = formOfNew(model, call, body)
  refuseIfAny({ ...form.problems, ...(await systemFieldProblems(model, call, null, objectOf(body))) })
  refuseIfAny(await checkExistence(records, call.unit, call.access, model.inputs, form.values))
  return form.values
}

/** Creates a row; what was not sent has its initial value. */
export const createRecord = async (
  records: Records,
  model: RecordModel,
  call: Call,
  body: unknown,
  permission: Permission,
): Promise<Row> => insertRow(model, call, await checkNew(records, model, call, body), permission, 'create')

/** Checks the change of a row and locks the row. The version must be the one the caller saw (4009). */
export async function checkChange(
  records: Records,
  model: RecordModel,
  call: Call,
  id: number,
  body: unknown,
  permission: Permission,
): Promise<{ readonly row: Row; readonly values: FormData }> {
  const { version, ...sent } = objectOf(body)
  const row = await findRow(model, call, permission, id, true)
  checkVersion(row, version)
  refuseLocked(model, row, 'update')
  const form = formOfChange(model, call, row, sent)
  refuseIfAny({ ...form.problems, ...(await systemFieldProblems(model, call, row, sent)) })
  refuseIfAny(
    await checkExistence(
      records,
      call.unit,
      call.access,
      model.inputs,
      only(form.values, changedIn(form.values, row)),
      row,
    ),
  )
  return { row, values: form.values }
}

/** Changes a row. The version must be the one the caller saw (4009). */
export async function updateRecord(
  records: Records,
  model: RecordModel,
  call: Call,
  id: number,
  body: unknown,
  permission: Permission,
): Promise<Row> {
  const { row, values } = await checkChange(records, model, call, id, body, permission)
  return changeRow(model, call, row, values, permission, 'update')
}

/** Marks a row as deleted; refused while something refers to it (DEL-STD). `isConfirmed`: whoever asks has seen what goes with it. */
export async function removeRecord(
  records: Records,
  model: RecordModel,
  call: Call,
  id: number,
  permission: Permission,
  isConfirmed = false,
): Promise<void> {
  const row = await findRow(model, call, permission, id, true)
  // A rule of the record says more than its lock, so it speaks first.
  await model.server.beforeRemove?.(row, call.unit, call.access, isConfirmed)
  refuseLocked(model, row, 'remove')
  if (await isInUse(records, call.unit.db, model, id)) {
    const titles = await titlesOfRows(records, { db: call.unit.db, language: call.language }, model, [row])
    throw new RuleError('ref.inUse', titles.get(id) ?? `#${id}`)
  }
  const now = call.unit.clock.now()
  const { rows } = await sql<{ id: number }>`update ${sql.table(model.definition.table)}
    set deleted_at = ${now}, updated_at = ${now}, updated_by = ${call.access.userId}, version = version + 1 where id = ${id} and deleted_at is null returning id`.execute(
    call.unit.db,
  )
  if (rows.length === 0) throw notFound()
  await remember(model, call, 'remove', [{ before: row, after: null }])
  call.unit.changed(model.definition.name, id)
}
