/** A office at which tickets are moved by hand: it answers `resolveParticipants` from a peopleOf, keeps the log, and never decides anything itself. */

import type { Facts, Participant, Resume, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow, type TicketMachine, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { type Step, start, step } from '#machines/ticket/engine/replay.ts'
import { peopleAgain } from '#machines/ticket/engine/returns.ts'
import type {
  Candidate,
  PersonEventType,
  PersonId,
  SignMethod,
  SignPlace,
  TicketAction,
  TicketEvent,
  Visit,
} from '#machines/ticket/engine/vocabulary.ts'

export const APPLICANT = 1

/** Who is found for a state, or for a role asked by an empty policy; a candidate where somebody stands in for another. */
export type PeopleOf = (state: string, participant: Participant) => readonly (PersonId | Candidate)[]

export const candidate = (person: PersonId, onBehalfOf: PersonId | null = null): Candidate => ({
  person,
  onBehalfOf,
  rule: null,
})

export interface Given {
  readonly at: string
  readonly facts: Facts
  readonly dataHash: string
}
export const given = (facts: Facts = {}, dataHash = 'hash'): Given => ({
  at: '2026-03-02T01:00:00.000Z',
  facts,
  dataHash,
})

/** A ticket on the office. */
export interface Held {
  readonly machine: TicketMachine
  readonly snapshot: TicketSnapshot
  /** Every accepted event, the answers of the office included. */
  readonly log: readonly TicketEvent[]
  /** The actions of the last event, `resolveParticipants` included. */
  readonly actions: readonly TicketAction[]
}

/** Answers every question of the machine until it stands still; null when an answer is refused. */
function answered(
  machine: TicketMachine,
  first: Step,
  log: readonly TicketEvent[],
  peopleOf: PeopleOf,
  at: Given,
): Held | null {
  let { snapshot } = first
  const events = [...log]
  const actions = [...first.actions]
  const queue = [...first.actions]
  for (let action = queue.shift(); action; action = queue.shift()) {
    if (action.type !== 'resolveParticipants') continue
    const { visit, state, participant } = action.params
    const found = peopleOf(state, participant).map((person) =>
      typeof person === 'number' ? candidate(person) : person,
    )
    const { context } = snapshot
    const opened = context.visits[visit - 1]
    const people = opened ? peopleAgain(context, opened, found) : found
    const event: TicketEvent = { ...at, type: 'participants', visit, people }
    const result = step(machine, snapshot, event)
    if (!result.ok) return null
    snapshot = result.snapshot
    events.push(event)
    actions.push(...result.actions)
    queue.push(...result.actions)
  }
  return { machine, snapshot, log: events, actions }
}

/** The ticket after the event, or null when the machine refuses it or the answer to it. */
export function send(held: Held, event: TicketEvent, peopleOf: PeopleOf): Held | null {
  const result = step(held.machine, held.snapshot, event)
  const { at, facts, dataHash } = event
  return result.ok ? answered(held.machine, result, [...held.log, event], peopleOf, { at, facts, dataHash }) : null
}

export function draft(machine: TicketMachine): Held {
  const first = start(machine, { applicant: APPLICANT })
  return { machine, snapshot: first.snapshot, log: [], actions: first.actions }
}

type Extra = {
  readonly target?: string
  readonly to?: PersonId
  readonly people?: readonly PersonId[]
  readonly comment?: string
  readonly where?: SignPlace
  readonly method?: SignMethod
  readonly resume?: Resume
}

/** The event a person sends by a button. */
export function by(actor: PersonId, type: PersonEventType, at: Given, extra: Extra = {}): TicketEvent {
  const base = { ...at, actor, comment: extra.comment ?? 'a sound reason' }
  if (type === 'return')
    return { ...base, type, target: extra.target ?? 'start', ...(extra.resume && { resume: extra.resume }) }
  if (type === 'transfer' || type === 'delegate') return { ...base, type, to: extra.to ?? 99 }
  if (type === 'cc' || type === 'removeSign') return { ...base, type, people: extra.people ?? [98] }
  if (type === 'addSign')
    return {
      ...base,
      type,
      people: extra.people ?? [97],
      where: extra.where ?? 'before',
      method: extra.method ?? 'all',
    }
  return { ...base, type }
}

/** A ticket told as a story: each action must be accepted. */
export class Story {
  #held: Held
  #now: Given
  readonly #peopleOf: PeopleOf

  constructor(definition: WorkflowDefinition, peopleOf: PeopleOf, facts: Facts = {}) {
    this.#held = draft(compileWorkflow(definition))
    this.#now = given(facts)
    this.#peopleOf = peopleOf
  }
  get held(): Held {
    return this.#held
  }
  get now(): Given {
    return this.#now
  }
  get snapshot(): TicketSnapshot {
    return this.#held.snapshot
  }
  get visits(): readonly Visit[] {
    return this.snapshot.context.visits
  }
  /** The newest visit. */
  get visit(): Visit {
    const visit = this.visits.at(-1)
    if (!visit) throw new Error('no visit yet')
    return visit
  }
  /** Names of what the last event asked of the server, hooks by their own name; questions for people left out. */
  get asked(): readonly string[] {
    return this.#held.actions
      .filter((action) => action.type !== 'resolveParticipants')
      .map((action) => (action.type === 'hook' ? action.params.hook : action.type))
  }
  /** From here on these facts hold, under this hash of the form data. */
  when(changed: Facts, dataHash = this.#now.dataHash): this {
    this.#now = { ...this.#now, facts: { ...this.#now.facts, ...changed }, dataHash }
    return this
  }
  send(event: TicketEvent): this {
    const next = send(this.#held, event, this.#peopleOf)
    if (!next) throw new Error(`refused: ${JSON.stringify(event)}`)
    this.#held = next
    return this
  }
  does(actor: PersonId, type: PersonEventType, extra: Extra = {}): this {
    return this.send(by(actor, type, this.#now, extra))
  }
  /** Whether the event would be accepted now. */
  may(actor: PersonId, type: PersonEventType, extra: Extra = {}): boolean {
    return this.accepts(by(actor, type, this.#now, extra))
  }
  accepts(event: TicketEvent): boolean {
    return send(this.#held, event, this.#peopleOf) !== null
  }
  timer(rule: string, people: readonly PersonId[] = [], visit = this.visit.id): TicketEvent {
    return { ...this.#now, type: 'timeout', visit, rule, people: people.map((person) => candidate(person)) }
  }
}
