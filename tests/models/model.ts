import assert from 'node:assert/strict'
import { getStateNodes, TestModel } from '@xstate/test'
import {
  type ActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type ContextFrom,
  createActor,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  SimulatedClock,
  type Snapshot,
  transition,
} from 'xstate'

/** What an invoked actor may answer: an output, or an error it rejects with. */
export type Answer = { readonly output: unknown } | { readonly error: unknown }

/** Events to try, either the same everywhere or as a function of the moment. */
export type Events<M extends AnyStateMachine> =
  | readonly EventFromLogic<M>[]
  | ((snapshot: ReturnType<M['transition']>) => readonly EventFromLogic<M>[])

/** What a model needs besides its machine. */
export interface ModelOptions<M extends AnyStateMachine> {
  /** Events from outside; those a moment refuses are left out by themselves. */
  readonly events: Events<M>
  /** What each invoked actor may answer, by invoke id. */
  readonly answers?: Readonly<Record<string, readonly Answer[]>>
  /** Whether a step is gone at all, time and answers included; every accepted one by default. */
  readonly goes?: (moment: AnyMachineSnapshot, event: EventObject) => boolean
  /** Every input the machine is started with; one start without input by default. */
  readonly inputs?: readonly InputFrom<M>[]
  /**
   * What of the context tells two moments of the same state value apart; all of it by default. Guards
   * may depend on nothing else, or a run leaves the path the model predicts and fails.
   */
  readonly tell?: (context: ContextFrom<M>) => unknown
}

/** One step: the event and the moment it must lead to. */
export interface ModelStep {
  readonly event: EventObject
  readonly state: AnyMachineSnapshot
}

/** A path through a machine; `initial` is the moment before the first step. */
export interface ModelPath {
  readonly description: string
  readonly input: unknown
  /** Names a moment as the model tells it apart from others. */
  readonly name: (moment: AnyMachineSnapshot) => string
  readonly initial: AnyMachineSnapshot
  readonly steps: readonly ModelStep[]
}

/** An action the machine asked for, which the outside would have carried out. */
export interface Effect {
  readonly type: string
  readonly params: unknown
}

/** What a run of a path did. */
export interface Run {
  readonly effects: readonly Effect[]
  readonly emitted: readonly EventObject[]
  /** Ids of the transitions taken, in order. */
  readonly transitions: readonly string[]
}

const AFTER = 'xstate.after.'
const DONE = 'xstate.done.actor.'
const ERROR = 'xstate.error.actor.'

const plain = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { ...value, name: value.name, message: value.message } : value
const serializeEvent = (event: EventObject): string => JSON.stringify(event, plain)

/** Names moments; one that lies on many paths is written out once. */
function namer(tell: (context: never) => unknown = (context) => context): (moment: AnyMachineSnapshot) => string {
  const names = new WeakMap<AnyMachineSnapshot, string>()
  return (moment) => {
    const { value, context } = moment
    const name = names.get(moment) ?? JSON.stringify({ value, context: tell(context as never) }, plain)
    names.set(moment, name)
    return name
  }
}

/** Time that passes and actors that answer, as events of the moment. */
function innerEvents(
  snapshot: AnyMachineSnapshot,
  answers: Readonly<Record<string, readonly Answer[]>>,
): EventObject[] {
  const nodes: readonly AnyStateNode[] = snapshot._nodes
  const delays = nodes.flatMap(({ after }) => after.map(({ eventType }) => eventType))
  const answered = nodes.flatMap(({ invoke }) =>
    invoke.flatMap(({ id: actorId }) =>
      (answers[actorId] ?? []).map((answer) => ({
        type: `${'error' in answer ? ERROR : DONE}${actorId}`,
        actorId,
        ...answer,
      })),
    ),
  )
  return [...[...new Set(delays)].map((type) => ({ type })), ...answered]
}

function modelOf<M extends AnyStateMachine>(machine: M, options: ModelOptions<M>, input: InputFrom<M> | undefined) {
  const { events, answers = {}, goes = () => true, tell } = options
  // The library types a model by snapshot, event and input; a machine is one such logic.
  const logic = machine as unknown as ActorLogic<AnyMachineSnapshot, EventObject, unknown>
  return new TestModel<AnyMachineSnapshot, EventObject, unknown>(logic, {
    serializeEvent,
    serializeState: namer(tell),
    input,
    events: (snapshot) => {
      const outer = typeof events === 'function' ? events(snapshot as ReturnType<M['transition']>) : events
      return [...outer.filter((event) => !event.type.startsWith('xstate.')), ...innerEvents(snapshot, answers)].filter(
        (event) => snapshot.can(event) && goes(snapshot, event),
      )
    },
  })
}

/**
 * For every moment the machine can reach and every event accepted there, the shortest path to take
 * that event.
 */
export function shortestPaths<M extends AnyStateMachine>(machine: M, options: ModelOptions<M>): ModelPath[] {
  const name = namer(options.tell)
  return (options.inputs ?? [undefined]).flatMap((input) => {
    const model = modelOf(machine, options, input)
    const onward = new Map(
      Object.values(model.getAdjacencyMap()).map(({ state, transitions }) => [
        name(state),
        Object.values<ModelStep>(transitions),
      ]),
    )
    return model.getShortestPaths({ allowDuplicatePaths: true }).flatMap(({ state, steps: [first, ...path] }) => {
      const toPath = (steps: ModelStep[]): ModelPath => ({
        description: steps.map(({ event }) => serializeEvent(event)).join(' -> ') || '(start)',
        input,
        name,
        initial: first?.state ?? state,
        steps,
      })
      const next = onward.get(name(state)) ?? []
      return next.length === 0 ? [toPath(path)] : next.map((step) => toPath([...path, step]))
    })
  })
}

/** Every moment the machine can reach. */
export function reachableStates<M extends AnyStateMachine>(
  machine: M,
  options: ModelOptions<M>,
): ReturnType<M['transition']>[] {
  const states = (options.inputs ?? [undefined]).flatMap((input) =>
    Object.values(modelOf(machine, options, input).getAdjacencyMap()).map(({ state }) => state),
  )
  const name = namer(options.tell)
  return [...new Map(states.map((state) => [name(state), state])).values()] as ReturnType<M['transition']>[]
}

/** The fewest of the {@link shortestPaths}, greedily chosen, that together take every transition those can take. */
export function shortestPathsCoveringTransitions<M extends AnyStateMachine>(
  machine: M,
  options: ModelOptions<M>,
): ModelPath[] {
  const runs = shortestPaths(machine, options).map((it) => ({
    path: it,
    taken: new Set(runPath(machine, it).transitions),
  }))
  const missing = new Set(runs.flatMap(({ taken }) => [...taken]))
  const kept: ModelPath[] = []
  for (const { path: candidate, taken } of runs.toSorted((a, b) => b.path.steps.length - a.path.steps.length)) {
    if ([...taken].every((id) => !missing.has(id))) continue
    for (const id of taken) missing.delete(id)
    kept.push(candidate)
  }
  return kept
}

/**
 * A few long paths, one for each start, that together take every transition the {@link shortestPaths} take: from
 * where a path has come to it goes on to the nearest step that takes something new. For tests in which
 * every start is dear.
 */
export function longPathsCoveringTransitions<M extends AnyStateMachine>(
  machine: M,
  options: ModelOptions<M>,
): ModelPath[] {
  const taken = new Set<string>()
  return (options.inputs ?? [undefined]).flatMap((input) => {
    const { inputs: _, ...rest } = options
    const steps = stepsOf(machine, input === undefined ? rest : { ...rest, inputs: [input] })
    const [start] = steps
    if (start === undefined) return []
    const { name, initial } = start.path
    const path: ModelStep[] = []
    for (let at = name(initial); ; ) {
      const leg = nearest(steps, at, (step) => [...step.takes].some((id) => !taken.has(id)))
      if (leg === null) break
      for (const { step, takes } of leg) {
        path.push(step)
        for (const id of takes) taken.add(id)
        at = name(step.state)
      }
    }
    return [
      { description: path.map(({ event }) => serializeEvent(event)).join(' -> '), input, name, initial, steps: path },
    ]
  })
}

interface KnownStep {
  readonly from: string
  readonly step: ModelStep
  /** Ids of the transitions it takes. */
  readonly takes: readonly string[]
  readonly path: ModelPath
}

/** Every step of the model, each found by walking the shortest path to it. */
function stepsOf<M extends AnyStateMachine>(machine: M, options: ModelOptions<M>): KnownStep[] {
  return shortestPaths(machine, options).flatMap((path) => {
    const step = path.steps.at(-1)
    if (step === undefined) return []
    let before = 0
    let walked = 0
    const run = runPath(machine, path, (_, { transitions }) => {
      walked += 1
      if (walked === path.steps.length) before = transitions.length
    })
    const from = path.name(path.steps.at(-2)?.state ?? path.initial)
    return [{ from, step, takes: run.transitions.slice(before), path }]
  })
}

/** The fewest steps from a moment to one that is wanted, that one included; null when none can be reached. */
function nearest(
  steps: readonly KnownStep[],
  from: string,
  isWanted: (step: KnownStep) => boolean,
): readonly KnownStep[] | null {
  const seen = new Set([from])
  let front: readonly { readonly at: string; readonly path: readonly KnownStep[] }[] = [{ at: from, path: [] }]
  while (front.length > 0) {
    const onward = front.flatMap(({ at, path }) =>
      steps.filter((step) => step.from === at).map((step) => [...path, step] as const),
    )
    const found = onward.find((path) => path.at(-1) !== undefined && isWanted(path.at(-1) as KnownStep))
    if (found !== undefined) return found
    front = onward.flatMap((path) => {
      const last = path.at(-1) as KnownStep
      const at = last.path.name(last.step.state)
      if (seen.has(at)) return []
      seen.add(at)
      return [{ at, path }]
    })
  }
  return null
}

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
]

const ids = new WeakMap<AnyTransitionDefinition, string>()

/** `state: EVENT #n -> target`, the same for a machine and for what `provide` makes of it. */
function transitionId(definition: AnyTransitionDefinition): string {
  const known = ids.get(definition)
  if (known) return known
  const { source, eventType, target } = definition
  const siblings = transitionsOf(source).filter((it) => it.eventType === eventType)
  const index = siblings.length > 1 ? ` #${siblings.indexOf(definition) + 1}` : ''
  const targets = target?.map((node) => node.id).join(', ') ?? '(stays)'
  const id = `${source.id}: ${eventType || 'always'}${index} -> ${targets}`
  ids.set(definition, id)
  return id
}

/** Ids of all transitions of all state nodes of the machine. */
export function transitionIds(machine: AnyStateMachine): string[] {
  return [machine.root, ...getStateNodes(machine.root)].flatMap(transitionsOf).map(transitionId)
}

/** Counts which transitions of a machine were taken. */
export interface Coverage {
  add(run: Run): void
  missing(): string[]
  /** Fails with the list of transitions that no added run took. */
  assertFullCoverage(): void
}

/** A counter for `machine` that has seen nothing yet. */
export function transitionCoverage(machine: AnyStateMachine): Coverage {
  const missing = new Set(transitionIds(machine))
  return {
    add({ transitions }) {
      for (const id of transitions) missing.delete(id)
    },
    missing: () => [...missing],
    assertFullCoverage: () => assert.deepEqual([...missing], [], 'transitions never taken'),
  }
}

/** Stands in for an invoked actor: says nothing until the path lets it answer. */
const answering: ActorLogic<Snapshot<unknown>, EventObject> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => {
    if (event.type.startsWith(DONE) && 'output' in event)
      return { status: 'done', output: event.output, error: undefined }
    if (event.type.startsWith(ERROR) && 'error' in event)
      return { status: 'error', output: undefined, error: event.error }
    return snapshot
  },
}

interface Instrumented {
  readonly machine: AnyStateMachine
  /** Names of the actions that the outside carries out. */
  readonly outside: ReadonlySet<string>
}

// Providing builds the whole machine anew, which would cost more than walking the path.
const instrumented = new WeakMap<AnyStateMachine, Instrumented>()

/** `machine` with the actions of the outside doing nothing and every invoked actor waiting for its answer. */
function instrumentedFor(machine: AnyStateMachine): Instrumented {
  const known = instrumented.get(machine)
  if (known) return known
  const { actions, actors } = machine.implementations
  const outside = Object.keys(actions).filter((name) => !('resolve' in (actions[name] ?? {})))
  const observed = {
    machine: machine.provide({
      actors: Object.fromEntries(Object.keys(actors).map((name) => [name, answering])),
      actions: Object.fromEntries(outside.map((name) => [name, () => undefined])),
    }),
    outside: new Set(outside),
  }
  instrumented.set(machine, observed)
  return observed
}

/** Milliseconds until the delayed transition `eventType` of this moment is due. */
function delayOf(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject): number {
  const nodes: readonly AnyStateNode[] = snapshot._nodes
  const delay = nodes.flatMap(({ after }) => after).find(({ eventType }) => eventType === event.type)?.delay
  const named: unknown = typeof delay === 'string' ? machine.implementations.delays[delay] : delay
  const ms: unknown = typeof named === 'function' ? named({ context: snapshot.context, event }, undefined) : named
  assert.ok(typeof ms === 'number', `no delay for ${event.type}`)
  return ms
}

/**
 * Walks `path` with a real actor on a simulated clock and fails where it does not reach the moment the
 * model predicts. `check` is called after the start and after every step.
 */
export function runPath<M extends AnyStateMachine>(
  machine: M,
  { input, initial, steps, name, description }: ModelPath,
  check?: (snapshot: ReturnType<M['transition']>, soFar: Run) => void,
): Run {
  const run = { effects: [] as Effect[], emitted: [] as EventObject[], transitions: [] as string[] }
  const clock = new SimulatedClock()
  const observed = instrumentedFor(machine)
  const actor = createActor(observed.machine, {
    input,
    clock,
    inspect: (inspected) => {
      if (inspected.actorRef.sessionId !== inspected.rootId) return
      if (inspected.type === '@xstate.microstep') run.transitions.push(...inspected._transitions.map(transitionId))
      if (inspected.type === '@xstate.action' && observed.outside.has(inspected.action.type))
        run.effects.push(inspected.action)
    },
  })
  actor.on('*', (event) => run.emitted.push(event))
  actor.start()

  const expect = (state: AnyMachineSnapshot): void => {
    const snapshot = actor.getSnapshot() as ReturnType<M['transition']>
    assert.equal(name(snapshot), name(state), description)
    check?.(snapshot, run)
  }
  expect(initial)
  for (const { event, state } of steps) {
    const snapshot = actor.getSnapshot()
    if (event.type.startsWith(AFTER)) clock.increment(delayOf(machine, snapshot, event))
    else if ('actorId' in event) snapshot.children[String(event.actorId)]?.send(event)
    else actor.send(event)
    expect(state)
  }
  actor.stop()
  return run
}

/** One thing a machine refuses. */
export interface Refusal<M extends AnyStateMachine> {
  readonly state: ReturnType<M['transition']>
  readonly event: EventFromLogic<M>
}

/**
 * The refusal matrix: every pair of a moment and an event the machine refuses there. Each is also
 * tried, and must change nothing.
 */
export function refusals<M extends AnyStateMachine>(
  machine: M,
  states: readonly ReturnType<M['transition']>[],
  events: Events<M>,
): Refusal<M>[] {
  const name = namer()
  return states.flatMap((state) => {
    const tried = typeof events === 'function' ? events(state) : events
    const refused = tried.filter((event) => !state.can(event))
    for (const event of refused) {
      const [after] = transition(machine as AnyStateMachine, state, event)
      assert.equal(name(after), name(state), `refused, and yet it changed: ${serializeEvent(event)}`)
    }
    return refused.map((event) => ({ state, event }))
  })
}
