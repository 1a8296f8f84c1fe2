/** What waits for a car: appointments whose dispatch is the caller's task. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import type { BoardRequest } from './board.types.ts'

export interface WaitingRow {
  readonly ticketId: number
  readonly no: string
  readonly applicantId: number
  readonly mobile: string
  readonly dept: string
  readonly deptEn: string
  readonly form: FormData
  readonly openedAt: Date
  readonly version: number
  /** Why its dispatch was undone; null for a ticket that waits for its first one. */
  readonly undoneReason: string | null
}

/** Tickets that wait for the caller's dispatch, and approved ones within reach whose dispatch was undone; emergencies first, then by departure. */
export async function waitingRows(unit: UnitOfWork, access: Access): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select t.id as ticket_id, t.no, t.applicant_id, coalesce(p.mobile, '') as mobile, d.name as dept, d.name_en as dept_en, t.form_data as form, t.revision as version, w.opened_at, w.undone_reason
    from (
      select k.ticket_id, k.opened_at, null::text as undone_reason from shared_ticket_task k where k.status = 'open' and k.assignee_id = ${access.userId} and k.state = 'fleetDispatch'
      union all
      select u.ticket_id, u.at, u.reason from car_undispatched u join shared_ticket k on k.id = u.ticket_id where ${reachedBy(access, 'carTrip:Change', { department: 'k.dept_id' })}) w
      join shared_ticket t on t.id = w.ticket_id and t.deleted_at is null join shared_department d on d.id = t.dept_id
      left join shared_app_user_personal p on p.id = t.applicant_id
    where t.type = 'officialCarAppointment'
    order by t.form_data ->> 'purpose' = 'emergency' desc, t.form_data ->> 'startAt', t.id`.execute(unit.db)
  return rows
}

export async function waitingOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
): Promise<readonly BoardRequest[]> {
  const rows = await waitingRows(unit, access)
  const names = await unit.namesOf(
    rows.map(({ applicantId }) => applicantId),
    language,
  )
  return rows.map(({ form, applicantId, dept, deptEn, openedAt, ...row }) => ({
    ...row,
    applicant: names.get(applicantId) ?? '',
    dept: nameIn(language, { name: dept, nameEn: deptEn }),
    purpose: textIn(form.purpose),
    fromPlace: textIn(form.fromPlace),
    toPlace: textIn(form.toPlace),
    startAt: textIn(form.startAt),
    endAt: textIn(form.endAt),
    heads: Number(form.heads ?? 0),
    carTypeWanted: textIn(form.carTypeWanted) || null,
    preferredCarId: idIn(form.preferredCarId),
    selfDriverId: form.selfDrive === true ? idIn(form.selfDriverId) : null,
    isBackfill: row.undoneReason === null && idIn(form.backfillTripId) !== null,
    waitingSince: momentText(openedAt),
  }))
}
