import type { TicketSnapshot } from '#machines/ticket/compile.ts'
import { barToMove, type Move, move } from '#machines/ticket/move.ts'
import { liveVisits } from '#machines/ticket/visits.ts'
import { indexWorkflow, type Workflow } from '#machines/ticket/workflow.ts'
import type { Base } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { announceDecision } from '../announce.ts'
import type { Deciding } from '../deciding.ts'
import { decisionOf } from '../decision.ts'
import { tellDesigned } from '../designedNotices.ts'
import { assertSound } from '../dispatch.ts'
import type { Engine } from '../engine.ts'
import { readFacts, readThresholds } from '../facts.ts'
import type { Filling } from '../forms.ts'
import { aboutOf, entryOf, perform } from '../perform.ts'
import { saveDecision } from '../save.ts'
import type { Ticket } from '../ticket.ts'
import type { Version } from '../versions.ts'
import { neededField } from './meaning.ts'
import { type Stay, stays } from './proof.ts'

/** Which state of the new version takes in what stands in a state of the old one, by key. */
export type Mapping = Readonly<Record<string, string>>

/** A move by hand: who says so, and in which words. */
export interface ByHand {
  readonly mapping: Mapping
  readonly comment: string
  readonly actor: number
}

/** A ticket on its way by hand, nothing written yet. */
export interface Transfer {
  readonly ok: true
  readonly target: string
  readonly deciding: Deciding
  readonly event: Move
  readonly workflow: Workflow
}

/** Effects of handling, by the state they belong to, are done once: neither left out by the move, nor to be done again after it. */
function strayEffect(engine: Engine, workflow: Workflow, { context }: TicketSnapshot, target: string): string | null {
  const plan = engine.applications.get(workflow.definition.key)?.effects.onHandle ?? {}
  const [live] = liveVisits(context)
  if (live === undefined) return null
  const effectsOf = (key: string) => (Object.hasOwn(plan, key) ? (plan[key] ?? []) : []).join()
  if (live.kind === 'handle' && effectsOf(live.state) !== effectsOf(target)) return live.state
  const done = new Set(
    context.visits
      .filter(({ outcome, round }) => round === context.round && (outcome === 'passed' || outcome === 'skipped'))
      .map(({ state }) => state),
  )
  const weighty = workflow.definition.states.map(({ key }) => key).filter((key) => effectsOf(key) !== '')
  const isBefore = (key: string, of: string) => workflow.before(of).some((state) => state.key === key)
  const isAstray = (key: string) =>
    key !== target && (done.has(key) ? isBefore(target, key) : isBefore(key, target) && !isBefore(target, key))
  return weighty.find(isAstray) ?? null
}

/** What bringing the ticket by hand into the mapped state would come to (25.11); nothing is written. */
export async function proveByHand(
  engine: Engine,
  base: Base,
  ticket: Ticket,
  { from, snapshot }: { readonly from: Version; readonly snapshot: TicketSnapshot },
  to: Version,
  hand: ByHand,
): Promise<Transfer | Stay | null> {
  const [live] = liveVisits(snapshot.context)
  // Keys are an administrator's words: `constructor` is one too.
  const target = live && Object.hasOwn(hand.mapping, live.state) ? hand.mapping[live.state] : undefined
  if (target === undefined) return null
  const filling: Filling = { engine, base, version: to, applicant: ticket.applicant, ticketId: ticket.id }
  // As at submit where they were asked for then (D9).
  const thresholds = { ...readThresholds(to, base.settings), ...ticket.thresholds }
  const form: FormData = ticket.formData
  const facts = await readFacts(filling, form, thresholds)
  const at = base.clock.now().toISOString()
  const { dataHash } = ticket
  const { actor, comment } = hand
  const event: Move = { type: 'move', actor, comment, from: from.id, target, at, facts, dataHash }
  const workflow = indexWorkflow(to.definition)
  const bar = barToMove(workflow, snapshot.context, event)
  if (bar !== null) return stays(bar, target)
  const stray = strayEffect(engine, workflow, snapshot, target)
  if (stray !== null) return stays('effect', stray)
  const field = neededField(from, to, ticket)
  if (field !== null) return stays('field', field)
  const { kind, participant, emptyPolicy } = workflow.state(target)
  const about = aboutOf({ version: to, applicant: ticket.applicant, form, snapshot })
  const [found = []] = await engine.participants(base, about, [{ kind, participant }])
  if (found.length === 0 && emptyPolicy.type === 'block') return stays('nobody', target)
  const deciding: Deciding = {
    ...filling,
    ticket: { ...ticket, thresholds },
    language: 'zhHans',
    at,
    facts,
    dataHash,
    form,
    formBefore: null,
    actorId: actor,
    comment,
    signature: null,
    snapshot,
    entries: [],
    cc: new Set(),
    told: new Set(),
    resolved: new Map(),
  }
  return { ok: true, target, deciding, event, workflow }
}

/** Brings the ticket over: one more event in its log, new tasks for the people of the state, in the caller's transaction under its lock. */
export async function carryOver(
  { deciding, event, workflow }: Transfer,
  from: Version,
  before: TicketSnapshot,
): Promise<void> {
  const { version, base, ticket } = deciding
  const result = move(version.machine, workflow, before.context, event)
  if (!result.ok) throw new Error(`ticket ${ticket.no} is not taken in by ${event.target}`)
  deciding.entries.push(entryOf(before, event, null))
  deciding.snapshot = result.snapshot
  for (const action of result.actions) await perform(deciding, action)
  await tellDesigned(deciding, before)
  assertSound(deciding, before)
  const decision = decisionOf(deciding, {
    before: before.context,
    thresholds: ticket.thresholds,
    origin: { ip: null, requestId: null },
    isNew: false,
    isSubmit: false,
    left: from,
  })
  await saveDecision(base.db, decision)
  announceDecision(deciding, before.context)
}
