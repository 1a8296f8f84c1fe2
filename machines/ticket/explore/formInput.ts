/** Fills in a form the way people do: each writes what their place allows, as far as it shows, and leaves nothing empty that must be filled in (25.10). */
import { evaluate, fieldsOf, leavesOf } from '../definition/conditions.ts'
import {
  type Facts,
  type FactValue,
  type FieldPermission,
  groupsOf,
  type WorkflowDefinition,
} from '../definition/definition.ts'
import { shownFields } from '../definition/form.ts'
import { liveVisits, peopleIn } from '../engine/visits.ts'
import type { TicketContext, TicketEvent } from '../engine/vocabulary.ts'
import type { KnownFact } from '../verify/faults/fault.ts'
import { ruledFields } from '../verify/faults/store.ts'
import { aliasesIn, axesOf, conditionsOf, type Partition, partition, withAliases } from '../verify/partition.ts'

/** What is known of the facts of a form, by name; a name that is missing can have any value at any time. */
export type KnownFacts = Readonly<Record<string, KnownFact>>

/** How a form comes to be what it is. */
export interface Filler {
  /** Before anybody has written anything. */
  readonly blank: (wanted: Facts) => Facts
  /** As somebody who acts at this place (`start`, or a state) leaves it, who wants it like this. */
  readonly submittedForm: (place: string, stored: Facts, wanted: Facts) => Facts
  /** The facts where no form is written: only those outside the form are as wanted. */
  readonly unchangedForm: (stored: Facts, wanted: Facts) => Facts
}

/** The forms that tickets of a workflow carry; its cells are what somebody may want to fill in. */
export interface FormInput extends Filler, Partition {
  /** What cells say of the fields that are written at a place, each once; none where nothing is. */
  readonly wantedAt: (place: string, cells: readonly Facts[]) => readonly Facts[]
  /** Of the cells one for every way the conditions of the workflow itself come out, whatever shows and is filled in. */
  readonly plainCells: readonly Facts[]
  /** One word for all forms under which every comparison comes out alike, now and whatever of them is written anew. */
  readonly wordOf: (form: Facts) => string
}

/** Of events that already say what has become of the form. */
export const asRecorded: Filler = {
  blank: (wanted) => wanted,
  submittedForm: (_place, _stored, wanted) => wanted,
  unchangedForm: (_stored, wanted) => wanted,
}

const isWritable = (permission: FieldPermission | null | undefined): boolean =>
  permission === 'write' || permission === 'required'

const isEmptyIn = (field: string, facts: Facts): boolean => evaluate({ field, op: 'empty' }, facts)

/** Some value of each field that has one in these samples. */
function valuesIn(samples: readonly Facts[]): ReadonlyMap<string, FactValue> {
  const values = new Map<string, FactValue>()
  for (const sample of samples)
    for (const [name, value] of Object.entries(sample))
      if (!values.has(name) && !isEmptyIn(name, sample)) values.set(name, value)
  return values
}

/** The forms of a workflow whose conditions are these, cut as finely as the rules of its fields ask. */
export function formInputOf(definition: WorkflowDefinition, constants: Facts, known: KnownFacts = {}): FormInput {
  const { states } = definition
  const own = conditionsOf(definition)
  const participantFields = states.flatMap(({ participant }) =>
    groupsOf(participant).flatMap((group) => (group.type === 'formField' ? [group.field] : [])),
  )
  const guards = ruledFields(own.flatMap(fieldsOf), participantFields, known, states, fieldsOf).flatMap((name) => {
    const { visibleWhen, requiredWhen } = known[name] ?? {}
    const empty = { field: name, op: 'empty' } as const
    return [empty, visibleWhen, requiredWhen].filter((condition) => condition !== undefined)
  })
  const conditions = [...own, ...guards]
  const domains = Object.fromEntries(Object.entries(known).map(([name, { domain }]) => [name, domain]))
  const aliases = aliasesIn(known)
  const axes = axesOf(conditions, constants, domains, aliases)
  const some = valuesIn(axes.flatMap(({ samples }) => samples))
  const names = axes.flatMap((axis) => axis.fields)
  const inForm = names.filter((name) => known[name]?.kind != null)
  /** What the type's own code adds, or nobody knows of, may be otherwise at any time. */
  const loose = names.filter((name) => {
    const fact = known[name]
    return fact === undefined || (fact.kind === null && fact.isComputed && fact.of === undefined)
  })
  const from = (facts: Facts, chosen: readonly string[]): Facts =>
    Object.fromEntries(chosen.map((name) => [name, facts[name] ?? null]))

  const permissionAt = (place: string, name: string): FieldPermission | null | undefined =>
    place === 'start' ? known[name]?.start : states.find(({ key }) => key === place)?.fields?.[name]
  const writesAny = (place: string): boolean =>
    place === 'start' || Object.values(states.find(({ key }) => key === place)?.fields ?? {}).some(isWritable)
  const fieldsAt = (place: string): readonly string[] =>
    inForm.filter((name) =>
      known[name]?.isComputed === true ? writesAny(place) : isWritable(permissionAt(place, name)),
    )
  const isDemanded = (place: string, name: string, facts: Facts): boolean => {
    const { isRequired = false, isComputed = false, requiredWhen } = known[name] ?? {}
    const isAsked = isRequired || permissionAt(place, name) === 'required'
    return !isComputed && (isAsked || (requiredWhen !== undefined && evaluate(requiredWhen, facts)))
  }

  const parted = partition(conditions, constants, domains, aliases)
  const wantedAt = (place: string, cells: readonly Facts[]): readonly Facts[] => {
    const fields = fieldsAt(place)
    const cut = cells.map((cell) => from(cell, fields))
    return fields.length === 0 ? [] : [...new Map(cut.map((facts) => [JSON.stringify(facts), facts])).values()]
  }

  const leaves = [...new Map(conditions.flatMap(leavesOf).map((leaf) => [JSON.stringify(leaf), leaf])).values()]
  /** Of fields compared with each other the values count: one of them may be written anew without the others. */
  const compared = axes
    .map(({ fields }) => fields.filter((name) => !(name in aliases)))
    .filter((fields) => fields.length > 1)
    .flat()

  const outcomeOf = (form: Facts): string => own.map((condition) => evaluate(condition, form)).join()
  const plain = new Map(parted.cells.toReversed().map((cell) => [outcomeOf(cell), cell]))
  return {
    ...parted,
    plainCells: parted.cells.filter((cell) => plain.get(outcomeOf(cell)) === cell),
    wantedAt,
    wordOf: (form) =>
      leaves.map((leaf) => (evaluate(leaf, form) ? '1' : '0')).join('') +
      compared.map((name) => JSON.stringify(form[name] ?? null)).join(),
    blank: (wanted) => {
      const empty = inForm.map((name) => {
        const { start, hasInitial, isComputed } = known[name] ?? {}
        const initial = hasInitial === true && isEmptyIn(name, wanted) ? some.get(name) : wanted[name]
        return [name, start === 'read' && isComputed !== true ? (initial ?? null) : null] as const
      })
      return withAliases({ ...wanted, ...Object.fromEntries(empty) }, aliases)
    },
    submittedForm: (place, stored, wanted) => {
      const fields = fieldsAt(place)
      const shows = Object.fromEntries(fields.map((name) => [name, known[name]?.visibleWhen]))
      const before = { ...stored, ...from(wanted, loose) }
      let constraint = wanted
      // Each round fills in something more.
      for (;;) {
        const { visible, facts } = shownFields(shows, (shown) => {
          const values = fields.map((name) => [name, shown.has(name) ? (constraint[name] ?? null) : null] as const)
          return withAliases({ ...before, ...Object.fromEntries(values) }, aliases)
        })
        const lacking = fields.filter(
          (name) => visible.has(name) && isEmptyIn(name, facts) && isDemanded(place, name, facts) && some.has(name),
        )
        if (lacking.length === 0) return facts
        constraint = { ...constraint, ...Object.fromEntries(lacking.map((name) => [name, some.get(name) ?? null])) }
      }
    },
    unchangedForm: (stored, wanted) => ({ ...stored, ...from(wanted, loose) }),
  }
}

/** The place at which the actor of this event writes the form; null where the event writes none. */
export function placeWritten(context: TicketContext, event: TicketEvent): string | null {
  if (event.type === 'submit') return 'start'
  if (event.type !== 'approve' && event.type !== 'handle') return null
  const live = liveVisits(context)
  const meant =
    event.visit === undefined
      ? (live.find((visit) => peopleIn(visit).includes(event.actor)) ?? live[0])
      : live.find(({ id }) => id === event.visit)
  return meant?.state ?? null
}

/** What people make of a form, each place by its own; forms that are alike are the same object. */
export interface Writing {
  readonly blank: Facts
  /** As the first of the cells has it written there. */
  readonly submittedForm: (place: string, stored: Facts) => Facts
  /** What else could be written there, of forms under which everything comes out alike one. */
  readonly others: (place: string, stored: Facts) => readonly Facts[]
  /** After an event that writes no form. */
  readonly unchangedForm: (stored: Facts) => Facts
  readonly wordOf: (form: Facts) => string
}

/** A writing by people who want one of `cells` each, which say the same of whatever stands in no form; it fills in each form once. */
export function writingOf(formInput: FormInput, wanted: Facts, cells: readonly Facts[] = [wanted]): Writing {
  const forms = new Map<string, Facts>()
  const same = (facts: Facts): Facts => {
    const word = JSON.stringify(facts)
    const known = forms.get(word) ?? facts
    forms.set(word, known)
    return known
  }
  const submittedForm = onceFor((place, stored) => same(formInput.submittedForm(place, stored, wanted)))
  const unchangedForm = onceFor((_, stored) => same(formInput.unchangedForm(stored, wanted)))
  const wordOf = onceFor((_, form) => formInput.wordOf(form))
  const constraints = new Map<string, readonly Facts[]>()
  const others = onceFor((place, stored): readonly Facts[] => {
    const found = constraints.get(place) ?? formInput.wantedAt(place, cells)
    constraints.set(place, found)
    const apart = new Map<string, Facts>()
    const plain = submittedForm(place, stored)
    for (const constraint of found) {
      const facts = same(formInput.submittedForm(place, stored, { ...wanted, ...constraint }))
      const word = wordOf('', facts)
      if (!apart.has(word)) apart.set(word, facts)
    }
    apart.delete(wordOf('', plain))
    return [...apart.values()]
  })
  return {
    blank: same(formInput.blank(wanted)),
    submittedForm,
    others,
    unchangedForm: (stored) => unchangedForm('', stored),
    wordOf: (form) => wordOf('', form),
  }
}

/** Answers once for each form at each place. */
function onceFor<Result>(make: (place: string, form: Facts) => Result): (place: string, form: Facts) => Result {
  const found = new Map<string, WeakMap<Facts, { readonly result: Result }>>()
  return (place, form) => {
    const at = found.get(place) ?? new WeakMap<Facts, { readonly result: Result }>()
    found.set(place, at)
    const known = at.get(form) ?? { result: make(place, form) }
    at.set(form, known)
    return known.result
  }
}

/** Cells that say the same of whatever stands in no form: one walk tries all of them, since everything else is written on the way. */
export function cellsByBlank(formInput: Filler, cells: readonly Facts[]): readonly (readonly [Facts, ...Facts[]])[] {
  const groups = new Map<string, [Facts, ...Facts[]]>()
  for (const cell of cells) {
    const word = JSON.stringify(formInput.blank(cell))
    const group = groups.get(word)
    if (group) group.push(cell)
    else groups.set(word, [cell])
  }
  return [...groups.values()]
}
