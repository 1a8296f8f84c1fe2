/** What a state asks of a form field, the field can give: it is there to be written, of the right kind, and filled in by then (25.10). */
import { fieldsOf } from '../conditions.ts'
import { type FieldPermission, groupsOf, type StateDefinition } from '../definition.ts'
import { type Examined, type Fault, fault, type KnownFact } from './fault.ts'

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

function stateFaults(examined: Examined, state: StateDefinition): readonly Fault[] {
  const { workflow, known = {}, thresholds } = examined
  const { key, fields = {}, doneWhen } = state
  const writes = Object.entries(fields).filter(([, permission]) => isWritten(permission))
  const canBeFilled = (field: string, { start, isComputed }: KnownFact) =>
    isComputed || isWritten(start) || workflow.before(key).some((earlier) => isWritten(earlier.fields?.[field]))
  const asked = doneWhen ? fieldsOf(doneWhen).filter((name) => !(name in thresholds)) : []
  // What the server adds to the facts can come true without anybody writing it.
  const isOwn = asked.every(
    (name) => known[name]?.kind !== undefined && known[name]?.kind !== null && !known[name]?.isComputed,
  )
  const isStuck = asked.length > 0 && isOwn && !asked.some((name) => isWritten(fields[name]))
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
    ...(isStuck ? [fault('25.10', 'doneUnwritable', key, { field: asked.join(', ') })] : []),
  ]
}

/** Every field that a state or the start asks for in vain. */
export function formFaults(examined: Examined): readonly Fault[] {
  const { definition, known = {} } = examined
  const fields = Object.entries(known).filter(([, { kind }]) => kind !== null)
  const isWrittenSomewhere = (name: string) => definition.states.some((state) => isWritten(state.fields?.[name]))
  return [
    ...definition.states.flatMap((state) => stateFaults(examined, state)),
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
