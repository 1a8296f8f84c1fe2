import { sql } from 'kysely'
import type { FieldPermission } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { peopleOf } from '#machines/ticket/engine/projection.ts'
import { removable, returnTargets } from '#machines/ticket/engine/status.ts'
import { isHeldBy, isUndone, ownVisit, visitFor } from '#machines/ticket/engine/visits.ts'
import type { Access } from '#src/define/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { applicationPermission } from '#src/define/names.ts'
import { notFound } from '#src/define/problem.ts'
import type { TicketAnswer, TicketDetail } from '#src/define/tickets/detail.ts'
import { OVERDUE_HOURS } from '#src/define/tickets/supervision.ts'
import type { FormData } from '#src/fields/field.ts'
import { loadLookups, withLabels } from '#src/server/records/lookups.ts'
import { openFields } from '#src/server/secrets/fields.ts'
import type { DecisionResult } from '../commands/command.ts'
import { readFacts } from '../commands/facts.ts'
import { openTicket } from '../commands/open.ts'
import { aboutOf } from '../commands/perform.ts'
import { isSigned } from '../commands/signature.ts'
import { type FormInput, formContext, seenForm } from '../forms/forms.ts'
import { reasonTexts } from '../forms/reasonTexts.ts'
import { isCalledIn } from '../forms/submittedForm.ts'
import { convertibleTo } from '../links/convertible.ts'
import { familyOf } from '../links/show.ts'
import { eligiblePeopleText } from '../participants/eligiblePeople.ts'
import { type Applicant, applicantFacts, namesOf } from '../participants/people.ts'
import { withTitleIn } from '../summary/line.ts'
import { findTicket, isToSubmit, type Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import { buttonsFor } from './buttons.ts'
import { lineIn, type Reader, stateName, textOrNull } from './lines.ts'
import { relatedTo } from './related.ts'
import { progressOf } from './route.ts'
import { isVisible } from './visibility.ts'

type Permissions = Readonly<Record<string, FieldPermission>>

/** What the person may do with the fields now: as applicant of a ticket that is with them, or as holder of its open task. */
export function permissionsFor(
  access: Access,
  ticket: Ticket,
  version: Version,
  snapshot: TicketSnapshot,
): Permissions {
  if (ticket.revokesId !== null) return {}
  if (isToSubmit(ticket.status)) return ticket.applicantId === access.userId ? version.start : {}
  const visit = visitFor(snapshot.context, access.userId)
  const isMine =
    visit?.slots.some((slot) => isUndone(slot) && isHeldBy(slot, access.userId)) === true &&
    !isCalledIn(visit, access.userId)
  return (isMine ? version.definition.states.find((state) => state.key === visit?.state)?.fields : undefined) ?? {}
}

/** The form as this person may see it: without hidden fields, masked where a permission is missing. Applicants see their own values while they may still change them. */
function shownForm(
  engine: Engine,
  access: Access,
  ticket: Ticket,
  version: Version,
  permissions: Permissions,
): FormData {
  const open = Object.fromEntries(Object.entries(ticket.formData).filter(([name]) => permissions[name] !== 'hidden'))
  const isEditing = ticket.applicantId === access.userId && isToSubmit(ticket.status)
  return isEditing ? openFields(engine.vault, version.fields, open) : seenForm(engine, version.fields, open, access)
}

/** What every action answers (97-api). */
export async function answerOf(
  reader: Reader,
  access: Access,
  { ticket, version, snapshot }: DecisionResult,
): Promise<TicketAnswer> {
  const line = await lineIn(reader, ticket, version, snapshot.context)
  const permissions = permissionsFor(access, ticket, version, snapshot)
  const { allowed, withheld } = buttonsFor(
    reader,
    access,
    ticket,
    { version, snapshot },
    ownVisit(snapshot.context, access.userId)?.id,
  )
  return {
    ...line,
    formData: shownForm(reader.engine, access, ticket, version, permissions),
    allowedActions: allowed,
    withheld,
  }
}

/** The ticket for a reader. @throws Refusal 4004 when there is none or it is out of sight (WF-18). */
export async function seeTicket(
  { engine, unit }: Pick<Reader, 'engine' | 'unit'>,
  access: Access,
  id: number,
): Promise<DecisionResult> {
  const ticket = await findTicket(unit.db, id)
  if (!ticket) throw notFound()
  const opened = await openTicket(engine, unit, ticket)
  if (!(await isVisible(unit.db, access, id, opened.snapshot.context))) throw notFound()
  return { ticket, ...opened }
}

export const applicantInfo = (
  language: Language,
  { name, nameEn, deptName, deptNameEn = '', post, rankLevel, mobile }: Applicant,
): TicketDetail['applicantInfo'] => ({
  name: nameIn(language, { name, nameEn }),
  deptName: nameIn(language, { name: deptName, nameEn: deptNameEn }),
  post,
  rankLevel,
  mobile,
})

async function copiesOf({ engine, unit, language }: Reader, id: number): Promise<TicketDetail['cc']> {
  const { rows } = await sql<{
    userId: number
    readAt: Date | null
  }>`select user_id, read_at from ticket_cc where ticket_id = ${id} order by created_at, user_id`.execute(unit.db)
  const names = await namesOf(
    engine,
    unit.db,
    language,
    rows.map((row) => row.userId),
  )
  return rows.map((row) => ({
    id: row.userId,
    name: names.get(row.userId)?.name ?? '',
    readAt: textOrNull(row.readAt),
  }))
}

/** What may begin from here (21.2, 21.6): by the applicant, once it is approved. */
function followedBy(
  { engine, language }: Reader,
  access: Access,
  { ticket }: DecisionResult,
): TicketDetail['followedBy'] {
  const isApproved = ticket.status === 'completed' || ticket.status === 'handling'
  if (!isApproved || ticket.applicantId !== access.userId) return []
  return [...engine.applications.values()]
    .filter(
      ({ key, follows }) => follows?.includes(ticket.type) === true && access.may(applicationPermission(key, 'Create')),
    )
    .map(({ key, route }) => ({
      type: key,
      title: engine.texts.find(language, `applications.${key}.title`) ?? key,
      route,
    }))
}

const HOUR_MS = 3_600_000

/** SUP-08: late at its step by more than 120 hours, for who may give supervision items. */
function isSupervisable({ unit }: Reader, access: Access, { status, dueAt }: Ticket): boolean {
  if ((status !== 'running' && status !== 'handling') || dueAt === null || !access.may('supervision:Assign'))
    return false
  return unit.clock.now().getTime() - dueAt.getTime() > OVERDUE_HOURS * HOUR_MS
}

/** Everything the ticket's page shows (20.7). */
export async function detailOf(reader: Reader, access: Access, seen: DecisionResult): Promise<TicketDetail> {
  const { engine, unit, language } = reader
  const { ticket, version, snapshot } = seen
  const formInput: FormInput = { engine, unit, version, applicant: ticket.applicant, ticketId: ticket.id }
  // What asks to revoke a ticket draws upon nothing.
  const server = ticket.revokesId === null ? engine.servers.get(version.type) : undefined
  const answer = await answerOf(reader, access, seen)
  const lookups = await loadLookups(engine.records, { db: unit.db, language }, version.fields, [answer.formData])
  const facts = await readFacts(formInput, ticket.formData, ticket.thresholds)
  const about = aboutOf({ unit, ticket, version, applicant: ticket.applicant, form: ticket.formData, snapshot })
  const cc = await copiesOf(reader, ticket.id)
  const warnings = (await server?.warnings?.(ticket.formData, formContext(formInput))) ?? []
  const own = ownVisit(snapshot.context, access.userId)
  const names = await namesOf(engine, unit.db, reader.language, [
    ...peopleOf(snapshot.context),
    ...cc.map((copy) => copy.id),
  ])
  return {
    ...answer,
    formData: withTitleIn(
      engine.texts,
      language,
      version.type,
      withLabels(version.fields, answer.formData, lookups),
      ticket.applicant,
    ),
    applicantInfo: applicantInfo(reader.language, ticket.applicant),
    applicantFacts: applicantFacts(ticket.applicant),
    visit: own?.id ?? null,
    returnTargets: returnTargets(snapshot, access.userId, own?.id).map((target) => ({
      target,
      name: target === 'start' ? null : stateName(version, target, language),
    })),
    form: version.form,
    fieldPermissions: permissionsFor(access, ticket, version, snapshot),
    steps: await progressOf(reader, version, ticket.id, snapshot.context, about, facts),
    warnings: warnings.map((problem) => engine.texts.say(language, problem)),
    reasons: reasonTexts(
      engine.texts,
      language,
      (await server?.reasons?.(ticket.formData, formContext(formInput))) ?? [],
    ),
    panel: (await server?.panel?.(ticket.formData, formContext(formInput))) ?? [],
    cc,
    participants: [...names.values()],
    calledIn: removable(snapshot, access.userId, own?.id).map((id) => names.get(id) ?? { id, name: '' }),
    eligiblePeople: await eligiblePeopleText(reader, seen, access.userId, own?.id),
    mustSign: isSigned(seen, access.userId),
    followedBy: followedBy(reader, access, seen),
    isSupervisable: isSupervisable(reader, access, ticket),
    convertibleTo: answer.allowedActions.includes('convert') ? convertibleTo(reader, ticket) : [],
    related: await relatedTo(reader, access, ticket.type, ticket.id),
    family: await familyOf(reader, access, ticket),
    isQuarantined: ticket.isQuarantined,
    createdAt: momentText(ticket.createdAt),
    approvedAt: textOrNull(ticket.approvedAt),
    finishedAt: textOrNull(ticket.finishedAt),
    urge: { count: ticket.urgeCount, lastAt: textOrNull(ticket.urgedAt) },
    workflow: { id: version.id, versionNo: version.no, definition: version.definition },
    stateValue: snapshot.value,
    context: snapshot.context,
  }
}
