/** A record's own actions: `POST {path}{id}/{action}/`. */
import { sql } from 'kysely'
import { evaluate } from '#machines/ticket/definition/conditions.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordAction } from '#src/define/record.ts'
import type { TicketActor } from '#src/define/services.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { FormData } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'
import { filesIn } from '#src/fields/walk.ts'
import { linkFiles } from '../files/links.ts'
import { checkExistence } from './checks/existence.ts'
import { checkVersion, givenBy, objectOf } from './forms.ts'
import { remember } from './history.ts'
import { type RecordModel, selection, tableOf } from './model.ts'
import { type Call, findRow, presentOne } from './read.ts'
import type { Records } from './records.ts'
import { fromStored, type StoredRow } from './rows.ts'

/** Locks the row, asks the condition and the small form, lets the module do the work, and answers with what it returned or the row as it is now. */
export async function runAction(
  records: Records,
  model: RecordModel,
  name: string,
  action: RecordAction,
  call: Call & Pick<TicketActor, 'caller'>,
  id: number,
  body: unknown,
): Promise<FormData> {
  const work = model.server.actions?.[name]
  if (!work) throw new Error(`the module of ${model.definition.name} does nothing for the action ${name}`)
  const row = await findRow(model, call, action.permission, id, true)
  const { version, ...sent } = objectOf(body)
  if (version !== undefined) checkVersion(row, version)
  if (!evaluate(action.when, factsOf(model.fields, row))) throw new RuleError('record.stateInvalid')
  const fields = action.fields ?? {}
  const form = checkForm(fields, sent, givenBy(call), { facts: factsOf(model.fields, row) })
  const problems =
    Object.keys(form.problems).length > 0
      ? form.problems
      : await checkExistence(records, call.unit, call.access, fields, form.values)
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const answer: unknown = await work(row, form.values, call.unit, call.access, {
    access: call.access,
    language: call.language,
    caller: call.caller,
  })

  // Whatever the module wrote, the row is another one now: of two actions prepared on one version, one is refused.
  if (model.columns.has('version'))
    await sql`
      update ${sql.table(model.definition.table)} set version = version + 1 where id = ${id} and version = ${Number(row.version)}`.execute(
      call.unit.db,
    )

  const { rows } = await sql<StoredRow>`select ${selection(model)} from ${tableOf(model)} where r.id = ${id}`.execute(
    call.unit.db,
  )
  const after = rows[0] ? fromStored(model, rows[0]) : row
  // What the form of the action brought belongs to the row, as what its own form names does.
  const known = new Set(filesIn(model.fields, row))
  const added = filesIn(fields, form.values).filter((file) => !known.has(file))
  await linkFiles(call.unit, call.access, model.definition.name, id, added)
  await remember(model, call, name, [{ before: row, after }])
  call.unit.changed(model.definition.name, id)
  return answer === undefined ? presentOne(records, model, call, after) : (answer as FormData)
}
