/** Actions on the states of a definition. Every action gives a new definition; what cannot be done gives the same one. */
import type {
  FieldPermission,
  StateDefinition,
  StateKind,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { firstName } from './firstNames.ts'
import { tidy, transitionsFrom } from './transitions.ts'

/** Properties to set; undefined takes one away. */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** An object with properties set or taken away. */
export function patchObject<T extends object>(value: T, patch: Patch<T>): T {
  return Object.fromEntries(Object.entries({ ...value, ...patch }).filter(([, one]) => one !== undefined)) as T
}

/** What a key of a new state begins with. */
const stems: Readonly<Record<StateKind, string>> = { approve: 'approve', handle: 'handle', cc: 'copy', sub: 'sub' }

/** The first free key with this beginning: `approve`, `approve2` ... */
export function freeKey({ states }: WorkflowDefinition, stem: string): string {
  const taken = new Set(['start', 'end', ...states.map((state) => state.key)])
  const root = stem.replace(/\d+$/, '')
  let key = root
  for (let number = 2; taken.has(key); number++) key = `${root}${number}`
  return key
}

/** A state that may be published as it is: the department leader approves, the applicant handles or is told. */
export function newState(definition: WorkflowDefinition, kind: StateKind): StateDefinition {
  const base = { key: freeKey(definition, stems[kind]), name: firstName(kind), kind, mode: 'any' } as const
  switch (kind) {
    case 'approve':
      return {
        ...base,
        participant: { type: 'deptLeader' },
        emptyPolicy: { type: 'leader' },
        allowTransfer: true,
        allowAddSign: true,
        allowReturn: 'start',
        allowReject: true,
      }
    case 'handle':
      return {
        ...base,
        participant: { type: 'applicant' },
        emptyPolicy: { type: 'leader' },
        allowTransfer: true,
      }
    case 'cc':
      return { ...base, participant: { type: 'applicant' }, emptyPolicy: { type: 'skip' } }
    case 'sub':
      return {
        ...base,
        participant: { type: 'applicant' },
        emptyPolicy: { type: 'skip' },
        child: { type: '', values: {}, wait: true },
      }
  }
}

/** The state of a key; undefined for `start`, `end` and what is not there. */
export const stateOf = (definition: WorkflowDefinition, key: string | null): StateDefinition | undefined =>
  definition.states.find((state) => state.key === key)

/** Puts a state on the way at this place: what led on now leads through it. */
export function insertState(definition: WorkflowDefinition, at: number, state: StateDefinition): WorkflowDefinition {
  const transition = definition.transitions[at]
  if (transition === undefined) return definition
  const place = definition.states.findIndex(({ key }) => key === transition.from) + 1
  return {
    ...definition,
    states: definition.states.toSpliced(place, 0, state),
    transitions: definition.transitions.toSpliced(
      at,
      1,
      { ...transition, to: state.key },
      { from: state.key, to: transition.to },
    ),
  }
}

/** Takes a state away; the transitions to it lead where it led. */
export function removeState(definition: WorkflowDefinition, key: string): WorkflowDefinition {
  if (stateOf(definition, key) === undefined) return definition
  const next = transitionsFrom(definition, key).at(-1)?.transition.to
  return tidy({
    ...definition,
    states: definition.states.filter((state) => state.key !== key),
    transitions: definition.transitions.flatMap((transition) => {
      if (transition.from === key) return []
      if (transition.to !== key) return [transition]
      return next === undefined || next === transition.from || next === key ? [] : [{ ...transition, to: next }]
    }),
  })
}

/** Branches part or meet here: it stays where they do. */
const isOfBranches = ({ branch, joinOf }: StateDefinition): boolean => branch !== undefined || joinOf !== undefined

/** Takes a state out of its place and puts it on another transition, with its own transitions that have a condition. */
export function moveState(definition: WorkflowDefinition, key: string, at: number): WorkflowDefinition {
  const state = stateOf(definition, key)
  const target = definition.transitions[at]
  if (state === undefined || isOfBranches(state) || target === undefined) return definition
  if (target.from === key || target.to === key) return definition
  const healed = removeState(definition, key)
  const place = healed.transitions.findIndex(
    (transition) => transition.from === target.from && transition.to === target.to,
  )
  if (place < 0) return definition
  const moved = insertState(healed, place, state)
  const choices = transitionsFrom(definition, key)
    .map(({ transition }) => transition)
    .filter((transition) => transition.when !== undefined)
  const own = moved.transitions.findIndex((transition) => transition.from === key)
  return tidy({ ...moved, transitions: moved.transitions.toSpliced(own, 0, ...choices) })
}

/** One place earlier or later on the way that everything takes which no condition leads elsewhere. */
export function shiftState(definition: WorkflowDefinition, key: string, step: -1 | 1): WorkflowDefinition {
  if (step === 1) {
    const next = transitionsFrom(definition, key).at(-1)?.transition.to
    const beyond = next === undefined ? undefined : transitionsFrom(definition, next).at(-1)
    return beyond === undefined ? definition : moveState(definition, key, beyond.index)
  }
  const before = definition.transitions.find((transition) => transition.to === key)?.from
  const into = definition.transitions.findIndex((transition) => transition.to === before)
  return into < 0 ? definition : moveState(definition, key, into)
}

/** Sets properties of a state. */
export function patchState(
  definition: WorkflowDefinition,
  key: string,
  patch: Patch<StateDefinition>,
): WorkflowDefinition {
  return {
    ...definition,
    states: definition.states.map((state) => (state.key === key ? patchObject(state, patch) : state)),
  }
}

/** What may be done with a field in a state; `read` is what is not said. */
export const permissionOf = (state: StateDefinition, field: string): FieldPermission => state.fields?.[field] ?? 'read'

/** Says what may be done with a field in a state. */
export function setPermission(
  definition: WorkflowDefinition,
  key: string,
  field: string,
  permission: FieldPermission,
): WorkflowDefinition {
  const state = stateOf(definition, key)
  if (state === undefined) return definition
  const { [field]: _before, ...others } = state.fields ?? {}
  const fields = permission === 'read' ? others : { ...others, [field]: permission }
  return patchState(definition, key, { fields: Object.keys(fields).length === 0 ? undefined : fields })
}
