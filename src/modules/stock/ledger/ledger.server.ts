import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import type { StockLedger } from '#src/define/stock/stockLedger.ts'
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
export function createStockLedger(base: Base): StockLedger {
  return {
    items: (ids) => itemsOf(base, ids),
    async forStandards(standardItemIds) {
      const { rows } = await sql<{ id: number }>`
        select id from stock_item where standard_item_id = any(${[...standardItemIds]}::bigint[]) and state = 'active' and deleted_at is null order by code`.execute(
        base.db,
      )
      return itemsOf(
        base,
        rows.map(({ id }) => id),
      )
    },
    reserve: (order) => reserve(base, order),
    reservedBy: (ticketId) => reservedByTicket(base, ticketId),
    release: (ticketId, keys) => release(base, ticketId, keys),
    choices: (line, ticketId) => choicesOf(base, line, ticketId),
    plan: (lines) => planPicks(base, lines),
    shortages: (lines, ticketId) => shortagesNow(base, lines, ticketId),
    catalogue: (categories) => catalogueOf(base, categories),
    issue: (order) => issue(base, order),
    issuedBy: (ticketId) => partsWhere(base, sql`i.ticket_id = ${ticketId}`),
    issuedByAll: (ticketIds) => partsOfTickets(base, ticketIds),
    batchesNamed: (given) => batchesNamed(base, given),
    expiriesOf: (batchIds) => expiriesOf(base, batchIds),
    valuesOf: (ticketIds) => valuesOf(base, ticketIds),
    heldSince: (personId, itemIds, day) => heldSince(base, personId, itemIds, day),
    returnIn: (order) => returnIn(base, order),
    takeUsed: (order) => takeUsed(base, order),
  }
}
