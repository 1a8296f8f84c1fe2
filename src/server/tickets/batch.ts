import type { StateDefinition } from '#machines/ticket/definition.ts'
import { liveVisit } from '#machines/ticket/visits.ts'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import { Refusal, RuleError, ValidationError } from '#src/define/problem.ts'
import type { BatchResult } from '#src/define/tickets.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { dispatch } from './dispatch.ts'
import type { Engine } from './engine.ts'
import type { Origin } from './log.ts'
import { openTicket } from './open.ts'
import { findTicket } from './ticket.ts'

/** WF-17: what needs a signature or a field for each ticket is approved one by one. */
export function isBatchable(state: StateDefinition): boolean {
  return (
    state.kind === 'approve' &&
    state.requireSignature !== true &&
    state.requireComment !== true &&
    !Object.values(state.fields ?? {}).includes('required')
  )
}

interface Batch {
  readonly ids: readonly number[]
  readonly comment: string
  readonly access: Access
  readonly language: Language
  readonly origin: Origin
}

async function approveOne(services: Services, engine: Engine, batch: Batch, id: number): Promise<void> {
  await write(services, async (base) => {
    const ticket = await findTicket(base.db, id)
    if (ticket && ticket.status !== 'draft') {
      const { version, snapshot } = await openTicket(engine, base, ticket)
      const key = liveVisit(snapshot.context)?.state
      const state = version.definition.states.find((one) => one.key === key)
      if (state && !isBatchable(state)) throw new RuleError('rule.WF-17')
    }
    const asker = { access: batch.access, language: batch.language, origin: batch.origin, revision: null }
    return dispatch(engine, base, id, { type: 'approve', comment: batch.comment }, asker)
  })
}

/** WF-17: each ticket in a transaction of its own; a refusal of one is reported and stops none of the others. */
export async function approveBatch(services: Services, engine: Engine, batch: Batch): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = []
  for (const id of new Set(batch.ids)) {
    try {
      await approveOne(services, engine, batch, id)
      results.push({ id, ok: true, errKey: null, msg: null })
    } catch (error) {
      if (!(error instanceof RuleError || error instanceof Refusal || error instanceof ValidationError)) throw error
      const problem = error instanceof ValidationError ? { key: 'rule.WF-17' } : error.problem
      results.push({ id, ok: false, errKey: problem.key, msg: services.texts.say(batch.language, problem) })
    }
  }
  return results
}
