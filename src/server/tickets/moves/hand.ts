import { indexWorkflow, type Workflow } from '#machines/ticket/definition/workflow.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { barToMove, type Move, move } from '#machines/ticket/engine/move.ts'
import type { Step } from '#machines/ticket/engine/replay.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { TicketAction, TicketContext, Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { type DecisionContext, newDecisionContext } from '../commands/decisionContext.ts'
import { completeDecision, writeDecision } from '../commands/dispatch.ts'
import { readFacts, readThresholds } from '../commands/facts.ts'
import { aboutOf, entryOf, perform } from '../commands/perform.ts'
import type { FormInput } from '../forms/forms.ts'
import type { Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import { neededField } from './meaning.ts'
import { type Stay, stays } from './proof.ts'

/** Which state of the new version takes in what stands in a state of the old one, by key; states of several branches may be taken in by one. */
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
  readonly result: Step
  readonly decisionContext: DecisionContext
  readonly event: Move
}

/** Effects of handling, by the state they belong to, are done once: neither left out by the move, nor to be done again after it. */
function strayEffect(engine: Engine, workflow: Workflow, before: TicketContext, after: TicketContext): string | null {
  const plan = engine.applications.get(workflow.definition.key)?.effects.onHandle ?? {}
  const effectsOf = (key: string) => (Object.hasOwn(plan, key) ? (plan[key] ?? []) : []).join()
  const atWork = ({ kind }: Visit) => kind === 'handle'
  const [left, entered] = [liveVisits(before).filter(atWork), liveVisits(after)]
  const due = entered.filter(atWork).map(({ state }) => effectsOf(state))
  // What is under way here goes on there, each once.
  const lost = left.find(({ state }) => {
    const at = due.indexOf(effectsOf(state))
    if (at >= 0) due.splice(at, 1)
    return at < 0 && effectsOf(state) !== ''
  })
  if (lost) return lost.state
  const done = new Set(
    before.visits
      .filter(({ outcome, round }) => round === before.round && (outcome === 'passed' || outcome === 'skipped'))
      .map(({ state }) => state),
  )
  const here = new Set(entered.map(({ state }) => state))
  const isBefore = (key: string, of: string) => workflow.before(of).some((state) => state.key === key)
  const isAhead = (key: string) => here.has(key) || entered.some(({ state }) => isBefore(state, key))
  const isBehind = (key: string) => !isAhead(key) && entered.some(({ state }) => isBefore(key, state))
  const isAstray = (key: string) => (done.has(key) ? isAhead(key) : isBehind(key))
  const goesOn = (key: string) => here.has(key) && left.some(({ state }) => effectsOf(state) === effectsOf(key))
  const weighty = workflow.definition.states.map(({ key }) => key).filter((key) => effectsOf(key) !== '')
  return weighty.find((key) => !goesOn(key) && isAstray(key)) ?? null
}

/** The states that take the ticket in: null when it stands in none that is mapped, or what of it is not mapped. */
function mapped({ mapping }: ByHand, context: TicketContext): readonly string[] | { readonly unmapped: string } | null {
  const places = liveVisits(context).map(({ state }) => {
    // Keys are an administrator's words: `constructor` is one too.
    return { state, target: Object.hasOwn(mapping, state) ? (mapping[state] ?? null) : null }
  })
  const unmapped = places.find(({ target }) => target === null)
  if (places.length === 0 || places.every(({ target }) => target === null)) return null
  return unmapped ? { unmapped: unmapped.state } : [...new Set(places.flatMap(({ target }) => target ?? []))]
}

const filesChild = ({ type }: TicketAction): boolean => type === 'fileChild'

/** What bringing the ticket by hand into the mapped state would come to (25.11); nothing is written. */
export async function proveByHand(
  engine: Engine,
  unit: UnitOfWork,
  ticket: Ticket,
  { from, snapshot }: { readonly from: Version; readonly snapshot: TicketSnapshot },
  to: Version,
  hand: ByHand,
): Promise<Transfer | Stay | null> {
  const targets = mapped(hand, snapshot.context)
  if (targets === null) return null
  if ('unmapped' in targets) return stays('beside', targets.unmapped)
  const [target = '', ...beside] = targets
  const formInput: FormInput = { engine, unit, version: to, applicant: ticket.applicant, ticketId: ticket.id }
  // Thresholds known since the submit keep their values (D9).
  const thresholds = { ...readThresholds(to, unit.settings), ...ticket.thresholds }
  const form: FormData = ticket.formData
  const facts = await readFacts(formInput, form, thresholds)
  const at = unit.clock.now().toISOString()
  const { dataHash } = ticket
  const { actor, comment } = hand
  const event: Move = {
    type: 'move',
    actor,
    comment,
    from: from.id,
    target,
    ...(beside.length > 0 && { beside }),
    at,
    facts,
    dataHash,
  }
  const workflow = indexWorkflow(to.definition)
  const result = move(to.machine, workflow, snapshot.context, event)
  if (!result.ok) return stays(barToMove(to.machine, workflow, snapshot.context, event) ?? 'unknown', target)
  const stray = strayEffect(engine, workflow, snapshot.context, result.snapshot.context)
  if (stray !== null) return stays('effect', stray)
  const field = neededField(from, to, ticket)
  if (field !== null) return stays('field', field)
  // What was filed for another ticket files nothing itself (I19).
  if (ticket.parentId !== null && result.actions.some(filesChild)) return stays('child', target)
  const about = aboutOf({ unit, ticket, version: to, applicant: ticket.applicant, form, snapshot: result.snapshot })
  const states = result.actions.flatMap((action) =>
    action.type === 'resolveParticipants' ? [workflow.state(action.params.state)] : [],
  )
  const people = await engine.participants(unit, about, states)
  const empty = states.find((state, index) => people[index]?.length === 0 && state.emptyPolicy.type === 'block')
  if (empty) return stays('nobody', empty.key)
  const decisionContext = newDecisionContext(
    {
      ...formInput,
      ticket,
      snapshot,
      language: 'zhHans',
      origin: { ip: null, requestId: null },
      isNew: false,
      at,
      actorId: actor,
      comment,
    },
    {
      applicant: ticket.applicant,
      thresholds,
      form,
      formBefore: null,
      dataHash,
      facts,
      summary: ticket.summary,
      signature: null,
      isSubmit: false,
    },
  )
  return { ok: true, result, decisionContext, event }
}

/** Brings the ticket over: one more event in its log, new tasks for the people of the state, in the caller's transaction under its lock. */
export async function carryOver({ decisionContext, event, result }: Transfer, from: Version): Promise<void> {
  decisionContext.entries.push(entryOf(decisionContext.before, event, null))
  decisionContext.snapshot = result.snapshot
  for (const action of result.actions) await perform(decisionContext, action)
  // Tickets filed for a state that the move has left are abandoned with it.
  await writeDecision(await completeDecision(decisionContext, from), false)
}
