import { sql } from 'kysely'
import { blocksOf, type Home } from '#machines/ticket/definition/blocks.ts'
import { type Facts, groupsOf, isGateway, lastWordOf, stopgapOf } from '#machines/ticket/definition/definition.ts'
import { carriedVisits, wholePath } from '#machines/ticket/engine/regions.ts'
import { isLapsed } from '#machines/ticket/engine/returns.ts'
import type { TicketContext, Visit } from '#machines/ticket/engine/vocabulary.ts'
import { type RouteStep, routeAhead, routeOf } from '#machines/ticket/explore/route.ts'
import { momentText } from '#src/define/days.ts'
import type { PreviewStep, StepPerson, TicketStep } from '#src/define/tickets/detail.ts'
import type { PersonRef } from '#src/define/tickets/line.ts'
import { skipOf } from '../commands/perform.ts'
import type { About, Ask } from '../participants/participants.ts'
import { namesOf } from '../participants/people.ts'
import { showLastWord, withLimits } from '../timers/limits.ts'
import { reasonText } from '../versions/reasons.ts'
import { historyOf, visitName } from '../versions/versionHistory.ts'
import type { Version } from '../versions/versions.ts'
import type { Reader } from './lines.ts'
import { stateName } from './lines.ts'

/** The part of a version that decides a route; a draft has it too. */
type Chain = Pick<Version, 'type' | 'definition' | 'fields'>

/** Who would act in a state ahead. */
interface Staff {
  readonly people: readonly PersonRef[]
  /** The applicant is the only participant, and the state passes over applicants (25.7 rule 3). */
  readonly isOwn: boolean
}

/** The people of each state ahead as of now, or those of its empty policy where there are none. One query for all. */
async function peopleOn(
  { engine, unit, language }: Reader,
  version: Chain,
  about: About,
  steps: readonly RouteStep[],
): Promise<ReadonlyMap<string, Staff>> {
  const entered = steps.filter((step) => !step.isSkipped)
  const asks = entered.flatMap(({ state: key, kind }): { key: string; ask: Ask }[] => {
    const state = version.definition.states.find((one) => one.key === key)
    if (!state) return []
    const stopgap = stopgapOf(state)
    const fallback = stopgap === null ? [] : [{ key, ask: { kind, participant: stopgap } }]
    return [{ key, ask: { kind, participant: state.participant, ...skipOf(state) } }, ...fallback]
  })
  if (asks.length === 0) return new Map()
  const found = await engine.participants(
    unit,
    about,
    asks.map(({ ask }) => ask),
  )
  const names = await namesOf(
    engine,
    unit.db,
    language,
    found.flat().map((candidate) => candidate.person),
  )
  const staff = new Map<string, Staff>()
  for (const [index, { key, ask }] of asks.entries()) {
    const known = staff.get(key)
    if (known !== undefined && (known.isOwn || known.people.length > 0)) continue
    const able = found[index] ?? []
    const others = ask.skipsApplicant ? able.filter(({ person }) => person !== about.applicantId) : able
    staff.set(key, {
      people: others.flatMap((candidate) => names.get(candidate.person) ?? []),
      isOwn: able.length > 0 && others.length === 0,
    })
  }
  return staff
}

/** The route for these values, with names, and why states are passed over (20.4 preview). */
export async function previewProgress(
  reader: Reader,
  version: Chain,
  about: About,
  facts: Facts,
): Promise<readonly PreviewStep[]> {
  const steps = routeOf(withLimits(version.definition, reader.unit.settings), facts)
  return describe(reader, version, steps, await peopleOn(reader, version, about, steps))
}

/** What happens in a state without people (25.7 rule 2); null where the form or an earlier state may still name some. */
function vacancyOf({ definition }: Chain, key: string): 'nobody' | 'vacant' | 'vacantRejects' | null {
  const state = definition.states.find((one) => one.key === key)
  if (state === undefined || (state.kind !== 'approve' && state.kind !== 'handle')) return null
  const isNamedLater = groupsOf(state.participant).some(({ type }) => type === 'formField' || type === 'previous')
  if (isNamedLater) return null
  if (state.emptyPolicy.type === 'skip') return 'nobody'
  return state.emptyPolicy.type === 'reject' ? 'vacantRejects' : 'vacant'
}

/** Where branches only part or meet: no step for anybody. */
const gatewaysOf = ({ definition }: Chain): ReadonlySet<string> =>
  new Set(definition.states.filter(isGateway).map(({ key }) => key))

/** What a state that is passed over is called, and what its workflow says of it. */
const skippedIn = (version: Chain, key: string, language: Reader['language']) => ({
  name: stateName(version, key, language),
  skipReason: version.definition.states.find((state) => state.key === key)?.skipReason,
})

function describe(
  { engine, language, unit }: Reader,
  version: Chain,
  steps: readonly RouteStep[],
  staff: ReadonlyMap<string, Staff>,
): readonly PreviewStep[] {
  const gateways = gatewaysOf(version)
  const shown = steps.filter(({ state }) => !gateways.has(state))
  return shown.map((step) => {
    const { people = [], isOwn = false } = staff.get(step.state) ?? {}
    const vacancy = step.isSkipped || isOwn || people.length > 0 ? null : vacancyOf(version, step.state)
    const isPassed = isOwn || vacancy === 'nobody'
    return {
      state: step.state,
      name: stateName(version, step.state, language),
      kind: step.kind,
      people,
      skipped: step.isSkipped || isPassed,
      dueInHours: isPassed ? null : step.dueInHours,
      ...(step.lastWord && !isPassed && { lastWord: showLastWord(step.lastWord, unit.settings) }),
      reason: isOwn
        ? engine.texts.find(language, 'workflow.reason.own')
        : vacancy !== null
          ? engine.texts.find(language, `workflow.reason.${vacancy}`)
          : reasonText(engine.texts, language, version, step.reason, skippedIn(version, step.state, language)),
      ...(step.within && { within: step.within }),
    }
  })
}

/** What was said and signed in a task. */
interface TaskWords {
  readonly slot: string
  readonly comment: string
  readonly signature: number | null
}

/** Why a step has no people, or ended without a decision of theirs. */
const reasons: readonly (readonly [name: string, isSo: (visit: Visit) => boolean])[] = [
  ['waiting', ({ outcome, unattendedSince }) => outcome === null && unattendedSince !== undefined],
  ['nobody', ({ rule }) => rule === 'empty'],
  ['own', ({ rule }) => rule === 'own'],
  ['moved', ({ outcome, rule }) => outcome === 'moved' || rule === 'moved'],
  ['lapsed', isLapsed],
]

function visitStatus(visit: Visit): TicketStep['status'] {
  if (visit.outcome === null) return 'current'
  // What another branch closed, or a move by hand, was not decided here.
  if (visit.outcome === 'cancelled' || visit.outcome === 'moved') return 'skipped'
  if (visit.outcome === 'withdrawn' || visit.outcome === 'voided') return 'closed'
  return visit.outcome === 'skipped' || visit.outcome === 'returned' ? visit.outcome : 'done'
}

/** The route of a ticket: what lies behind in this round with who did what, where it stands, and what lies ahead for its values now. */
export async function progressOf(
  reader: Reader,
  version: Version,
  ticketId: number,
  context: TicketContext,
  about: About,
  facts: Facts,
): Promise<readonly TicketStep[]> {
  const { unit, engine, language } = reader
  const path = wholePath(context)
  const history = await historyOf(engine, unit.db, version, context)
  const carried = carriedVisits(context)
  const definition = withLimits(version.definition, unit.settings)
  const route = routeOf(definition, facts)
  const ahead = routeAhead(definition, context, facts)
  const people = await peopleOn(reader, version, about, ahead)
  const { rows } = await sql<TaskWords>`select slot, comment, signature_file_id as signature from ticket_task
      where ticket_id = ${ticketId} and (comment <> '' or signature_file_id is not null)`.execute(unit.db)
  const words = new Map(rows.map((row) => [row.slot, row]))
  const names = await namesOf(
    engine,
    unit.db,
    reader.language,
    path.flatMap((visit) => visit.slots.flatMap((slot) => [slot.holder, slot.onBehalfOf])),
  )
  const ref = (id: number): PersonRef => names.get(id) ?? { id, name: '' }
  const gateways = gatewaysOf(version)
  const { home } = blocksOf(version.definition)
  const within = (state: string): { readonly within?: readonly Home[] } => {
    const homes = home(state)
    return homes.length > 0 ? { within: homes } : {}
  }
  const met = path.filter(({ state }) => !gateways.has(state))
  const behind = met.map((visit): TicketStep => {
    const skipped =
      visit.outcome === 'skipped' && visit.rule === null ? route.find((step) => step.state === visit.state) : undefined
    const at = definition.states.find(({ key }) => key === visit.state)
    const lastWord = at && lastWordOf(at)
    const reason = reasons.find(([, isSo]) => isSo(visit))?.[0]
    return {
      state: visit.state,
      name: visitName(history, context, visit, language),
      kind: visit.kind,
      status: visitStatus(visit),
      isCarried: carried.has(visit.id),
      people: visit.slots.map(
        (slot): StepPerson => ({
          ...ref(slot.holder),
          onBehalfOf: slot.onBehalfOf === null ? null : ref(slot.onBehalfOf),
          status: slot.status,
          outcome: slot.outcome,
          rule: slot.rule,
          relation: slot.relation,
          comment: words.get(slot.id)?.comment ?? '',
          signature: words.get(slot.id)?.signature ?? null,
          at: slot.at === null ? null : momentText(new Date(slot.at)),
        }),
      ),
      reason:
        reason !== undefined
          ? (engine.texts.find(language, `workflow.reason.${reason}`) ?? null)
          : reasonText(
              engine.texts,
              language,
              version,
              skipped?.reason ?? [],
              skippedIn(version, visit.state, language),
            ),
      ...within(visit.state),
      ...(visit.outcome === null && lastWord && { lastWord: showLastWord(lastWord, unit.settings) }),
      dueInHours: null,
    }
  })
  const rest = describe(reader, version, ahead, people).map(
    (step): TicketStep => ({
      state: step.state,
      name: step.name,
      kind: step.kind,
      status: step.skipped ? 'notRequired' : 'future',
      people: step.people.map((person) => ({ ...person, onBehalfOf: null })),
      reason: step.reason,
      ...(step.within && { within: step.within }),
      ...(step.lastWord && { lastWord: step.lastWord }),
      dueInHours: step.dueInHours,
    }),
  )
  return [...behind, ...rest]
}
