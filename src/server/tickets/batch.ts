import type { StateDefinition } from '#machines/ticket/definition.ts'
import { visitFor } from '#machines/ticket/visits.ts'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import type { BatchResult } from '#src/define/tickets.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { seeTicket } from './detail.ts'
import { dispatch } from './dispatch.ts'
import type { Engine } from './engine.ts'
import { failuresOf } from './liveCheck.ts'
import type { Origin } from './log.ts'
import { openTicket } from './open.ts'
import { findTicket, type Ticket } from './ticket.ts'

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
export type BatchDeed = 'approve' | 'claim' | 'urge'

interface Batch {
  readonly deed: BatchDeed
  readonly ids: readonly number[]
  readonly comment: string
  readonly access: Access
  readonly language: Language
  readonly origin: Origin
}

/** WF-17: what has to be looked at one by one, and what a live check warns of (20.8), stays out of a batch. Answers the visit that is meant. */
async function checkBatchable(engine: Engine, base: Base, ticket: Ticket, person: number): Promise<number | undefined> {
  if (ticket.status === 'draft') return undefined
  const { version, snapshot } = await openTicket(engine, base, ticket)
  const visit = visitFor(snapshot.context, person)
  const state = version.definition.states.find((one) => one.key === visit?.state)
  if (state && !isBatchable(state, visit?.mustSign === true)) throw new RuleError('rule.WF-17')
  if ((await failuresOf({ engine, base }, ticket)).length > 0) throw new RuleError('ticket.checkFailed')
  return visit?.id
}

async function doOne(services: Services, engine: Engine, batch: Batch, id: number): Promise<void> {
  const { deed, access, language, origin } = batch
  await write(services, async (base) => {
    const asker = { access, language, origin, revision: null }
    const ticket = deed === 'approve' ? await findTicket(base.db, id) : null
    let visit: number | undefined
    if (ticket) {
      // Whether the person may see it at all is said first.
      await seeTicket({ engine, base }, access, id)
      visit = await checkBatchable(engine, base, ticket, access.userId)
    }
    return dispatch(
      engine,
      base,
      id,
      { type: deed, comment: batch.comment, ...(visit !== undefined && { visit }) },
      asker,
    )
  })
}

/** WF-17: each ticket in a transaction of its own; a refusal of one is reported and stops none of the others. */
export async function runBatch(services: Services, engine: Engine, batch: Batch): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = []
  for (const id of new Set(batch.ids)) {
    try {
      await doOne(services, engine, batch, id)
      results.push({ id, ok: true, errKey: null, msg: null })
    } catch (error) {
      if (!(error instanceof RuleError || error instanceof Refusal || error instanceof ValidationError)) throw error
      const problem = error instanceof ValidationError ? { key: 'rule.WF-17' } : error.problem
      results.push({ id, ok: false, errKey: problem.key, msg: services.texts.say(batch.language, problem) })
    }
  }
  return results
}
