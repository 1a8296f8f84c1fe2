/** The conditions of one state leave no gap, do not overlap, and look at known fields only (WFD-03, WFD-08). */
import { depthOf, evaluate, fieldsOf } from '../conditions.ts'
import { type Condition, groupsOf } from '../definition.ts'
import { partition } from '../partition.ts'
import { type Examined, type Fault, fault, shownFacts } from './fault.ts'

/** 20.1. */
const DEEPEST = 3

function conditionFaults(examined: Examined, state: string, condition: Condition): readonly Fault[] {
  const unknown = fieldsOf(condition).filter(
    (name) => !examined.fields.includes(name) && !(name in examined.thresholds),
  )
  return [
    ...unknown.map((field) => fault('WFD-08', 'fieldUnknown', state, { field })),
    ...(depthOf(condition) > DEEPEST ? [fault('20.1', 'conditionTooDeep', state, { deepest: DEEPEST })] : []),
  ]
}

/** What each state and way looks at, its participants and its day included. */
function fieldFaults(examined: Examined): readonly Fault[] {
  const { states, transitions } = examined.definition
  const named = states.flatMap(({ key, participant, opensAtField }) =>
    [...groupsOf(participant).map((group) => (group.type === 'formField' ? group.field : undefined)), opensAtField]
      .filter((field) => field !== undefined && !examined.fields.includes(field))
      .map((field) => fault('WFD-08', 'fieldUnknown', key, { field: field ?? '' })),
  )
  const asked = [
    ...states.flatMap(({ key, enterWhen, doneWhen }) => [enterWhen, doneWhen].map((condition) => ({ key, condition }))),
    ...transitions.map(({ from, when }) => ({ key: from, condition: when })),
  ]
  return [
    ...named,
    ...asked.flatMap(({ key, condition }) => (condition ? conditionFaults(examined, key, condition) : [])),
  ]
}

/** The choice at one state, tried in every cell of the facts it looks at. */
function wayFaults({ workflow, thresholds }: Examined, from: string): readonly Fault[] {
  const ways = workflow.ways(from)
  const conditions = ways.map((way) => way.when).filter((when) => when !== undefined)
  const names = [...new Set(conditions.flatMap(fieldsOf))].filter((name) => !(name in thresholds))
  const { cells, isComplete } = partition(conditions, thresholds)
  if (!isComplete) return [fault('25.10', 'tooManyFacts', from)]

  const gap = cells.find((facts) => !ways.some((way) => evaluate(way.when, facts)))
  const overlaps = ways.flatMap((way, index) => {
    const rival = ways
      .slice(index + 1)
      .find(
        (other) =>
          other.to !== way.to &&
          other.when &&
          way.when &&
          cells.some((facts) => evaluate(way.when, facts) && evaluate(other.when, facts)),
      )
    const facts = rival && cells.find((cell) => evaluate(way.when, cell) && evaluate(rival.when, cell))
    return rival && facts
      ? [fault('WFD-03', 'overlap', from, { to: way.to, other: rival.to, facts: shownFacts(facts, names) })]
      : []
  })
  const dead = ways.filter((way, index) => {
    const earlier = ways.slice(0, index)
    return !cells.some((facts) => evaluate(way.when, facts) && !earlier.some((other) => evaluate(other.when, facts)))
  })
  return [
    ...(ways.at(-1)?.when ? [fault('WFD-03', 'lastConditional', from)] : []),
    ...(gap ? [fault('WFD-03', 'gap', from, { facts: shownFacts(gap, names) })] : []),
    ...overlaps,
    ...dead.map((way) => fault('25.10', 'wayDead', from, { to: way.to })),
  ]
}

/** Every fault in what the states and ways of a definition look at, and in how they choose. */
export function choiceFaults(examined: Examined): readonly Fault[] {
  const places = ['start', ...examined.definition.states.map((state) => state.key)]
  return [...fieldFaults(examined), ...places.flatMap((place) => wayFaults(examined, place))]
}
