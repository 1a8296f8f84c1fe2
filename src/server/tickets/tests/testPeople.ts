import { asksPeople, stopgapOf, type WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Candidate, PersonId } from '#machines/ticket/engine/vocabulary.ts'
import { APPLICANT, CHILD, HELPER, OUTSIDER, peopleFor, SUCCESSOR } from '#machines/ticket/explore/testPeople.ts'
import type { Trial, TrialStep } from '#machines/ticket/explore/trials.ts'
import type { Access } from '#src/define/access.ts'
import { type ApplicationDefinition, headFields } from '#src/define/application.ts'
import type { Fields } from '#src/fields/field.ts'
import type { Ask } from '../participants/participants.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'

/** Maps the abstract people of a trial: the applicant, the callers and those they call in are real accounts; all others are ids without an account, so that no other row is locked. */
export type PersonMapping = (person: PersonId) => PersonId

const NOBODYS = 9_000_000_000

export function mapPeople({ steps }: Trial, applicant: PersonId, colleagues: readonly PersonId[]): PersonMapping {
  const callers = steps.flatMap(({ event }) =>
    event.type === 'addSign' || event.type === 'delegate' ? [event.actor] : [],
  )
  const wanted = new Set([OUTSIDER, HELPER, SUCCESSOR, OUTSIDER + 1, ...callers])
  wanted.delete(APPLICANT)
  const real = new Map([
    [APPLICANT, applicant],
    ...[...wanted].flatMap((person, index): [PersonId, PersonId][] => {
      const colleague = colleagues[index]
      return colleague === undefined ? [] : [[person, colleague]]
    }),
  ])
  return (person) => real.get(person) ?? NOBODYS + person
}

export const mapCandidates = (personOf: PersonMapping, people: readonly Candidate[]): readonly Candidate[] =>
  people.map((candidate) => ({
    ...candidate,
    person: personOf(candidate.person),
    onBehalfOf: candidate.onBehalfOf === null ? null : personOf(candidate.onBehalfOf),
  }))

/** Every right: a trial tests the workflow, not the roles of its caller. */
export const accessAs = (userId: PersonId, departmentId: number): Access => ({
  userId,
  name: '',
  departmentId,
  sessionId: '',
  isHandedOver: false,
  roles: [],
  permissions: new Set(),
  may: () => true,
  scope: () => 'all',
})

/** The version with a form anybody can fill: what is tried is the route, and the facts of each step stand for the form. Whom real people may call in hangs on where they work today. */
export function bareVersion(version: Version): Version {
  const fields: Fields = Object.fromEntries(
    Object.entries(headFields).map(([name, field]) => [name, { ...field, required: false }]),
  )
  return {
    ...version,
    fields,
    form: { sections: [] },
    start: Object.fromEntries(Object.keys(fields).map((name) => [name, 'write'])),
    definition: {
      ...version.definition,
      states: version.definition.states.map(({ fields: _, eligiblePeople: __, ...state }) => state),
    },
  }
}

/** Answers which state falls back on its empty policy, in the order of the trial, each state once per step. */
function roleAsked(definition: WorkflowDefinition): (step: TrialStep | undefined, ask: Ask) => string | null {
  const done = new WeakMap<TrialStep, Set<string>>()
  return (step, { participant }) => {
    if (step === undefined) return null
    const visited = done.get(step) ?? new Set()
    done.set(step, visited)
    const state = step.staffed.find(({ state: key }) => {
      const state = definition.states.find((one) => one.key === key)
      const stopgap = state && stopgapOf(state)
      return !visited.has(key) && stopgap && JSON.stringify(stopgap) === JSON.stringify(participant)
    })?.state
    if (state !== undefined) visited.add(state)
    return state ?? null
  }
}

/**
 * The real engine for one trial: its tickets, tasks, timers, log and checks are the real ones; people and facts are the
 * trial's, and no business effect runs. `now` is the step under way.
 */
export function trialEngine(
  engine: Engine,
  version: Version,
  trial: Trial,
  personOf: PersonMapping,
  now: () => TrialStep | undefined,
): Engine {
  const { definition, type } = version
  const askedRole = roleAsked(definition)
  const form = () => now()?.event.facts ?? trial.facts
  const found = (ask: Ask): readonly Candidate[] => {
    const step = now()
    if (step?.event.type === 'timeout') {
      const timers = definition.states.flatMap(({ timers: own }) => own ?? [])
      if (timers.some((timer) => asksPeople(timer) && timer.to === ask.participant)) return step.event.people
    }
    const own = definition.states.find(({ participant }) => participant === ask.participant)
    if (own) return peopleFor(definition, trial.testPeople, own.key, false, form())
    const role = askedRole(step, ask)
    return role === null ? [] : peopleFor(definition, trial.testPeople, role, true)
  }
  const bare: ApplicationDefinition = {
    key: type,
    group: definition.group,
    code: '00',
    icon: 'document',
    route: '',
    sections: [],
    columns: [],
    summary: ['title', 'reason'],
    workflow: definition,
    effects: {},
  }
  return {
    ...engine,
    versions: { byId: async () => version, current: async () => version },
    applications: {
      // A prefix of its own: no number of the house is held up.
      get: () => bare,
      values: () => [],
    },
    mayStart: () => true,
    servers: new Map([[type, { facts: async () => form() }]]),
    effects: new Map(),
    participants: async (_base, _about, asks) => asks.map((ask) => mapCandidates(personOf, found(ask))),
    takeSignature: async () => null,
    fileChild: async () => CHILD,
    summaryOf: async () => ({ zhHans: '', en: '' }),
    // That ticket is a number only.
    family: async () => [],
  }
}
