/** A ticket's lines from the request to the receipt, for those who may see the ticket. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { sumQty } from '#src/fields/quantity/quantities.ts'
import { purchaseDemands, stockLedger } from '#src/modules/stock/contract.ts'
import { approvalDeadline } from '../emergency.server.ts'
import { suppliedTypes } from '../forms/categories.ts'
import { requestedLines } from '../forms/lines.ts'
import type { ProgressLine, ProgressReturn, SupplyProgress } from './counter.types.ts'

interface TicketRow {
  readonly id: number
  readonly formData: FormData
  readonly applicantId: number
  readonly status: string
}

const reasonOf = (rows: FormData['lines'], lineNo: number): string =>
  rowsOf(rows)
    .filter((row) => row.lineNo === lineNo)
    .map(({ reason }) => (typeof reason === 'string' ? reason : ''))
    .find((reason) => reason !== '') ?? ''

async function linesOf(unit: UnitOfWork, { id, formData }: TicketRow): Promise<readonly ProgressLine[]> {
  const requested = requestedLines(formData)
  const ledger = unit.service(stockLedger)
  const items = await ledger.items(requested.map(({ itemId }) => itemId))
  const [issued, reserved] = [await ledger.issuedBy(id), await ledger.reservedBy(id)]
  const demands = (await unit.service(purchaseDemands).ofTicket(id)).filter(({ state }) => state !== 'cancelled')
  return requested.map((line) => {
    const item = items.find((one) => one.id === line.itemId)
    const parts = issued.filter(({ key }) => key === line.key)
    const held = reserved.find(({ key }) => key === line.key)
    const demand = demands.find(({ itemId }) => itemId === line.itemId)
    return {
      lineNo: line.lineNo,
      name: item?.name ?? '',
      spec: item?.spec ?? '',
      unit: item?.unit ?? '',
      qtyPlaces: item?.qtyPlaces ?? 0,
      requested: line.requested,
      approved: line.approved,
      issued: sumQty(parts.map(({ qty }) => qty)),
      returned: sumQty(parts.map(({ returnedQty }) => returnedQty)),
      reserved: held?.reserved ?? 0,
      waiting: held?.short ?? 0,
      cutReason: reasonOf(formData.cuts, line.lineNo),
      issueReason: reasonOf(formData.issues, line.lineNo),
      demand: demand === undefined ? null : { no: demand.no, state: demand.state, qty: demand.qty },
    }
  })
}

async function returnsOf(unit: UnitOfWork, ticketId: number): Promise<readonly ProgressReturn[]> {
  const { rows } = await sql<Omit<ProgressReturn, 'name' | 'qtyPlaces'> & { itemId: number }>`
    select item_id, kind, qty::float8 as qty, returned_qty::float8 as returned_qty, due_at, state, state <> 'returned' and coalesce(due_at < ${unit.clock.today()}::date, false) as is_late
    from supply_return where ticket_id = ${ticketId} and deleted_at is null order by id`.execute(unit.db)
  const items = await unit.service(stockLedger).items(rows.map(({ itemId }) => itemId))
  return rows.map(({ itemId, ...row }) => {
    const item = items.find(({ id }) => id === itemId)
    return { ...row, name: item?.name ?? '', qtyPlaces: item?.qtyPlaces ?? 0 }
  })
}

/** @throws Refusal 4004 for a ticket of another kind or out of sight */
export async function progressOf(unit: UnitOfWork, access: Access, id: number): Promise<SupplyProgress> {
  const { rows } = await sql<TicketRow>`
    select id, form_data, applicant_id, status from shared_ticket
    where id = ${id} and deleted_at is null and type = any(${suppliedTypes}::text[])`.execute(unit.db)
  const ticket = rows[0]
  if (!ticket || !(await unit.service(ticketActions).sees(id, access))) throw notFound()
  const by = await approvalDeadline(unit, id)
  const mayFetch = access.userId === ticket.applicantId || access.userId === ticket.formData.pickupProxyId
  const { rows: codes } = await sql<{ code: string }>`
    select code from supply_pickup where ticket_id = ${id} and used_at is null and ${mayFetch}::boolean`.execute(
    unit.db,
  )
  return {
    lines: await linesOf(unit, ticket),
    returns: await returnsOf(unit, id),
    code: ticket.status === 'handling' ? (codes[0]?.code ?? null) : null,
    approveBy: by === null ? null : momentText(by),
  }
}
