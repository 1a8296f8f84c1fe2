import { indexWorkflow, type Workflow } from '#machines/ticket/definition/workflow.ts'
import { barToMove, type Move, takesIn } from '#machines/ticket/engine/move.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { MoveTarget } from '#src/define/workflows/workflowMoves.ts'
import { readFacts, readThresholds } from '../commands/facts.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import type { Mapping } from './hand.ts'
import type { ProvedMove } from './move.ts'

function brings({ blocks, state }: Workflow, key: string): MoveTarget['brings'] {
  const { kind, branch, joinOf } = state(key)
  if (kind === 'sub') return 'child'
  if (branch !== undefined) return 'fork'
  if (joinOf !== undefined) return 'join'
  return blocks.home(key).length > 0 ? 'branch' : null
}

/** The states that can take tickets in by hand. */
export function targetsOf({ definition }: Version, language: Language): readonly MoveTarget[] {
  const workflow = indexWorkflow(definition)
  return definition.states
    .filter(({ key }) => takesIn(workflow, key))
    .map(({ key, name, kind }) => ({ key, name: name[language], kind, brings: brings(workflow, key) }))
}

/** By state, those of the other version that could take in what stands there: what the machine would refuse any ticket is not offered. */
export type Offers = ReadonlyMap<string, ReadonlySet<string>>

/** One ticket for each way of standing speaks for all that stand so. What depends on its form is left to the proof of each. */
export async function offersOf(
  engine: Engine,
  unit: UnitOfWork,
  to: Version,
  mapping: Mapping,
  proved: readonly ProvedMove[],
): Promise<Offers> {
  const workflow = indexWorkflow(to.definition)
  const keys = to.definition.states.map(({ key }) => key).filter((key) => takesIn(workflow, key))
  const offers = new Map<string, Set<string>>()
  const listed = new Set<string>()
  for (const { ticket, before } of proved) {
    const live = liveVisits(before.context).map(({ state }) => state)
    const word = live.join()
    if (listed.has(word)) continue
    listed.add(word)
    const thresholds = { ...readThresholds(to, unit.settings), ...ticket.thresholds }
    const formInput = { engine, unit, version: to, applicant: ticket.applicant, ticketId: ticket.id }
    const facts = await readFacts(formInput, ticket.formData, thresholds)
    const given = {
      actor: 0,
      comment: '',
      from: 0,
      at: unit.clock.now().toISOString(),
      facts,
      dataHash: ticket.dataHash,
    }
    for (const state of live) {
      const offered = offers.get(state) ?? new Set()
      offers.set(state, offered)
      const others = live.flatMap((one) => (one !== state && Object.hasOwn(mapping, one) ? (mapping[one] ?? []) : []))
      for (const target of keys) {
        const beside = others.filter((other) => other !== target)
        const event: Move = { type: 'move', ...given, target, ...(beside.length > 0 && { beside }) }
        const bar = barToMove(to.machine, workflow, before.context, event)
        if (bar === null || bar === 'condition') offered.add(target)
      }
    }
  }
  return offers
}
