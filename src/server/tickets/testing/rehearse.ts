import { placeOf } from '#machines/ticket/explore.ts'
import type { Trial, TrialStep } from '#machines/ticket/trials.ts'
import type { TicketEvent } from '#machines/ticket/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { Refusal } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import type { TestFailure } from '#src/define/workflowTests.ts'
import { mayRepeat } from '#src/server/database/transaction.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { dispatch, type Wish } from '../dispatch.ts'
import { createTicket } from '../drafts.ts'
import type { Engine } from '../engine.ts'
import { replayCheck } from '../replayCheck.ts'
import type { Version } from '../versions.ts'
import { accessAs, bareVersion, type Crowd, castCandidates, crowdOf, trialEngine } from './bench.ts'

/** Ends a transaction of which nothing may stay. */
class Undone extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('rolled back')
    this.outcome = outcome
  }
}

/** Runs `work` in a transaction that is always rolled back: rows, announcements and messages of it come to nothing. */
export async function rehearse<T>(services: Services, work: (base: Base) => Promise<T>): Promise<T> {
  try {
    return await write(services, async (base): Promise<never> => {
      throw new Undone(await work(base))
    })
  } catch (error) {
    if (error instanceof Undone) return error.outcome as T
    throw error
  }
}

/** Long enough for every deed that asks for a reason. */
const REASON = 'generated test'

/** The same deed as somebody would ask for it. */
function wishOf(event: TicketEvent, crowd: Crowd): Wish {
  switch (event.type) {
    case 'timeout':
      return { type: 'timeout', visit: event.visit, rule: event.rule }
    case 'open':
      return { type: 'open', visit: event.visit }
    case 'reassign':
      return { type: 'reassign', visit: event.visit, people: castCandidates(crowd, event.people) }
    case 'substitute':
      return {
        type: 'substitute',
        visit: event.visit,
        person: crowd(event.person),
        substitute: event.substitute === null ? null : crowd(event.substitute),
      }
    case 'child':
      if (event.said === 'filed') throw new Error('tickets are filed by the engine')
      return { type: 'child', visit: event.visit, ticket: event.ticket, said: event.said }
    case 'abandon':
      return { type: 'abandon' }
    case 'revoked':
      return { type: 'revoked', by: event.by }
    case 'move':
      throw new Error('moves lie between two versions')
    case 'participants':
      throw new Error('people are found by the engine')
    default: {
      const by = { comment: REASON, ...(event.visit !== undefined && { visit: event.visit }) }
      if (event.type === 'return')
        return { ...by, type: 'return', target: event.target, ...(event.resume && { resume: event.resume }) }
      if (event.type === 'transfer' || event.type === 'delegate')
        return { ...by, type: event.type, to: crowd(event.to) }
      if (event.type === 'cc' || event.type === 'removeSign')
        return { ...by, type: event.type, people: event.people.map(crowd) }
      if (event.type === 'addSign')
        return { ...by, type: 'addSign', people: event.people.map(crowd), where: event.where, method: event.method }
      return { ...by, type: event.type }
    }
  }
}

const said = (error: unknown): string =>
  error instanceof Refusal ? error.problem.key : error instanceof Error ? error.message : String(error)

interface Rehearsal {
  readonly services: Services
  readonly engine: Engine
  readonly version: Version
  readonly colleagues: readonly number[]
  readonly applicant: Access
}

/** Lives one trial on the real engine and database, and takes everything back. Answers what went otherwise than the machine says, null when nothing did. */
export function rehearseTrial(rehearsal: Rehearsal, trial: Trial): Promise<TestFailure | null> {
  const { services, applicant } = rehearsal
  const crowd = crowdOf(trial, applicant.userId, rehearsal.colleagues)
  return rehearse(services, async (base) => {
    let at = 0
    const step = (): TrialStep | undefined => trial.steps[at]
    const engine = trialEngine(rehearsal.engine, bareVersion(rehearsal.version), trial, crowd, step)
    const asker = { language: 'zhHans', origin: { ip: null, requestId: null }, revision: null } as const
    try {
      const { type } = rehearsal.version
      const { ticket } = await createTicket(engine, base, type, { reason: REASON }, false, {
        ...asker,
        access: applicant,
      })
      for (const { event, place } of trial.steps) {
        const access = 'actor' in event ? accessAs(crowd(event.actor), applicant.departmentId) : null
        const decided = await dispatch(engine, base, ticket.id, wishOf(event, crowd), { ...asker, access })
        const found = placeOf(decided.snapshot)
        if (found !== place) return { step: at, message: `${found} ≠ ${place}` }
        at += 1
      }
      const faults = await replayCheck(engine, base, ticket.id)
      return faults.length === 0 ? null : { step: at - 1, message: faults.join('; ') }
    } catch (error) {
      if (mayRepeat(error)) throw error
      return { step: at, message: said(error) }
    }
  })
}
