/** STK-41: an emergency is issued beside its approval, which has to follow within 24 hours. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { EffectContext, EffectRun, JobDefinition, TicketView, UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { supervisionOffers } from '#src/modules/supervision/contract.ts'
import { requestedLines } from './forms/lines.ts'

/** Hours from the submit within which an emergency has to be approved. */
export const APPROVE_WITHIN_HOURS = 24
const HOUR = 3_600_000

/** States that approve an emergency. */
export const emergencyApprovals = ['emergencyLeader', 'emergencyReview'] as const
/** Timer of these states that closes the ticket. */
const CLOSING_TIMER = 'emergency'

/** Whether all that is approved was handed out and has not come back. */
export async function isIssuedAhead(unit: UnitOfWork, ticketId: number, form: FormData): Promise<boolean> {
  const issued = await unit.service(stockLedger).issuedBy(ticketId)
  return (
    issued.length > 0 &&
    requestedLines(form).every(
      ({ key, approved }) =>
        sumQty(
          issued.filter((part) => part.key === key).map(({ qty, returnedQty }) => subtractQty(qty, returnedQty)),
        ) >= approved,
    )
  )
}

/** Until when the emergency has to be approved; null when it is none, or was decided. */
export async function approvalDeadline(unit: UnitOfWork, ticketId: number): Promise<Date | null> {
  const { rows } = await sql<{ submittedAt: Date }>`
    select t.submitted_at from shared_ticket t where t.id = ${ticketId} and t.submitted_at is not null and exists (
      select from shared_ticket_task k where k.ticket_id = t.id and k.status = 'open' and k.state = any(${[...emergencyApprovals]}::text[]))`.execute(
    unit.db,
  )
  const from = rows[0]?.submittedAt
  return from === undefined ? null : new Date(from.getTime() + APPROVE_WITHIN_HOURS * HOUR)
}

interface EmergencyRow extends TicketView {
  readonly submittedAt: Date
}

/** Emergencies in approval, the oldest first; with ids only these. */
export async function emergenciesInApproval(
  unit: UnitOfWork,
  ids: readonly number[] | null = null,
): Promise<readonly EmergencyRow[]> {
  const { rows } = await sql<EmergencyRow>`
    select t.id, t.no, t.type, t.title, t.applicant_id, t.dept_id, t.amount, 1 as round, t.status, t.form_data, t.submitted_at from shared_ticket t
    where t.type = 'supplyRequest' and t.status = 'running' and t.deleted_at is null and t.form_data ->> 'purpose' = 'emergency'
      and (${ids === null ? null : [...ids]}::bigint[] is null or t.id = any(${ids === null ? null : [...ids]}::bigint[]))
      and exists (select from shared_ticket_task k where k.ticket_id = t.id and k.status = 'open' and k.state = any(${[...emergencyApprovals]}::text[]))
    order by t.submitted_at, t.id`.execute(unit.db)
  return rows
}

/** The keepers hear of an emergency at once: it need not wait for its approval. */
export async function announceEmergency({ unit, ticket }: EffectContext): Promise<void> {
  if (ticket.formData.purpose !== 'emergency') return
  const keepers = (await unit.usersWithRole('warehouseKeeper')).filter((keeper) => keeper !== ticket.applicantId)
  if (keepers.length > 0)
    unit.notify({
      to: keepers,
      contentType: 'REMIND',
      title: { key: 'supplies.emergency', params: [ticket.no] },
      link: '/stockmanage/issueCounter',
    })
}

/** Hands out at the counter while the approval runs. The ticket's row is locked already. */
export async function issueAhead(
  unit: UnitOfWork,
  access: Access,
  issue: EffectRun,
  ticketId: number,
  values: FormData,
): Promise<void> {
  const [ticket] = await emergenciesInApproval(unit, [ticketId])
  if (!ticket) throw new RuleError('supplies.notWaiting')
  const wanted = sumQty(requestedLines(ticket.formData).map(({ approved }) => approved))
  const given = Array.isArray(values.issues)
    ? sumQty((values.issues as readonly FormData[]).map(({ issuedQty }) => Number(issuedQty)))
    : 0
  await issue({
    unit,
    // What is not issued now stays reserved until the approval.
    ticket: { ...ticket, formData: { ...ticket.formData, ...values, keepOpen: given < wanted } },
    before: null,
    actorId: access.userId,
    state: 'emergency',
    visit: null,
    comment: '',
  })
  unit.changed('ticket', ticketId)
}

/** Closes what was not approved within 24 hours by the clock, day and night; its items are to be recovered (E4). */
export async function closeEmergencies(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now().getTime()
  for (const { id, submittedAt } of await emergenciesInApproval(unit))
    if (now - submittedAt.getTime() >= APPROVE_WITHIN_HOURS * HOUR)
      await unit.service(ticketActions).expire(id, CLOSING_TIMER)
}

/** Supervision and the head of logistics hear of an emergency that was issued and not approved. */
export async function superviseLapse({ unit, ticket, actorId }: EffectContext): Promise<void> {
  if (actorId !== null || ticket.formData.purpose !== 'emergency') return
  const issued = await unit.service(stockLedger).issuedBy(ticket.id)
  const out = sumQty(issued.map(({ qty, returnedQty }) => subtractQty(qty, returnedQty)))
  if (!(out > 0)) return
  const message = {
    contentType: 'REMIND' as const,
    title: { key: 'supplies.emergencyLapsed' as const, params: [ticket.no, out, APPROVE_WITHIN_HOURS] },
  }
  const link = await unit.service(supervisionOffers).offer({
    kind: 'emergency',
    subject: `${ticket.no} ${ticket.title}`,
    deptId: ticket.deptId,
    handlerId: null,
    ticketId: ticket.id,
    key: ticket.id,
  })
  const supervisors = await unit.usersWithRole('supervisor')
  const office = (await unit.usersWithRole('logisticsOfficer')).filter((id) => !supervisors.includes(id))
  if (supervisors.length > 0) unit.notify({ ...message, to: supervisors, ...(link !== null && { link }) })
  if (office.length > 0) unit.notify({ ...message, to: office })
}

/** One run closes all that is late by then, so that a stop is caught up with once. */
export const emergencyJobs: readonly JobDefinition[] = [
  { name: 'supplies.closeEmergencies', every: { minutes: 15 }, run: closeEmergencies },
]
