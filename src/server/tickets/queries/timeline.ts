import { sql } from 'kysely'
import { isLapsed, resumption } from '#machines/ticket/engine/returns.ts'
import type { Slot, TicketEvent, Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Executor } from '#src/define/server.ts'
import type { TimelineRow } from '#src/define/tickets/history.ts'
import type { FormData } from '#src/fields/field.ts'
import type { DecisionResult } from '../commands/command.ts'
import { seenForm } from '../forms/forms.ts'
import { hashOf } from '../log/canonical.ts'
import { type Moment, readLog, relive } from '../log/replayCheck.ts'
import { namesOf } from '../participants/people.ts'
import { historyInLog } from '../versions/versionHistory.ts'
import type { Version } from '../versions/versions.ts'
import { type Reader, stateName } from './lines.ts'

/** A row before people have names. */
interface Draft extends Omit<TimelineRow, 'actor' | 'onBehalfOf' | 'people' | 'name' | 'about'> {
  readonly actorId: number | null
  readonly onBehalfOfId: number | null
  readonly peopleIds: readonly number[]
  readonly ticketId?: number | undefined
  /** Under which the state has its name. */
  readonly version: Version
}

function peopleIn(event: TicketEvent): readonly number[] {
  if (event.type === 'participants' || event.type === 'timeout' || event.type === 'reassign')
    return event.people.map((candidate) => candidate.person)
  if (event.type === 'substitute') return [event.substitute ?? event.person]
  if (event.type === 'comment') return event.people ?? []
  if (event.type === 'cc' || event.type === 'addSign' || event.type === 'removeSign') return event.people
  return event.type === 'transfer' || event.type === 'delegate' ? [event.to] : []
}

function changesOf({ formBefore, form, row }: Moment): readonly string[] {
  if (row.form === null || Object.keys(formBefore).length === 0) return []
  return Object.keys(form).filter((name) => hashOf(form[name] ?? null) !== hashOf(formBefore[name] ?? null))
}

/** What rules did in a moment: states passed over, and approvals counted from before (WF-05 `skip`). */
function automatic({ before, snapshot, row, into }: Moment): readonly Draft[] {
  const old = new Map(before.context.visits.map((visit) => [visit.id, visit]))
  const base = {
    version: into,
    seq: row.seq,
    comment: '',
    signature: null,
    changes: [],
    at: momentText(new Date(row.at)),
    onBehalfOfId: null,
    actorId: null,
  }
  return snapshot.context.visits.flatMap((visit: Visit): readonly Draft[] => {
    const was = old.get(visit.id)
    const passed =
      // Branches that a move by hand opened were not passed over.
      visit.outcome === 'skipped' && was?.outcome !== 'skipped' && visit.rule !== 'moved'
        ? [{ ...base, action: 'skip', state: visit.state, rule: visit.rule ?? ('condition' as const), peopleIds: [] }]
        : []
    const slots = visit.slots.filter(
      (slot) =>
        slot.by === null && slot.status === 'done' && was?.slots.find((one) => one.id === slot.id)?.status !== 'done',
    )
    const actionOf = ({ outcome, rule }: Slot) =>
      rule === 'addSign' ? 'reject' : outcome === 'auto-approve' ? 'skip' : 'timeout'
    return [
      ...passed,
      ...slots.map((slot) => ({
        ...base,
        action: actionOf(slot),
        state: visit.state,
        rule: slot.rule,
        peopleIds: [slot.holder],
      })),
    ]
  })
}

/** 25.3: whether the ticket came straight back to the state that had returned it, or has to run the route again after all. */
function straightBacks({ before, snapshot, row, version }: Moment): readonly Draft[] {
  const { context } = snapshot
  return context.visits.slice(before.context.visits.length).flatMap((visit): readonly Draft[] => {
    const resume = resumption(context, visit)
    if (resume === null) return []
    return [
      {
        version,
        seq: row.seq,
        action: resume,
        state: visit.state,
        actorId: null,
        onBehalfOfId: null,
        peopleIds: [],
        rule: resume === 'runAgain' ? 'changed' : null,
        comment: '',
        signature: null,
        changes: [],
        at: momentText(new Date(row.at)),
      },
    ]
  })
}

/** What stood behind an event besides its own name. */
function ruleOf({ row, snapshot }: Moment): Draft['rule'] {
  const { event } = row
  if (event.type === 'timeout') {
    const visit = snapshot.context.visits.find(({ id }) => id === row.visit)
    return visit && isLapsed(visit) ? 'lapsed' : 'timeout'
  }
  if (event.type === 'return' && snapshot.context.visits.some((visit) => visit.id === row.visit && visit.comeBack))
    return 'comeBack'
  const isFound = event.type === 'participants' || event.type === 'reassign'
  return isFound && event.people.some((candidate) => candidate.rule === 'self') ? 'self' : null
}

/** The other ticket an event is about. */
const ticketOf = (event: TicketEvent): number | undefined =>
  event.type === 'child' ? event.ticket : event.type === 'revoked' ? event.by : undefined

/** `childFiled`, `childCompleted` ...: what happened to a filed ticket is the action. */
const actionOf = (event: TicketEvent): string =>
  event.type === 'child' ? `child${event.said.charAt(0).toUpperCase()}${event.said.slice(1)}` : event.type

function draftsOf(moment: Moment, show: (form: FormData) => FormData): readonly Draft[] {
  const { row } = moment
  const [before, after] = [show(moment.formBefore), show(moment.form)]
  const own: Draft = {
    version: moment.version,
    seq: row.seq,
    action: actionOf(row.event),
    ticketId: ticketOf(row.event),
    state: row.state,
    actorId: row.actorId,
    onBehalfOfId: row.onBehalfOf,
    peopleIds: peopleIn(row.event),
    rule: ruleOf(moment),
    comment: row.comment,
    signature: row.event.type === 'approve' ? (row.event.signature?.fileId ?? null) : null,
    changes: changesOf(moment).map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
    at: momentText(new Date(row.at)),
  }
  return [own, ...straightBacks(moment), ...automatic(moment)]
}

/** The whole log of the ticket for reading, oldest first, with what rules did and how the form changed (WF-19). */
export async function timelineOf(
  reader: Reader,
  access: Access,
  { ticket, version }: DecisionResult,
): Promise<readonly TimelineRow[]> {
  const { unit, language } = reader
  const log = await readLog(unit.db, ticket.id)
  const moments = relive(await historyInLog(reader.engine, unit.db, version, log), ticket.applicantId, log)
  const drafts = moments.flatMap((moment) =>
    draftsOf(moment, (form) => seenForm(reader.engine, version.fields, form, access)),
  )
  const names = await namesOf(
    reader.engine,
    unit.db,
    reader.language,
    drafts.flatMap((draft) => [draft.actorId, draft.onBehalfOfId, ...draft.peopleIds]),
  )
  const numbers = await numbersOf(
    unit.db,
    drafts.flatMap(({ ticketId }) => ticketId ?? []),
  )
  return drafts.map(({ actorId, onBehalfOfId, peopleIds, ticketId, version: then, ...row }) => ({
    ...row,
    name: row.state === null ? null : stateName(then, row.state, language),
    actor: actorId === null ? null : (names.get(actorId) ?? null),
    onBehalfOf: onBehalfOfId === null ? null : (names.get(onBehalfOfId) ?? null),
    people: peopleIds.flatMap((id) => names.get(id) ?? []),
    about: ticketId === undefined ? null : { id: ticketId, no: numbers.get(ticketId) ?? '' },
  }))
}

async function numbersOf(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    no: string
  }>`select id, no from ticket where id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.no]))
}
