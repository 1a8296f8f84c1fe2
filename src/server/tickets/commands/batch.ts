import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { visitFor } from '#machines/ticket/engine/visits.ts'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { problemOf, Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RouteRequest, UnitOfWork } from '#src/define/server.ts'
import type { BatchResult } from '#src/define/tickets/lists.ts'
import type { Services } from '#src/server/app/services.ts'
import { failuresOf } from '../forms/liveCheck.ts'
import type { Origin } from '../log/log.ts'
import { seeTicket } from '../queries/detail.ts'
import { findTicket, type Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import { dispatch } from './dispatch.ts'
import { openTicket } from './open.ts'

/** WF-17: what needs a signature or a field for each ticket is approved one by one. */
export function isBatchable(state: StateDefinition, mustSign: boolean): boolean {
  return (
    state.kind === 'approve' &&
    !mustSign &&
    state.requireComment !== true &&
    !Object.values(state.fields ?? {}).includes('required')
  )
}

/** What may be done to many tickets at once (20.6). */
export type BatchAction = 'approve' | 'claim' | 'urge'

interface Batch {
  readonly action: BatchAction
  readonly ids: readonly number[]
  /** Of each ticket, the version that was looked at. */
  readonly versions?: readonly number[] | undefined
  readonly comment: string
  readonly access: Access
  readonly language: Language
  readonly origin: Origin
  /** A transaction of its own for each ticket. */
  readonly writeApart: RouteRequest<unknown, unknown, unknown>['writeApart']
}

/** WF-17: what has to be looked at one by one, and what a live check warns of (20.8), stays out of a batch. Answers the visit that is meant. */
export async function checkBatchable(
  engine: Engine,
  unit: UnitOfWork,
  ticket: Ticket,
  person: number,
  words: { readonly single: ProblemKey; readonly failing: ProblemKey } = {
    single: 'rule.WF-17',
    failing: 'ticket.checkFailed',
  },
): Promise<number | undefined> {
  if (ticket.status === 'draft') return undefined
  const { version, snapshot } = await openTicket(engine, unit, ticket)
  const visit = visitFor(snapshot.context, person)
  const state = version.definition.states.find((one) => one.key === visit?.state)
  if (state && !isBatchable(state, visit?.mustSign === true)) throw new RuleError(words.single)
  if ((await failuresOf({ engine, unit }, ticket)).length > 0) throw new RuleError(words.failing)
  return visit?.id
}

async function doOne(engine: Engine, batch: Batch, id: number): Promise<void> {
  const { action, access, language, origin, writeApart, versions } = batch
  const revision = versions?.[batch.ids.indexOf(id)] ?? null
  await writeApart(async (unit) => {
    const commandCaller = { access, language, origin, revision }
    const ticket = action === 'approve' ? await findTicket(unit.db, id) : null
    let visit: number | undefined
    if (ticket) {
      // Whether the person may see it at all is said first.
      await seeTicket({ engine, unit }, access, id)
      visit = await checkBatchable(engine, unit, ticket, access.userId)
    }
    return dispatch(
      engine,
      unit,
      id,
      { type: action, comment: batch.comment, ...(visit !== undefined && { visit }) },
      commandCaller,
    )
  })
}

/** WF-17: each ticket in a transaction of its own; a refusal of one is reported and stops none of the others. */
export async function runBatch(services: Services, engine: Engine, batch: Batch): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = []
  for (const id of new Set(batch.ids)) {
    try {
      await doOne(engine, batch, id)
      results.push({ id, ok: true, errKey: null, msg: null })
    } catch (error) {
      if (!(error instanceof RuleError || error instanceof Refusal || error instanceof ValidationError)) throw error
      const problem = error instanceof ValidationError ? problemOf('rule.WF-17') : error.problem
      results.push({ id, ok: false, errKey: problem.key, msg: services.texts.say(batch.language, problem) })
    }
  }
  return results
}
