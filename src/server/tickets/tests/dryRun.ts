import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { placeOf } from '#machines/ticket/explore/positions.ts'
import type { Trial, TrialStep } from '#machines/ticket/explore/trials.ts'
import type { Access } from '#src/define/access.ts'
import { Refusal } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { TestFailure } from '#src/define/workflows/workflowTests.ts'
import type { Services } from '#src/server/app/services.ts'
import { mayRepeat } from '#src/server/database/transaction.ts'
import { write } from '#src/server/work.ts'
import type { Command } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { createTicket } from '../forms/drafts.ts'
import { replayCheck } from '../log/replayCheck.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import { accessAs, bareVersion, mapCandidates, mapPeople, type PersonMapping, trialEngine } from './testPeople.ts'

/** Ends a transaction of which nothing may stay. */
class Undone extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('rolled back')
    this.outcome = outcome
  }
}

/** Runs `work` in a transaction that is always rolled back: rows, announcements and messages of it come to nothing. */
export async function dryRun<T>(services: Services, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  try {
    return await write(services, async (unit): Promise<never> => {
      throw new Undone(await work(unit))
    })
  } catch (error) {
    if (error instanceof Undone) return error.outcome as T
    throw error
  }
}

/** Long enough for every action that asks for a reason. */
const REASON = 'generated test'

/** The event as the command that a caller would give. */
function commandOf(event: TicketEvent, personOf: PersonMapping): Command {
  switch (event.type) {
    case 'timeout':
      return { type: 'timeout', visit: event.visit, rule: event.rule }
    case 'open':
      return { type: 'open', visit: event.visit }
    case 'reassign':
      return { type: 'reassign', visit: event.visit, people: mapCandidates(personOf, event.people) }
    case 'substitute':
      return {
        type: 'substitute',
        visit: event.visit,
        person: personOf(event.person),
        substitute: event.substitute === null ? null : personOf(event.substitute),
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
        return { ...by, type: event.type, to: personOf(event.to) }
      if (event.type === 'cc' || event.type === 'removeSign')
        return { ...by, type: event.type, people: event.people.map(personOf) }
      if (event.type === 'addSign')
        return { ...by, type: 'addSign', people: event.people.map(personOf), where: event.where, method: event.method }
      return { ...by, type: event.type }
    }
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Refusal ? error.problem.key : error instanceof Error ? error.message : String(error)

interface DryRunResult {
  readonly services: Services
  readonly engine: Engine
  readonly version: Version
  readonly colleagues: readonly number[]
  readonly applicant: Access
}

/** Runs one trial on the real engine and database, and rolls everything back. Answers where the engine departs from the machine, null where it does not. */
export function dryRunTrial(result: DryRunResult, trial: Trial): Promise<TestFailure | null> {
  const { services, applicant } = result
  const personOf = mapPeople(trial, applicant.userId, result.colleagues)
  return dryRun(services, async (unit) => {
    let at = 0
    const step = (): TrialStep | undefined => trial.steps[at]
    const engine = trialEngine(result.engine, bareVersion(result.version), trial, personOf, step)
    const commandCaller = { language: 'zhHans', origin: { ip: null, requestId: null }, revision: null } as const
    try {
      const { type } = result.version
      const { ticket } = await createTicket(engine, unit, type, { reason: REASON }, false, {
        ...commandCaller,
        access: applicant,
      })
      for (const { event, place } of trial.steps) {
        const access = 'actor' in event ? accessAs(personOf(event.actor), applicant.departmentId) : null
        const result = await dispatch(engine, unit, ticket.id, commandOf(event, personOf), {
          ...commandCaller,
          access,
        })
        const found = placeOf(result.snapshot)
        if (found !== place) return { step: at, message: `${found} ≠ ${place}` }
        at += 1
      }
      const faults = await replayCheck(engine, unit, ticket.id)
      return faults.length === 0 ? null : { step: at - 1, message: faults.join('; ') }
    } catch (error) {
      if (mayRepeat(error)) throw error
      return { step: at, message: messageOf(error) }
    }
  })
}
