import { start } from '#machines/ticket/engine/replay.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import type { TicketContext } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { notFound } from '#src/define/problem.ts'
import type { ReplayAnswer, ReplayedTask } from '#src/define/tickets/history.ts'
import { loadLookups, withLabels } from '#src/server/records/lookups.ts'
import { seenForm } from '../forms/forms.ts'
import { namesOf } from '../participants/people.ts'
import { seeTicket } from '../queries/detail.ts'
import { type Reader, stateName } from '../queries/lines.ts'
import { historyInLog, type VersionHistory, visitName } from '../versions/versionHistory.ts'
import { readLog, relive, replayCheck } from './replayCheck.ts'

const wireTime = (at: string | null): string | null => (at === null ? null : momentText(new Date(at)))

/** Who held what at that moment, newest visit first. */
async function tasksAt(
  { engine, unit, language }: Reader,
  history: VersionHistory,
  context: TicketContext,
): Promise<readonly ReplayedTask[]> {
  const slots = context.visits.toReversed().flatMap((visit) => visit.slots.map((slot) => ({ visit, slot })))
  const names = await namesOf(
    engine,
    unit.db,
    language,
    slots.flatMap(({ slot }) => [slot.holder, slot.onBehalfOf]),
  )
  return slots.map(({ visit, slot }) => ({
    slot: slot.id,
    name: visitName(history, context, visit, language),
    round: visit.round,
    holder: names.get(slot.holder) ?? { id: slot.holder, name: '' },
    onBehalfOf: slot.onBehalfOf === null ? null : (names.get(slot.onBehalfOf) ?? null),
    status: slot.status,
    outcome: slot.outcome,
    openedAt: wireTime(slot.openedAt),
    at: wireTime(slot.at),
  }))
}

/** 25.11: the ticket after one of its events, recomputed from the log; after all of them without `at`. @throws Refusal 4004 out of sight, or past the last event. */
export async function replayOf(
  reader: Reader,
  access: Access,
  id: number,
  at: number | undefined,
): Promise<ReplayAnswer> {
  const { engine, unit, language } = reader
  const { ticket, version } = await seeTicket(reader, access, id)
  const log = await readLog(unit.db, id)
  const history = await historyInLog(engine, unit.db, version, log)
  const moments = relive(history, ticket.applicantId, log)
  const place = at ?? moments.length
  if (place > moments.length) throw notFound()
  const moment = moments[place - 1]
  // A move by hand leaves one version and leads into the next.
  const then = moments[place]?.version ?? version
  const snapshot = moment?.snapshot ?? start(then.machine, { applicant: ticket.applicantId }).snapshot
  const form = seenForm(engine, version.fields, moment?.form ?? {}, access)
  const lookups = await loadLookups(engine.records, { db: unit.db, language }, version.fields, [form])
  return {
    at: place,
    events: moments.length,
    status: statusOf(snapshot),
    round: snapshot.context.round,
    context: snapshot.context,
    ...(then !== version && { definition: then.definition }),
    current: currentStates(snapshot).map((state) => ({ state, name: stateName(then, state, language) })),
    tasks: await tasksAt(reader, history, snapshot.context),
    formData: withLabels(version.fields, form, lookups),
    isSound: (await replayCheck(engine, unit, id)).length === 0,
  }
}
