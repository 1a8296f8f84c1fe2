/** Small mistakes in a definition, and whether the paths of the sound one notice them. */

import type {
  Condition,
  Facts,
  Operator,
  StateDefinition,
  TimerRule,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { compileWorkflow, type TicketMachine } from '#machines/ticket/engine/compile.ts'
import { start, step } from '#machines/ticket/engine/replay.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import type { TicketAction, TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { APPLICANT, eventsFor, testPeopleKinds } from '#machines/ticket/explore/testPeople.ts'
import { boundaryTrials, straightOn } from '#machines/ticket/verify/edges.ts'
import { conditionsOf, partition } from '#machines/ticket/verify/partition.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { type ShippedType, thresholds } from './shipped.ts'

/** A definition with one mistake. */
export interface Mutant {
  readonly what: string
  readonly definition: WorkflowDefinition
}

const opposite: Readonly<Record<Operator, Operator>> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
  in: 'notIn',
  notIn: 'in',
  empty: 'notEmpty',
  notEmpty: 'empty',
}

/** The condition with one comparison turned round, or `all` and `any` exchanged. */
export function turned(condition: Condition): readonly Condition[] {
  if ('field' in condition) return [{ ...condition, op: opposite[condition.op] }]
  const isAll = 'all' in condition
  const parts = isAll ? condition.all : condition.any
  const build = (list: readonly Condition[]): Condition => (isAll ? { all: list } : { any: list })
  const inner = parts.flatMap((part, index) =>
    turned(part).map((other) => build(parts.map((one, at) => (at === index ? other : one)))),
  )
  return parts.length > 1 ? [isAll ? { any: parts } : { all: parts }, ...inner] : inner
}

/** What another clock would do in its place. */
const otherwise: Readonly<Record<TimerRule['action'], TimerRule['action']>> = {
  remind: 'close',
  escalate: 'close',
  transfer: 'close',
  autoPass: 'autoReject',
  autoReject: 'close',
  close: 'autoReject',
}

/** A state whose rule is dropped, or does something else when its time runs out. */
function clocksOf({ timers = [], ...state }: StateDefinition): readonly (readonly [what: string, StateDefinition])[] {
  return timers.flatMap((timer, at) => {
    const { key, afterHours } = timer
    const action = otherwise[timer.action] as 'close' | 'autoReject'
    return [
      [`its clock ${key} is dropped`, { ...state, timers: timers.toSpliced(at, 1) }],
      [`its clock ${key} does ${action}`, { ...state, timers: timers.with(at, { key, afterHours, action }) }],
    ] as const
  })
}

function stateMutants(definition: WorkflowDefinition, state: StateDefinition, index: number): readonly Mutant[] {
  const change = (what: string, changed: StateDefinition): Mutant => ({
    what: `${state.key}: ${what}`,
    definition: { ...definition, states: definition.states.map((one) => (one === state ? changed : one)) },
  })
  const { enterWhen: _enter, ...always } = state
  const { doneWhen: _done, ...atOnce } = state
  const next = definition.states[(index + 1) % definition.states.length]
  const others = new Map(definition.states.map(({ participant }) => [JSON.stringify(participant), participant]))
  others.delete(JSON.stringify(state.participant))
  return [
    ...(state.enterWhen ? [change('its condition is dropped', always)] : []),
    ...(state.enterWhen ? turned(state.enterWhen) : []).map((enterWhen) =>
      change(`its condition becomes ${JSON.stringify(enterWhen)}`, { ...state, enterWhen }),
    ),
    ...(state.doneWhen ? [change('its end is dropped', atOnce)] : []),
    ...(state.doneWhen ? turned(state.doneWhen) : []).map((doneWhen) =>
      change('its end is turned round', { ...state, doneWhen }),
    ),
    ...[...others.values()].map((participant) =>
      change(`belongs to ${JSON.stringify(participant)}`, { ...state, participant }),
    ),
    ...clocksOf(state).map(([what, changed]) => change(what, changed)),
    ...(next && next !== state ? [swapped(definition, state, next)] : []),
  ]
}

/** Two neighbours exchange their people. */
function swapped(definition: WorkflowDefinition, left: StateDefinition, right: StateDefinition): Mutant {
  const people = new Map([
    [left.key, right.participant],
    [right.key, left.participant],
  ])
  const states = definition.states.map((one) => ({ ...one, participant: people.get(one.key) ?? one.participant }))
  return { what: `${left.key} and ${right.key} exchange their people`, definition: { ...definition, states } }
}

function transitionMutants(definition: WorkflowDefinition): readonly Mutant[] {
  const { transitions, states } = definition
  const targets = [...states.map(({ key }) => key), 'end']
  return transitions.flatMap((transition, at) => {
    const change = (what: string, changed: typeof transition | null): Mutant => ({
      what: `${transition.from} -> ${transition.to}: ${what}`,
      definition: {
        ...definition,
        transitions: transitions.flatMap((one, index) => (index === at ? (changed ? [changed] : []) : [one])),
      },
    })
    const { when: _when, ...free } = transition
    return [
      change('dropped', null),
      ...(transition.when ? [change('without its condition', free)] : []),
      ...(transition.when ? turned(transition.when) : []).map((when) =>
        change('its condition turned round', { ...transition, when }),
      ),
      ...targets
        .filter((to) => to !== transition.to && to !== transition.from)
        .map((to) => change(`leads to ${to}`, { ...transition, to })),
    ]
  })
}

/** Every definition with one guard, target, participant or clock dropped or changed. */
export function mutantsOf(definition: WorkflowDefinition): readonly Mutant[] {
  const all = [
    ...definition.states.flatMap((state, index) => stateMutants(definition, state, index)),
    ...transitionMutants(definition),
  ]
  const own = JSON.stringify(definition)
  return all.filter((mutant) => JSON.stringify(mutant.definition) !== own)
}

/** What a path shows: after each event where the ticket stands, and who is asked. */
interface Recorded {
  readonly events: readonly TicketEvent[]
  readonly shown: readonly string[]
}

const [apart] = testPeopleKinds
const forward: ReadonlySet<string> = new Set(['submit', 'participants', 'approve', 'handle', 'open'])

function show(status: string, states: readonly string[], actions: readonly TicketAction[]): string {
  const asked = actions.flatMap((action) =>
    action.type === 'resolveParticipants' || action.type === 'share' ? [action.params.participant] : [],
  )
  return JSON.stringify([status, states, asked])
}

/** What these events show. */
function record(machine: TicketMachine, events: readonly TicketEvent[]): Recorded {
  let { snapshot } = start(machine, { applicant: APPLICANT })
  const shown = events.map((event) => {
    const result = step(machine, snapshot, event)
    if (!result.ok) throw new Error(`${event.type} is refused`)
    snapshot = result.snapshot
    return show(statusOf(snapshot), currentStates(snapshot), result.actions)
  })
  return { events, shown }
}

const LONGEST = 200

/** A life in which everybody says yes, but not before every clock of theirs has rung once; what a clock closed is submitted again. */
function ringing(definition: WorkflowDefinition, machine: TicketMachine, facts: Facts): readonly TicketEvent[] {
  const rung = new Set<string>()
  const events: TicketEvent[] = []
  if (!apart) return events
  let { snapshot } = start(machine, { applicant: APPLICANT })
  const isNext = (event: TicketEvent): boolean => {
    if (event.type !== 'timeout') return forward.has(event.type) && snapshot.can(event)
    const visit = snapshot.context.visits.find(({ id }) => id === event.visit)
    return !rung.has(`${visit?.state} ${event.rule}`) && snapshot.can(event)
  }
  while (events.length < LONGEST) {
    const offered = eventsFor(definition, apart, facts, snapshot)
    const event = offered.find((one) => one.type === 'timeout' && isNext(one)) ?? offered.find(isNext)
    const result = event && step(machine, snapshot, event)
    if (!event || !result?.ok) break
    if (event.type === 'timeout')
      rung.add(`${snapshot.context.visits.find(({ id }) => id === event.visit)?.state} ${event.rule}`)
    const isIdle = result.snapshot.context === snapshot.context
    snapshot = result.snapshot
    events.push(event)
    if (isIdle) break
  }
  return events
}

/** The paths of a sound definition: one for every way its conditions can come out, also by its clocks, and those beside every constant. */
export function recordPaths(definition: WorkflowDefinition, constants: Facts): readonly Recorded[] {
  const machine = compileWorkflow(definition)
  if (!apart) return []
  const { cells } = partition(conditionsOf(definition), constants)
  const straight = cells.map((facts) => straightOn(definition, machine, apart, facts))
  return [
    ...[...straight, ...boundaryTrials(definition, machine, constants, apart)].map(({ events }) => events),
    ...(definition.states.some(({ timers = [] }) => timers.length > 0)
      ? cells.map((facts) => ringing(definition, machine, facts))
      : []),
  ].map((events) => record(machine, events))
}

/** Whether the path takes another route in the mutant, or asks other people. */
function differs(machine: TicketMachine, { events, shown }: Recorded): boolean {
  let { snapshot } = start(machine, { applicant: APPLICANT })
  return events.some((event, index) => {
    const result = step(machine, snapshot, event)
    if (!result.ok) return true
    snapshot = result.snapshot
    return show(statusOf(snapshot), currentStates(snapshot), result.actions) !== shown[index]
  })
}

/** Whether a path notices a mutant: the one that noticed most of late is asked first, since mistakes in one place are noticed by the same path. */
export function noticing(paths: readonly Recorded[]): (mutant: WorkflowDefinition) => boolean {
  const order = [...paths]
  return (mutant) => {
    const machine = compileWorkflow(mutant)
    const at = order.findIndex((path) => differs(machine, path))
    if (at > 0) order.unshift(...order.splice(at, 1))
    return at >= 0
  }
}

/** How many mistakes of a shipped type there are, and those that neither its proof nor its paths notice. */
export function survivorsOf({ workflow, fields, known }: ShippedType): {
  readonly mutants: number
  readonly survivors: readonly string[]
} {
  const isNoticed = noticing(recordPaths(workflow, thresholds))
  const mutants = mutantsOf(workflow)
  const survivors = mutants.filter(
    ({ definition }) => verify(definition, { fields, thresholds, known }).length === 0 && !isNoticed(definition),
  )
  return { mutants: mutants.length, survivors: survivors.map(({ what }) => what) }
}
