/** What waits for issue at the counter, with the batches that expire first. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { emergencyApprovals } from '../emergency.server.ts'
import { suppliedTypes } from '../forms/categories.ts'
import { requestedLines } from '../forms/lines.ts'
import { SHORT_LIFE_DAYS } from '../medical.server.ts'
import type { CounterTicket, CounterWaiting } from './counter.types.ts'

/** Tickets shown at once: the most urgent, then the oldest. */
const MAX_TICKETS = 200

export interface WaitingRow {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly formData: FormData
  readonly applicantId: number
  readonly dept: string
  readonly deptEn: string
  readonly openedAt: Date
  /** An emergency that is not approved yet (STK-41). */
  readonly isAhead: boolean
}

/** Tickets whose issue is this person's task now, and emergencies that may be issued before they are approved. */
export async function waitingFor(
  unit: UnitOfWork,
  access: Access,
  ids: readonly number[] | null = null,
): Promise<readonly WaitingRow[]> {
  const given = ids === null ? null : [...ids]
  const ahead = access.may('supplyCounter:Issue')
  const handled = suppliedTypes.filter((type) => access.may(`${type}:Handle` as Permission))
  const { rows } = await sql<WaitingRow>`
    select t.id, t.no, t.type, t.form_data, t.applicant_id, d.name as dept, d.name_en as dept_en, k.opened_at, k.is_ahead
    from (select ticket_id, min(opened_at) as opened_at, bool_and(state <> 'issue') as is_ahead from shared_ticket_task
      where status = 'open' and ((state = 'issue' and assignee_id = ${access.userId}) or (${ahead}::boolean and state = any(${[...emergencyApprovals]}::text[])))
        and (${given}::bigint[] is null or ticket_id = any(${given}::bigint[]))
      group by ticket_id) k
    join shared_ticket t on t.id = k.ticket_id and t.deleted_at is null and t.type = any(${handled}::text[]) and t.applicant_id <> ${access.userId}
    join shared_department d on d.id = t.dept_id
    order by coalesce(t.form_data ->> 'purpose' = 'emergency', false) desc, t.form_data ->> 'urgency' <> 'normal' desc, k.opened_at, t.id limit ${MAX_TICKETS}`.execute(
    unit.db,
  )
  return rows
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export async function counterOf(unit: UnitOfWork, access: Access, language: Language): Promise<CounterWaiting> {
  const found = await waitingFor(unit, access)
  const ledger = unit.service(stockLedger)
  const issued = await ledger.issuedByAll(found.map(({ id }) => id))
  const handedOut = (ticketId: number, key: string): number =>
    sumQty(issued.filter((part) => part.ticketId === ticketId && part.key === key).map(({ qty }) => qty))
  // An emergency that was issued waits for its approvers alone.
  const rows = found.filter(
    ({ id, isAhead, formData }) =>
      !isAhead || requestedLines(formData).some(({ key, approved }) => handedOut(id, key) < approved),
  )
  const lines = rows.flatMap((row) => requestedLines(row.formData).map((line) => ({ ticketId: row.id, ...line })))
  const plan = await ledger.plan(
    lines.map(({ ticketId, key, itemId, size, approved }) => ({
      ticketId,
      key,
      itemId,
      size,
      qty: subtractQty(approved, handedOut(ticketId, key)),
    })),
  )
  const items = new Map(
    (await ledger.items([...new Set(lines.map(({ itemId }) => itemId))])).map((item) => [item.id, item]),
  )
  const proxies = rows.flatMap(({ formData }) =>
    typeof formData.pickupProxyId === 'number' ? [formData.pickupProxyId] : [],
  )
  const recipients = lines.flatMap(({ userId }) => userId ?? [])
  const names = await unit.namesOf([...rows.map(({ applicantId }) => applicantId), ...proxies, ...recipients], language)
  const tickets = rows.map(
    ({ id, no, type, formData, applicantId, dept, deptEn, openedAt, isAhead }): CounterTicket => {
      const proxy = formData.pickupProxyId
      return {
        id,
        no,
        type,
        applicant: names.get(applicantId) ?? '',
        dept: nameIn(language, { name: dept, nameEn: deptEn }),
        proxy: typeof proxy === 'number' ? (names.get(proxy) ?? '') : null,
        urgency: String(formData.urgency ?? 'normal'),
        isEmergency: formData.purpose === 'emergency',
        isAhead,
        controlled: formData.controlled === true,
        pickupAt: textOrNull(formData.pickupAt),
        deliverTo: textOrNull(formData.deliverTo),
        oldPartSn: formData.hasStorage === true ? (textOrNull(formData.oldPartSn) ?? '') : null,
        waitingSince: momentText(openedAt),
        lines: requestedLines(formData).map((line) => {
          const item = items.get(line.itemId)
          const picks = plan.picks.filter((pick) => pick.ticketId === id && pick.key === line.key)
          const out = handedOut(id, line.key)
          return {
            lineNo: line.lineNo,
            itemId: line.itemId,
            name: item?.name ?? '',
            spec: item?.spec ?? '',
            unit: item?.unit ?? '',
            qtyPlaces: item?.qtyPlaces ?? 0,
            size: line.size,
            person: line.userId === null || line.userId === applicantId ? null : (names.get(line.userId) ?? ''),
            requested: line.requested,
            approved: line.approved,
            issued: out,
            short: subtractQty(subtractQty(line.approved, out), sumQty(picks.map(({ qty }) => qty))),
            cutReason: String(rowsOf(formData.cuts).find((row) => row.lineNo === line.lineNo)?.reason ?? ''),
            returnDueAt: line.returnDueAt,
            asksOldPiece: formData.reasonType === 'damaged' && item?.serialManaged === false,
            picks: picks.map(({ ticketId: _ticket, key: _key, ...pick }) => pick),
          }
        }),
      }
    },
  )
  return {
    tickets,
    batches: plan.batches,
    shortLifeDays: SHORT_LIFE_DAYS,
    today: unit.clock.today(),
  }
}

/** The ticket that waits under a pick-up code and that this person may hand out; null when there is none. */
export async function ticketOfCode(unit: UnitOfWork, access: Access, code: string): Promise<number | null> {
  const { rows } = await sql<{ ticketId: number }>`
    select ticket_id from supply_pickup where code = ${code} and used_at is null`.execute(unit.db)
  const id = rows[0]?.ticketId
  if (id === undefined) return null
  return (await waitingFor(unit, access, [id])).length > 0 ? id : null
}
