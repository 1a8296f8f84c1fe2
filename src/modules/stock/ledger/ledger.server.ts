import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { StockLedger } from '../contract.ts'
import { takeUsed } from '../documents/used.server.ts'
import { catalogueOf } from './catalogue.server.ts'
import { expiriesOf, heldSince, valuesOf } from './history.server.ts'
import { issue, partsOfTickets, partsWhere } from './issue.server.ts'
import { batchesNamed, choicesOf, itemsOf, reservedByTicket } from './items.server.ts'
import { planPicks } from './plan.server.ts'
import { release, reserve } from './reserve.server.ts'
import { returnIn } from './return.server.ts'
import { shortagesNow } from './shortage.server.ts'

/** The stock ledger for other modules (EFF-ISSUE), bound to the caller's transaction. */
export function createStockLedger(unit: UnitOfWork): StockLedger {
  return {
    items: (ids) => itemsOf(unit, ids),
    async forStandards(standardItemIds) {
      const { rows } = await sql<{ id: number }>`
        select id from stock_item where standard_item_id = any(${[...standardItemIds]}::bigint[]) and state = 'active' and deleted_at is null order by code`.execute(
        unit.db,
      )
      return itemsOf(
        unit,
        rows.map(({ id }) => id),
      )
    },
    reserve: (order) => reserve(unit, order),
    reservedBy: (ticketId) => reservedByTicket(unit, ticketId),
    release: (ticketId, keys) => release(unit, ticketId, keys),
    choices: (line, ticketId) => choicesOf(unit, line, ticketId),
    plan: (lines) => planPicks(unit, lines),
    shortages: (lines, ticketId) => shortagesNow(unit, lines, ticketId),
    catalogue: (categories) => catalogueOf(unit, categories),
    issue: (order) => issue(unit, order),
    issuedBy: (ticketId) => partsWhere(unit, sql`i.ticket_id = ${ticketId}`),
    issuedByAll: (ticketIds) => partsOfTickets(unit, ticketIds),
    batchesNamed: (given) => batchesNamed(unit, given),
    expiriesOf: (batchIds) => expiriesOf(unit, batchIds),
    valuesOf: (ticketIds) => valuesOf(unit, ticketIds),
    heldSince: (personId, itemIds, day) => heldSince(unit, personId, itemIds, day),
    returnIn: (order) => returnIn(unit, order),
    takeUsed: (order) => takeUsed(unit, order),
  }
}
