/** What a state asks of a form field, the field can give: it is there to be written, of the right kind, and filled in by then (25.10). */
import { fieldsOf } from '#machines/ticket/definition/conditions.ts'
import {
  type Facts,
  type FieldPermission,
  groupsOf,
  type StateDefinition,
} from '#machines/ticket/definition/definition.ts'
import { type ExaminedDefinition, type Fault, fault, type KnownFact, saidFacts } from './fault.ts'
import type { Store } from './store.ts'
import { factsAt, pathTo, stopsOf } from './walks.ts'

const isWritten = (permission: FieldPermission | null | undefined): boolean =>
  permission === 'write' || permission === 'required'

/** Fields the state takes its people or its day from, with the kinds that can hold them. */
function sources({ participant, opensAtField }: StateDefinition): readonly (readonly [string, readonly string[]])[] {
  const people = groupsOf(participant).flatMap((group) => (group.type === 'formField' ? [group.field] : []))
  return [
    ...people.map((field) => [field, ['person', 'people']] as const),
    ...(opensAtField === undefined ? [] : [[opensAtField, ['date', 'dateTime']] as const]),
  ]
}

function stateFaults(examined: ExaminedDefinition, state: StateDefinition): readonly Fault[] {
  const { workflow, known = {}, thresholds } = examined
  const { key, fields = {}, doneWhen } = state
  const writes = Object.entries(fields).filter(([, permission]) => isWritten(permission))
  const canBeFilled = (field: string, { start, isComputed }: KnownFact) =>
    isComputed || isWritten(start) || workflow.before(key).some((earlier) => isWritten(earlier.fields?.[field]))
  const names = doneWhen ? fieldsOf(doneWhen).filter((name) => !(name in thresholds)) : []
  // What the server adds to the facts can come true without anybody writing it.
  const isOwn = names.every(
    (name) => known[name]?.kind !== undefined && known[name]?.kind !== null && !known[name]?.isComputed,
  )
  const isUnwritten = !names.some((name) => isWritten(fields[name]))
  const stuck = names.length > 0 && isOwn ? endlessAt(examined, state) : null
  return [
    ...writes
      .filter(([field]) => known[field]?.isComputed)
      .map(([field]) => fault('25.10', 'fieldComputed', key, { field })),
    ...sources(state).flatMap(([field, kinds]) => {
      const fact = known[field]
      if (fact === undefined) return []
      if (fact.kind === null || !kinds.includes(fact.kind)) return [fault('25.10', 'fieldKind', key, { field })]
      return canBeFilled(field, fact) ? [] : [fault('25.10', 'fieldNeverFilled', key, { field })]
    }),
    ...(stuck === null
      ? []
      : isUnwritten
        ? [fault('25.10', 'doneUnwritable', key, { field: names.join(', ') })]
        : [{ ...fault('25.10', 'doneNever', key, { facts: stuck.facts }), path: stuck.path }]),
  ]
}

/** The shortest path to work that can never be done, whatever is written there, with the facts that show it. */
function endlessAt(
  { proof, thresholds, known = {} }: ExaminedDefinition,
  { key, doneWhen, emptyPolicy }: StateDefinition,
): { readonly path: readonly string[]; readonly facts: string } | null {
  if (doneWhen === undefined || emptyPolicy.type === 'skip') return null
  const { stores, splitter } = proof
  const axes = stores.closure(new Set(splitter.axesIn(doneWhen)))
  const given = [...axes].filter((axis) => !stores.changedAt(key).has(axis))
  const canBeDone = (store: Store): boolean =>
    stores.storesAfter(key, store, axes).some((after) => {
      let isDone = false
      stores.ask(doneWhen, after, (holds) => {
        isDone ||= holds
      })
      return isDone
    })
  for (const stop of stopsOf(proof, { comesBack: 'start' })) {
    if (stop.place !== key) continue
    let facts: Facts | null = null
    stores.look(given, stop.store, (store) => {
      if (facts === null && !canBeDone(store)) facts = { ...factsAt(proof, stop), ...splitter.factsOf(store.known) }
    })
    if (facts !== null) return { path: pathTo(stop), facts: saidFacts(facts, thresholds, known) }
  }
  return null
}

/** Fields that decide about each other whether they show: nobody can say which of them do. What is computed has its value anyhow. */
function eligiblePeopleFaults(known: Readonly<Record<string, KnownFact>>): readonly Fault[] {
  const decisionContext = (name: string): readonly string[] => {
    const { visibleWhen: condition, isComputed } = known[name] ?? {}
    return condition && !isComputed ? fieldsOf(condition).map((one) => known[one]?.of ?? one) : []
  }
  const isEligible = Object.keys(known).filter((name) => {
    const met = new Set(decisionContext(name))
    // A set that grows while it is walked is walked to its end.
    for (const one of met) for (const next of decisionContext(one)) met.add(next)
    return met.has(name)
  })
  return isEligible.length === 0 ? [] : [fault('25.10', 'visibleCircle', null, { field: isEligible.join(', ') })]
}

/** Every field that a state or the start asks for in vain. */
export function formFaults(examined: ExaminedDefinition): readonly Fault[] {
  const { definition, known = {} } = examined
  const fields = Object.entries(known).filter(([, { kind }]) => kind !== null)
  const isWrittenSomewhere = (name: string) => definition.states.some((state) => isWritten(state.fields?.[name]))
  return [
    ...definition.states.flatMap((state) => stateFaults(examined, state)),
    ...eligiblePeopleFaults(known),
    ...fields
      .filter(([, fact]) => fact.isComputed && isWritten(fact.start))
      .map(([field]) => fault('25.10', 'fieldComputed', null, { field, state: 'start' })),
    ...fields
      .filter(
        ([name, fact]) => fact.isRequired && !fact.isComputed && !isWritten(fact.start) && !isWrittenSomewhere(name),
      )
      .map(([field]) => fault('25.10', 'fieldRequiredHidden', null, { field })),
  ]
}
