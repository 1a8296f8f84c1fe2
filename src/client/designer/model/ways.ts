/** Deeds on the ways between states. */
import type { Condition, TransitionDefinition, WorkflowDefinition } from '#machines/ticket/definition.ts'

/** A way with its place in the definition. */
export interface PlacedWay {
  readonly index: number
  readonly way: TransitionDefinition
}

const placed = ({ transitions }: WorkflowDefinition): readonly PlacedWay[] =>
  transitions.map((way, index) => ({ index, way }))

/** The ways out of a state or `start`, in the order they are tried. */
export const waysFrom = (definition: WorkflowDefinition, from: string): readonly PlacedWay[] =>
  placed(definition).filter(({ way }) => way.from === from)

/** The ways into a state or `end`. */
export const waysInto = (definition: WorkflowDefinition, to: string): readonly PlacedWay[] =>
  placed(definition).filter(({ way }) => way.to === to)

/** Where something new goes when this is selected: on the last way out of it, and before `end` when nothing is. */
export function placeAfter(definition: WorkflowDefinition, selected: string | null): number {
  const own = selected === null ? undefined : waysFrom(definition, selected).at(-1)
  return own?.index ?? waysInto(definition, 'end').at(-1)?.index ?? definition.transitions.length - 1
}

/** Drops ways that say nothing: a choice whose next way leads to the same place whatever happens, and repetitions. Branches are no choice. */
export function tidied(definition: WorkflowDefinition): WorkflowDefinition {
  const kept: TransitionDefinition[] = []
  const opens = new Set(definition.states.flatMap(({ key, branch }) => (branch === undefined ? [] : [key])))
  for (const way of definition.transitions.toReversed()) {
    const later = kept.filter((other) => other.from === way.from)
    const next = later.at(-1)
    const isIdle =
      !opens.has(way.from) &&
      next !== undefined &&
      next.to === way.to &&
      (next.when === undefined || next.when === way.when)
    if (!isIdle) kept.push(way)
  }
  return { ...definition, transitions: kept.toReversed() }
}

/** A further way out of a place, tried before the last one; the first of all when there is none. */
export function connect(
  definition: WorkflowDefinition,
  from: string,
  to: string,
  when?: Condition,
): WorkflowDefinition {
  if (from === to || to === 'start' || from === 'end') return definition
  const last = waysFrom(definition, from).at(-1)
  if (last === undefined) return { ...definition, transitions: [...definition.transitions, { from, to }] }
  const way: TransitionDefinition = when === undefined ? { from, to } : { from, to, when }
  return { ...definition, transitions: definition.transitions.toSpliced(last.index, 0, way) }
}

/** Takes a way away; the only one out of a place stays. */
export function disconnect(definition: WorkflowDefinition, index: number): WorkflowDefinition {
  const way = definition.transitions[index]
  if (way === undefined || waysFrom(definition, way.from).length < 2) return definition
  const transitions = definition.transitions.toSpliced(index, 1)
  const last = transitions.findLastIndex((other) => other.from === way.from)
  // The last way of a place never asks anything (WFD-03).
  return { ...definition, transitions: transitions.map((other, at) => (at === last ? always(other) : other)) }
}

const always = ({ when: _when, ...way }: TransitionDefinition): TransitionDefinition => way

/** Where a way leads, and when. */
export function patchWay(
  definition: WorkflowDefinition,
  index: number,
  patch: { readonly to?: string; readonly when?: Condition | undefined },
): WorkflowDefinition {
  return {
    ...definition,
    transitions: definition.transitions.map((way, at) => {
      if (at !== index) return way
      const to = patch.to ?? way.to
      if (!('when' in patch)) return { ...way, to }
      return patch.when === undefined ? { ...always(way), to } : { ...way, to, when: patch.when }
    }),
  }
}

/** Tries a way earlier than the one before it. */
export function advanceWay(definition: WorkflowDefinition, index: number): WorkflowDefinition {
  const way = definition.transitions[index]
  if (way === undefined || way.when === undefined) return definition
  const before = waysFrom(definition, way.from).findLast((other) => other.index < index)
  if (before === undefined) return definition
  return { ...definition, transitions: definition.transitions.with(before.index, way).with(index, before.way) }
}
