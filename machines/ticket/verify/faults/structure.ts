/** Keys and transitions fit together (WFD-01). Everything else is asked only of a definition that passes this. */
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { type ExaminedDefinition, type Fault, fault } from './fault.ts'

/** Keys become names of states, routes and message keys. */
const KEY = /^[a-z][A-Za-z0-9]*$/
const RESERVED: readonly string[] = ['start', 'end']

/** Keys that clash, transitions that lead nowhere, places without one. */
export function structureFaults({
  definition,
  workflow,
}: Pick<ExaminedDefinition, 'definition' | 'workflow'>): readonly Fault[] {
  const keys = definition.states.map((state) => state.key)
  const isKnown = (key: string) => keys.includes(key)
  const invalid = keys.filter((key) => !KEY.test(key) || RESERVED.includes(key))
  const duplicate = [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))]
  const dangling = definition.transitions.filter(
    ({ from, to }) => !(from === 'start' || isKnown(from)) || !(to === 'end' || to === 'start' || isKnown(to)),
  )
  if (keys.length === 0) return [fault('25.10', 'noStates', null)]
  return [
    ...definition.states.flatMap(({ key, name }, index) =>
      isBlank(name.zhHans) || isBlank(name.en) ? [fault('25.10', 'stateUnnamed', key, { number: index + 1 })] : [],
    ),
    ...invalid.map((key) => fault('WFD-01', 'keyInvalid', key)),
    ...duplicate.map((key) => fault('WFD-01', 'keyDuplicate', key)),
    ...dangling.map(({ from, to }) => fault('WFD-01', 'transitionDangling', isKnown(from) ? from : null, { from, to })),
    ...(workflow.transitionsFrom('start').length === 0 ? [fault('WFD-01', 'startMissing', null)] : []),
    ...definition.transitions
      .filter(({ to }) => to === 'start')
      .map(({ from }) => fault('WFD-01', 'startEntered', from)),
    ...keys
      .filter((key) => workflow.transitionsFrom(key).length === 0)
      .map((key) => fault('WFD-01', 'transitionMissing', key)),
  ]
}
