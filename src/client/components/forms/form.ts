/** The life of one form, pure: what was loaded, what was typed, what is wrong with it, whether it is on its way (FORM-STD). */
import type { Problem } from '#src/define/problem.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { cellsOf } from '#src/fields/walk.ts'

/** Problems by field path (`amount`, `lines.2.occurDate`; `''` is the whole form): keys from the browser's own check, finished texts from the server. */
export type FormProblems = Readonly<Record<string, readonly (Problem | string)[]>>

export interface FormState {
  /** What the server holds, or the defaults of a new record. */
  readonly initial: FormData
  readonly values: FormData
  readonly problems: FormProblems
  /** What the check found at fields that were changed and left, before anything was sent. */
  readonly noticed: FormProblems
  readonly saving: boolean
  /** Somebody else changed the record meanwhile (4009). */
  readonly conflict: boolean
  /** Grows with each refused attempt, so that the first problem is focused again even when it is the same one. */
  readonly refusals: number
  /** The attempt did not arrive. `waiting`: it is sent again when the server is back; `changed`: something was typed since, so that the person sends it. */
  readonly unreached: 'waiting' | 'changed' | null
}

export type FormEvent =
  | { readonly type: 'loaded'; readonly values: FormData }
  | { readonly type: 'changed'; readonly name: string; readonly value: FieldValue }
  /** A field that was changed is left. */
  | { readonly type: 'left'; readonly path: string; readonly problems: FormProblems[string] | undefined }
  /** Values that follow from others, e.g. computed by the server; they do not make the form dirty by themselves. */
  | { readonly type: 'computed'; readonly values: FormData }
  /** `isQuiet`: nobody pressed a button, so what is wrong stays in sight and the next word may be typed. */
  | { readonly type: 'sent'; readonly isQuiet?: boolean }
  /** `left`: what a draft could not take stays as it was typed, with what is wrong with it. */
  | { readonly type: 'saved'; readonly values: FormData; readonly left?: FormProblems }
  | { readonly type: 'refused'; readonly problems: FormProblems }
  | { readonly type: 'conflicted' }
  /** The newest values were fetched after a conflict: what the person changed stays, the rest is theirs. */
  | { readonly type: 'rebased'; readonly values: FormData }
  /** The attempt failed for a reason outside the form, e.g. the network. */
  | { readonly type: 'failed' }
  /** No answer came: nothing is known about the action. */
  | { readonly type: 'unreached' }

export function startForm(values: FormData): FormState {
  return {
    initial: values,
    values,
    problems: {},
    noticed: {},
    saving: false,
    conflict: false,
    refusals: 0,
    unreached: null,
  }
}

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'loaded':
      return startForm(event.values)
    case 'changed':
      if (state.saving) return state
      return {
        ...state,
        values: writeValue(state.values, event.name, event.value),
        problems: withoutField(state.problems, event.name, state.values[event.name], event.value),
        noticed: withoutField(state.noticed, event.name, state.values[event.name], event.value),
        unreached: state.unreached === null ? null : 'changed',
      }
    case 'left': {
      const { [event.path]: _, ...noticed } = state.noticed
      return {
        ...state,
        noticed: event.problems === undefined ? noticed : { ...noticed, [event.path]: event.problems },
      }
    }
    case 'computed':
      // Rows carry what the person wrote beside what follows from it: what differed still does.
      return {
        ...state,
        values: { ...state.values, ...event.values },
        initial: {
          ...state.initial,
          ...Object.fromEntries(
            Object.entries(event.values).filter(([name]) => sameValue(state.initial[name], state.values[name])),
          ),
        },
      }
    case 'sent':
      return {
        ...state,
        saving: true,
        problems: event.isQuiet === true ? state.problems : {},
        conflict: false,
        unreached: null,
      }
    case 'saved':
      return savedForm(state, event.values, event.left ?? {})
    case 'refused':
      return { ...state, saving: false, problems: event.problems, noticed: {}, refusals: state.refusals + 1 }
    case 'conflicted':
      return { ...state, saving: false, conflict: true }
    case 'rebased':
      return { ...startForm(event.values), values: { ...event.values, ...changesOf(state) } }
    case 'failed':
      return { ...state, saving: false }
    case 'unreached':
      return { ...state, saving: false, unreached: 'waiting' }
  }
}

/** A saved form. What a draft left out is still typed, and still differs from what the server holds. */
function savedForm(state: FormState, values: FormData, left: FormProblems): FormState {
  const names = new Set(Object.keys(left).map((path) => path.split('.')[0] ?? ''))
  const pick = (from: FormData): FormData =>
    Object.fromEntries([...names].flatMap((name) => (name in from ? [[name, from[name] ?? null]] : [])))
  return {
    ...startForm(values),
    initial: { ...values, ...pick(state.initial) },
    values: { ...values, ...pick(state.values) },
    problems: left,
  }
}

/** Values without what stands at these paths: a field is left out, a cell of a sub-table is emptied. */
export function withoutPaths(values: FormData, paths: readonly string[]): FormData {
  const cells = paths.map((path) => path.split('.')).filter((parts) => parts.length === 3)
  const whole = new Set(paths.map((path) => path.split('.')).flatMap((parts) => (parts.length === 3 ? [] : [parts[0]])))
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (whole.has(name)) return []
      const own = cells.filter(([field]) => field === name)
      if (own.length === 0) return [[name, value]]
      const emptied = rowsOf(value).map((row, index) => ({
        ...row,
        ...Object.fromEntries(own.flatMap(([, at, column]) => (Number(at) === index ? [[column ?? '', null]] : []))),
      }))
      return [[name, emptied]]
    }),
  )
}

/** The values, or the row of a sub-table, with another value. The name that stood beside the old one goes with it; in a list each keeps its own. */
export function writeValue(values: FormData, name: string, value: FieldValue): FormData {
  const label = `${name}Label`
  const { [label]: names, ...others } = values
  const before = values[name]
  if (!Array.isArray(names) || !Array.isArray(before) || !Array.isArray(value)) return { ...others, [name]: value }
  const kept: unknown = value.map((id) => names[before.indexOf(id)] ?? '')
  return { ...others, [name]: value, [label]: kept as FieldValue }
}

/** What the person wrote: of these fields, the rows of sub-tables without what the server adds to them (computed columns, names of what they refer to), which it refuses to take back. */
export function writtenIn(fields: Fields, values: FormData): FormData {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name] ?? null
      const cells = cellsOf(field)
      if (cells === null || value === null) return [name, value]
      const columns = Object.keys(cells).filter((column) => cells[column]?.computed !== true)
      return [
        name,
        rowsOf(value).map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
      ]
    }),
  )
}

/** What the person changed. An empty input and an absent value are the same to a person. */
export function changesOf(state: FormState): FormData {
  return Object.fromEntries(
    Object.entries(state.values).filter(([name, value]) => !sameValue(state.initial[name], value)),
  )
}

/** Whether leaving would lose something. */
export function isDirty(state: FormState): boolean {
  return Object.keys(changesOf(state)).length > 0
}

/** Problems without those of stored values nobody touched: a limit such as "at most 180 days ago" may have moved past them. What is missing still counts. */
export function problemsOfChanges(state: FormState, problems: FormProblems): FormProblems {
  const changed = changesOf(state)
  return Object.fromEntries(
    Object.entries(problems).filter(
      ([path, list]) =>
        (path.split('.')[0] ?? '') in changed ||
        list.some((problem) => typeof problem !== 'string' && problem.key === 'check.required'),
    ),
  )
}

/** Path of the problem to focus: the first in form order. */
export function firstProblem(problems: FormProblems, order: readonly string[]): string | null {
  for (const name of order) {
    const path = Object.keys(problems).find((candidate) => candidate === name || candidate.startsWith(`${name}.`))
    if (path !== undefined) return path
  }
  return null
}

/** What stands beside the button, in the place of a field's id: why the form was not taken. */
export const REFUSAL = 'refusal'

/** The problems of fields in the order of the form, and those that no field of it can show. */
export function orderedProblems(
  problems: FormProblems,
  order: readonly string[],
): { readonly ofFields: readonly (readonly [string, FormProblems[string]])[]; readonly ofForm: FormProblems[string] } {
  const isOf = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`)
  const entries = Object.entries(problems).filter(([, list]) => list.length > 0)
  return {
    ofFields: order.flatMap((name) => entries.filter(([path]) => isOf(path, name))),
    ofForm: entries.filter(([path]) => !order.some((name) => isOf(path, name))).flatMap(([, list]) => list),
  }
}

/** How many places a refused form has to be changed in. */
export const countOf = (problems: FormProblems): number => Object.keys(problems).length

/** The problems below a path, with the path taken off: those of one line of a sub-table. */
export function problemsBelow(problems: FormProblems, path: string): FormProblems {
  const prefix = `${path}.`
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, texts]) => [name.slice(prefix.length), texts]),
  )
}

/** Compares what differs only: of a long sub-table the rows nobody touched are the same objects. */
function sameValue(before: FieldValue | undefined, after: FieldValue | undefined): boolean {
  const [one, other] = [filled(before), filled(after)]
  if (one === other) return true
  if (!Array.isArray(one) && !Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other)
  return (
    Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((each, at) => each === other[at] || JSON.stringify(each) === JSON.stringify(other[at]))
  )
}

function filled(value: FieldValue | undefined): FieldValue {
  if (value === undefined || value === '') return null
  return Array.isArray(value) && value.length === 0 ? null : value
}

/** Typing in a field takes its own problems away. In a sub-table only the cells that changed lose theirs; when rows come or go the numbers no longer fit and all are dropped. */
function withoutField(
  problems: FormProblems,
  name: string,
  before: FieldValue | undefined,
  after: FieldValue,
): FormProblems {
  const isStale = (path: string): boolean => {
    if (path === name) return true
    if (!path.startsWith(`${name}.`)) return false
    if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return true
    const [row, column] = path.slice(name.length + 1).split('.')
    const cell = (lines: readonly unknown[]): FieldValue | undefined =>
      (lines[Number(row)] as FormData | undefined)?.[column ?? '']
    return !sameValue(cell(before), cell(after))
  }
  return Object.fromEntries(Object.entries(problems).filter(([path]) => !isStale(path)))
}
