/** What of a body becomes the values of a row: new rows start from initial values, changed ones from what they are. */
import { momentText } from '#src/define/days.ts'
import { type Problems, ValidationError, versionConflict } from '#src/define/problem.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { type CheckedForm, checkForm, initialValues } from '#src/fields/form.ts'
import type { CheckTime } from '#src/fields/kind.ts'
import type { RecordModel } from './model.ts'
import type { Call } from './read.ts'
import { isObject, isSame, type Row, withoutDecoration } from './rows.ts'

/** Now and today by the server's clock (INV-13). */
export const givenBy = (call: Call): CheckTime => ({
  today: call.unit.clock.today(),
  now: momentText(call.unit.clock.now()),
})

/** A body as an object; everything else is refused. */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw new ValidationError({ '': [{ key: 'check.object' }] })
  return body
}

/** The form of a new row: what was not sent has its initial value. */
export function formOfNew(model: RecordModel, call: Call, body: unknown): CheckedForm {
  const given = givenBy(call)
  const sent = withoutDecoration(model.inputs, objectOf(body), null, call.access)
  return checkForm(model.inputs, { ...initialValues(model.inputs, given), ...sent }, given)
}

/** The form of a changed row: what was not sent keeps its value. */
export function formOfChange(
  model: RecordModel,
  call: Call,
  row: Row,
  body: Readonly<Record<string, unknown>>,
): CheckedForm {
  const sent = withoutDecoration(model.inputs, body, row, call.access, model.definition.scope)
  const current = Object.fromEntries(Object.keys(model.inputs).map((name) => [name, row[name] ?? null]))
  const form = checkForm(model.inputs, { ...current, ...sent }, givenBy(call))
  return {
    values: form.values,
    problems: { ...staleAllowed(form.problems, sent, row), ...immutables(model.inputs, changedIn(form.values, row)) },
  }
}

/** 4009 unless the version sent is the row's own. */
export function checkVersion(row: Row, version: unknown): void {
  if (!Number.isInteger(Number(version)) || version === null || version === '' || version === undefined)
    throw new ValidationError({ version: [{ key: 'check.required' }] })
  if (Number(version) !== row.version) throw versionConflict()
}

/** Names of the values that differ from the row's. */
export const changedIn = (values: FormData, row: Row): readonly string[] =>
  Object.keys(values).filter((name) => !isSame(values[name], row[name]))

/** The named values alone. */
export const only = (values: FormData, names: readonly string[]): Record<string, FieldValue | undefined> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

/** A value that was acceptable once may stay although a limit such as "at most 180 days ago" has moved past it. */
function staleAllowed(problems: Problems, sent: Readonly<Record<string, unknown>>, row: Row): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([path, list]) => {
      const name = path.split('.')[0] ?? ''
      const isUntouched =
        !Object.hasOwn(sent, name) || JSON.stringify(sent[name] ?? null) === JSON.stringify(row[name] ?? null)
      return !isUntouched || list.some((problem) => problem.key === 'check.required')
    }),
  )
}

const immutables = (fields: Fields, changed: readonly string[]): Problems =>
  Object.fromEntries(
    changed.filter((name) => fields[name]?.immutable === true).map((name) => [name, [{ key: 'check.immutable' }]]),
  )
