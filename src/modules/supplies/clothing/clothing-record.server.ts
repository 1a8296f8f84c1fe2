/** The register of what people were issued, and the exchange of sizes. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { listOf, RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import { sizesWorn, writeSizes } from './sizes.server.ts'

interface IssueRow {
  readonly id: number
  readonly ticketId: number | null
  readonly issueId: number | null
  readonly userId: number
  readonly itemId: number
  readonly size: string
  readonly rest: number
  readonly day: string
}

/** 90 A.5: the wrong size comes back and the right one goes out in one act; no entitlement is used. */
async function exchange(
  id: number,
  values: Readonly<Record<string, unknown>>,
  unit: UnitOfWork,
  keeperId: number,
): Promise<void> {
  const { rows } = await sql<IssueRow>`
    select id, ticket_id, issue_id, user_id, item_id, size, qty - returned_qty - ended_qty as rest, (at at time zone 'Asia/Shanghai')::date as day
    from clothing_issue where id = ${id} for update`.execute(unit.db)
  const row = rows[0]
  if (!row) return
  const [size, qty, note] = [String(values.sizeCode).trim(), Number(values.exchangedQty), String(values.note ?? '')]
  if (row.ticketId === null || row.issueId === null) throw new RuleError('supplies.exchangeNoIssue')
  const days = unit.settings.number('supplies.exchangeDays')
  const until = addDays(row.day, days)
  if (unit.clock.today() > until) throw new RuleError('supplies.exchangeLate', days, until)
  if (qty > row.rest) throw new RuleError('supplies.exchangeTooMuch', row.rest, qty).at('exchangedQty')
  const ledger = unit.service(stockLedger)
  const [item] = await ledger.items([row.itemId])
  if (!item?.sizeList.includes(size))
    throw new RuleError('supplies.sizeUnknown', item?.name ?? '', listOf(item?.sizeList ?? [])).at('sizeCode')
  if (size === row.size) throw new RuleError('supplies.exchangeSame', size).at('sizeCode')
  const { rows: tickets } = await sql<{ type: string; applicantId: number; deptId: number }>`
    select type, applicant_id, dept_id from shared_ticket where id = ${row.ticketId}`.execute(unit.db)
  const ticket = tickets[0]
  if (!ticket) throw new RuleError('supplies.exchangeNoIssue')
  const effectKey = `exchange.${id}.${row.rest}`
  await ledger.returnIn({
    ticketId: row.ticketId,
    effectKey: `${effectKey}.in`,
    byUser: keeperId,
    reason: note,
    parts: [{ issueId: row.issueId, qty }],
  })
  const issued = await ledger
    .issue({
      ticketId: row.ticketId,
      ticketType: ticket.type,
      effectKey,
      lines: [{ key: effectKey, itemId: row.itemId, size, qty, personId: row.userId, reason: note }],
      personId: row.userId,
      deptId: ticket.deptId,
      keeperId,
      applicantId: ticket.applicantId,
    })
    .catch((error: unknown) => {
      throw error instanceof RuleError && error.problems
        ? error.among({ sizeCode: Object.values(error.problems).flat() })
        : error
    })
  const now = unit.clock.now()
  await sql`update clothing_issue set returned_qty = returned_qty + ${qty}, updated_at = ${now}, updated_by = ${keeperId}, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  await sql`
    insert into clothing_issue (ticket_id, issue_id, user_id, dept_id, item_id, standard_item_id, size, qty, value, reason_type, uses_entitlement, cycle_start, next_due_at, exchanged_from_id, at,
      remark, created_by, updated_at)
    select c.ticket_id, g."issueId", c.user_id, c.dept_id, c.item_id, c.standard_item_id, g.size, g.qty, g.value, 'exchange', c.uses_entitlement, c.cycle_start, c.next_due_at, c.id,
      ${now}::timestamptz, ${note === '' ? null : note}::text, ${keeperId}::bigint, ${now}::timestamptz
    from clothing_issue c, jsonb_to_recordset(${JSON.stringify(issued.parts)}::jsonb) as g("issueId" bigint, size text, qty int, value numeric) where c.id = ${id}`.execute(
    unit.db,
  )
  await writeSizes(unit, sizesWorn([{ userId: row.userId, sizeKind: item.sizeKind, size }]), false)
  unit.changed('clothingIssue', id)
}

export const clothingRecord: RecordServer = {
  actions: {
    async exchange({ id }, values, unit, access) {
      await exchange(id, values, unit, access.userId)
      return null
    },
  },
}
