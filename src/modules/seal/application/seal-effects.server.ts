/** What an approved application does: the use, the stamping in the office, and the way of a seal that is taken out. */
import { sql } from 'kysely'
import { addDays, dayOf, momentText } from '#src/define/days.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { RuleError } from '#src/define/problem.ts'
import { changing, type RowChanges } from '#src/define/records/rows.server.ts'
import { type EffectContext, type EffectRun, effect, type UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { lockUse, register, stampingIn, type UseRow } from '../register/register.server.ts'
import { lockSeal, refuseUnavailable } from '../register/seals.server.ts'
import { hashOf, periodOf } from './seal-form.server.ts'

/** SEA-02: days after the approval on which what was not stamped is cancelled. */
export const EXPIRES_AFTER_DAYS = 7
/** How long before the agreed time a seal may be handed over. */
const EARLY_HOURS = 2
const HOUR_MS = 3_600_000

const linkOf = (ticketId: number): string => `/workflow/ticket/${ticketId}`

/** The use is there, and the time outside is taken: of two approvals at once the second meets the reservation of the first. */
const approve: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  const seal = await lockSeal(unit, idIn(form.sealId) ?? 0)
  if (!seal.isUsable) throw new RuleError('seal.unavailable', seal.name).at('sealId')
  const [today, now, period] = [unit.clock.today(), unit.clock.now(), periodOf(form)]
  if (period !== null && period.to <= now) throw new RuleError('seal.periodOver', momentText(period.to)).at('takeOutTo')
  const expiry = addDays(today, EXPIRES_AFTER_DAYS)
  // A seal that is taken out later waits for its time.
  const behind = period === null ? expiry : addDays(dayOf(period.to), 1)
  const file = fileIdsIn(form.docFile)
  const { rows } = await sql<{ id: number }>`
    insert into seal_use (ticket_id, seal_id, applicant_id, dept_id, doc_title, doc_type, send_to, copies, pages, doc_file, doc_hash, stamps, take_out,
      take_out_from, take_out_to, take_out_place, escort_id, approved_on, expires_on, created_at, created_by, updated_at)
    values (${ticket.id}, ${seal.id}, ${ticket.applicantId}, ${ticket.deptId}, ${textIn(form.docTitle)}, ${textIn(form.docType)}, ${textIn(form.sendTo)},
      ${Number(form.copies)}, ${Number(form.pages)}, ${[...file]}::bigint[], ${await hashOf(unit, form)}, ${Number(form.stamps)}, ${period !== null},
      ${period?.from ?? null}::timestamptz, ${period?.to ?? null}::timestamptz, ${period === null ? null : textIn(form.takeOutPlace)}::text,
      ${period === null ? null : idIn(form.escortId)}::bigint, ${today}::date, ${behind > expiry ? behind : expiry}::date,
      ${now}::timestamptz, ${ticket.applicantId}::bigint, ${now}::timestamptz) returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  if (period !== null) {
    const reserved = await sql`
      insert into seal_reservation (seal_id, use_id, period) values (${seal.id}, ${id}, tstzrange(${period.from}, ${period.to}))
      on conflict do nothing returning id`.execute(unit.db)
    if (reserved.rows.length === 0) throw new RuleError('seal.unavailable', seal.name).at('takeOutFrom')
  }
  await unit
    .service(fileLinks)
    .share({ record: 'ticket', recordId: ticket.id }, { record: 'sealUse', recordId: id }, file)
  unit.changed('sealUse', id)
}

async function moveTo(
  unit: UnitOfWork,
  use: UseRow,
  state: RowOf<'seal_use'>['state'],
  more: RowChanges<'seal_use'> = {},
): Promise<void> {
  await changing(unit, 'seal_use', { ...more, state })
    .where('id', '=', use.id)
    .execute()
  if (state === 'returned' || state === 'cancelled')
    await sql`update seal_reservation set is_active = false where use_id = ${use.id} and is_active`.execute(unit.db)
  unit.changed('sealUse', use.id)
}

/** Nobody acted until a clock did: what was not used is not used later (SEA-02). */
async function lapse({ unit, ticket }: EffectContext): Promise<void> {
  const { rows } = await sql`select from seal_use where ticket_id = ${ticket.id} and state = 'pending'`.execute(unit.db)
  if (rows.length > 0) await expireUse(unit, ticket.id)
}

/** Cancels what is left of a use: what is registered stays, and counts as all of it. */
export async function expireUse(unit: UnitOfWork, ticketId: number): Promise<void> {
  const { use } = await lockUse(unit, ticketId)
  if (use.state === 'pending') await moveTo(unit, use, use.stampedCount > 0 ? 'stamped' : 'cancelled')
}

const stamp: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  if (actorId === null) return lapse(context)
  const { seal, use } = await lockUse(unit, ticket.id)
  await refuseUnavailable(unit, seal, 'stampedAt')
  await register(unit, use, stampingIn(ticket.formData), actorId)
  await moveTo(unit, use, 'stamped')
}

const handOut: EffectRun = async (context) => {
  const { unit, ticket, actorId } = context
  if (actorId === null) return lapse(context)
  const { seal, use } = await lockUse(unit, ticket.id)
  await refuseUnavailable(unit, seal, '')
  const now = unit.clock.now()
  const { takeOutFrom: from, takeOutTo: to } = use
  if (from !== null && from.getTime() - now.getTime() > EARLY_HOURS * HOUR_MS)
    throw new RuleError('seal.tooEarly', momentText(from), EARLY_HOURS).at()
  if (to !== null && to <= now) throw new RuleError('seal.periodOver', momentText(to)).at()
  const photos = [...fileIdsIn(ticket.formData.outPhotos)]
  await moveTo(unit, use, 'takenOut', { handedOutAt: now, handedOutBy: actorId, outPhotos: photos })
  await shareWithUse(unit, use, photos)
}

const shareWithUse = (unit: UnitOfWork, { id, ticketId }: UseRow, files: readonly number[]): Promise<void> =>
  unit.service(fileLinks).share({ record: 'ticket', recordId: ticketId }, { record: 'sealUse', recordId: id }, files)

/** A use that expired has nothing to hand over. */
async function isOver(unit: UnitOfWork, ticketId: number): Promise<boolean> {
  const { rows } = await sql`select from seal_use where ticket_id = ${ticketId} and state <> 'cancelled'`.execute(
    unit.db,
  )
  return rows.length === 0
}

const receive: EffectRun = async ({ unit, ticket }) => {
  if (await isOver(unit, ticket.id)) return
  const { use } = await lockUse(unit, ticket.id)
  await moveTo(unit, use, use.state, { receivedAt: unit.clock.now() })
}

const takeBack: EffectRun = async ({ unit, ticket, actorId }) => {
  if (await isOver(unit, ticket.id)) return
  const { use } = await lockUse(unit, ticket.id)
  const [form, now] = [ticket.formData, unit.clock.now()]
  const stamping = stampingIn(form)
  if (actorId === null) throw new RuleError('version.conflict')
  const isLate = use.takeOutTo !== null && use.takeOutTo < now
  const photos = [...fileIdsIn(form.backPhotos)]
  await moveTo(unit, use, 'returned', {
    returnedAt: now,
    takenBackBy: actorId,
    backPhotos: photos,
    backNote: textIn(form.backNote) || null,
    isLate,
  })
  if (stamping.count > 0) await register(unit, use, stamping, actorId)
  await shareWithUse(unit, use, photos)
  const [by] = (await unit.namesOf([actorId])).values()
  unit.notify({
    to: [use.applicantId, ...(use.escortId === null ? [] : [use.escortId])],
    contentType: 'SYSTEM',
    title: { key: 'seal.takenBack', params: [use.docTitle, by ?? '', momentText(now)] },
    link: linkOf(use.ticketId),
  })
}

/** Withdrawn, refused or voided: a seal that is out comes back first, and a registered stamping stays (SEA-03). */
const cancel: EffectRun = async ({ unit, ticket }) => {
  if (await isOver(unit, ticket.id)) return
  const { seal, use } = await lockUse(unit, ticket.id)
  if (use.state === 'takenOut') throw new RuleError('seal.stillOut', seal.name).at()
  if (use.stampedCount > 0) throw new RuleError('seal.registered', seal.name).at()
  await moveTo(unit, use, 'cancelled')
}

export const sealEffects = {
  'seal.approve': effect(['sealId'], approve),
  'seal.handOut': effect([], handOut),
  'seal.receive': effect([], receive),
  'seal.takeBack': effect(['stampedCount'], takeBack),
  'seal.stamp': effect(['stampedCount'], stamp),
  'seal.cancel': effect([], cancel),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    seal: keyof typeof sealEffects
  }
}
