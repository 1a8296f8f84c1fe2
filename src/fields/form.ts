/** The one check of a form, the same in the browser and on the server; the server's word counts. */
import type { Facts, FieldPermission } from '#machines/ticket/definition/definition.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import { isRequired, visibility } from './conditions.ts'
import type { Field, Fields, FieldValue, FormData } from './field.ts'
import { type CheckTime, isEmpty } from './kind.ts'
import { kindOf } from './kinds.ts'
import { rowsOf } from './lines/lines.ts'
import { cellsOf } from './walk.ts'

export interface FormOptions {
  /** A draft: nothing is required yet and minimum lengths wait; absent fields stay absent. */
  readonly partial?: boolean
  /** What conditions may look at besides the form: applicant, thresholds, computed values. */
  readonly facts?: Facts
  /** The field whose value conditions know as `amount`. */
  readonly amountField?: string | undefined
}

/** Values in normal form, empty and hidden ones as null; values are only meant for use when there are no problems. */
export interface CheckedForm {
  readonly values: FormData
  readonly problems: Problems
}

/** Unknown names reported at most, so that a hostile body does not make a hostile answer. */
const unknownLimit = 20

/** Checks data from outside. Computed fields are dropped, unknown ones refused, rows of sub-tables checked under `lines.2.amount`. Never throws. */
export function checkForm(fields: Fields, data: unknown, given: CheckTime, options: FormOptions = {}): CheckedForm {
  const found = new Map<string, readonly Problem[]>()
  const values = checkLevel(
    {
      fields,
      given,
      partial: options.partial === true,
      outside: options.facts ?? {},
      amountField: options.amountField,
      prefix: '',
      found,
    },
    data,
  )
  // fromEntries defines own properties, so a key such as `__proto__` stays a key.
  return { values, problems: Object.fromEntries(found) }
}

interface Level {
  readonly fields: Fields
  readonly given: CheckTime
  readonly partial: boolean
  readonly outside: Facts
  /** Of the form itself; rows see its value in the facts from outside. */
  readonly amountField: string | undefined
  readonly prefix: string
  readonly found: Map<string, readonly Problem[]>
}

const problem = (key: 'object' | 'unknown' | 'required'): readonly Problem[] => [{ key: `check.${key}` }]

function checkLevel(level: Level, data: unknown): FormData {
  const { fields, prefix, found, partial } = level
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    found.set(prefix.slice(0, -1), problem('object'))
    return {}
  }
  const input = new Map<string, unknown>(Object.entries(data))
  const strangers = [...input.keys()].filter((name) => !Object.hasOwn(fields, name))
  for (const name of strangers.slice(0, unknownLimit)) found.set(prefix + name.slice(0, 64), problem('unknown'))

  const values = new Map<string, FieldValue>()
  const problems = new Map<string, Problem>()
  for (const [name, field] of entriesToCheck(fields)) {
    if (partial && !input.has(name)) continue
    const checked = checkValue(field, input.get(name), level)
    if ('problem' in checked) problems.set(name, checked.problem)
    else values.set(name, checked.value)
  }
  const { visible, facts } = visibility(fields, Object.fromEntries(values), level.outside, level.amountField)
  for (const [name, field] of entriesToCheck(fields)) {
    if (!visible.has(name)) {
      if (values.has(name) || problems.has(name)) values.set(name, null)
      continue
    }
    const refused = problems.get(name)
    const value = values.get(name)
    if (refused !== undefined) found.set(prefix + name, [refused])
    else if (isEmpty(value)) {
      if (!partial && isRequired(field, facts)) found.set(prefix + name, problem('required'))
    } else {
      const cells = cellsOf(field)
      if (cells === null) continue
      values.set(
        name,
        rowsOf(value).map((row, index) =>
          checkLevel(
            {
              ...level,
              fields: cells,
              outside: facts,
              amountField: undefined,
              prefix: `${prefix}${name}.${index}.`,
            },
            row,
          ),
        ),
      )
    }
  }
  return Object.fromEntries(values)
}

const entriesToCheck = (fields: Fields): readonly [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.computed !== true)

function checkValue(field: Field, value: unknown, level: Level): ReturnType<ReturnType<typeof kindOf>['check']> {
  if (isEmpty(value)) return { value: null }
  const kind = kindOf(field)
  return kind.check(level.partial ? (kind.draft?.(field) ?? field) : field, value, level.given)
}

/** Values of an untouched form; fields without an initial value are null. */
export function initialValues(fields: Fields, given: CheckTime): FormData {
  return Object.fromEntries(entriesToCheck(fields).map(([name, field]) => [name, kindOf(field).initial(field, given)]))
}

/** The fields a person may write under these permissions, as they are to be checked. */
export function writableFields(fields: Fields, permissions: Readonly<Record<string, FieldPermission>>): Fields {
  const writable = Object.entries(fields).filter(
    ([name]) => permissions[name] === 'write' || permissions[name] === 'required',
  )
  return Object.fromEntries(
    writable.map(([name, field]) => [
      name,
      // Computed for the applicant, but this state may write it.
      { ...field, computed: false, ...(permissions[name] === 'required' && { required: true }) },
    ]),
  )
}
