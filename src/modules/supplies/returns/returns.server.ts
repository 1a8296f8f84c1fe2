/** What has to come back, and the keeper's word of how much did (E4). */

import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { RuleError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, TicketView, UnitOfWork } from '#src/define/server.ts'
import { subtractQty } from '#src/fields/quantity/quantities.ts'
import { repairParts } from '#src/modules/maintenance/contract.ts'
import { type IssuedPart, refuseFiner, stockLedger } from '#src/modules/stock/contract.ts'
import { returnClothing } from '../clothing/returned.server.ts'
import type { GoodsReturns } from '../contract.ts'

/** Days after which a loan that is late stops further loans (STK-43). */
export const BLOCKING_DAYS = 15
/** Days after its end from which a late loan is reminded of daily (STK-43). */
const REMIND_AFTER_DAYS = 3

type Kind = 'loan' | 'refused' | 'voided'

/** Expects these parts back; of a loan that is already expected only the reason changes. */
export async function expectBack(
  unit: UnitOfWork,
  ticket: TicketView,
  kind: Kind,
  parts: readonly IssuedPart[],
  reason: string,
  by: number | null,
): Promise<void> {
  const open = parts
    .filter(({ qty, returnedQty }) => qty > returnedQty)
    .map(({ issueId, itemId, qty, returnedQty, returnDueAt }) => ({
      issueId,
      itemId,
      qty: subtractQty(qty, returnedQty),
      dueAt: returnDueAt,
    }))
  if (open.length === 0) return
  const now = unit.clock.now()
  await sql`insert into supply_return (ticket_id, issue_id, kind, item_id, user_id, dept_id, qty, due_at, reason, created_at, created_by, updated_at)
    select ${ticket.id}::bigint, given."issueId", ${kind}::text, given."itemId", ${ticket.applicantId}::bigint, ${ticket.deptId}::bigint, given."qty", given."dueAt",
      ${reason === '' ? null : reason}::text, ${now}::timestamptz, ${by}::bigint, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as given("issueId" bigint, "itemId" bigint, "qty" numeric, "dueAt" date)
    on conflict (issue_id) do update set kind = excluded.kind, reason = coalesce(excluded.reason, supply_return.reason), updated_at = excluded.updated_at,
      version = supply_return.version + 1 where supply_return.state <> 'returned'`.execute(unit.db)
  unit.changed('supplyReturn', null)
  if (kind === 'loan') return
  const keepers = await unit.usersWithRole('warehouseKeeper')
  if (keepers.length > 0)
    unit.notify({
      to: keepers,
      contentType: 'REMIND',
      title: { key: `supplies.comesBack.${kind}`, params: [ticket.no] },
      link: `/workflow/ticket/${ticket.id}`,
    })
}

/** For modules whose tickets are issued goods too. */
export const createGoodsReturns = (unit: UnitOfWork): GoodsReturns => ({
  async expect(ticket, reason, byUser) {
    const parts = await unit.service(stockLedger).issuedBy(ticket.id)
    await expectBack(unit, ticket, 'voided', parts, reason, byUser)
  },
})

interface ReturnRow {
  readonly id: number
  readonly ticketId: number
  readonly issueId: number
  readonly itemId: number
  readonly qty: number
  readonly returnedQty: number
}

/** The keeper says how much came back; the rest is to be recovered. */
export const returnRecord: RecordServer = {
  actions: {
    async confirm({ id }, values, unit, access) {
      const { rows } = await sql<ReturnRow>`
        select id, ticket_id, issue_id, item_id, qty::float8 as qty, returned_qty::float8 as returned_qty from supply_return where id = ${id} for update`.execute(
        unit.db,
      )
      const row = rows[0]
      if (!row) return null
      const [cameBack, note] = [Number(values.cameBack), typeof values.note === 'string' ? values.note : '']
      const [item] = await unit.service(stockLedger).items([row.itemId])
      if (item) refuseFiner(item, cameBack, 'cameBack')
      const left = subtractQty(row.qty, row.returnedQty)
      if (cameBack > left) throw new RuleError('stock.returnTooMuch', left, cameBack).at('cameBack')
      if (cameBack < left && isBlank(note))
        throw new RuleError('supplies.restNeedsNote', subtractQty(left, cameBack)).at('note')
      if (cameBack > 0)
        await unit.service(stockLedger).returnIn({
          ticketId: row.ticketId,
          effectKey: `return.${id}.${row.returnedQty}`,
          byUser: access.userId,
          reason: note,
          parts: [{ issueId: row.issueId, qty: cameBack }],
        })
      if (cameBack > 0) await returnClothing(unit, row.issueId, cameBack)
      if (cameBack > 0) await unit.service(repairParts).revalue(row.ticketId, access.userId)
      const now = unit.clock.now()
      await sql`update supply_return set returned_qty = returned_qty + ${cameBack}::numeric, state = case when returned_qty + ${cameBack}::numeric = qty then 'returned' else 'recovery' end,
          returned_at = case when ${cameBack}::numeric > 0 then ${now}::timestamptz else returned_at end, reason = coalesce(nullif(${note}, ''), reason),
          updated_at = ${now}, updated_by = ${access.userId}, version = version + 1 where id = ${id}`.execute(unit.db)
      unit.changed('supplyReturn', id)
      return null
    },
  },
}

/** Whether items of the ticket are called back because it was closed. */
export async function isToReturn(unit: UnitOfWork, ticketId: number): Promise<boolean> {
  const { rows } = await sql`
    select from supply_return where ticket_id = ${ticketId} and kind = 'voided' limit 1`.execute(unit.db)
  return rows.length > 0
}

/** STK-43: the day on which the person's latest loan of all fell due, when that is more than 15 days ago; else null. */
export async function blockingLoan(unit: UnitOfWork, userId: number): Promise<string | null> {
  const { rows } = await sql<{ dueAt: string }>`
    select due_at from supply_return where user_id = ${userId} and state <> 'returned' and kind = 'loan'
      and due_at < ${unit.clock.today()}::date - ${BLOCKING_DAYS}::int order by due_at limit 1`.execute(unit.db)
  return rows[0]?.dueAt ?? null
}

/** STK-43: borrower and leader hear daily of a loan that is more than three days late. */
export async function remindLoans(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ ticketId: number; no: string; userId: number; leaderId: number | null; dueAt: string }>`
    select r.ticket_id, t.no, r.user_id, d.leader_id, min(r.due_at) as due_at from supply_return r join shared_ticket t on t.id = r.ticket_id
    join shared_department d on d.id = r.dept_id
    where r.state <> 'returned' and r.kind = 'loan' and r.due_at < ${unit.clock.today()}::date - ${REMIND_AFTER_DAYS}::int
    group by r.ticket_id, t.no, r.user_id, d.leader_id order by r.ticket_id`.execute(unit.db)
  for (const { ticketId, no, userId, leaderId, dueAt } of rows)
    unit.notify({
      to: [...new Set([userId, ...(leaderId === null ? [] : [leaderId])])],
      contentType: 'REMIND',
      title: { key: 'supplies.loanLate', params: [no, dueAt] },
      link: `/workflow/ticket/${ticketId}`,
    })
}

/** A reminder that was missed is not made up for: the next day's names every loan that is still late. */
export const returnJobs: readonly JobDefinition[] = [
  { name: 'supplies.remindLoans', every: { at: '08:40', missed: 'once' }, run: remindLoans },
]
