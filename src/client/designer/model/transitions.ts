/** Actions on the ways between states. */
import type { Condition, TransitionDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'

/** A transition with its place in the definition. */
export interface PlacedTransition {
  readonly index: number
  readonly transition: TransitionDefinition
}

const placed = ({ transitions }: WorkflowDefinition): readonly PlacedTransition[] =>
  transitions.map((transition, index) => ({ index, transition }))

/** The transitions out of a state or `start`, in the order they are tried. */
export const transitionsFrom = (definition: WorkflowDefinition, from: string): readonly PlacedTransition[] =>
  placed(definition).filter(({ transition }) => transition.from === from)

/** The transitions into a state or `end`. */
export const transitionsInto = (definition: WorkflowDefinition, to: string): readonly PlacedTransition[] =>
  placed(definition).filter(({ transition }) => transition.to === to)

/** Where something new goes when this is selected: on the last transition out of it, and before `end` when nothing is. */
export function placeAfter(definition: WorkflowDefinition, selected: string | null): number {
  const own = selected === null ? undefined : transitionsFrom(definition, selected).at(-1)
  return own?.index ?? transitionsInto(definition, 'end').at(-1)?.index ?? definition.transitions.length - 1
}

/** Drops transitions that say nothing: a choice whose next transition leads to the same place whatever happens, and repetitions. Branches are no choice. */
export function tidy(definition: WorkflowDefinition): WorkflowDefinition {
  const kept: TransitionDefinition[] = []
  const opens = new Set(definition.states.flatMap(({ key, branch }) => (branch === undefined ? [] : [key])))
  for (const transition of definition.transitions.toReversed()) {
    const later = kept.filter((other) => other.from === transition.from)
    const next = later.at(-1)
    const isIdle =
      !opens.has(transition.from) &&
      next !== undefined &&
      next.to === transition.to &&
      (next.when === undefined || next.when === transition.when)
    if (!isIdle) kept.push(transition)
  }
  return { ...definition, transitions: kept.toReversed() }
}

/** A further transition out of a place, tried before the last one; the first of all when there is none. */
export function connect(
  definition: WorkflowDefinition,
  from: string,
  to: string,
  when?: Condition,
): WorkflowDefinition {
  if (from === to || to === 'start' || from === 'end') return definition
  const last = transitionsFrom(definition, from).at(-1)
  if (last === undefined) return { ...definition, transitions: [...definition.transitions, { from, to }] }
  const transition: TransitionDefinition = when === undefined ? { from, to } : { from, to, when }
  return { ...definition, transitions: definition.transitions.toSpliced(last.index, 0, transition) }
}

/** Takes a transition away; the only one out of a place stays. */
export function disconnect(definition: WorkflowDefinition, index: number): WorkflowDefinition {
  const transition = definition.transitions[index]
  if (transition === undefined || transitionsFrom(definition, transition.from).length < 2) return definition
  const transitions = definition.transitions.toSpliced(index, 1)
  const last = transitions.findLastIndex((other) => other.from === transition.from)
  // The last transition of a place never asks anything (WFD-03).
  return { ...definition, transitions: transitions.map((other, at) => (at === last ? always(other) : other)) }
}

const always = ({ when: _when, ...transition }: TransitionDefinition): TransitionDefinition => transition

/** Where a transition leads, and when. */
export function patchTransition(
  definition: WorkflowDefinition,
  index: number,
  patch: { readonly to?: string; readonly when?: Condition | undefined },
): WorkflowDefinition {
  return {
    ...definition,
    transitions: definition.transitions.map((transition, at) => {
      if (at !== index) return transition
      const to = patch.to ?? transition.to
      if (!('when' in patch)) return { ...transition, to }
      return patch.when === undefined ? { ...always(transition), to } : { ...transition, to, when: patch.when }
    }),
  }
}

/** Tries a transition earlier than the one before it. */
export function advanceTransition(definition: WorkflowDefinition, index: number): WorkflowDefinition {
  const transition = definition.transitions[index]
  if (transition === undefined || transition.when === undefined) return definition
  const before = transitionsFrom(definition, transition.from).findLast((other) => other.index < index)
  if (before === undefined) return definition
  return {
    ...definition,
    transitions: definition.transitions.with(before.index, transition).with(index, before.transition),
  }
}
